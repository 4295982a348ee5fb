"""Let a player continue a turn that another player ended, for a short time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.events import AnyEvent, TurnFinished
from engine.table.commands import Command, EndTurn

TAKE_BACK_SECONDS: Final = 10.0
"""Seconds for which a player may continue a turn that another player ended: long enough to look up from the
cards."""


@dataclass(frozen=True, slots=True)
class EndedTurn:
    """A turn that a player other than the one on turn ended. For a short time its player may continue it."""

    player: int
    """The seat of the player whose turn another player ended."""
    events: tuple[int, ...]
    """The numbers, in the journal, of the events that the end of the turn caused."""
    ended_at: float
    """The moment at which the turn ended, in seconds."""


def ended_by_another(command: Command, first: int, events: Sequence[AnyEvent], at: float) -> EndedTurn | None:
    """Return the turn that another player ended by `command`, so that its player can still continue it.
    Return None if the command ended no such turn.

    `events` are the results of the command. The first of them has number `first` in the journal.
    """
    turn = next((event for event in events if isinstance(event, TurnFinished)), None)
    if turn is None or not (isinstance(command, EndTurn) and command.of_another):
        return None
    return EndedTurn(turn.player, tuple(range(first, first + len(events))), at)


def still_retractable(before: EndedTurn | None, events: Sequence[AnyEvent], at: float) -> EndedTurn | None:
    """Return the ended turn `before` while its player may still continue it, and None after that. The turn is
    final after `TAKE_BACK_SECONDS`, or when other `events` have followed, such as an answer about the
    turn."""
    return None if before is None or events or at >= before.ended_at + TAKE_BACK_SECONDS else before
