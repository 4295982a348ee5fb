"""What the referee writes down about a finished turn, an answer and a challenge, in both modes."""

from typing import Any

import pytest

from engine.events import AnyEvent, HandDealt, MatchSetUp, QuestionAnswered, QuestionAsked, TurnFinished
from engine.explain import Explanation, Ground, Judged, judged
from engine.match import Match, fold
from engine.notation import parse_position
from engine.referee import answered, challenge, finished, hand_to_play
from engine.ruling import FaintCard
from engine.words import WordList


def match_of(*events: AnyEvent, **options: Any) -> Match:
    setup = MatchSetUp("lexicon", ("Ann", "Bob", "Cy"), options)
    match = fold([setup, HandDealt(("10", "SEDXQZCATB", "10"), "K"), *events])
    assert match is not None
    return match


def turn(match: Match, words: WordList, after: str, *doubts: FaintCard, before: str = "/K") -> Judged:
    now = Explanation(parse_position(before), parse_position(after), 1.0, doubts)
    return judged([now], Ground(match.game, words, match.packs), hand=hand_to_play(match))


@pytest.mark.parametrize(("mode", "stands"), [("strict", False), ("challenge", True)])
def test_an_unlisted_word_stands_only_in_a_game_of_bluff(words: WordList, mode: str, stands: bool) -> None:
    match = match_of(mode=mode)
    (event,) = finished(match, turn(match, words, "CTA /K"))
    assert isinstance(event, TurnFinished)
    assert (event.ruling, event.stands, event.move) == ("illegal", stands, "+CTA")
    assert [f.clause for f in event.breaches] == ["ALL-1"]


@pytest.mark.parametrize("mode", ["strict", "challenge"])
def test_a_slip_is_flagged_in_both_modes(words: WordList, mode: str) -> None:
    match = match_of(mode=mode)
    (event,) = finished(match, turn(match, words, "C /K"))
    assert isinstance(event, TurnFinished)
    assert not event.stands


def test_a_doubt_becomes_a_question_and_holds_everything_up(words: WordList) -> None:
    match = match_of()
    (event,) = finished(match, turn(match, words, "CTA /K", FaintCard("CTA", "T", 0.5)))
    assert isinstance(event, QuestionAsked)
    waiting = match_of(event)
    assert finished(waiting, turn(waiting, words, "CAT /K")) == ()
    said, ruled = answered(waiting, words, "CAT /K")
    assert said == QuestionAnswered("CAT /K")
    assert isinstance(ruled, TurnFinished)
    assert (ruled.player, ruled.ruling, ruled.stands) == (1, "legal", True)


def test_an_empty_answer_is_no_turn(words: WordList) -> None:
    match = match_of(QuestionAsked(1, "/K", "CTA /K", "?"))
    assert answered(match, words, "") == (QuestionAnswered(""),)
    assert answered(match_of(), words, "CAT /K") == ()


def test_cards_that_the_hand_did_not_hold(words: WordList) -> None:
    match = match_of()
    (event,) = finished(match, turn(match, words, "MOTHER /K"))
    assert isinstance(event, TurnFinished)
    assert [f.kind for f in event.breaches] == ["NotInHand"]


def test_a_challenge_is_settled_by_the_dictionary(words: WordList) -> None:
    """LEX-CH."""
    match = match_of(mode="challenge")
    (bluff,) = finished(match, turn(match, words, "CTA /K"))
    (honest,) = finished(match, turn(match, words, "CAT /K"))
    wrong, good = (challenge(match_of(e, mode="challenge"), 2) for e in (bluff, honest))
    assert wrong is not None
    assert good is not None
    assert (wrong.verdict, wrong.words) == ("word bad", ("CTA",))
    assert (good.verdict, good.words) == ("word good", ("CAT",))


def test_what_cannot_be_challenged(words: WordList) -> None:
    match = match_of()
    (event,) = finished(match, turn(match, words, "CAT /K"))
    (drop,) = finished(match, turn(match, words, "/S"))
    assert challenge(match, 2) is None
    assert challenge(match_of(event), 1) is None
    assert challenge(match_of(drop), 2) is None


def test_between_hands_nothing_is_a_turn(words: WordList) -> None:
    match = fold([MatchSetUp("lexicon", ("Ann", "Bob"))])
    assert match is not None
    assert finished(match, turn(match, words, "CAT /K")) == ()
