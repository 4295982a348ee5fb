"""Define the services behind the pages, besides the snapshot.

The composition layer (`device.service`) implements each interface. A table without a service has no such
page. A service refuses with a `RefusedError`, which has one sentence for the person who asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, Protocol

import msgspec

from engine.evidence import SURE_PROBABILITY
from web.archive import Archive, Empty
from web.snapshot import Corners

Letter = Annotated[str, msgspec.Meta(pattern=r"^[A-Z?]$")]
Millimetres = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
Edge = Literal["bottom", "left", "top", "right"]


class RefusedError(ValueError):
    """Report that the table refuses a request or can't fulfil it. The message is for the person who asked.
    `field` is the wrong field of the form, empty if there is none."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class OddDeckError(RefusedError):
    """Report a deck with missing or surplus cards that nobody has confirmed. The message names these
    cards."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Hold one game of the catalogue."""

    name: str
    """The name in the catalogue."""
    title: str
    """The title for people."""
    seats: tuple[int, int]
    """The fewest and the most players."""
    packs: tuple[str, ...]
    """Its possible packs: its own first, enrolled decks last."""
    modes: bool
    """Whether words may be challenged."""
    board: bool
    """Whether it is played on a board."""


@dataclass(frozen=True, slots=True)
class MatchChoices:
    """Hold the choices for a new match."""

    games: tuple[GameChoice, ...]
    lists: tuple[str, ...]
    """The names of the word lists."""
    packs: tuple[str, ...]
    boards: tuple[str, ...]
    """The names of the board profiles."""
    people: tuple[str, ...]
    """Earlier players, the latest first."""
    house: tuple[str, ...]
    """The household's own words."""
    before: "NewMatch"
    """The last match, whose settings the form shows at first."""
    playing: bool
    """Whether a match is being played."""
    decks: tuple[str, ...] = ()
    """The enrolled decks."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Hold a match as a person sets it up."""

    game: str
    players: tuple[str, ...]
    """The names by seat, clockwise."""
    edges: tuple[Edge, ...] = ()
    """The edge of the picture at which each player sits; empty if nobody said."""
    mode: Literal["strict", "challenge"] = "strict"
    pack: str = ""
    """A known pack or an enrolled deck; empty for the game's own."""
    word_list: str = "default"
    board: str = ""
    """The name of a board profile; empty for the game's own."""
    form: Literal["quick", "any_length", "wide_open"] | None = None
    """Another form of the crossword; None for the booklet's."""
    edition: str = ""
    """The edition whose booklet counts (`engine.game.Game.edition`); empty for the game's own."""
    options: Mapping[str, bool | int] = field(default_factory=dict)
    """The chosen values of other options (`engine.options`)."""


@dataclass(frozen=True, slots=True)
class BoxReading:
    """Hold the result of reading a box or a leaflet."""

    pack: str
    """The name of the pack."""
    edition: str
    """The edition of the booklet."""
    games: tuple[str, ...]
    """Its games, the likeliest first."""
    clues: tuple[str, ...]
    """The printed words that revealed the edition."""


class SetUpService(Protocol):
    """Set up matches, and print cards for them."""

    def offered(self) -> MatchChoices:
        """Return the choices for a new match."""

    def begin(self, match: NewMatch) -> int:
        """Begin `match`, and end the present one. Return the number of events that the table will write
        for it. Raise RefusedError."""

    def box(self, photo: bytes) -> BoxReading:
        """Read the print on `photo`, a picture file of a box or a leaflet. Raise RefusedError."""

    def house_word(self, word: str, *, keep: bool) -> None:
        """Add `word` to the household's own words, or remove it, from the next match on. Raise
        RefusedError."""

    def board(self, profile: str) -> str:
        """Store a board profile (TOML) and return its name. Raise RefusedError."""

    def printed(self, game: str, paper: str) -> bytes:
        """Return the cards of `game` as a PDF for sheets of `paper`. May raise RefusedError."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Hold one possible letter of a card."""

    letter: str
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


class WordScreening(Protocol):
    """Keep the words that offend at this table, besides those that offend everywhere."""

    def words(self) -> tuple[str, ...]:
        """Return the added words, in alphabetical order."""

    def screen(self, word: str, *, offends: bool) -> None:
        """Screen `word` from now on; or, if it no longer `offends`, accept it from the next match on. May
        raise RefusedError."""


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


@dataclass(frozen=True, slots=True)
class VirtualCard:
    """A card on the virtual table."""

    card: str
    """Its name."""
    letter: str
    """Its face; empty if it lies face down."""
    x: float
    """The centre, millimetres."""
    y: float
    """The centre, millimetres."""
    angle: float = 0.0
    """The rotation, degrees clockwise."""
    mine: bool = False
    """Whether the person who plays here may take it."""
    fresh: bool = False
    """Whether that person laid it this turn."""


@dataclass(frozen=True, slots=True)
class BoardOnTable:
    """A board on the virtual table."""

    x: float
    """The top left corner, millimetres."""
    y: float
    """The top left corner, millimetres."""
    side: float
    """The side of a square, millimetres."""
    angle: float
    """The rotation about the top left corner, degrees clockwise."""
    rows: tuple[str, ...]
    """The squares (`engine.board`)."""


@dataclass(frozen=True, slots=True)
class VirtualTableShown:
    """The virtual table, as it is shown to the person who plays at it."""

    width: float
    """Millimetres."""
    height: float
    """Millimetres."""
    piece: tuple[float, float]
    """The width and height of a card, millimetres."""
    cards: tuple[VirtualCard, ...]
    """The cards on the table, from bottom to top."""
    hand: tuple[VirtualCard, ...]
    """The person's hand."""
    stock: tuple[float, float] | None
    """The place of the stock; None if the game has none."""
    exposed: tuple[float, float] | None
    """The place of the exposed pile; None if the game has none."""
    may: bool
    """Whether the person is on turn, and no other player's hand is over the table."""
    seat: int
    """The seat of the person who plays here."""
    back: bool = False
    """Whether the stock has cards."""
    crossing: bool = False
    """Whether the cards make one crossword."""
    squares: BoardOnTable | None = None
    """The board of the crossword; None without one."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The words by their cards' names, in a game without a crossword."""
    discarded: bool = False
    """Whether the person discarded a card this turn."""
    drawn: bool = False
    """Whether the person drew a card this turn."""
    exchanging: bool = False
    """Whether the person is exchanging letters of a word."""
    taken: bool = True
    """Whether a person plays the seat; otherwise the table plays it."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move a card of the virtual table."""

    card: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    """The card's name, `stock` for the stock's top card, or `all` to take back every card moved this turn."""
    to: Literal["next", "before", "after", "instead", "table", "word", "exposed", "hand"]
    """The target: the place `next` to the card laid last; before, after or instead of the card `beside`; a
    place on the `table`; a `word` of its own; the exposed pile; or the hand."""
    x: Millimetres = 0.0
    """The place on the table, millimetres."""
    y: Millimetres = 0.0
    """The place on the table, millimetres."""
    beside: Annotated[str, msgspec.Meta(max_length=20)] = ""
    """The card that `to` refers to; empty for none."""
    down: bool = False
    """Whether the place `next` in a crossword is below the last card, and not to its right."""


class PlayHereService(Protocol):
    """Let a person play at the virtual table."""

    def sit(self, *, down: bool) -> None:
        """Give the seat to a person, or back to the table, which plays it by itself."""

    def lies(self) -> VirtualTableShown:
        """Return the virtual table as it is now."""

    def move(self, move: Move) -> VirtualTableShown:
        """Move a card. Return the table after the move. Raise RefusedError if the move is impossible."""


@dataclass(frozen=True, slots=True)
class DoubtfulCards:
    """A card whose letter is in question."""

    card: int
    """Its number."""
    alike: int
    """The number of cards that look like it."""
    likeliest: tuple[str, ...]
    """Its likeliest letters."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """An enrolled deck."""

    name: str
    cards: int = 0
    """The number of cards; 0 if its file can't be understood."""
    learnt: int = 0
    """The number of cards whose letter is known."""
    like: str = ""
    """The known pack nearest to it; empty if its file can't be understood."""
    back: bool = False
    """Whether a picture of its back is stored."""
    earlier: bool = False
    """Whether an earlier enrolment can be restored."""
    playing: bool = False
    """Whether the table plays with it."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """The state of an enrolment."""

    photos: int = 0
    """The number of photographs so far."""
    cards: int = 0
    """The number of cards found."""
    learnt: int = 0
    """The number of those cards whose letter is known."""
    down: int = 0
    """The number of those cards that lie face down."""
    asked: DoubtfulCards | None = None
    """The next card in question; None if no card is in doubt."""
    like: str = ""
    """The known pack nearest to the deck."""
    counts: dict[str, int] = field(default_factory=dict)
    """The number of cards with each known letter."""
    missing: dict[str, int] = field(default_factory=dict)
    """The letters that are missing against `like`. A card in doubt counts as its likeliest letter."""
    surplus: dict[str, int] = field(default_factory=dict)
    """The letters that are too many against `like`, counted in the same way."""
    summary: str = ""
    """The missing and surplus letters in one sentence."""
    decks: tuple[Enrolled, ...] = ()
    """The enrolled decks."""
    camera: bool = False
    """Whether the table has a camera."""


class EnrolService(Protocol):
    """Enrol a household's own deck. One enrolment runs at a time."""

    def state(self) -> Enrolment:
        """Return the state of the enrolment."""

    def look(self, photo: bytes | None) -> None:
        """Look for cards on `photo`, a picture file, or on the camera's newest picture. Raise
        RefusedError."""

    def crop(self, card: int) -> bytes | None:
        """Return card `card` upright as PNG; None if there is no such card."""

    def say(self, card: int, letter: str | None) -> None:
        """Name the letter of `card` and of all cards that look like it. With `letter` None nobody knows
        it, and these cards are left out."""

    def keep(self, name: str, *, as_is: bool) -> None:
        """Store the deck as `name`. Raise OddDeckError for a deck with missing or surplus cards, unless
        `as_is`. Raise RefusedError if the deck cannot be stored."""

    def forget(self) -> None:
        """Discard the enrolment and begin again."""

    def back(self, name: str) -> bytes | None:
        """Return the back of the enrolled deck `name` as JPEG; None if no back was seen, or the deck does
        not exist."""

    def undo(self, name: str) -> None:
        """Undo the last enrolment of `name`: restore the one before, or remove the deck. Raise
        RefusedError."""

    def remove(self, name: str) -> None:
        """Remove the enrolled deck `name`. Raise RefusedError."""


@dataclass(frozen=True, slots=True)
class PageServices:
    """Hold the table's services; None for a missing one."""

    set_up: SetUpService | None = None
    word_screening: WordScreening | None = None
    camera_view: CameraViewService | None = None
    photographs: PhotographService | None = None
    play_here: PlayHereService | None = None
    enrolment: EnrolService | None = None
    archive: Archive = Empty()  # noqa: RUF009 - it holds nothing
    """The records of the table's matches."""


def likeliest(cards: Sequence[CardSeen], x: float, y: float) -> CardSeen | None:
    """Return the card nearest to the point (`x`, `y`), fractions of the picture's sides; None without
    cards."""
    return min(cards, key=lambda card: _distance(card, x, y), default=None)


def _distance(card: CardSeen, x: float, y: float) -> float:
    middle_x, middle_y = (sum(axis) / 4 for axis in zip(*card.corners, strict=True))
    return (middle_x - x) ** 2 + (middle_y - y) ** 2
