"""Test the accessibility of every page: axe-core finds no fault, by day and by night, on a phone and on a
big screen."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.web.conftest import PIN
from web.server import Server
from web.snapshot import Choice, Notice, Question, Snapshot, Timer
from web.snapshot_hub import SnapshotHub

AXE = Path(__file__).with_name("axe") / "axe-4.14.1.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = ("/", "/join", "/more", "/privacy", "/offline", "/steward/enter", "/steward")
LOOKING = (
    "/history",
    "/history/7",
    "/rules",
    "/statistics",
    "/statistics/1",
    "/statistics/latest",
    "/tv",
    "/overlay",
)
DOING = ("/setup", "/look", "/snap", "/play-here", "/party", "/enrol")
SIZES = {"phone": (360, 740), "screen": (1920, 1080)}


@pytest.fixture
def full(hub: SnapshotHub, table: Snapshot) -> None:
    """Publish a snapshot with which the page shows as many elements as possible."""
    question = Question("q", "Which pile?", (Choice("0", "The exposed Q"), Choice("1", "The stock")))
    dark = Notice("too dark", "It is too dark to read the cards.", "Switch a lamp on.", waits=True)
    hub.publish(
        replace(
            table,
            question=question,
            messages=replace(table.messages, notices=(dark,)),
            hardware=replace(table.hardware, timer=Timer(75.0, running=True)),
        )
    )


@pytest.mark.parametrize(("scheme", "size"), [("light", "phone"), ("dark", "screen")])
def test_axe_finds_nothing(chromium: Browser, server: Server, full: None, scheme: Any, size: str) -> None:
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, service_workers="block"
    )
    page = context.new_page()
    # The notice of a lost connection would reload the page later, and cancel the next step.
    page.route("**/api/state", out_of_reach)
    home = f"http://127.0.0.1:{server.port}"
    found = {"watching": violations(page, f"{home}/")}
    page.goto(f"{home}/join")
    page.get_by_role("checkbox", name="Bertrand").check()
    sent(page, "Sit down")
    page.goto(f"{home}/steward")
    page.get_by_label("PIN").fill(PIN)
    sent(page, "Enter")
    found |= {path: violations(page, home + path) for path in PAGES + LOOKING + DOING}
    context.close()
    assert {path: broken for path, broken in found.items() if broken} == {}


def out_of_reach(route: Route) -> None:
    """Make a page believe that its table is out of reach: abort the HEAD request by which it looks for the
    table."""
    if route.request.method == "HEAD":
        route.abort()
    else:
        route.continue_()


def sent(page: Page, button: str) -> None:
    """Press the button of a form, and wait until the answering page is loaded. If the test went to another
    page earlier, the browser would drop the answer."""
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()


def violations(page: Page, address: str, schemes: Sequence[Any] = (None,)) -> list[str]:
    """Return the faults that axe finds on the page at `address`, in each colour scheme of `schemes`. The
    scheme None is the browser's own."""
    page.goto(address)
    size, height = page.viewport_size, page.evaluate("document.documentElement.scrollHeight")
    assert size is not None
    page.set_viewport_size(
        {"width": size["width"], "height": height}
    )  # scroll the elements under the bar into view
    page.evaluate(AXE.read_text("utf-8") + "; true")
    found = list[str]()
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        result = page.evaluate(
            "(tags) => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", RULES
        )
        found += [
            f"{one['id']}: {node['html'][:160]} ({node['failureSummary']})"
            for one in result["violations"]
            for node in one["nodes"]
        ]
    page.set_viewport_size(size)
    return found


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_a_big_screen_shows_the_whole_address(
    chromium: Browser, server: Server, full: None, size: tuple[int, int]
) -> None:
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/tv")
    page.locator(".frame img").evaluate("image => image.decode()")
    column, text = page.locator(".column", has=page.locator(".way-in")), page.locator(".way-in .address")
    code = page.locator(".way-in .code").bounding_box()
    holds, shown = column.bounding_box(), text.bounding_box()
    context.close()
    assert holds
    assert shown
    assert code
    assert shown["y"] + shown["height"] <= holds["y"] + holds["height"] <= size[1]
    assert code["height"] > 80  # 29 modules and their margin at two pixels each, and some more
