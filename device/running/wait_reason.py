"""Tell what a table waits for before the play on it counts: time, or somebody's word."""

from dataclasses import dataclass

from device.running.view import TableView
from engine.match import Match
from engine.shared.condition import halting
from engine.table.knowledge import rules_of
from engine.turn.counting import uncontested_hands
from engine.turn.ending import due


@dataclass(frozen=True, slots=True)
class WaitReason:
    """The reason why the play on the table does not count yet."""

    left: float | None = None
    """The seconds left of the countdown; None while none runs."""
    total: float = 0.0
    """The whole countdown, in seconds."""
    countdown_held: bool = False
    """A person holds the countdown."""
    asks: bool = False
    """The table asks the player whether the play is finished."""


def waiting(view: TableView) -> WaitReason:
    """Return what the table waits for at the view's moment. No time counts while the table is not seen at
    rest.
    """
    referee = view.referee
    match, state = referee.match, referee.state
    if match is not None and match.hand.over:
        return _counting(view, match)
    if match is None or match.turn is None or state.proposal is None:
        return WaitReason()
    when = due(state, rules_of(match, referee.words, referee.patience))
    if when is None or not _at_rest(view) or referee.picture_unexplained:
        return WaitReason(countdown_held=state.countdown_held, asks=referee.asking)
    return WaitReason(max(0.0, when - view.now), referee.patience)


def _counting(view: TableView, match: Match) -> WaitReason:
    """Return what the table waits for before it counts the hand that has lain longest."""
    referee = view.referee
    hands = uncontested_hands(match, referee.memory.hands)
    if not hands or referee.state.countdown_held or not _at_rest(view):
        return WaitReason(countdown_held=bool(hands) and referee.state.countdown_held)
    when = referee.lain_since(hands[0]) + referee.patience
    return WaitReason(max(0.0, when - view.now), referee.patience)


def _at_rest(view: TableView) -> bool:
    return view.sight is not None and not halting(view.conditions)
