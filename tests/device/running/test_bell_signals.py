"""Test which events ring the bell, and which never do."""

from dataclasses import replace

from device.running.bell_signals import bell_signal
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    MatchSetUp,
    QuestionAsked,
    ScoreCorrected,
    TurnFinished,
    Undone,
)
from engine.match import Match, fold

LEGAL = TurnFinished(player=1, before="", after="CAT", move="+CAT", ruling="legal", stands=True)
ILLEGAL = replace(LEGAL, after="CAX", move="+CAX", ruling="illegal", stands=False)
BLUFF = replace(ILLEGAL, stands=True)
DOUBT = QuestionAsked(player=1, before="", after="CA?", question="Which?")
SETTLED = ChallengeSettled(challenger=0, words=("CAT",), verdict="word good")


def playing() -> Match:
    match = fold((MatchSetUp("lexicon", ("Anne", "Ben")), HandDealt()))
    assert match is not None
    return match


def gone_out() -> Match:
    """Return the match once player 1 has got rid of all cards."""
    return replace(playing(), hand=replace(playing().hand, gone_out=1))


def won() -> Match:
    """Return the match of these tests after player 1 has won it."""
    return replace(playing(), scores=replace(playing().scores, winners=(1,)))


def test_it_rings_for_what_is_ruled_against_and_for_what_is_settled() -> None:
    assert bell_signal((ILLEGAL,)) == "an illegal play"
    assert bell_signal((SETTLED,)) == "a challenge is settled"


def test_it_rings_for_neither_good_plays_nor_bluffs_nor_doubts_nor_corrections() -> None:
    quiet: tuple[AnyEvent, ...] = (LEGAL, BLUFF, DOUBT, ScoreCorrected(0, 100), Undone(3))
    over = gone_out()
    assert [bell_signal((event,), playing(), playing()) for event in quiet] == [None] * len(quiet)
    assert bell_signal((ScoreCorrected(0, 100),), playing(), won()) is None
    assert bell_signal((Undone(3),), playing(), over) is None


def test_it_rings_when_a_play_ends_the_hand_or_the_match() -> None:
    assert bell_signal((LEGAL,), playing(), gone_out()) == "the hand is over"
    assert bell_signal((LEGAL,), playing(), won()) == "the match is over"


def test_a_deal_is_rung_in_where_there_is_a_timer() -> None:
    assert bell_signal((HandDealt(),), timed=True) == "play begins"
    assert bell_signal((HandDealt(),)) is None
