"""The cards on the table, and the camera's picture of them."""

from dataclasses import dataclass
from typing import Literal

from web.snapshot.scores import Prize

Corner = tuple[float, float]
"""A point of the picture as fractions of its width and height: (0, 0) top left, (1, 1) bottom right."""

Corners = tuple[Corner, Corner, Corner, Corner]
"""Top-left, top-right, bottom-right, bottom-left of a card as its letter is read."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """The exposed card: `A`-`Z` or `?`, and the red figure printed on it where the pack is known."""

    letter: str
    figure: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """One card read in the picture. `letter` is `A`-`Z`, `?` a Master, None a card lying face down. `stands`:
    the letter that a Master stands for, as far as its player has said."""

    card: str
    corners: Corners
    letter: str | None
    confidence: float = 1.0
    doubtful: bool = False
    stands: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Report a fault of the view: the fault and the remedy, a sentence each. `waits`: the table rules on
    nothing meanwhile. `where` are outlines in the picture, none for the whole picture.
    """

    kind: str
    text: str
    advice: str
    waits: bool = False
    where: tuple[tuple[Corner, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """The camera's picture, `width` by `height` pixels, and what was read in it."""

    id: int
    width: int
    height: int
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Front:
    """Hold the cards before one player of a race: the `rows` of a word, or of two crossed words, as in a
    grid. The `horse` has passed so many circles. `home` is its place among the horses that are home, 0 on the
    way.
    """

    rows: tuple[str, ...] = ()
    horse: int = 0
    home: int = 0


@dataclass(frozen=True, slots=True)
class Race:
    """A race: the cards each circle of the `track` asks for, what lies before each player, and the card this
    turn began with, if it was one without a letter."""

    track: tuple[int, ...]
    fronts: tuple[Front, ...]
    drawn: Literal["letter", "number", "picture"] = "letter"


@dataclass(frozen=True, slots=True)
class PositionShown:
    """The position on the table, in notation: lower case is a Master standing for that letter, `?` one not
    yet named, `.` an empty square."""

    layout: str = "rows"
    """How the cards lie (`engine.game.Layout`)."""
    words: tuple[str, ...] = ()
    """The words of Lexicon."""
    grid: tuple[str, ...] = ()
    """The rows of a crossword."""
    board: tuple[str, ...] = ()
    """The squares that the grid lies on (`engine.board`)."""
    blanks: tuple[str, ...] = ()
    """The squares at which the turn before may have left a blank block, which no camera sees."""
    keyword: str = ""
    """The word of the open Keyword card."""
    prizes: tuple[Prize, ...] = ()
    """The prize words."""
    exposed: Exposed | None = None
    """The exposed card."""
    stock: int | None = None
    """The cards in the stock, None when unknown."""
    piles: tuple[str, ...] = ()
    """A patience's piles, from the first card to the top one, `#` face down."""
    turned: str | None = None
    """The cards turned up beside a patience's stock, the top one last."""
    masters: int = 0
    """The Masters that lie aside."""
    race: Race | None = None
    """The track of a race and the words before its players."""
