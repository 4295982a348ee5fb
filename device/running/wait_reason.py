"""Tell what the play on the table waits for before it counts: time, or a person's word."""

from dataclasses import dataclass

from device.running.view import TableView
from engine.match import Match
from engine.shared.condition import forbids_rulings
from engine.table.contexts import (
    turn_context_of,
)
from engine.turn.counting import uncontested_hands
from engine.turn.ending import ends_at


@dataclass(frozen=True, slots=True)
class WaitReason:
    """The event for which the play on the table waits before it counts as a turn."""

    seconds_left: float | None = None
    """Seconds of the countdown left; None while none runs."""
    total_seconds: float = 0.0
    """The duration of the whole countdown of which `seconds_left` is the rest, in seconds."""
    countdown_held: bool = False
    """True if a person has asked on a phone that the countdown wait."""
    asks: bool = False
    """True if the table asks the player if the play is finished."""


def wait_reason(view: TableView) -> WaitReason:
    """Return what the play on the table waits for before it counts, at the time of `view`. Time counts
    only while the table is seen at rest."""
    referee = view.referee
    match, state = referee.match, referee.state
    if match is not None and match.hand.over:
        return _counting(view, match)
    if match is None or match.turn is None or state.proposal is None:
        return WaitReason()
    when = ends_at(state, turn_context_of(match, referee.words, referee.still_seconds))
    if when is None or not _at_rest(view) or referee.picture_in_doubt:
        return WaitReason(countdown_held=state.countdown_held, asks=referee.asks_if_finished)
    return WaitReason(max(0.0, when - view.now), referee.still_seconds)


def _counting(view: TableView, match: Match) -> WaitReason:
    """Return the state of the wait before a hand is counted at the end of play. Of several hands on
    the table it is the hand that has lain longest."""
    referee = view.referee
    hands = uncontested_hands(match, referee.memory.hands)
    if not hands or referee.state.countdown_held or not _at_rest(view):
        return WaitReason(countdown_held=bool(hands) and referee.state.countdown_held)
    when = referee.lain_since(hands[0]) + referee.still_seconds
    return WaitReason(max(0.0, when - view.now), referee.still_seconds)


def _at_rest(view: TableView) -> bool:
    return view.reading is not None and not forbids_rulings(view.conditions)
