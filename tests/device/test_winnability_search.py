"""Test the background search that tells whether a patience can still be won."""

import threading

from device.phones import Phones
from device.winnability_search import WinnabilitySearch
from engine.catalogue import configured
from engine.events import HandDealt, MatchSetUp
from engine.match import Match, fold
from engine.table.referee import replayed_referee
from engine.words import WordList
from web.requests import AskWinnable

WORDS = WordList.of(["HOME", "CART", "ACT"])


def match_of(position: str) -> Match:
    match = fold([MatchSetUp("solitaire-1", ("Ada",)), HandDealt(position=position)])
    assert match is not None
    return match


def test_what_was_asked_is_answered_for_that_position_alone() -> None:
    told = threading.Event()
    search = WinnabilitySearch(told.set)
    lost, won = match_of("EMOH|X"), match_of("EMOH|TAC")
    for match, winnability in ((lost, "impossible"), (won, "solved")):
        told.clear()
        search.ask(match, WORDS)
        assert told.wait(30)
        assert search.result(match.position) == winnability
    assert search.result(lost.position) is None


def test_phones_are_told_once_it_is_known() -> None:
    events = (MatchSetUp("solitaire-1", ("Ada",)), HandDealt(position="EMOH|X"))
    phones = Phones(replayed_referee(WORDS, events), configured("solitaire-1"))
    before = phones.hub.latest()
    assert (before.snapshot.buttons.may_foresee, before.snapshot.position.piles) == (True, ("EMOH", "X"))
    phones.submit(AskWinnable())
    (laid,) = before.snapshot.messages.notes
    news, told = before, [before.snapshot.messages.notes]
    while told[-1] != (laid, "No, it can't be won any more."):
        later = phones.hub.wait(news.version, 30)
        assert later is not None
        news = later
        told.append(news.snapshot.messages.notes)
    assert set(told[1:-1]) <= {(laid, "I'm working out whether it can still be won.")}
