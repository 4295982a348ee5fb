"""The services that look at the table: the camera's present picture, and photographs without a camera."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.evidence import SURE_PROBABILITY
from web.snapshot import Corners


@dataclass(frozen=True, slots=True)
class Alternative:
    """Hold one possible letter of a card."""

    letter: str
    """The letter."""
    share: float
    """Its probability in total, 0 to 1."""
    sight: float
    """Its probability by sight alone, 0 to 1."""
    word: str = ""
    """The word that it would make."""
    listed: bool | None = None
    """Whether the word list has that word; None if the players may not know."""
    left: int | None = None
    """The number of further cards with the letter in the packs; None if unlimited."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    """Hold one card and its reading."""

    card: str
    """The card's name."""
    corners: Corners
    """The corners as fractions of the table's picture."""
    letter: str | None
    """The likeliest letter; None for a card that lies face down."""
    confidence: float
    """The probability of `letter`, 0 to 1."""
    alternatives: tuple[Alternative, ...]
    """The possible letters, the likeliest first."""

    @property
    def doubtful(self) -> bool:
        """Tell whether the reading is too uncertain for a ruling."""
        return self.letter is not None and self.confidence < SURE_PROBABILITY


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """The camera's present picture of the table, rectified to a view from straight above."""

    picture: int
    """The number of the picture."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    cards: tuple[CardSeen, ...] = ()
    """The cards of the last reading, doubtful ones first."""


class CameraViewService(Protocol):
    """Return the camera's present picture and its readings."""

    def seen(self) -> CameraPicture | None:
        """Return the newest picture and its readings; None before the first picture."""

    def jpeg(self, picture: int) -> bytes | None:
        """Return a picture that `seen` returned a moment ago; None when it is no longer stored."""


class PhotographService(Protocol):
    """Read phones' photographs in place of a camera's pictures."""

    def take(self, photo: bytes) -> None:
        """Read the table on `photo`, a picture file. Raise RefusedError if the file can't be read."""


def likeliest(cards: Sequence[CardSeen], x: float, y: float) -> CardSeen | None:
    """Return the card nearest to the point (`x`, `y`), fractions of the picture's sides; None without
    cards."""
    return min(cards, key=lambda card: _distance(card, x, y), default=None)


def _distance(card: CardSeen, x: float, y: float) -> float:
    middle_x, middle_y = (sum(axis) / 4 for axis in zip(*card.corners, strict=True))
    return (middle_x - x) ** 2 + (middle_y - y) ** 2
