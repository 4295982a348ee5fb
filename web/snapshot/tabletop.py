"""The parts of the snapshot about the cards on the table, and the camera's picture of them."""

from dataclasses import dataclass
from typing import Literal

from web.snapshot.scores import Prize

Corner = tuple[float, float]
"""A point of the picture as fractions of its width and height: (0, 0) top left, (1, 1) bottom right."""

Corners = tuple[Corner, Corner, Corner, Corner]
"""The corners of a card with its letter upright: top left, top right, bottom right, bottom left."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """The exposed card."""

    letter: str
    """`A`-`Z`, or `?` for a Master."""
    figure: int | None = None
    """The red figure printed on the card; None if the pack is not known."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One card read in the picture."""

    card: str
    """The card's name in this picture, such as `c3`."""
    corners: Corners
    """The corners of the card in the picture, from 0 to 1 of its sides."""
    letter: str | None
    """`A`-`Z`, `?` for a Master, None for a card that lies face down."""
    confidence: float = 1.0
    """The probability of `letter`, 0 to 1."""
    doubtful: bool = False
    """True if the reading is too uncertain for a ruling."""
    stands: str = ""
    """The letter that a Master stands for; empty if its player has not named a letter."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A fault of the camera's view, or a trouble with the table's disk, files or pins, as a page shows it."""

    kind: str
    """The kind of the fault, as one word."""
    text: str
    """The fault in a sentence."""
    advice: str
    """The remedy in a sentence."""
    waits: bool = False
    """True if the table makes no rulings while the fault lasts."""
    where: tuple[tuple[Corner, ...], ...] = ()
    """Outlines of the faulty places in the picture; none if the fault concerns the whole picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The camera's picture and its readings."""

    id: int
    """The number of the picture, by which phones fetch it and name it in corrections."""
    width: int
    """The width of the picture, pixels."""
    height: int
    """The height of the picture, pixels."""
    marks: tuple[Mark, ...] = ()
    """The cards read in the picture."""
    moving: bool = False
    """True if something moves in the picture, such as a hand. The picture is then not read. `marks` are those
    cards of the last reading that still look the same."""


@dataclass(frozen=True, slots=True)
class Front:
    """The cards and the horse of one player in a race."""

    rows: tuple[str, ...] = ()
    """The rows of the word that lies before the player, or of two crossed words. A `.` is an empty square."""
    horse: int = 0
    """The number of circles of the track that the player's horse has passed; 0 at the start."""
    home: int = 0
    """The place in which the player's horse came home, from 1; 0 while the horse is on the way."""


@dataclass(frozen=True, slots=True)
class Race:
    """The track of a race, and the cards before each player."""

    track: tuple[int, ...]
    """For each circle of the track, the number of cards that a word must have to pass it."""
    fronts: tuple[Front, ...]
    """For each player by seat: the cards that lie before the player, and the place of the player's horse."""
    drawn: Literal["letter", "number", "picture"] = "letter"
    """The kind of card that the player turned up at the start of this turn."""


@dataclass(frozen=True, slots=True)
class PositionShown:
    """The position on the table, in the notation that `web.snapshot.Snapshot` explains."""

    layout: str = "rows"
    """The layout of the cards (`engine.game.Layout`)."""
    words: tuple[str, ...] = ()
    """The words on the table in a game without a crossword, such as Lexicon."""
    grid: tuple[str, ...] = ()
    """The rows of a crossword."""
    board: tuple[str, ...] = ()
    """The squares of the board under the grid (`engine.board`)."""
    blanks: tuple[str, ...] = ()
    """The squares on which a blank block may lie since the last turn. A camera can't see a blank block."""
    keyword: str = ""
    """The word of the open Keyword card; empty if no such card is open."""
    prizes: tuple[Prize, ...] = ()
    """The prize words of the match, with the players who have won."""
    exposed: Exposed | None = None
    """The exposed card."""
    stock: int | None = None
    """The number of cards in the stock; None if unknown."""
    piles: tuple[str, ...] = ()
    """A patience's piles, from the first card to the top one. `#` is a face-down card."""
    turned: str | None = None
    """The cards turned up beside a patience's stock, the top card last."""
    masters: int = 0
    """The number of Masters that lie set aside in a patience; 0 in other games."""
    race: Race | None = None
    """The track of a race and the words before its players."""
