"""The service that learns a household's own deck."""

from dataclasses import dataclass, field
from typing import Protocol

from web.services.refusal import RefusedError


class OddDeckError(RefusedError):
    """Report a deck with missing or surplus cards that nobody has accepted. The message names these cards."""


@dataclass(frozen=True, slots=True)
class DoubtfulCard:
    """A card whose letter is in doubt."""

    card: int
    """The number of the card."""
    alike: int
    """The number of cards that look like the card."""
    likeliest: tuple[str, ...]
    """The letters to offer, the likeliest first."""


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """An enrolled deck."""

    name: str
    """The name of the deck."""
    cards: int = 0
    """The number of cards; 0 if the deck's file can't be understood."""
    learnt: int = 0
    """The number of the deck's cards whose letter is known."""
    like: str = ""
    """The known pack that the deck resembles most; empty if the deck's file can't be understood."""
    back: bool = False
    """True if a picture of the cards' back is stored."""
    earlier: bool = False
    """True if an earlier enrolment can be restored."""
    playing: bool = False
    """True if the deck is in use at the table."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The state of an enrolment."""

    photos: int = 0
    """The number of photographs so far."""
    cards: int = 0
    """The number of cards found."""
    learnt: int = 0
    """The number of found cards whose letter is known."""
    down: int = 0
    """The number of found cards that lie face down."""
    asked: DoubtfulCard | None = None
    """The next card in question; None if no card is in doubt."""
    like: str = ""
    """The known pack that the deck resembles most."""
    counts: dict[str, int] = field(default_factory=dict)
    """The number of cards with each known letter."""
    missing: dict[str, int] = field(default_factory=dict)
    """The number of missing cards by letter, compared with the pack `like`. A card in doubt counts as its
    likeliest letter."""
    surplus: dict[str, int] = field(default_factory=dict)
    """The number of surplus cards by letter, compared with the pack `like`. A card in doubt counts as its
    likeliest letter."""
    summary: str = ""
    """The missing and surplus letters in one sentence."""
    decks: tuple[EnrolledDeck, ...] = ()
    """The enrolled decks."""
    camera: bool = False
    """True if the table has a camera."""


class EnrolService(Protocol):
    """The service that enrols a household's own deck. One enrolment runs at a time."""

    def state(self) -> Enrolment:
        """Return the progress of the enrolment as the page shows it."""

    def look(self, photo: bytes | None) -> None:
        """Add the cards on the picture file `photo` to the enrolment. If `photo` is None, use the camera's
        newest picture. Raise RefusedError."""

    def crop(self, card: int) -> bytes | None:
        """Return card `card` upright as PNG; None if there is no such card."""

    def say(self, card: int, letter: str | None) -> None:
        """Name the letter of `card` and of all cards that look like it. None means that nobody knows the
        letter; these cards are then left out."""

    def keep(self, name: str, *, as_is: bool) -> None:
        """Store the deck as `name`. Raise OddDeckError for a deck with missing or surplus cards, unless
        `as_is` is true. Raise RefusedError if the deck can't be stored."""

    def forget(self) -> None:
        """Discard the enrolment and begin again."""

    def back(self, name: str) -> bytes | None:
        """Return the back of the enrolled deck `name` as JPEG; None if no back was seen, or the deck does
        not exist."""

    def undo(self, name: str) -> None:
        """Undo the last enrolment of the deck `name`: restore the enrolment before it, or remove the deck if
        there was none. Raise RefusedError."""

    def remove(self, name: str) -> None:
        """Remove the enrolled deck `name`. Raise RefusedError."""
