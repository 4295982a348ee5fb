"""What a page of a party shows that is no phone's own: which hand it is, and whom the whole room waits for.

They are parts of their own, since they change for everybody when anything happens at any table.
"""

from dataclasses import dataclass, replace
from typing import Literal

from web.room.mine import Mine
from web.room.overseen import Overseen
from web.room.screened import Screen

Waiting = Literal["nobody", "ready", "scores", "room"]
"""For whom the room waits, as a phone is told: for nobody it has to know of, tables that are not ready, other
tables' scores, or, as a steward is told, tables for whatever it is."""


@dataclass(frozen=True, slots=True)
class Head:
    """The party's name, and which of its hands is on; `round` is 0 before the first."""

    party: str
    round: int
    hands: int


@dataclass(frozen=True, slots=True)
class Waits:
    """For whom the room waits, and for how many `tables`."""

    kind: Waiting = "nobody"
    tables: int = 0


def head_of(view: Mine | Overseen | Screen) -> Head:
    """Return what the head of a page shows."""
    return Head(view.party, view.round, view.hands)


def todo_of(view: Mine | Overseen) -> Mine | Overseen:
    """Return a page's view without how many tables the room waits for."""
    return replace(view, waiting=0)


def waits_of(view: Mine | Overseen) -> Waits:
    """Return for whom the room waits, as far as a phone is to know it."""
    if isinstance(view, Overseen):
        told = not view.calls and view.state in ("ready", "count", "closing")
        return Waits("room", view.waiting) if told else Waits()
    kinds: dict[str, Waiting] = {"ready": "ready", "done": "scores"}
    return Waits(kinds[view.stage], view.waiting) if view.stage in kinds else Waits()
