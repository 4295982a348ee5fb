"""What people tell the table, by button or phone: a closed list of frozen values."""

from dataclasses import dataclass

from engine.events import AnyEvent


@dataclass(frozen=True, slots=True)
class Over:
    """The turn in the making is finished."""


@dataclass(frozen=True, slots=True)
class Challenged:
    """`player` challenges the last turn (LEX-CH)."""

    player: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What really lies there, as a position in notation: the answer to the open question. Empty: the player
    takes the cards back."""

    after: str


@dataclass(frozen=True, slots=True)
class Said:
    """Something only people know: that a hand was dealt, what was left in the hands, a correction."""

    event: AnyEvent


Wish = Over | Challenged | Answered | Said
