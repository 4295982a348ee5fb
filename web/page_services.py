"""The services behind the pages besides the snapshot: the questions that a page may ask the table.

The composition layer (`device.service`) implements each of these interfaces; a table that lacks one has no
such page. A refusal is a `RefusedError` with one sentence for the person who asked.
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
    """The table refuses or can't do it; the message is for the person who asked. `field`: the field of the
    form that is wrong, empty if there is none.
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class OddDeckError(RefusedError):
    """Report a deck that does not add up and that nobody has confirmed. The message says what it lacks."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Hold one game of the catalogue. `seats` are the fewest and most players, `board` tells whether it has a
    board, `packs` are its possible packs, its own first, enrolled decks last, and `modes` tells whether words
    may be challenged.
    """

    name: str
    title: str
    seats: tuple[int, int]
    packs: tuple[str, ...]
    modes: bool
    board: bool


@dataclass(frozen=True, slots=True)
class MatchChoices:
    """Hold the choices for a new match. `before` is the last match, from which a new one starts; `people` are
    earlier players, the latest first; `house` are the house's own words; `decks` are the enrolled decks.
    """

    games: tuple[GameChoice, ...]
    lists: tuple[str, ...]
    packs: tuple[str, ...]
    boards: tuple[str, ...]
    people: tuple[str, ...]
    house: tuple[str, ...]
    before: "NewMatch"
    playing: bool
    decks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match as a person sets it up: `players` by seat, clockwise; `edges` of the picture at which they sit,
    empty if nobody said; `pack`: a known pack or an enrolled deck, `board`: the name of a profile, `edition`:
    whose booklet (`engine.game.Game.edition`), each empty for the game's own. `form`: another form of the
    crossword, None for the booklet's. `options`: the other options of `engine.options` that somebody has
    chosen.
    """

    game: str
    players: tuple[str, ...]
    edges: tuple[Edge, ...] = ()
    mode: Literal["strict", "challenge"] = "strict"
    pack: str = ""
    word_list: str = "default"
    board: str = ""
    form: Literal["quick", "any_length", "wide_open"] | None = None
    edition: str = ""
    options: Mapping[str, bool | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoxReading:
    """Hold the result of reading a box or a leaflet: its pack, its edition, its games, the likeliest first,
    and the words that `told`.
    """

    pack: str
    edition: str
    games: tuple[str, ...]
    told: tuple[str, ...]


class SetUpService(Protocol):
    """Set up matches, and print cards for them."""

    def offered(self) -> MatchChoices:
        """Return the choices that the set-up offers."""

    def begin(self, match: NewMatch) -> int:
        """Begin `match`; the one that is played ends. Returns how many events the table will write down for
        it. Raise RefusedError."""

    def box(self, photo: bytes) -> BoxReading:
        """Return the pack that the print on `photo`, a picture file of a box or a leaflet, names. Raise
        RefusedError.
        """

    def house_word(self, word: str, *, keep: bool) -> None:
        """Make `word` one of the house's own from the next match on, or one no more. Raise RefusedError."""

    def board(self, profile: str) -> str:
        """Keep a board profile (TOML) and return its name. Raise RefusedError."""

    def printed(self, game: str, paper: str) -> bytes:
        """Return the cards that `game` is played with as a PDF, for sheets of `paper`. May raise
        RefusedError.
        """


@dataclass(frozen=True, slots=True)
class Alternative:
    """Hold one possible letter of a card: the letter, its probability in total and by sight alone, the word
    that it would make, and whether the list has that word (None if nobody may be told). `left` is how many
    more of the letter the packs hold; None for any number.
    """

    letter: str
    share: float
    sight: float
    word: str = ""
    listed: bool | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class CardSeen:
    """Hold one card and its possible letters, the likeliest first. `corners` are fractions of the table's
    picture.
    """

    card: str
    corners: Corners
    letter: str | None
    confidence: float
    alternatives: tuple[Alternative, ...]

    @property
    def doubtful(self) -> bool:
        """Tell whether the card is read too faintly for a ruling."""
        return self.letter is not None and self.confidence < SURE_PROBABILITY


@dataclass(frozen=True, slots=True)
class CameraPicture:
    """The table as the camera sees it now, from straight above: camera picture `picture`, `width` by `height`
    pixels, and every card that was read last, doubtful ones first.
    """

    picture: int
    width: int
    height: int
    cards: tuple[CardSeen, ...] = ()


class WordScreening(Protocol):
    """Know the words that offend at this table besides those that offend everywhere."""

    def words(self) -> tuple[str, ...]:
        """Return the words that were added, in alphabetical order."""

    def screen(self, word: str, *, offends: bool) -> None:
        """Add `word` to those that offend from now on, or take it out from the next match on. May raise
        RefusedError.
        """


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


@dataclass(frozen=True, slots=True)
class VirtualCard:
    """A card on the virtual table: its name, its face (empty: face down), its middle in millimetres, its turn
    in degrees clockwise. `mine`: the person who plays here may take it; `fresh`: and laid it this turn.
    """

    card: str
    letter: str
    x: float
    y: float
    angle: float = 0.0
    mine: bool = False
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class BoardOnTable:
    """A board on the virtual table: the millimetres of its top left corner and of a square's side, its turn
    about that corner in degrees clockwise, and its squares (`engine.board`)."""

    x: float
    y: float
    side: float
    angle: float
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VirtualTableShown:
    """The virtual table: its size and that of a card in millimetres, the cards on it from bottom to top, the
    `hand` of the person who plays here, the places of the stock and the exposed pile (None: the game has
    none). `may`: that person is on turn, and nobody else's hand is over the table. `crossing`: the cards make
    one crossword, on `squares` if it has a board; else `rows` are the words, by their cards' names. In this
    turn a card was `discarded`, one was `drawn`, letters of a word are being exchanged (`exchanging`).
    `taken`: somebody plays here; else the table plays that seat by itself.
    """

    width: float
    height: float
    piece: tuple[float, float]
    cards: tuple[VirtualCard, ...]
    hand: tuple[VirtualCard, ...]
    stock: tuple[float, float] | None
    exposed: tuple[float, float] | None
    may: bool
    seat: int
    back: bool = False
    crossing: bool = False
    squares: BoardOnTable | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    discarded: bool = False
    drawn: bool = False
    exchanging: bool = False
    taken: bool = True


@dataclass(frozen=True, slots=True)
class Move:
    """Move a card of the virtual table. `card` is its name, `stock` for the stock's top card, or `all` to
    take back every card moved this turn. `to` is the place `next` to the card laid last (in a crossword to
    its right, or `down`); before, after or instead of the card `beside`; the table at `x`, `y` millimetres; a
    `word` of its own; the exposed pile; or the hand.
    """

    card: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    to: Literal["next", "before", "after", "instead", "table", "word", "exposed", "hand"]
    x: Millimetres = 0.0
    y: Millimetres = 0.0
    beside: Annotated[str, msgspec.Meta(max_length=20)] = ""
    down: bool = False


class PlayHereService(Protocol):
    """The virtual table, for a person to play at."""

    def sit(self, *, down: bool) -> None:
        """Let a person play the seat from now on, or the table again by itself."""

    def lies(self) -> VirtualTableShown:
        """Return the cards that lie there."""

    def move(self, move: Move) -> VirtualTableShown:
        """Move a card. Return the cards on the table then. Raise RefusedError if the move is impossible."""


@dataclass(frozen=True, slots=True)
class DoubtfulCards:
    """A card in question: its number, how many look like it, and its likeliest letters."""

    card: int
    alike: int
    likeliest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Enrolled:
    """An enrolled deck: its `cards`, how many of them are `learnt`, and its nearest pack `like` (0 and empty
    if its file can't be understood). `back`: its back was seen; `earlier`: an earlier enrolment can be
    restored; `playing`: the table plays with it.
    """

    name: str
    cards: int = 0
    learnt: int = 0
    like: str = ""
    back: bool = False
    earlier: bool = False
    playing: bool = False


@dataclass(frozen=True, slots=True)
class Enrolment:
    """An unfinished deck. `photos` so far, `cards` found, those of them that are `learnt` and those face
    `down`, the next question `asked` (None: nothing is in doubt), `counts` of the letters learnt, the
    `missing` and surplus (`surplus`) letters against its nearest pack `like`, with cards in doubt as they
    look, the same in one sentence (`summary`); the existing `decks`, and whether there is a `camera`.
    """

    photos: int = 0
    cards: int = 0
    learnt: int = 0
    down: int = 0
    asked: DoubtfulCards | None = None
    like: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    missing: dict[str, int] = field(default_factory=dict)
    surplus: dict[str, int] = field(default_factory=dict)
    summary: str = ""
    decks: tuple[Enrolled, ...] = ()
    camera: bool = False


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


@dataclass(frozen=True, slots=True)
class PageServices:
    """Hold the table's abilities; None for a missing one. `archive` is the record of its matches."""

    set_up: SetUpService | None = None
    word_screening: WordScreening | None = None
    camera_view: CameraViewService | None = None
    photographs: PhotographService | None = None
    play_here: PlayHereService | None = None
    enrolment: EnrolService | None = None
    archive: Archive = Empty()  # noqa: RUF009 - it holds nothing


def likeliest(cards: Sequence[CardSeen], x: float, y: float) -> CardSeen | None:
    """Return the card at the point (`x`, `y`) of the picture, fractions of its sides: the nearest card, None
    without cards.
    """
    return min(cards, key=lambda card: _distance(card, x, y), default=None)


def _distance(card: CardSeen, x: float, y: float) -> float:
    middle_x, middle_y = (sum(axis) / 4 for axis in zip(*card.corners, strict=True))
    return (middle_x - x) ** 2 + (middle_y - y) ** 2
