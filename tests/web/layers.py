"""Provide the checks that the film overlays of a table and of a party share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, Page, expect

SIZES: Final = ((1920, 1080), (1920, 120), (360, 900))
"""The sizes of the overlay, pixels: the whole film, a strip along an edge, and a column at its side."""
_TOUCHED: Final = "button:visible, a:visible, input:visible, form:visible, summary:visible"


@contextmanager
def layer_at(chromium: Browser, port: int) -> Iterator[Page]:
    """Provide the page of the film overlay in a window of 1920 x 1080 pixels, the size of a film."""
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(f"http://127.0.0.1:{port}/overlay")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    yield page
    page.close()


def is_bare(layer: Page) -> None:
    """Check that the overlay has no background and no element that can be touched."""
    for element in ("html", "body"):
        colour = layer.locator(element).evaluate("one => getComputedStyle(one).backgroundColor")
        assert colour == "rgba(0, 0, 0, 0)"
    assert layer.locator(_TOUCHED).count() == 0


def fits(layer: Page, width: int, height: int, *parts: str) -> None:
    """Check that all `parts` are within an overlay of that size."""
    layer.set_viewport_size({"width": width, "height": height})
    for part in parts:
        box = layer.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
