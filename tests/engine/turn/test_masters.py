"""What people have said of a card, which alone teaches what a Master looks like."""

from dataclasses import replace

import pytest

from engine.events import (
    AnyEvent,
    HandDealt,
    MatchSetUp,
    PositionCorrected,
    QuestionAnswered,
    RulingKind,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
)
from engine.explain import Explanation
from engine.match import fold
from engine.notation import parse_position
from engine.ruling import FaintCard
from engine.turn.masters import asked, told_by_people

AMENDED = TurnAmended(3, "/K", "HO?SE /K", "+HO?SE", "legal", stands=True)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (QuestionAnswered("HO?SE", 3), True),
        (QuestionAnswered("HO?SE", 3, lapsed=True), False),  # an answer that lapsed is nobody's
        (QuestionAnswered("", 3), False),  # the cards went back
        (QuestionAnswered("", 3, lapsed=True), False),
        (PositionCorrected("HO?SE /K"), True),
        (TurnCorrected("HO?SE /K", "+HO?SE", "legal", stands=True), True),
        (TurnFinished(0, "/K", "HO?SE /K", "+HO?SE", "legal", stands=True), False),
        (TurnTakenBack(), False),
        (replace(AMENDED, cause="answered"), True),
        (replace(AMENDED, cause="said"), True),
        (replace(AMENDED, cause="seen"), False),
        (replace(AMENDED, cause="declared"), False),
    ],
)
def test_only_people_tell_what_lies_there(event: AnyEvent, told: bool) -> None:
    assert told_by_people(event) is told


@pytest.mark.parametrize(
    ("ruling", "stands", "letter", "asks"),
    [
        ("legal", True, "?", True),
        ("legal", True, "U", False),  # it is no Master that is in doubt
        ("illegal", True, "?", False),  # a bluff in challenge mode
        ("illegal", False, "?", False),
        ("legal", False, "?", False),
        ("unclear", True, "?", False),  # another question is open
    ],
)
def test_a_master_is_asked_about_when_its_play_counts_and_is_clear(
    ruling: RulingKind, stands: bool, letter: str, asks: bool
) -> None:
    match = fold([MatchSetUp("lexicon", ("Ann", "Bob")), HandDealt((), "K")])
    assert match is not None
    turn = TurnFinished(1, "/K", "HO?SE /K", "+HO?SE", ruling, stands)
    lies = Explanation(
        parse_position(turn.before), parse_position(turn.after), 1.0, (FaintCard("HO?SE", letter, 0.6),)
    )
    question = asked(match, turn, lies, 2)
    assert (question is not None) is asks
    if question is not None:
        assert (str(question.asks), question.choices) == ("Is the ★ in HO★SE a Master, Bob?", ("HO?SE /K",))
