"""Test a table whose cards lie as they did earlier in the hand, because players put them back or the
picture is old. Time alone does not end a turn with these cards. The player's button does."""

import pytest

from engine.events import HandDealt, TurnFinished
from engine.grid_frames import same_cards
from engine.notation import parse_position
from engine.observation import Observation
from engine.table.commands import EndTurn, RecordEvent
from tests.device.running.test_apart import Told, laid, playing, rows


def grid(*lines: str, exposed: str) -> Observation:
    return laid().grid(lines, 500, 450).piles(exposed, 1100, 300).seen()


DISCARD = (rows(["HUTS", "RIVER"], exposed="K"), rows(["HUTS", "RIVER"], exposed="A"))
EXCHANGE = (rows(["CAT", "RIVER"]), rows(["CUT", "RIVER"]))
CROSSED = (grid("CAT", exposed="K"), grid("CAT", exposed="A"))
HANDS = {
    "discard": ("lexicon", "HUTS RIVER /K", DISCARD),
    "exchange": ("lexicon", "CAT RIVER /K", EXCHANGE),
    "crossword": ("crossword", "CAT; /K", CROSSED),
}


def played(what: str, *, by_photograph: bool) -> tuple[Told, Observation]:
    """Play one turn, then show the table as it lay before the turn. Return the story, and the observation
    of the table after the turn."""
    game, lies, (before, after) = HANDS[what]
    told = playing(game, lies, by_photograph=by_photograph).shows(before).shows(after).says(EndTurn())
    assert [event.ruling for event in told.of(TurnFinished)] == ["legal"]
    told.told.clear()
    told.shows(before)
    return told, after


@pytest.mark.parametrize("by_photograph", [False, True])
@pytest.mark.parametrize("what", HANDS)
def test_time_makes_no_play_of_it(what: str, by_photograph: bool) -> None:
    told, lies = played(what, by_photograph=by_photograph)
    assert told.waits(600).ended == []
    assert told.referee.asks_if_finished
    assert told.shows(lies).ended == []
    assert told.referee.proposal is None


@pytest.mark.parametrize("what", HANDS)
def test_its_player_may(what: str) -> None:
    told, _ = played(what, by_photograph=False)
    assert [event.ruling for event in told.says(EndTurn()).of(TurnFinished)] == ["legal"]


def test_what_lay_there_in_another_hand_is_forgotten() -> None:
    told, _ = played("discard", by_photograph=True)
    assert len(told.match.hand.earlier_positions) == 1
    told.says(RecordEvent(HandDealt()))
    assert not told.match.hand.earlier_positions


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("C?T /K", "CaT /K", True),
        ("CAT /K", "CAT /Q", False),
        ("CAT;..O /K", "....;CAT.;..O. /K", True),
        ("CAT;..O /K", "CAT;.O. /K", False),
        ("CAT HO /K", "CAT OH /K", False),
    ],
)
def test_positions_are_compared_card_by_card(one: str, other: str, same: bool) -> None:
    assert same_cards(parse_position(one), parse_position(other)) == same
