"""The snapshot: everything one phone shows, as one immutable value.

The match's thread builds it, the hub hands it round, the page and `/api/state` show it. Nothing in it
needs a clock or the engine to be understood, and nothing in it is a secret of one player: what a phone
may see, every phone may see.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, make_dataclass, replace
from types import MappingProxyType
from typing import Final

import msgspec

from web.snapshot.buttons import Buttons
from web.snapshot.hardware import Bell, Hardware, Lead, Pins, Timer
from web.snapshot.scores import Account, Contested, Player, Prize, Reckoning, ScoreCard, Scores, Summary
from web.snapshot.sentences import (
    Amended,
    Choice,
    Clause,
    Kind,
    Meaning,
    Moved,
    Praise,
    Proposed,
    Question,
    Ruled,
    Said,
    Typed,
)
from web.snapshot.tabletop import Corner, Corners, Exposed, Front, Mark, Notice, Picture, PositionShown, Race

__all__ = [
    "Account",
    "Amended",
    "Bell",
    "Buttons",
    "Choice",
    "Clause",
    "Contested",
    "Corner",
    "Corners",
    "Exposed",
    "Front",
    "Hardware",
    "Kind",
    "Lead",
    "Mark",
    "Meaning",
    "Moved",
    "Notice",
    "Picture",
    "Pins",
    "Player",
    "PositionShown",
    "Praise",
    "Prize",
    "Proposed",
    "Question",
    "Race",
    "Reckoning",
    "Ruled",
    "Said",
    "ScoreCard",
    "Scores",
    "Snapshot",
    "Summary",
    "Timer",
    "Typed",
    "decode",
    "encode",
]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A phone's display. Players are numbered from 0."""

    game: str
    """The game's title."""
    hand: int = 1
    """The number of the hand of play or race, 0 before the first deal."""
    place: str | None = None
    """Which hand or race it is, in words; None where the number says all."""
    players: tuple[Player, ...] = ()
    """Who plays, by seat."""
    turn: int | None = None
    """Whose turn it is, None between hands and when the match is over."""
    proposal: Proposed | None = None
    """The play on the table that is not a turn yet."""
    ruling: Ruled | None = None
    """The newest ruling."""
    history: tuple[Ruled, ...] = ()
    """The rulings, newest first."""
    question: Question | None = None
    """The question that is open longest."""
    further: tuple[Question, ...] = ()
    """The other open questions, in the order they were asked."""
    picture: Picture | None = None
    """The camera's newest picture of the table."""
    position: PositionShown = PositionShown()  # noqa: RUF009 - a frozen value
    """The position on the table."""
    scores: Scores = Scores()  # noqa: RUF009 - a frozen value
    """The points, and how a hand or the match has ended."""
    buttons: Buttons = Buttons()  # noqa: RUF009 - a frozen value
    """Which buttons mean anything now."""
    hardware: Hardware = Hardware()  # noqa: RUF009 - a frozen value
    """The bell, the timer and the pins."""
    said: Said = Said()  # noqa: RUF009 - a frozen value
    """What the table says besides rulings."""


_PARTS: Final[Mapping[str, type]] = MappingProxyType(
    {"position": PositionShown, "scores": Scores, "buttons": Buttons, "hardware": Hardware, "said": Said}
)
"""The parts, whose values stand beside the snapshot's own in JSON. No name is in two of them."""
_OWN: Final = tuple(one for one in fields(Snapshot) if one.name not in _PARTS)
_INSIDE: Final = tuple((name, one) for name, part in _PARTS.items() for one in fields(part))
JSON: Final = make_dataclass(
    "Snapshot",
    [(one.name, one.type, field(default=one.default)) for one in (*_OWN, *(one for _, one in _INSIDE))],
    namespace={"__doc__": " ".join(str(one.__doc__) for one in (Snapshot, *_PARTS.values()))},
    frozen=True,
)
"""The snapshot as JSON has it, for the description of what programs may ask."""


def encode(snapshot: Snapshot) -> bytes:
    """Return the snapshot as one JSON object."""
    told = {one.name: getattr(snapshot, one.name) for one in _OWN}
    inside = {one.name: getattr(getattr(snapshot, part), one.name) for part, one in _INSIDE}
    return msgspec.json.encode(told | inside)


def decode(data: bytes) -> Snapshot:
    """Return the snapshot in JSON, as `encode` writes it. Raise `msgspec.ValidationError` with the fault and
    its place.
    """
    told = msgspec.json.decode(data)
    own = msgspec.convert(told, type=Snapshot)
    return replace(own, **{name: msgspec.convert(told, type=part) for name, part in _PARTS.items()})
