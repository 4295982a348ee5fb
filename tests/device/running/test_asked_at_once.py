"""Test a photograph that can't end the turn by itself: its player is asked at once, and the table rules on
nothing before an answer."""

import pytest

from engine.events import HandCorrected, HandCounted, QuestionAnswered, QuestionAsked, TurnFinished
from engine.table.commands import EndTurn, RecordEvent, StillPlaying
from tests.device.running.test_apart import Told, laid, playing, rows

LISTED, UNLISTED, BEGUN = "QUID", "QUIXT", "Q"


def photographed(word: str, mode: str, *, by_photograph: bool = True) -> Told:
    return playing("lexicon", "HUTS /K", by_photograph=by_photograph, mode=mode).shows(rows(["HUTS", word]))


@pytest.mark.parametrize(
    ("word", "mode"),
    [(UNLISTED, "strict"), (BEGUN, "strict"), (LISTED, "challenge"), (UNLISTED, "challenge")],
)
def test_a_photograph_of_a_play_that_time_does_not_end_is_asked_about_at_once(word: str, mode: str) -> None:
    told = photographed(word, mode)
    assert told.referee.asks_if_finished
    assert told.waits(600).ended == []


def test_a_camera_gives_the_player_time_before_it_asks() -> None:
    told = photographed(UNLISTED, "strict", by_photograph=False)
    assert not told.referee.asks_if_finished
    assert told.waits(60).referee.asks_if_finished


def test_a_photograph_that_ends_the_turn_is_not_asked_about() -> None:
    told = photographed(LISTED, "strict")
    assert not told.referee.asks_if_finished
    assert [turn.move for turn in told.waits(60).of(TurnFinished)] == ["+QUID"]


def test_who_still_plays_is_asked_again_with_the_next_photograph() -> None:
    told = photographed(UNLISTED, "challenge")
    told.says(StillPlaying())
    assert not told.waits(600).referee.asks_if_finished
    assert told.shows(rows(["HUTS", UNLISTED])).referee.asks_if_finished
    told.says(EndTurn())
    assert [turn.move for turn in told.of(TurnFinished)] == ["+QUIXT"]


def counting(*, by_photograph: bool) -> Told:
    """Return the story of a hand that Ben has won by laying QUID. Ann has ten cards left, and shows three
    of them face up."""
    told = playing("lexicon", "HUTS /K", by_photograph=by_photograph)
    told.says(RecordEvent(HandCorrected(1, "QUID")))
    told.shows(rows(["HUTS", "QUID"])).over()
    assert told.match.hand.over
    told.told.clear()
    shown = laid().word("HUTS", 400, 120).word("QUID", 400, 250).word("AEI", 600, 800).piles("K").seen()
    return told.shows(shown)


def test_a_photograph_of_too_few_cards_of_a_hand_is_asked_about_at_once() -> None:
    (asked,) = counting(by_photograph=True).of(QuestionAsked)
    assert asked.question == "I see 3 of your cards, Ann, and counted 10 during play. Are these all?"


def test_a_camera_waits_until_all_cards_of_a_hand_may_lie_there() -> None:
    told = counting(by_photograph=False)
    assert not told.of(QuestionAsked)
    assert told.waits(60).of(QuestionAsked)
    assert not told.of(HandCounted)


def test_a_better_photograph_of_a_hand_takes_the_place_of_the_question() -> None:
    told = counting(by_photograph=True)
    told.told.clear()
    table = laid().word("HUTS", 400, 120).word("QUID", 400, 250).piles("K")
    told.shows(table.word("AEIOBCDFGH", 600, 800).seen()).waits(60)
    (gone,) = told.of(QuestionAnswered)
    assert gone.lapsed
    assert [one.cards for one in told.of(HandCounted)] == ["ABCDEFGHIO"]
    assert not told.match.questions


def test_the_same_photograph_once_more_asks_nothing_anew() -> None:
    told = counting(by_photograph=True)
    told.told.clear()
    table = laid().word("HUTS", 400, 120).word("QUID", 400, 250).piles("K")
    told.shows(table.word("AEI", 600, 800).seen())
    assert not told.of(QuestionAsked)
    assert not told.of(QuestionAnswered)
    told.shows(table.word("BC", 900, 800).seen())
    (asked,) = told.of(QuestionAsked)
    assert asked.question == "I see 2 of your cards, Ann, and counted 10 during play. Are these all?"
    assert len(told.match.questions) == 1
