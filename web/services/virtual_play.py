"""The service through which a person plays at the virtual table."""

from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

import msgspec

Millimetres = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]


@dataclass(frozen=True, slots=True)
class VirtualCard:
    """A card on the virtual table."""

    card: str
    """The name of the card."""
    letter: str
    """The letter on the card's face; empty if the card lies face down."""
    x: float
    """The centre, millimetres."""
    y: float
    """The centre, millimetres."""
    angle: float = 0.0
    """The card's rotation, degrees clockwise."""
    mine: bool = False
    """True if the person at the virtual table may take the card."""
    fresh: bool = False
    """True if that person laid the card this turn."""


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
    """The virtual table, as the page shows it to the person who plays."""

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
    """True if the person is on turn, and no other player's hand is over the table."""
    seat: int
    """The seat of the person who plays here."""
    back: bool = False
    """True if the stock has cards, so that the back of its top card is shown."""
    crossing: bool = False
    """True if the cards make one crossword."""
    squares: BoardOnTable | None = None
    """The board of the crossword; None without one."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The words, each as the names of its cards, in a game without a crossword."""
    discarded: bool = False
    """True if the person discarded a card this turn."""
    drawn: bool = False
    """True if the person drew a card this turn."""
    exchanging: bool = False
    """True if the person is exchanging letters of a word."""
    taken: bool = True
    """True if a person plays the seat; otherwise the table plays it."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move a card of the virtual table."""

    card: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    """The card's name, `stock` for the stock's top card, or `all` to take back every card moved this turn."""
    to: Literal["next", "before", "after", "instead", "table", "word", "exposed", "hand"]
    """The target: the place `next` to the card laid last; `before`, `after` or `instead` of the card
    `beside`; a place on the `table`; a new `word`; the `exposed` pile; or the `hand`."""
    x: Millimetres = 0.0
    """The place on the table, millimetres."""
    y: Millimetres = 0.0
    """The place on the table, millimetres."""
    beside: Annotated[str, msgspec.Meta(max_length=20)] = ""
    """The name of the card to which `to` refers; empty for none."""
    down: bool = False
    """True if the place `next` in a crossword is below the last card, and not to its right."""


class PlayHereService(Protocol):
    """The service that lets a person play at the virtual table."""

    def sit(self, *, down: bool) -> None:
        """Give the seat to a person if `down` is true, or back to the simulated player."""

    def table(self) -> VirtualTableShown:
        """Return the present state of the virtual table."""

    def move(self, move: Move) -> VirtualTableShown:
        """Move a card, and return the table after the move. Raise RefusedError if the move is impossible."""
