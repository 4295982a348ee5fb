"""Test that the cost of bringing an event to the phones does not grow with the length of the match. The
test counts function calls, and measures no time."""

from collections.abc import Iterator

import pytest

from device.lab.bench.publication import HAND_TURNS, TableAtPlay, calls, endless_match, median_calls, table
from engine.events import TurnFinished
from engine.match import steps

LONG = 2_000
MOST = 1.5
KILOBYTES = 60
PAGES = 50 / HAND_TURNS * MOST
"""The greatest factor by which the work for a page of history may grow from a short match to a long one.
The page of the long match lists fifty turns, that of the short match the turns of one hand."""


@pytest.fixture(scope="module")
def short() -> Iterator[TableAtPlay]:
    with table(HAND_TURNS) as found:
        yield found


@pytest.fixture(scope="module")
def long() -> Iterator[TableAtPlay]:
    with table(LONG) as found:
        yield found


def test_an_event_costs_no_more_in_a_long_match(short: TableAtPlay, long: TableAtPlay) -> None:
    assert median_calls(long.tell) <= MOST * median_calls(short.tell)


def test_a_new_picture_costs_no_more_in_a_long_match(short: TableAtPlay, long: TableAtPlay) -> None:
    assert median_calls(long.publish) <= MOST * median_calls(short.publish)


def test_a_correction_costs_no_more_in_a_long_match(short: TableAtPlay, long: TableAtPlay) -> None:
    assert median_calls(long.correct) <= MOST * median_calls(short.correct)


def test_the_page_that_looks_back_stays_small_and_costs_no_more_in_a_long_match(
    short: TableAtPlay, long: TableAtPlay
) -> None:
    assert len(long.history()) <= KILOBYTES * 1000
    assert median_calls(long.history) <= PAGES * median_calls(short.history)


def test_the_phones_of_a_long_match_are_told_its_newest_turns(long: TableAtPlay) -> None:
    long.tell()
    events = long.loop.view.referee.events
    shown = long.phones.hub.latest().snapshot
    assert isinstance(events[-1], TurnFinished)
    assert shown.history[0].move == events[-1].move
    assert sum(isinstance(event, TurnFinished) for event in events) > LONG


def test_the_evening_is_a_match_the_books_take() -> None:
    coming = endless_match()
    events = tuple(next(coming) for _ in range(60))
    assert [step.event for step in steps(events)] == list(events)


def test_calls_are_counted() -> None:
    def twice() -> None:
        endless_match()
        endless_match()

    assert calls(twice) == calls(endless_match) + 2
