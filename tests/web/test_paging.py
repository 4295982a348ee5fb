"""Test a long match on pages: every turn is on one of them, and the pages link to one another."""

import re
from itertools import islice

import pytest
from flask import Flask

from device.lab.bench.publication import endless_match
from engine.events import HandDealt, HandScored, MatchSetUp, WoundBack
from tests.web.conftest import watcher
from tests.web.played import JOURNAL, PLAYERS, Kept, turn
from web.match_history import FoldedMatch, folded_match
from web.paging import TURNS_PER_PAGE, page, page_end_around

LONG = tuple(islice(endless_match(), 400))


def told(events: tuple[object, ...] = LONG) -> FoldedMatch:
    found = folded_match(events)  # type: ignore[arg-type]
    assert found is not None
    return found


def numbers(shown: object) -> list[int]:
    return [one.event_number for hand in shown.hands for one in hand.turns]  # type: ignore[attr-defined]


def test_from_page_to_page_every_turn_is_found_once_and_in_order() -> None:
    match = told()
    shown = page(match)
    found = numbers(shown)
    assert shown.next_page_end is None
    while shown.previous_page_end is not None:
        shown = page(match, shown.previous_page_end)
        found = numbers(shown) + found
    assert found == [one.event_number for one in match.turns]
    assert len(match.turns) > 5 * TURNS_PER_PAGE


def test_the_way_back_leads_to_the_newest_turns() -> None:
    match = told()
    shown = page(match, match.turns[0].event_number)
    while shown.next_page_end is not None and not shown.next_is_last:
        shown = page(match, shown.next_page_end)
    assert shown.next_page_end == match.turns[-1].event_number


@pytest.mark.parametrize("until", [-1, 0, 99_999])
def test_any_number_names_a_page(until: int) -> None:
    assert numbers(page(told(), until))


def test_a_turn_is_found_on_the_page_it_is_listed_on() -> None:
    match = told()
    for place, one in enumerate(match.turns):
        assert one.event_number in numbers(page(match, page_end_around(match.turns, place)))
    assert page_end_around(match.turns, len(match.turns) - 1) is None


def test_a_hand_without_a_turn_is_told_where_it_was_dealt() -> None:
    dealt = (MatchSetUp("lexicon", PLAYERS), HandDealt(exposed="Q"))
    again = (*dealt, turn(1, "/Q", "CAT /Q", "+CAT"), HandScored(("A", "", "E")), HandDealt(exposed="Q"))
    assert [hand.number for hand in page(told(dealt)).hands] == [1]
    assert [hand.number for hand in page(told(again)).hands] == [1, 2]


def test_what_is_known_is_not_told_again_and_comes_to_the_same() -> None:
    for events in (LONG[:150], JOURNAL, (*JOURNAL, WoundBack(2))):
        known: FoldedMatch | None = None
        for count in range(len(events) + 1):
            known = folded_match(events[:count], known=known)
            assert known == folded_match(events[:count])


def test_history_shows_the_newest_turns_and_leads_to_the_earlier_ones(app: Flask, archive: Kept) -> None:
    archive.journal = LONG
    phone = watcher(app)
    newest = phone.get("/history").text
    assert len(re.findall('id="turn-', newest)) == TURNS_PER_PAGE
    assert len(newest.encode()) <= 60_000
    assert 'rel="next"' not in newest
    (address,) = re.findall('rel="prev" href="([^"]+)"', newest)
    earlier = phone.get(address).text
    assert len(re.findall('id="turn-', earlier)) == TURNS_PER_PAGE
    assert 'rel="next" href="/history"' in earlier
    assert not set(re.findall('id="turn-[0-9]+"', newest)) & set(re.findall('id="turn-[0-9]+"', earlier))


def test_a_turn_leads_back_to_where_it_is_listed(app: Flask, archive: Kept) -> None:
    archive.journal = LONG
    phone = watcher(app)
    first = told().turns[0].event_number
    (address,) = re.findall(rf'href="(/history[^"]*)#turn-{first}"', phone.get(f"/history/{first}").text)
    assert f'id="turn-{first}"' in phone.get(address).text
