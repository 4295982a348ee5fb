"""The service through which a person plays at the virtual table."""

from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

import msgspec

Millimetres = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]


@dataclass(frozen=True, slots=True)
class VirtualCard:
    """A card on the virtual table."""

    card: str
    """Its name."""
    letter: str
    """Its face; empty if it lies face down."""
    x: float
    """Its middle, in millimetres from the left."""
    y: float
    """Its middle, in millimetres from the top."""
    angle: float = 0.0
    """Its turn in degrees clockwise."""
    mine: bool = False
    """Whether the person who plays here may take it."""
    fresh: bool = False
    """Whether that person laid it this turn."""


@dataclass(frozen=True, slots=True)
class BoardOnTable:
    """A board on the virtual table."""

    x: float
    """Its top left corner, in millimetres from the left."""
    y: float
    """Its top left corner, in millimetres from the top."""
    side: float
    """The side of a square in millimetres."""
    angle: float
    """Its turn about that corner in degrees clockwise."""
    rows: tuple[str, ...]
    """Its squares, as `engine.board` writes them."""


@dataclass(frozen=True, slots=True)
class VirtualTableShown:
    """The virtual table as the person who plays here sees it."""

    width: float
    """Its width in millimetres."""
    height: float
    """Its height in millimetres."""
    piece: tuple[float, float]
    """The width and height of a card in millimetres."""
    cards: tuple[VirtualCard, ...]
    """The cards on it, from bottom to top."""
    hand: tuple[VirtualCard, ...]
    """The person's hand."""
    stock: tuple[float, float] | None
    """The place of the stock; None if the game has none."""
    exposed: tuple[float, float] | None
    """The place of the exposed pile; None if the game has none."""
    may: bool
    """Whether the person is on turn, and nobody else's hand is over the table."""
    seat: int
    """The person's seat."""
    back: bool = False
    """Whether the stock has cards left, so that its back shows."""
    crossing: bool = False
    """Whether the cards make one crossword."""
    squares: BoardOnTable | None = None
    """The board of the crossword; None if it has none."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The words, by their cards' names, if the cards make no crossword."""
    discarded: bool = False
    """Whether a card was discarded this turn."""
    drawn: bool = False
    """Whether a card was drawn this turn."""
    exchanging: bool = False
    """Whether letters of a word are being exchanged this turn."""
    taken: bool = True
    """Whether a person plays here. Otherwise the table plays that seat by itself."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move a card of the virtual table."""

    card: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    """Its name, `stock` for the stock's top card, or `all` to take back every card moved this turn."""
    to: Literal["next", "before", "after", "instead", "table", "word", "exposed", "hand"]
    """The place: `next` to the card laid last; before, after or instead of the card `beside`; the table at
    `x`, `y`; a `word` of its own; the exposed pile; or the hand."""
    x: Millimetres = 0.0
    """The place on the table, in millimetres from the left."""
    y: Millimetres = 0.0
    """The place on the table, in millimetres from the top."""
    beside: Annotated[str, msgspec.Meta(max_length=20)] = ""
    """The name of the card beside the place."""
    down: bool = False
    """Whether `next` in a crossword means below the card laid last, not to its right."""


class PlayHereService(Protocol):
    """The virtual table, for a person to play at."""

    def sit(self, *, down: bool) -> None:
        """Let a person play the seat from now on, or the table again by itself."""

    def lies(self) -> VirtualTableShown:
        """Return the cards that lie there."""

    def move(self, move: Move) -> VirtualTableShown:
        """Move a card. Return the cards on the table then. Raise RefusedError if the move is impossible."""
