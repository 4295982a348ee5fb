"""The services for pictures of the table: the camera's newest picture, and photographs from phones at a
table without a camera."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from web.snapshot import Corners


@dataclass(frozen=True, slots=True)
class Alternative:
    """A letter that a card in the camera's picture may show."""

    letter: str
    """The letter that the card may show."""
    probability: float
    """The probability of the letter by all evidence, 0 to 1."""
    sight_probability: float
    """The probability of the letter by the picture alone, 0 to 1."""
    word: str = ""
    """The word that the letter would make; empty if the card lies alone."""
    is_listed: bool | None = None
    """True if `word` is in the word list, False if not. None if there is no word, or if players must not
    learn the answer because they may challenge the word."""
    cards_left: int | None = None
    """The number of cards with the letter that the packs still have; None if unlimited or unknown."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card in the camera's picture, and the letter that the table read on it."""

    card: str
    """The card's name in this picture, such as `c3`."""
    corners: Corners
    """The corners of the card in the picture from straight above, from 0 to 1 of its sides."""
    letter: str | None
    """The likeliest letter; None for a card that lies face down."""
    confidence: float
    """The probability of `letter`, 0 to 1."""
    alternatives: tuple[Alternative, ...]
    """The possible letters, the likeliest first."""

    @property
    def doubtful(self) -> bool:
        """True if the reading is too uncertain for a ruling."""
        return self.letter is not None and self.confidence < MIN_SURE_LETTER_PROBABILITY


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """The camera's newest picture of the table, rectified to a view from straight above."""

    picture: int
    """The number of the picture."""
    width: int
    """The width in pixels."""
    height: int
    """The height in pixels."""
    cards: tuple[CardSeen, ...] = ()
    """The cards of the last reading, the doubtful cards first."""


class CameraViewService(Protocol):
    """The service that shows the camera's newest picture and the readings of its cards."""

    def newest_picture(self) -> CameraPicture | None:
        """Return the newest picture and its readings; None before the first picture."""

    def jpeg(self, picture: int) -> bytes | None:
        """Return the JPEG of the picture with the number `picture` (`CameraPicture.picture`); None if it is
        no longer stored."""


class PhotographService(Protocol):
    """The service that reads photographs from phones in place of a camera's pictures."""

    def take(self, photo: bytes) -> None:
        """Read the cards in `photo`, a picture file, as the table's newest picture. Raise RefusedError if the
        file can't be read."""


def nearest_card(cards: Sequence[CardSeen], x: float, y: float) -> CardSeen | None:
    """Return the card that is nearest to the point (`x`, `y`) of a picture, both from 0 to 1 of its sides;
    None without cards."""
    return min(cards, key=lambda card: _distance(card, x, y), default=None)


def _distance(card: CardSeen, x: float, y: float) -> float:
    middle_x, middle_y = (sum(axis) / 4 for axis in zip(*card.corners, strict=True))
    return (middle_x - x) ** 2 + (middle_y - y) ** 2
