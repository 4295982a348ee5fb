"""Test which events report what people say of the cards on the table. From these events alone the table
learns what a Master of the deck looks like."""

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
from engine.turn.masters import reported_by_people

AMENDED = TurnAmended(3, "/K", "HO?SE /K", "+HO?SE", "legal", stands=True)


DECLARED = replace(AMENDED, cause="declared")


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((replace(AMENDED, cause="answered"),), True),
        ((replace(AMENDED, cause="said"),), True),
        ((TurnCorrected("HO?SE /K", "+HO?SE", "legal", stands=True),), True),
        ((QuestionAnswered("HOuSE", 3), DECLARED), True),
        (
            (QuestionAnswered("HOuSE", 3, lapsed=True), DECLARED),
            False,
        ),  # an answer that lapsed belongs to no player
        ((QuestionAnswered("", 3), DECLARED), False),
        ((QuestionAnswered("HO?SE", 3),), False),
        ((DECLARED,), False),
        ((replace(AMENDED, cause="seen"),), False),
        ((PositionCorrected("HO?SE /K"),), False),
        ((TurnFinished(0, "/K", "HO?SE /K", "+HO?SE", "legal", stands=True),), False),
        ((TurnTakenBack(),), False),
    ],
)
def test_only_people_tell_what_lies_there(events: tuple[AnyEvent, ...], told: bool) -> None:
    assert reported_by_people(events) is told
