"""Test the voice and the vibration of a phone. Both are off until a person switches them on, and then speak
of this phone's own player only."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import sits
from web.server import Server
from web.snapshot import Choice, Clause, Question, Ruled, Snapshot
from web.snapshot_hub import SnapshotHub

STAND_INS = """
window.spoken = [];
window.felt = [];
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (said) => window.spoken.push([said.lang, said.text]),
  cancel: () => {},
} });
navigator.vibrate = (pattern) => window.felt.push(pattern) > 0;
"""
LEGAL = Ruled("legal", "SMOTHER — Ann added S and M to OTHER.", (), "1:OTHER<SMOTHER", 0)
ILLEGAL = Ruled("illegal", "MOTHRE isn't in the word list.", (), "1:MOTHER~MOTHRE", 0, event=9)
SETTLED = Ruled("legal", "Cleo challenged CaT.", (Clause("LEX-C2"),), player=0)
WHICH = Question("q1", "Which pile?", (Choice("0", "The stock"),), player=0)
SAMPLE = ["en", "The table reads its rulings aloud."]


def opened(chromium: Browser, server: Server, **settings: Any) -> Page:
    """Open Bertrand's phone at `/more`, the page of the switches. The page records what it speaks and when
    it vibrates."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, **settings)
    page = context.new_page()
    page.add_init_script(STAND_INS)
    page.goto(f"http://127.0.0.1:{server.port}/join")
    sits(page, "Bertrand")
    page.goto(f"http://127.0.0.1:{server.port}/more")
    return page


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    page = opened(chromium, server)
    yield page
    page.context.close()


def scores(page: Page) -> None:
    """Open the live page and tap it once. Browsers make no sound before a tap."""
    page.goto(page.url.replace("/more", "/"))
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    page.locator("#scores").click()


def told(page: Page, hub: SnapshotHub, shown: Snapshot) -> tuple[list[Any], list[Any]]:
    """Publish `shown`, and wait until the page shows it. Return all that the page has spoken, and all
    vibrations."""
    hub.publish(shown)
    assert shown.ruling is not None
    expect(page.locator(".ruled .sentence")).to_have_text(shown.ruling.sentence)
    expect(page.locator(".question")).to_have_count(1 if shown.question else 0)
    spoken, felt = page.evaluate("[window.spoken, window.felt]")
    return spoken, felt


def test_a_phone_is_silent_until_it_is_switched_on(page: Page, hub: SnapshotHub, table: Snapshot) -> None:
    expect(page.get_by_role("switch", checked=False)).to_have_count(2)
    scores(page)
    assert told(page, hub, replace(table, ruling=LEGAL, question=WHICH)) == ([], [])
    assert told(page, hub, replace(table, ruling=ILLEGAL)) == ([], [])


def test_each_switch_shows_what_it_does_and_is_remembered(page: Page) -> None:
    for name in ("Read rulings aloud", "Vibrate when it matters"):
        page.get_by_role("switch", name=name).click()
    assert page.evaluate("[window.spoken, window.felt]") == [[SAMPLE], [[180]]]
    page.reload()
    expect(page.get_by_role("switch", checked=True)).to_have_count(2)
    page.get_by_role("switch", name="Read rulings aloud").press("Enter")
    page.reload()
    expect(page.get_by_role("switch", checked=True)).to_have_count(1)
    assert page.evaluate("window.spoken") == []


def test_a_ruling_is_read_out_once_with_its_words_as_words(
    page: Page, hub: SnapshotHub, table: Snapshot
) -> None:
    page.get_by_role("switch", name="Read rulings aloud").click()
    scores(page)
    said = ["en", "Good. smother — Ann added S and M to other."]
    assert told(page, hub, replace(table, ruling=LEGAL)) == ([said], [])
    assert told(page, hub, replace(table, ruling=LEGAL, question=WHICH)) == ([said], [])
    again = [said, ["en", "Not allowed. mothre isn't in the word list."]]
    assert told(page, hub, replace(table, ruling=ILLEGAL)) == (again, [])
    hub.publish(replace(table, ruling=replace(ILLEGAL, event=11)))  # once more, in the same words
    expect(page.locator("[data-event='11']")).to_be_visible()
    assert page.evaluate("window.spoken") == [*again, again[-1]]


def test_it_vibrates_for_what_is_wrong_challenged_or_asked_of_its_own_player(
    page: Page, hub: SnapshotHub, table: Snapshot
) -> None:
    page.get_by_role("switch", name="Vibrate when it matters").click()
    scores(page)
    assert told(page, hub, replace(table, ruling=LEGAL, question=WHICH)) == ([], [])
    asked = replace(WHICH, id="q2", player=1)
    assert told(page, hub, replace(table, ruling=ILLEGAL, question=asked)) == ([], [[180], [60, 80, 60]])
    felt = [[180], [60, 80, 60], [60, 60, 60]]
    assert told(page, hub, replace(table, ruling=SETTLED)) == ([], felt)


def test_a_phone_that_asks_for_less_motion_keeps_still_and_says_why(
    chromium: Browser, server: Server, hub: SnapshotHub, table: Snapshot
) -> None:
    page = opened(chromium, server, reduced_motion="reduce", locale="de-DE")
    expect(page.get_by_text("weniger Bewegung")).to_be_visible()
    for name in ("Entscheidungen vorlesen", "Vibrieren, wenn es darauf ankommt"):
        page.get_by_role("switch", name=name).click()
    scores(page)
    told(page, hub, replace(table, ruling=ILLEGAL))
    # The phone shows the text first and speaks it then, on a busy machine a moment later.
    page.wait_for_function("() => window.spoken.length > 0")
    spoken, felt = page.evaluate("[window.spoken, window.felt]")
    page.context.close()
    assert felt == []
    assert spoken[0][0] == "de"
