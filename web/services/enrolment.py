"""The service that learns a household's own deck."""

from dataclasses import dataclass, field
from typing import Protocol

from web.services.refusal import RefusedError


class OddDeckError(RefusedError):
    """Report a deck that does not add up and that nobody has confirmed. The message says what it lacks."""


@dataclass(frozen=True, slots=True)
class DoubtfulCards:
    """A card in question."""

    card: int
    """Its number."""
    alike: int
    """The number of cards that look like it."""
    likeliest: tuple[str, ...]
    """Its likeliest letters."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """An enrolled deck. All numbers are 0 if its file cannot be understood."""

    name: str
    """Its name."""
    cards: int = 0
    """The number of its cards."""
    learnt: int = 0
    """The number of its cards that are learnt."""
    like: str = ""
    """Its nearest pack."""
    back: bool = False
    """Whether its back was seen."""
    earlier: bool = False
    """Whether an earlier enrolment can be restored."""
    playing: bool = False
    """Whether the table plays with it."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """An unfinished deck."""

    photos: int = 0
    """The number of photographs so far."""
    cards: int = 0
    """The number of cards found."""
    learnt: int = 0
    """The number of cards that are learnt."""
    down: int = 0
    """The number of cards that lie face down."""
    asked: DoubtfulCards | None = None
    """The next question; None if no card is in doubt."""
    like: str = ""
    """The nearest pack."""
    counts: dict[str, int] = field(default_factory=dict)
    """The learnt cards of each letter."""
    missing: dict[str, int] = field(default_factory=dict)
    """The missing letters, compared with the nearest pack. A card in doubt counts as its likeliest letter."""
    surplus: dict[str, int] = field(default_factory=dict)
    """The surplus letters, compared with the nearest pack."""
    summary: str = ""
    """The missing and surplus letters in one sentence."""
    decks: tuple[Enrolled, ...] = ()
    """The existing decks."""
    camera: bool = False
    """Whether the table has a camera."""


class EnrolService(Protocol):
    """Learn a household's own deck, one at a time."""

    def state(self) -> Enrolment:
        """Return how far the enrolment is."""

    def look(self, photo: bytes | None) -> None:
        """Look for cards on `photo`, a picture file, or on the camera's newest picture. RefusedError."""

    def crop(self, card: int) -> bytes | None:
        """Return card `card` upright as PNG; None if there is no such card."""

    def say(self, card: int, letter: str | None) -> None:
        """Name the letter of `card` and of all cards that look like it. `letter` None: nobody knows it, and
        they are left out.
        """

    def keep(self, name: str, *, as_is: bool) -> None:
        """Store the deck as `name`. Raise OddDeckError for a deck that does not add up, unless `as_is`; raise
        RefusedError if it cannot be stored.
        """

    def forget(self) -> None:
        """Begin again."""

    def back(self, name: str) -> bytes | None:
        """Return the back of the enrolled deck `name` as JPEG; None when none was seen, or there is no such
        deck.
        """

    def undo(self, name: str) -> None:
        """Take back the last enrolment of `name`: the one before is back, or the deck gone. RefusedError."""

    def remove(self, name: str) -> None:
        """Forget the enrolled deck `name`. Raise RefusedError."""
