"""Test how a request of a phone becomes commands for the table's loop."""

import pytest

from device.running.view import TableView
from device.service.tap_commands import loop_messages
from engine.events import AnyEvent, ChallengeSettled, HandDealt, MatchSetUp, TurnFinished, Undone
from engine.table.commands import RecordEvent
from engine.table.referee import replayed_referee
from engine.words import WordList
from web.requests import OutOfDateError, Overrule

CHALLENGED: tuple[AnyEvent, ...] = (
    MatchSetUp("lexicon-party", ("Ann", "Bob", "Cy")),
    HandDealt(),
    TurnFinished(1, "", "CAT", "+CAT", "legal", True),
    ChallengeSettled(2, ("CAT",), "word bad"),
)


def view_of(*events: AnyEvent) -> TableView:
    return TableView(replayed_referee(WordList.of(["CAT", "DOG"]), events))


def test_the_steward_rules_otherwise_on_the_last_turn() -> None:
    assert loop_messages(Overrule(3, "misspelt"), view_of(*CHALLENGED)) == (
        RecordEvent(Undone(3)),
        RecordEvent(ChallengeSettled(2, ("CAT",), "misspelt")),
    )


def test_a_verdict_on_an_earlier_turn_never_falls_on_a_later_one() -> None:
    """The steward's page still shows Bob's challenged turn, but Cy has played since. Cy's word stays."""
    later = TurnFinished(2, "", "DOG", "+DOG", "legal", True)
    with pytest.raises(OutOfDateError, match="too late"):
        loop_messages(Overrule(3, "word bad"), view_of(*CHALLENGED, later))
