"""Define the snapshot: the contents of a phone's page as one immutable value.

The match's thread builds the snapshot. The hub publishes it. The page and `/api/state` show it. A reader
needs neither a clock nor the engine to understand it. A snapshot holds no secret of a player: every phone may
see all of it.
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
    Messages,
    Moved,
    Praise,
    Proposed,
    Question,
    Ruled,
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
    "Messages",
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
    """The contents of a phone's page.

    Players are numbered from 0. In the text of a position a lower-case letter is a Master that stands for
    this letter, `?` is a Master that nobody has named, and `.` is an empty square.
    """

    game: str
    """The game's title."""
    hand: int = 1
    """The number of the hand or race, 0 before the first deal."""
    place: str | None = None
    """The title of the present hand or race, such as "Hand 2"; empty if the match has only one. If it is
    None, pages show the number in `hand`."""
    players: tuple[Player, ...] = ()
    """The players, by seat."""
    turn: int | None = None
    """The seat of the player on turn; None between hands and when the match is over."""
    proposal: Proposed | None = None
    """The play on the table that is not yet a turn."""
    ruling: Ruled | None = None
    """The newest ruling; None before the first turn of a hand."""
    history: tuple[Ruled, ...] = ()
    """The latest sentences about turns, challenges and other events of the match, newest first."""
    question: Question | None = None
    """The question to answer first: the one about a picture that does not fit, if it is open, otherwise
    the oldest."""
    further: tuple[Question, ...] = ()
    """The other open questions, the oldest first."""
    picture: Picture | None = None
    """The camera's newest picture of the table."""
    position: PositionShown = PositionShown()  # noqa: RUF009 - a frozen value
    """The position on the table."""
    scores: Scores = Scores()  # noqa: RUF009 - a frozen value
    """The points, and the results at the end of a hand or of the match."""
    buttons: Buttons = Buttons()  # noqa: RUF009 - a frozen value
    """The actions that people may take now."""
    hardware: Hardware = Hardware()  # noqa: RUF009 - a frozen value
    """The bell, the timer and the pins."""
    messages: Messages = Messages()  # noqa: RUF009 - a frozen value
    """The table's messages besides rulings and questions."""


_PARTS: Final[Mapping[str, type]] = MappingProxyType(
    {
        "position": PositionShown,
        "scores": Scores,
        "buttons": Buttons,
        "hardware": Hardware,
        "messages": Messages,
    }
)
"""The classes of the snapshot's parts, by the name of their field. In JSON the fields of the parts stand
beside the snapshot's own fields, so no two of these fields may have the same name."""
_OWN: Final = tuple(one for one in fields(Snapshot) if one.name not in _PARTS)
_INSIDE: Final = tuple((name, one) for name, part in _PARTS.items() for one in fields(part))
JSON: Final = make_dataclass(
    "Snapshot",
    [(one.name, one.type, field(default=one.default)) for one in (*_OWN, *(one for _, one in _INSIDE))],
    namespace={"__doc__": Snapshot.__doc__},
    frozen=True,
)
"""The class that describes a snapshot in JSON, where the fields of its parts are its own. The OpenAPI
description uses it."""
JSON_FIELDS_OF: Final = (Snapshot, *_PARTS.values())
"""The classes whose fields together are the fields of a snapshot in JSON."""


def encode(snapshot: Snapshot) -> bytes:
    """Return the snapshot as one JSON object."""
    told = {one.name: getattr(snapshot, one.name) for one in _OWN}
    inside = {one.name: getattr(getattr(snapshot, part), one.name) for part, one in _INSIDE}
    return msgspec.json.encode(told | inside)


def decode(data: bytes) -> Snapshot:
    """Return the snapshot from JSON that `encode` wrote. Raise `msgspec.ValidationError` for any other JSON.
    The error names the fault and its place."""
    told = msgspec.json.decode(data)
    own = msgspec.convert(told, type=Snapshot)
    return replace(own, **{name: msgspec.convert(told, type=part) for name, part in _PARTS.items()})
