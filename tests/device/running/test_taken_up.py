"""Test a turn that somebody else ended too early, and that its player resumes. Cards that the camera saw in
the meantime count as changed by the player, not as misread."""

import pytest

from engine.events import PositionCorrected, TurnFinished
from engine.table.commands import EndTurn, ResumeTurn
from tests.device.running.test_apart import Told, playing, rows


def discarding(*, by_photograph: bool) -> Told:
    """Return a story in which a player has discarded A onto the exposed O. Another player has ended the
    turn."""
    told = playing("lexicon", "HUTS RIVER /O", by_photograph=by_photograph).shows(
        rows(["HUTS", "RIVER"], exposed="O")
    )
    told.shows(rows(["HUTS", "RIVER"], exposed="A")).says(EndTurn(of_another=True))
    assert [event.move for event in told.of(TurnFinished)] == ["-A"]
    return told


@pytest.mark.parametrize("by_photograph", [False, True])
def test_a_discard_that_goes_on_is_still_its_players(by_photograph: bool) -> None:
    told = discarding(by_photograph=by_photograph)
    told.says(ResumeTurn((len(told.referee.events) - 1,)))
    assert told.of(PositionCorrected) == []
    assert told.lies == "HUTS RIVER /O"
    told.says(EndTurn())
    assert [(event.player, event.move, event.ruling) for event in told.of(TurnFinished)] == [
        (1, "-A", "legal"),
        (1, "-A", "legal"),
    ]
