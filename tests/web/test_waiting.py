"""Test a play that waits for its ruling: its countdown on the phone, the players who may hold it, and the
question whether it is finished."""

import queue
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from engine.table.commands import Hold, StillPlaying
from tests.web.conftest import Caller, sits, watcher
from web.requests import PhoneRequest, TurnOver
from web.server import Server
from web.snapshot import Choice, Proposed, Question, Snapshot
from web.snapshot_hub import SnapshotHub

COUNTED: Final = Proposed("MOTHER", 1, complete=True, left=3.0, whole=4.0)
HELD: Final = replace(COUNTED, left=None, held=True)
ASKED: Final = Proposed("MOTH", 1, asks=True)
POSED: Final = replace(ASKED, posed=True)
RUNS: Final = """least => {
    const runs = document.getElementById("ring")?.getAnimations() ?? [];
    return runs.map(one => one.effect.getTiming().duration).find(left => left > least);
}"""
"""The JavaScript function that returns the duration of the countdown's ring, in milliseconds. It returns
nothing if the ring does not run for longer than `least`."""


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    """Provide the main view on the phone of player 1, Bertrand. The page receives every change of the
    table."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/join")
    sits(page, "Bertrand")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    yield page
    context.close()


def test_a_countdown_runs_on_by_itself_and_begins_anew_with_another_play(
    page: Page, hub: SnapshotHub, table: Snapshot
) -> None:
    hub.publish(replace(table, proposal=COUNTED))
    first = page.wait_for_function(RUNS, arg=0).json_value()
    hub.publish(replace(table, proposal=replace(COUNTED, text="MOTHERS", left=40.0, whole=40.0)))
    second = page.wait_for_function(RUNS, arg=20_000).json_value()
    assert first <= 3000
    assert second <= 40_000


def test_anybody_holds_the_countdown_with_one_tap_and_lets_it_go(
    page: Page, hub: SnapshotHub, table: Snapshot, asked: "queue.Queue[PhoneRequest]"
) -> None:
    hub.publish(replace(table, proposal=COUNTED))
    page.get_by_role("button", name="Wait").click()
    assert asked.get(timeout=60) == Hold(on=True)
    hub.publish(replace(table, proposal=HELD))
    page.get_by_role("button", name="Keep counting").click()
    assert asked.get(timeout=60) == Hold(on=False)


def test_who_still_plays_or_has_finished_says_so(
    page: Page, hub: SnapshotHub, table: Snapshot, asked: "queue.Queue[PhoneRequest]"
) -> None:
    hub.publish(replace(table, turn=1, proposal=ASKED, buttons=replace(table.buttons, may_confirm=True)))
    question = page.get_by_role("group", name="Still playing, Bertrand?")
    question.get_by_role("button", name="Yes").click()
    assert asked.get(timeout=60) == StillPlaying()
    question.get_by_role("button", name="I have finished").click()
    assert isinstance(asked.get(timeout=60), TurnOver)


def test_the_question_is_answered_by_its_player(
    page: Page, chromium: Browser, server: Server, hub: SnapshotHub, table: Snapshot
) -> None:
    other = chromium.new_context(locale="en-GB").new_page()
    other.goto(f"http://127.0.0.1:{server.port}/join")
    sits(other, "Ann")
    other.context.close()
    page.reload()
    hub.publish(replace(table, proposal=replace(ASKED, player=0)))
    expect(page.get_by_text("Still playing, Ann?")).to_be_visible()
    expect(page.get_by_role("button", name="I have finished")).to_be_hidden()


def test_a_photograph_that_ends_no_turn_is_asked_about_at_the_top_with_one_whole_answer(
    page: Page, hub: SnapshotHub, table: Snapshot, asked: "queue.Queue[PhoneRequest]"
) -> None:
    hub.publish(replace(table, turn=1, proposal=POSED, buttons=replace(table.buttons, may_confirm=True)))
    question = page.locator(".seen").get_by_role("group", name="Has Bertrand finished?")
    top, scores = question.bounding_box(), page.locator("#scores").bounding_box()
    assert top
    assert scores
    assert top["y"] < scores["y"]
    question.get_by_role("button", name="No, Bertrand is still playing").click()
    assert asked.get(timeout=60) == StillPlaying()
    question.get_by_role("button", name="Yes, Bertrand has finished").click()
    assert isinstance(asked.get(timeout=60), TurnOver)


@pytest.mark.parametrize("proposal", [COUNTED, HELD, ASKED], ids=["counted", "held", "asked"])
def test_what_people_tap_is_in_sight_and_large_enough(
    page: Page, hub: SnapshotHub, table: Snapshot, proposal: Proposed
) -> None:
    hub.publish(replace(table, proposal=proposal))
    buttons = page.locator("#region-proposal button")
    expect(buttons.first).to_be_visible()
    boxes = [button.bounding_box() for button in buttons.all()]
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert all(box and box["height"] >= 44 and box["width"] >= 44 for box in boxes)
    assert all(box and box["y"] + box["height"] <= bar["y"] for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_phone_without_a_seat_sees_the_question_and_no_buttons(
    chromium: Browser, server: Server, hub: SnapshotHub, table: Snapshot
) -> None:
    hub.publish(replace(table, proposal=ASKED))
    page = chromium.new_page(locale="en-GB")
    page.goto(f"http://127.0.0.1:{server.port}/")
    expect(page.get_by_text("Still playing, Bertrand?")).to_be_visible()
    assert not page.locator("#region-proposal button").first.is_visible()
    page.close()


@pytest.mark.parametrize(
    ("path", "body", "shown"),
    [("hold", {"on": True}, ASKED), ("hold", {"on": False}, COUNTED), ("going", {}, COUNTED)],
    ids=["nothing counts", "nothing is held", "nobody asks"],
)
def test_a_tap_that_comes_too_late_is_told_so(
    client: Caller, hub: SnapshotHub, table: Snapshot, path: str, body: dict[str, bool], shown: Proposed
) -> None:
    hub.publish(replace(table, proposal=shown))
    assert client.post(f"/api/{path}", json=body).status_code == 409


@pytest.mark.parametrize("path", ["hold", "going"])
def test_only_players_may_hold_a_countdown(app: Flask, path: str) -> None:
    phone = watcher(app)
    phone.knowing_its_token()
    assert phone.post(f"/api/{path}", json={}).status_code == 403


def test_who_only_watches_is_offered_a_seat_and_no_answer(
    page: Page, chromium: Browser, server: Server, hub: SnapshotHub, table: Snapshot
) -> None:
    question = Question("q", "Is it another table?", (Choice("0", "It is another table"),))
    hub.publish(replace(table, question=question))
    watching = chromium.new_page()
    watching.goto(f"http://127.0.0.1:{server.port}/")
    expect(watching.get_by_text("Take a seat to answer.")).to_be_visible()
    expect(watching.get_by_role("button", name="It is another table")).to_be_hidden()
    expect(page.get_by_role("button", name="It is another table")).to_be_visible()
    expect(page.get_by_text("Take a seat to answer.")).to_be_hidden()
    watching.close()


def test_a_turn_that_somebody_else_ended_is_asked_about_and_can_be_let_be(
    page: Page, hub: SnapshotHub, table: Snapshot
) -> None:
    hub.publish(replace(table, buttons=replace(table.buttons, ended=1)))
    asks = page.get_by_text("Somebody ended your turn, Bertrand. Are you still playing?")
    expect(page.get_by_role("button", name="Yes, I am still playing")).to_be_visible()
    page.get_by_role("button", name="No, I have finished").click()
    expect(asks).to_be_visible()
    expect(page.get_by_role("button", name="Yes, I am still playing")).to_be_hidden()
