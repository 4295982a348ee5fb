"""The services that look at the table: the camera's present picture, and photographs without a camera."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.evidence import SURE_PROBABILITY
from web.snapshot import Corners


@dataclass(frozen=True, slots=True)
class Alternative:
    """A possible letter of a card."""

    letter: str
    """The letter."""
    share: float
    """Its probability in total."""
    sight: float
    """Its probability by sight alone."""
    word: str = ""
    """The word that it would make."""
    listed: bool | None = None
    """Whether the list has that word; None if nobody may be told."""
    left: int | None = None
    """The number of further cards of the letter in the packs; None for any number."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card in the picture."""

    card: str
    """Its name."""
    corners: Corners
    """Its corners, as fractions of the picture's sides."""
    letter: str | None
    """Its letter; None if the card shows none."""
    confidence: float
    """The probability of the letter."""
    alternatives: tuple[Alternative, ...]
    """Its possible letters, the likeliest first."""

    @property
    def doubtful(self) -> bool:
        """Tell whether the card is read too faintly for a ruling."""
        return self.letter is not None and self.confidence < SURE_PROBABILITY


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """The table as the camera sees it now, from straight above."""

    picture: int
    """The number of the picture."""
    width: int
    """Its width in pixels."""
    height: int
    """Its height in pixels."""
    cards: tuple[CardSeen, ...] = ()
    """The cards that were read last, doubtful cards first."""


class CameraViewService(Protocol):
    """Look at the camera's present picture."""

    def seen(self) -> CameraPicture | None:
        """Return the newest picture and its readings; None before there is any picture."""

    def jpeg(self, picture: int) -> bytes | None:
        """Return the picture of a `seen` of a moment ago; None when it is not kept any more."""


class PhotographService(Protocol):
    """Read photographs as a camera's pictures, at a table without one."""

    def take(self, photo: bytes) -> None:
        """Look at the table on `photo`, a picture file. Raise RefusedError if it can't be read."""


def likeliest(cards: Sequence[CardSeen], x: float, y: float) -> CardSeen | None:
    """Return the card at the point (`x`, `y`) of the picture, fractions of its sides: the nearest card, None
    without cards.
    """
    return min(cards, key=lambda card: _distance(card, x, y), default=None)


def _distance(card: CardSeen, x: float, y: float) -> float:
    middle_x, middle_y = (sum(axis) / 4 for axis in zip(*card.corners, strict=True))
    return (middle_x - x) ** 2 + (middle_y - y) ** 2
