"""Divide a live page of a party into parts that change for different reasons.

The hand, and the number of tables that the room waits for, are the same on all phones; the number changes
with events at any table. The rest is the phone's own.
"""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from web.room.phone_view import Mine, mine_of
from web.room.screen_view import Screen
from web.room.state import PartyMoment
from web.room.steward_view import Overseen

Waiting = Literal["nobody", "ready", "scores", "room"]
"""The reason for which the room waits, for a phone: none that concerns it, tables that are not ready, other
tables' scores, or, for a steward, tables for any reason.
"""


@dataclass(frozen=True, slots=True)
class PartyHeading:
    """The party's name, and which of its hands is on; `round` is 0 before the first."""

    party: str
    round: int
    hands: int


@dataclass(frozen=True, slots=True)
class Waits:
    """The reason for which the room waits, and for how many `tables`."""

    kind: Waiting = "nobody"
    tables: int = 0


class Paged(NamedTuple):
    """Hold a page's content: its head, the players that the room waits for, and its holder's next task."""

    head: PartyHeading
    waits: Waits
    todo: Mine | Overseen | Screen


def paged(moment: PartyMoment, todo: Mine | Overseen | Screen) -> Paged:
    """Return the content of a page whose holder has that task."""
    return Paged(PartyHeading(todo.party, todo.round, todo.hands), _waits(moment, todo), todo)


class Own:
    """Compute the page of the phone of `players` for each moment, anew only if something may have changed for
    them.
    """

    def __init__(self, players: tuple[str, ...]) -> None:
        self._players = players
        self._known: tuple[Any, Mine] | None = None

    def __call__(self, moment: PartyMoment) -> Paged:
        """Return what it shows at a moment."""
        mark = moment.mark(self._players)
        if self._known is None or self._known[0] != mark:
            self._known = mark, mine_of(moment, self._players)
        return paged(moment, self._known[1])


def _waits(moment: PartyMoment, todo: Mine | Overseen | Screen) -> Waits:
    """Return the tables that the room waits for, as far as a phone may know them."""
    if isinstance(todo, Overseen):
        told = not todo.calls and todo.state in ("ready", "count", "closing")
        return Waits("room", moment.held_up) if told else Waits()
    kinds: dict[str, Waiting] = {"ready": "ready", "done": "scores"}
    kind = kinds.get(todo.stage) if isinstance(todo, Mine) else None
    return Waits(kind, moment.held_up) if kind is not None else Waits()
