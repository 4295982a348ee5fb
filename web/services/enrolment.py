"""The service that enrols a household's own deck: it learns from photographs how the deck's cards look."""

from dataclasses import dataclass, field
from typing import Protocol

from web.services.refusal import RefusedError


class OddDeckError(RefusedError):
    """Report a deck with missing or surplus cards. The message names these cards. The person may accept the
    deck as it is."""


@dataclass(frozen=True, slots=True)
class CardInQuestion:
    """A card whose letter the table does not know for certain. The table asks a person for the letter."""

    card: int
    """The number that identifies the card in the enrolment, from 0."""
    alike_count: int
    """The number of cards that look like the card, the card itself included."""
    likeliest_letters: tuple[str, ...]
    """The letters to offer, the likeliest first."""


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """An enrolled deck: a deck of the household whose cards the table has learnt."""

    name: str
    """The name that the household gave the deck."""
    cards: int = 0
    """The number of cards; 0 if the deck's file can't be understood."""
    learnt: int = 0
    """The number of the deck's cards whose letter is known."""
    similar_pack: str = ""
    """The name of the known pack whose cards are most like the deck's; empty if the deck's file can't be
    read."""
    has_back_picture: bool = False
    """True if a picture of the cards' back is stored."""
    has_earlier_enrolment: bool = False
    """True if an earlier enrolment of the deck is stored and can be restored."""
    is_in_use: bool = False
    """True if the deck is in use at the table."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The progress of an enrolment, as the page shows it."""

    photos: int = 0
    """The number of photographs so far."""
    cards: int = 0
    """The number of cards found."""
    learnt: int = 0
    """The number of found cards whose letter is known."""
    face_down: int = 0
    """The number of found cards that lie face down."""
    card_in_question: CardInQuestion | None = None
    """The doubtful card that the page asks about next; None if no card is in doubt."""
    similar_pack: str = ""
    """The name of the known pack that the deck resembles most."""
    counts: dict[str, int] = field(default_factory=dict)
    """The number of cards with each known letter."""
    missing: dict[str, int] = field(default_factory=dict)
    """The number of missing cards by letter, compared with the pack `similar_pack`. A card in doubt
    counts as its likeliest letter."""
    surplus: dict[str, int] = field(default_factory=dict)
    """The number of surplus cards by letter, compared with the pack `similar_pack`. A card in doubt
    counts as its likeliest letter."""
    summary: str = ""
    """The missing and surplus letters in one sentence."""
    decks: tuple[EnrolledDeck, ...] = ()
    """The enrolled decks."""
    has_camera: bool = False
    """True if the table has a camera."""


class EnrolService(Protocol):
    """The service that enrols a household's own deck. One enrolment runs at a time."""

    def state(self) -> Enrolment:
        """Return the progress of the enrolment as the page shows it."""

    def add_photo(self, photo: bytes | None) -> None:
        """Add the cards on the picture file `photo` to the enrolment. If `photo` is None, use the camera's
        newest picture. Raise RefusedError if the picture is unreadable, is a repetition, or shows no face-up
        card, or if there are enough pictures already."""

    def crop(self, card: int) -> bytes | None:
        """Return a PNG of the card number `card`, turned upright; None if the enrolment has no such card."""

    def say(self, card: int, letter: str | None) -> None:
        """Set the letter of the doubtful card number `card` and of all cards that look like it. If `letter`
        is None, nobody knows the letter, and the table leaves these cards out. Raise RefusedError if the
        table no longer asks about `card`."""

    def keep(self, name: str, *, as_is: bool) -> None:
        """Store the deck as `name`. Raise OddDeckError if cards are missing or surplus and `as_is` is
        false. Raise RefusedError if no card was seen, if a known pack has the name, or if the deck can't
        be stored."""

    def forget(self) -> None:
        """Discard the photographs and cards of the unfinished enrolment, and begin a new one."""

    def back(self, name: str) -> bytes | None:
        """Return a JPEG of the back of the cards of the enrolled deck `name`; None if no picture of the back
        is stored, or if there is no such deck."""

    def undo(self, name: str) -> None:
        """Undo the last enrolment of the deck `name`: restore the deck's earlier enrolment, or remove the
        deck if there was none. Raise RefusedError if the deck would be removed but the table's settings name
        it."""

    def remove(self, name: str) -> None:
        """Remove the enrolled deck `name`. Raise RefusedError if the table's settings name the deck."""
