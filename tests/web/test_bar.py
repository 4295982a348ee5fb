"""Test the bar at the foot of every page of a phone. It links to four places, offers the next action, and
covers a fifth of the screen at most."""

from dataclasses import replace
from typing import Final

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from tests.web.conftest import sits, watcher
from web.server import Server
from web.snapshot import Choice, Question, Snapshot
from web.snapshot_hub import SnapshotHub

PLACES: Final = {"/": "Scores", "/look": "Table", "/history": "History", "/more": "More", "/rules": "More"}
SIZES: Final = {"upright": (390, 844), "on its side": (844, 390), "small": (360, 640)}

CUT: Final = """bar => Math.max(...[...bar.querySelectorAll("a, button, summary, span:not(.unseen)")]
    .map(one => one.scrollWidth - one.clientWidth))"""
"""The JavaScript function that returns by how many pixels the widest label of a bar of buttons exceeds the
space it has."""


@pytest.mark.parametrize(("path", "here"), PLACES.items())
def test_the_tab_of_the_page_is_marked(app: Flask, path: str, here: str) -> None:
    text = watcher(app).get(path).text
    tabs = text[text.index('class="tabs"') :]
    current = tabs[tabs.index("aria-current") :]
    assert current[: current.index("</a>")].endswith(f"<span>{here}</span>")
    assert tabs.count("aria-current") == 1


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_the_bar_takes_at_most_a_fifth_of_the_screen(
    chromium: Browser, server: Server, size: tuple[int, int], language: str
) -> None:
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, locale=language)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/join")
    sits(page, "Ann")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    bar = page.locator(".bar")
    box = bar.bounding_box()
    wide = bar.evaluate(CUT)
    first = bar.locator("a, button").first.text_content()
    context.close()
    assert box
    assert box["height"] <= size[1] / 5
    assert box["y"] + box["height"] == size[1]
    assert wide <= 1  # no label is cut off
    assert (first or "").strip() == ("Photograph" if language == "en-GB" else "Foto")


def test_a_question_leaves_some_of_the_page_to_be_seen(
    chromium: Browser, server: Server, hub: SnapshotHub, table: Snapshot
) -> None:
    many = tuple(Choice(str(n), f"This many-worded answer is answer number {n}") for n in range(12))
    page = chromium.new_page(viewport={"width": 844, "height": 390})
    page.goto(f"http://127.0.0.1:{server.port}/join")
    sits(page, "Ann")
    hub.publish(replace(table, question=Question("q", "Which of these was it?", many)))
    page.get_by_role("button", name="number 11").click()
    box = page.locator(".dock").bounding_box()
    page.close()
    assert box
    assert box["y"] > 0


def test_three_seats_are_taken_in_one_visit_and_you_are_marked(chromium: Browser, server: Server) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"http://127.0.0.1:{server.port}/join")
    sits(page, "Ann", "Bertrand", "Cleo")
    expect(page.locator(".me:visible")).to_have_count(3)
    page.get_by_role("link", name="Your seat").click()
    page.get_by_role("checkbox", name="Cleo").uncheck()
    page.get_by_role("checkbox", name="Ann").uncheck()
    sits(page)
    expect(page.locator(".me:visible")).to_have_count(1)
    expect(page.locator(".player", has_text="Bertrand").locator(".me")).to_be_visible()
    expect(page.get_by_role("link", name="Your seat")).to_contain_text("Bertrand")
    page.close()


def test_every_page_is_reached_from_more(app: Flask) -> None:
    text = watcher(app).get("/more").text
    for path in (
        "/play-here",
        "/join",
        "/snap",
        "/rules",
        "/party",
        "/statistics",
        "/tv",
        "/setup",
        "/enrol?for=itself",
    ):
        assert f'href="{path}"' in text
    assert 'href="/steward"' in text
    assert 'href="/privacy"' in text


BROKEN: Final = """summary => {
    const text = [...summary.childNodes].find((node) => node.nodeType === 3), said = text.data.trimStart();
    const range = document.createRange(), start = text.data.length - said.length;
    range.setStart(text, start);
    range.setEnd(text, start + said.search(/\\s|$/));
    return range.getClientRects().length > 1;
}"""
"""A script that returns true if the first word of a label is broken over two lines."""


@pytest.mark.parametrize("width", [360, 390])
def test_the_word_challenge_is_not_broken_beside_the_photograph(
    chromium: Browser, server: Server, width: int
) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 844})
    page.goto(f"http://127.0.0.1:{server.port}/join")
    sits(page, "Ann")
    expect(page.locator(".shoot")).to_be_visible()
    broken = page.locator(".challenge summary").evaluate(BROKEN)
    page.close()
    assert not broken
