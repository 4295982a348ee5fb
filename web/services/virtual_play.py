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
    """The horizontal place of the card's centre, millimetres."""
    y: float
    """The vertical place of the card's centre, millimetres."""
    angle: float = 0.0
    """The card's rotation, degrees clockwise."""
    mine: bool = False
    """True if the person at the virtual table may take the card."""
    fresh: bool = False
    """True if the person at the virtual table laid the card in this turn."""


@dataclass(frozen=True, slots=True)
class BoardOnTable:
    """A board on the virtual table."""

    x: float
    """The horizontal place of the board's top left corner, millimetres."""
    y: float
    """The vertical place of the board's top left corner, millimetres."""
    side: float
    """The side of a square, millimetres."""
    angle: float
    """The rotation of the board about its top left corner, degrees clockwise."""
    rows: tuple[str, ...]
    """The squares of each row, in the notation of `engine.board`."""


@dataclass(frozen=True, slots=True)
class VirtualTableShown:
    """The virtual table, as the page shows it to the person who plays."""

    width: float
    """The width of the table, millimetres."""
    height: float
    """The height of the table as seen from above, millimetres."""
    piece: tuple[float, float]
    """The width and height of a card, millimetres."""
    cards: tuple[VirtualCard, ...]
    """The cards on the table, from bottom to top."""
    hand: tuple[VirtualCard, ...]
    """The cards in the person's hand."""
    stock: tuple[float, float] | None
    """The centre (x, y) of the stock on the table, millimetres; None if the game has no stock."""
    exposed: tuple[float, float] | None
    """The centre (x, y) of the exposed pile on the table, millimetres; None if the game has no exposed
    pile."""
    may: bool
    """True if the person may move cards now: the person is on turn, and no other player's hand is over the
    table."""
    seat: int
    """The seat at which a person may play."""
    back: bool = False
    """True if the stock has cards, so that the back of its top card is shown."""
    crossing: bool = False
    """True if the cards make one crossword."""
    squares: BoardOnTable | None = None
    """The board of the crossword; None without one."""
    rows: tuple[tuple[str, ...], ...] = ()
    """For a game without a crossword: the words on the table, each as the names of its cards from first to
    last."""
    discarded: bool = False
    """True if the person discarded a card this turn."""
    drawn: bool = False
    """True if the person drew a card this turn."""
    exchanging: bool = False
    """True if the person is exchanging letters of a word."""
    taken: bool = True
    """True if a person plays the seat; False if the simulated player plays it."""


@dataclass(frozen=True, slots=True)
class Move:
    """A request to move a card on the virtual table."""

    card: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    """The card's name, `stock` for the stock's top card, or `all` to take back every card moved this turn."""
    to: Literal["next", "before", "after", "instead", "table", "word", "exposed", "hand"]
    """The target of the card: `next` to the card laid last; `before`, `after` or `instead` of the card
    `beside`; a point of the `table`; the start of a new `word`; the `exposed` pile; or the `hand`."""
    x: Millimetres = 0.0
    """The horizontal place of the target on the table, millimetres."""
    y: Millimetres = 0.0
    """The vertical place of the target on the table, millimetres."""
    beside: Annotated[str, msgspec.Meta(max_length=20)] = ""
    """The name of the card to which `before`, `after` and `instead` refer; empty for any other target."""
    down: bool = False
    """True if `next` means below the card laid last in a crossword; False if it means to the right of that
    card."""


class PlayHereService(Protocol):
    """The service that lets a person play at the virtual table."""

    def sit(self, *, down: bool) -> None:
        """If `down` is true, give the person the seat at the virtual table; otherwise give it back to the
        simulated player."""

    def table(self) -> VirtualTableShown:
        """Return what the page shows of the virtual table now."""

    def move(self, move: Move) -> VirtualTableShown:
        """Move a card, and return the table after the move. Raise RefusedError if the move is impossible."""
