"""What people have said of a card, which alone teaches what a Master looks like."""

from dataclasses import replace

import pytest

from engine.events import (
    AnyEvent,
    PositionCorrected,
    QuestionAnswered,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
)
from engine.turn.masters import told_by_people

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
