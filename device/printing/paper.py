"""Define sheets of paper, and arrange cards on a sheet."""

from dataclasses import dataclass
from typing import Final

MARGIN_MM: Final = 8.0
"""Free margin along every edge, mm. Printers leave up to 6.4 mm blank, and cutting marks need some space."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper in upright position; mm."""

    name: str
    width: float
    height: float


PAPERS: Final = {
    paper.name: paper
    for paper in (Paper("A4", 210, 297), Paper("A3", 297, 420), Paper("Letter", 215.9, 279.4))
}
"""The papers by name."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a card in upright position; mm."""

    width: float
    height: float


CARD_SIZES: Final = {
    "57x89": CardSize(57, 89),  # the printed game's, bridge size
    "63x88": CardSize(63, 88),  # fits the sleeves that are sold for collecting games
    "44x63": CardSize(44, 63),  # narrow: a long word fits a small table
}
"""The card sizes by name."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The top left corner of a card on the sheet, mm."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """An arrangement of cards edge to edge in the middle of a sheet, so that one cut separates two cards."""

    paper: Paper
    columns: int
    rows: int
    width: float
    """The extent of a card from left to right, mm. For a card on its side it is the card's longer side."""
    height: float
    """The extent of a card from top to bottom, mm."""
    sideways: bool
    """True if the cards lie on their left side."""

    @property
    def left(self) -> float:
        """Return the width of the paper to the left of the cards, mm."""
        return (self.paper.width - self.columns * self.width) / 2

    @property
    def top(self) -> float:
        """Return the height of the paper above the cards, mm."""
        return (self.paper.height - self.rows * self.height) / 2

    @property
    def size(self) -> int:
        """Count the cards on a full sheet."""
        return self.columns * self.rows

    def cell(self, n: int) -> Cell:
        """Return the place of the `n`-th card of a sheet, row by row."""
        row, column = divmod(n, self.columns)
        return Cell(self.left + column * self.width, self.top + row * self.height)

    def behind(self, n: int) -> Cell:
        """Return the place of the `n`-th card on the reverse of the sheet, turned over on its long edge."""
        row, column = divmod(n, self.columns)
        return self.cell(row * self.columns + self.columns - 1 - column)


def grid(paper: Paper, card: CardSize) -> SheetLayout:
    """Return the grid with the most cards on upright paper. Cards are upright when both directions give
    the same number."""
    upright = _lying(paper, card.width, card.height, False)
    sideways = _lying(paper, card.height, card.width, True)
    return max(upright, sideways, key=lambda way: way.size)


def _lying(paper: Paper, width: float, height: float, sideways: bool) -> SheetLayout:
    columns = int((paper.width - 2 * MARGIN_MM) // width)
    rows = int((paper.height - 2 * MARGIN_MM) // height)
    return SheetLayout(paper, columns, rows, width, height, sideways)
