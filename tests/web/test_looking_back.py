"""Test stories in a browser: a question to this phone, the history of an evening, the screen across the
room."""

import queue
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.events import MatchSetUp
from engine.table.commands import Amend
from tests.web.conftest import sits
from tests.web.played import Kept
from web.requests import Answer, PhoneRequest
from web.server import Server
from web.snapshot import Choice, Question, Snapshot
from web.snapshot_hub import SnapshotHub

PILE = Question("pile", "Which pile did Ann draw from?", (Choice("0", "The exposed Q"),), 0)
LETTER = Question(
    "letter", "Which letter does the Master stand for?", (Choice("0", "A"), Choice("1", "U")), 1
)


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    """Provide a page of 360 by 740 pixels that reports no error and makes no outside request."""
    home, complaints = f"http://127.0.0.1:{server.port}", list[str]()
    context = chromium.new_context(viewport={"width": 360, "height": 740}, base_url=home)
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: complaints.append(asked.url) if not asked.url.startswith(home) else None)
    yield page
    context.close()
    assert complaints == []


def seated(page: Page) -> None:
    page.goto("/join")
    sits(page, "Bertrand")


def test_a_player_is_asked_what_concerns_them_first_and_one_thing_at_a_time(
    page: Page, hub: SnapshotHub, table: Snapshot, asked: "queue.Queue[PhoneRequest]"
) -> None:
    seated(page)
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    hub.publish(replace(table, question=PILE, further=(LETTER,)))
    question = page.locator(".question:visible")
    expect(question).to_have_count(1)
    question.get_by_text("Not now").click()
    expect(question.get_by_role("button")).to_have_count(0)
    question.get_by_text("A question waits").click()
    expect(question).to_contain_text(LETTER.text)
    expect(question).to_contain_text("2 of 2 questions")
    question.get_by_role("button", name="U").click()
    assert asked.get(timeout=20) == Answer("letter", "1")
    hub.publish(replace(table, question=PILE))
    expect(question).to_contain_text(PILE.text)
    question.get_by_role("button", name="The exposed Q").click()
    assert asked.get(timeout=20) == Answer("pile", "0")


def test_an_evening_is_looked_back_on_and_put_right_with_one_thumb(
    page: Page, asked: "queue.Queue[PhoneRequest]"
) -> None:
    seated(page)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="History").click()
    page.get_by_role("link", name="MOTHRE").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2, turn 3")
    page.get_by_text("It was something else").click()
    page.get_by_label("Line 2").fill("MOTHER")
    page.get_by_role("button", name="Rule on this instead").click()
    assert asked.get(timeout=20) == Amend(7, "COTS MOTHER /Q")
    page.goto("/history/7")
    page.get_by_role("link", name="Earlier").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2, turn 2")
    page.goto("/history/7")
    page.get_by_text("Why?").last.click()
    page.get_by_role("link", name="All the rules").last.click()
    expect(page.locator(":target")).to_contain_text("challenge", ignore_case=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_long_name_does_not_widen_the_statistics(page: Page, archive: Kept) -> None:
    archive.journal = tuple(
        replace(one, players=("W" * 40, *one.players[1:])) if isinstance(one, MatchSetUp) else one
        for one in archive.journal
    )
    page.goto("/statistics")
    expect(page.locator(".figures")).to_contain_text("W" * 40)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_screen_across_the_room_is_live_and_fits(page: Page, hub: SnapshotHub, table: Snapshot) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto("/tv")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    hub.publish(
        replace(
            table, question=PILE, scores=replace(table.scores, curve=((0, 0, 0), (42, 51, 36), (42, 87, 103)))
        )
    )
    expect(page.locator(".totals polyline")).to_have_count(3)
    expect(page.locator(".question")).to_contain_text(PILE.text)
    expect(page.locator(".question button")).not_to_be_visible()
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, 1080]
    total = page.locator(".total").first.bounding_box()
    assert total is not None
    assert total["height"] > 80
