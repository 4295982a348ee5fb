"""Test the overlay that a film of the table shows: it is transparent, changes with the table, takes no
taps, and shows no more than the table's own page."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.web.layers import SIZES, fits, is_bare, layer_at
from web.server import Server
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub


@pytest.fixture
def layer(chromium: Browser, server: Server) -> Iterator[Page]:
    with layer_at(chromium, server.port) as page:
        yield page


def shot(page: Page) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    """Return a picture of the overlay, BGRA. The fourth channel is its opacity over the film."""
    drawn = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert drawn is not None
    return drawn  # type: ignore[return-value]


def test_the_film_shows_through_and_nothing_can_be_touched(layer: Page) -> None:
    is_bare(layer)
    drawn = shot(layer)
    assert drawn.shape == (1080, 1920, 4)
    assert (drawn[..., 3] == 0).mean() > 0.6
    assert (drawn[300:600, :, 3] == 0).all()


def test_scores_follow_the_table(layer: Page, hub: SnapshotHub, table: Snapshot) -> None:
    first, *others = table.players
    hub.publish(replace(table, players=(replace(first, total=173), *others)))
    expect(layer.locator(".total").first).to_contain_text("173")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_fits_however_wide_the_layer_is(layer: Page, width: int, height: int) -> None:
    fits(layer, width, height, ".title", ".player >> nth=0", ".player >> nth=-1", ".word .sentence")


def test_a_layer_comes_back_by_itself(layer: Page, server: Server, hub: SnapshotHub, table: Snapshot) -> None:
    layer.context.set_offline(True)
    expect(layer.locator("html")).not_to_have_attribute("data-link", "live")
    hub.publish(replace(table, hand=9))
    layer.context.set_offline(False)
    expect(layer.locator(".place")).to_contain_text("9")


def test_the_layer_tells_what_the_page_tells_and_no_more(app: Flask) -> None:
    """The film overlay does not show the picture, the cards, the questions and the proposal, which the
    table's own page shows."""
    told = app.test_client().get("/overlay").text
    for region in ("seen", "question", "proposal", "cards", "history"):
        assert f'id="region-{region}"></div>' in told
    assert "region-table" not in told
