"""A turn that somebody else said is over: for a while its player may say that it is not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.events import AnyEvent, TurnFinished
from engine.table.commands import Command, EndTurn

TAKEN_BACK: Final = 10.0
"""Seconds within which the player may say so: long enough to look up from the cards."""


@dataclass(frozen=True, slots=True)
class EndedTurn:
    """Record that another player ended the turn of `player` at `at` (seconds). `events` are the numbers of
    the events written down then.
    """

    player: int
    events: tuple[int, ...]
    at: float


def ended(command: Command, first: int, events: Sequence[AnyEvent], at: float) -> EndedTurn | None:
    """Return the other player's turn that `command` ended, if any. `events` are its results, and the first of
    them is number `first` of the journal.
    """
    turn = next((event for event in events if isinstance(event, TurnFinished)), None)
    if turn is None or not (isinstance(command, EndTurn) and command.of_another):
        return None
    return EndedTurn(turn.player, tuple(range(first, first + len(events))), at)


def still(before: EndedTurn | None, events: Sequence[AnyEvent], at: float) -> EndedTurn | None:
    """Return the turn that may still be taken back at `at`; None when it is too late, or when any `events`
    followed, such as an answer about that turn.
    """
    return None if before is None or events or at >= before.at + TAKEN_BACK else before
