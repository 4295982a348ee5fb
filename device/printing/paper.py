"""Define sizes of paper and of cards, and arrange cards on a sheet."""

from dataclasses import dataclass
from typing import Final

MARGIN_MM: Final = 8.0
"""The margin along every edge of a sheet that is kept free of cards, mm. Printers leave up to 6.4 mm blank,
and cutting marks need some space."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, mm, for a sheet in upright position."""

    name: str
    width: float
    height: float


PAPERS: Final = {
    paper.name: paper
    for paper in (Paper("A4", 210, 297), Paper("A3", 297, 420), Paper("Letter", 215.9, 279.4))
}
"""The sizes of paper by name, such as `A4`."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """A size of cards, mm, for a card in upright position."""

    width: float
    height: float


CARD_SIZES: Final = {
    "57x89": CardSize(57, 89),  # the printed game's, bridge size
    "63x88": CardSize(63, 88),  # fits the sleeves that are sold for collecting games
    "44x63": CardSize(44, 63),  # narrow: a long word fits a small table
}
"""The sizes of cards by name, such as `57x89`."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The place of a card on a sheet: its top left corner, mm from the sheet's top left corner."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """An arrangement of cards in the middle of a sheet. The cards touch, so that one cut separates two of
    them."""

    paper: Paper
    columns: int
    rows: int
    width: float
    """The width that a card takes on the sheet, mm. For a card on its side it is the length of the card's
    long side."""
    height: float
    """The height that a card takes on the sheet, mm."""
    sideways: bool
    """True if the cards lie on their sides, with their tops to the left."""

    @property
    def left(self) -> float:
        """The distance from the sheet's left edge to the cards, mm."""
        return (self.paper.width - self.columns * self.width) / 2

    @property
    def top(self) -> float:
        """The distance from the sheet's top edge to the cards, mm."""
        return (self.paper.height - self.rows * self.height) / 2

    @property
    def size(self) -> int:
        """The number of cards on a full sheet."""
        return self.columns * self.rows

    def cell(self, n: int) -> Cell:
        """Return the place of card number `n`, counted from 0 row by row."""
        row, column = divmod(n, self.columns)
        return Cell(self.left + column * self.width, self.top + row * self.height)

    def behind(self, n: int) -> Cell:
        """Return the place on the sheet's other side that lies behind card number `n`. The sheet is turned
        over along its long edge."""
        row, column = divmod(n, self.columns)
        return self.cell(row * self.columns + self.columns - 1 - column)


def grid(paper: Paper, card: CardSize) -> SheetLayout:
    """Return the layout of as many cards as fit on a sheet of upright paper. All cards lie upright, or
    all lie sideways. If both ways hold the same number, the cards are upright."""
    upright = _lying(paper, card.width, card.height, False)
    sideways = _lying(paper, card.height, card.width, True)
    return max(upright, sideways, key=lambda way: way.size)


def _lying(paper: Paper, width: float, height: float, sideways: bool) -> SheetLayout:
    columns = int((paper.width - 2 * MARGIN_MM) // width)
    rows = int((paper.height - 2 * MARGIN_MM) // height)
    return SheetLayout(paper, columns, rows, width, height, sideways)
