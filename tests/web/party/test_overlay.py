"""Test the party's film overlay: the hand, its clock, the leaders, the last word, and no secret of the
present hand."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from engine.party import CallRuled, RoundCounted, SeatInitialled, StewardCalled, TableReady, left_of
from engine.words import WordList
from tests.web.layers import SIZES, fits, is_bare, layer_at
from tests.web.party.folded import LEAD, FoldedRoom
from web.party.overlay import OverlayView, overlay_view
from web.party.state import Moments
from web.server import Server

WORDS = WordList.of(("KITTEN", "HOUSE", "TABLE"))


@pytest.fixture
def layer(chromium: Browser, server: Server) -> Iterator[Page]:
    with layer_at(chromium, server.port) as page:
        yield page


def everybody(room: FoldedRoom, *what: str) -> None:
    """Send facts of all tables of the party. With `ready` in `what` every table is ready. With `counts`
    every table reports the points of the hand, and its players' initials."""
    party = room.latest().party
    number = len(party.rounds)
    for table, seats in enumerate(party.rounds[-1].room):
        if "ready" in what:
            room.table_says(table, TableReady(number), f"ready-{number}-{table}")
        if "counts" in what:
            room.table_says(table, RoundCounted(number, (20, 0, 31, 42 + table)), f"count-{number}-{table}")
            for seat in range(4):
                said = SeatInitialled(number, seat, left_of(seats, seat))
                room.table_says(table, said, f"initial-{number}-{table}-{seat}")


def shown(room: FoldedRoom) -> OverlayView:
    return overlay_view(Moments().of(room.latest()), WORDS)


def test_the_ground_is_transparent_and_the_standings_follow(layer: Page, room: FoldedRoom) -> None:
    is_bare(layer)
    assert layer.locator(".player").count() == 0
    everybody(room, "ready")
    room.turn(LEAD)
    expect(layer.locator("#clock")).to_contain_text(":")
    everybody(room, "counts")
    expect(layer.locator(".player")).to_have_count(5)
    expect(layer.locator(".total").first).to_have_text("0")
    is_bare(layer)


def test_all_of_it_fits_into_a_strip(layer: Page, room: FoldedRoom) -> None:
    for number in (1, 2, 3):
        everybody(room, "ready")
        room.turn(LEAD)
        room.table_says(1, StewardCalled(number, number, "PARIS", 0, 1), f"call-{number}")
        room.steward_says(0, CallRuled(1, number, "word bad"), f"rule-{number}")
        room.turn(7 * 60)
        everybody(room, "counts")
    expect(layer.locator(".lead")).to_contain_text("the party.")
    for width, height in SIZES:
        fits(layer, width, height, ".title", ".lead", ".ruled", ".player >> nth=0", ".player >> nth=-1")


def test_scores_of_a_hand_that_is_counted_are_not_told_before_it_is_over(room: FoldedRoom) -> None:
    everybody(room, "ready")
    room.turn(LEAD)
    room.table_says(0, RoundCounted(1, (20, 0, 31, 42)), "one")
    assert shown(room).lines == ()


def test_a_word_is_told_once_a_steward_has_ruled(room: FoldedRoom) -> None:
    everybody(room, "ready")
    room.turn(LEAD)
    room.table_says(1, StewardCalled(1, 1, "PARIS", 0, 1), "call")
    assert shown(room).ruled is None
    room.steward_says(0, CallRuled(1, 1, "word bad"), "rule")
    ruled = shown(room).ruled
    assert ruled is not None
    assert (ruled.word, ruled.table, ruled.verdict) == ("PARIS", 1, "word bad")
    everybody(room, "counts")
    assert shown(room).heading.round == 2
    assert shown(room).ruled is None


def test_the_layer_says_who_is_waited_for_and_who_wins(room: FoldedRoom, app: Flask) -> None:
    client = app.test_client()
    assert "The bell waits for 2 tables." in client.get("/overlay").text
    for _ in range(3):
        everybody(room, "ready")
        room.turn(LEAD + 7 * 60)
        assert "Hands are counted. 2 tables are still counting." in client.get("/overlay").text
        everybody(room, "counts")
    assert shown(room).winners
    assert "the party." in client.get("/overlay").text
