"""The layer over a film: transparent, live, nothing to touch, no more told than on the table's own page."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from web.hub import Hub
from web.server import Server
from web.snapshot import Snapshot

SIZES = ((1920, 1080), (1920, 120), (360, 900))


@pytest.fixture
def layer(chromium: Browser, server: Server) -> Iterator[Page]:
    """The layer in a window as large as a film."""
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(f"http://127.0.0.1:{server.port}/overlay")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    yield page
    page.close()


def shot(page: Page) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    """What lies over the film, with how much of the film it covers as the fourth channel."""
    drawn = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert drawn is not None
    return drawn  # type: ignore[return-value]


def test_the_film_shows_through(layer: Page) -> None:
    for element in ("html", "body"):
        colour = layer.locator(element).evaluate("one => getComputedStyle(one).backgroundColor")
        assert colour == "rgba(0, 0, 0, 0)"
    drawn = shot(layer)
    assert drawn.shape == (1080, 1920, 4)
    assert (drawn[..., 3] == 0).mean() > 0.6
    assert (drawn[300:600, :, 3] == 0).all()


def test_scores_follow_the_table(layer: Page, hub: Hub, table: Snapshot) -> None:
    first, *others = table.players
    hub.publish(replace(table, players=(replace(first, total=173), *others)))
    expect(layer.locator(".total").first).to_contain_text("173")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_fits_however_wide_the_layer_is(layer: Page, width: int, height: int) -> None:
    layer.set_viewport_size({"width": width, "height": height})
    for part in (".title", ".player >> nth=0", ".player >> nth=-1", ".word .sentence"):
        box = layer.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


def test_nothing_can_be_touched(layer: Page) -> None:
    assert (
        layer.locator("button:visible, a:visible, input:visible, form:visible, summary:visible").count() == 0
    )


def test_a_layer_comes_back_by_itself(layer: Page, server: Server, hub: Hub, table: Snapshot) -> None:
    layer.context.set_offline(True)
    expect(layer.locator("html")).not_to_have_attribute("data-link", "live")
    hub.publish(replace(table, hand=9))
    layer.context.set_offline(False)
    expect(layer.locator(".place")).to_contain_text("9")


def test_the_layer_tells_what_the_page_tells_and_no_more(app: Flask) -> None:
    """Picture, cards, questions and proposals stay on the table's own page."""
    told = app.test_client().get("/overlay").text
    for region in ("seen", "question", "proposal", "cards", "history"):
        assert f'id="region-{region}"></div>' in told
    assert "region-table" not in told
