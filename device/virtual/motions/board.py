"""Move hands at a crossword: lay cards edge to edge without a board, or blocks on the squares of a board."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from device.virtual.motions.motion_steps import Handling, NoRoom
from device.virtual.tabletop.free_places import Oblong, is_on_table, offset_point, overlaps, word_oblong
from device.virtual.tabletop.state import Tabletop, card_oblong, printed
from engine.observation import Point
from engine.position import Grid
from engine.rules.grid_lines import cards_of
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, LyingBoard, LyingCard

CARD_GAP_MM: Final = 1.5
"""Gap in mm between neighbouring cards of a crossword."""

Cell = tuple[int, int]
"""Row and column of a grid, from 0."""


@dataclass(frozen=True, slots=True)
class GridPlace:
    """The place of a grid of squares on the table."""

    x: float
    """The x of the centre of cell (0, 0), mm."""
    y: float
    """The y of the centre of cell (0, 0), mm."""
    angle: float
    """The rotation of the grid and of its cards, degrees clockwise."""
    pitch: Point = (CARD_WIDTH + CARD_GAP_MM, CARD_HEIGHT + CARD_GAP_MM)
    """The distance from one cell to the next, across and down, mm."""

    def at(self, cell: tuple[float, float]) -> Point:
        """Return the centre (mm) of the cell `cell` (row, column). Fractions give points between the
        cells."""
        first_square = Oblong(self.x, self.y, 0.0, 0.0, self.angle)
        return offset_point(first_square, cell[1] * self.pitch[0], cell[0] * self.pitch[1])

    def cell(self, at: Point) -> Cell:
        """Return the cell (row, column) that contains the point `at` (mm)."""
        back = offset_point(Oblong(0.0, 0.0, 0.0, 0.0, -self.angle), at[0] - self.x, at[1] - self.y)
        return round(back[1] / self.pitch[1]), round(back[0] / self.pitch[0])


def squares_of(board: LyingBoard) -> GridPlace:
    """Return where the squares of a printed game board lie on the table."""
    return GridPlace(*board.square_centre((0, 0)), board.angle, (board.cell, board.cell))


def cells(grid: Grid) -> Mapping[Cell, str]:
    """Return the cards of a grid by their cell (row, column), row by row."""
    return cards_of(grid)


def shift(before: Mapping[Cell, str], after: Mapping[Cell, str]) -> Cell:
    """Return how far the cards of the grid `before` are shifted in the grid `after`: by how many rows down
    and columns to the right. A grid that grows at the top or at the left numbers its rows and columns anew.

    Under the returned shift most cards stay the same. Among several shifts of this kind the smallest is
    returned.
    """
    spots: dict[str, list[Cell]] = {}
    for cell, card in after.items():
        spots.setdefault(printed(card), []).append(cell)
    same = (
        (down - row, right - column)
        for (row, column), card in before.items()
        for down, right in spots.get(printed(card), ())
    )
    shifts = Counter(same)
    return min(shifts, key=lambda by: (-shifts[by], abs(by[0]) + abs(by[1]), by), default=(0, 0))


def play_grid(hands: Handling, before: Grid, after: Grid, board: GridPlace | None) -> GridPlace:
    """Change the crossword `before` to `after` card by card, and return the place of `after` on the table.

    `board` is the place of `before`; None for an empty table. Raise NoRoom if a card would leave the table or
    touch the piles.
    """
    old, new = cells(before), cells(after)
    drawn = hands.top.board
    by = (0, 0) if drawn else shift(old, new)
    squares = squares_of(drawn) if drawn else board or _first_place(hands, new)
    place = GridPlace(*squares.at((-by[0], -by[1])), squares.angle, squares.pitch)
    lying = {(r + by[0], c + by[1]): card for (r, c), card in zip(old, _group(hands.top), strict=True)}
    truth = {(r + by[0], c + by[1]): card for (r, c), card in old.items()}
    for cell in sorted(truth):
        if cell not in new or printed(new[cell]) != printed(truth[cell]):
            lifted = lying.pop(cell)
            hands.visit(_with_crossword(hands.top, lying), (lifted.x, lifted.y), take=lifted)
    for cell in sorted(new):
        if cell not in lying:
            _lay(hands, lying, cell, printed(new[cell]), place)
    return place


def _group(top: Tabletop) -> Sequence[LyingCard]:
    return top.words[0] if top.words else ()


def _first_place(hands: Handling, new: Mapping[Cell, str]) -> GridPlace:
    """Return the place of a crossword whose first word lies in the middle of the table."""
    rows, columns = [r for r, _ in new], [c for _, c in new]
    tilt = max(-2.5, min(2.5, hands.manner.dice.gauss(0, 0.8)))
    middle = GridPlace((hands.top.width - CARD_WIDTH) / 2, hands.top.height / 2, tilt)
    r, c = (min(rows) + max(rows)) / 2, (min(columns) + max(columns)) / 2
    return GridPlace(*middle.at((-r, -c)), tilt)


def _lay(hands: Handling, lying: dict[Cell, LyingCard], cell: Cell, letter: str, place: GridPlace) -> None:
    laid = hands.put(letter, place.at(cell), place.angle)
    top = hands.top
    if not lies_free(top, laid):
        raise NoRoom(f"no room at row {cell[0] + 1}, column {cell[1] + 1}")
    lying[cell] = laid
    hands.visit(_with_crossword(top, lying), (laid.x, laid.y), bring=laid)


def _with_crossword(top: Tabletop, lying: Mapping[Cell, LyingCard]) -> Tabletop:
    """Return the table `top` with the crossword whose cards are `lying`, by their cells."""
    return top.with_word(0, [lying[cell] for cell in sorted(lying)])


def trimmed(grid: Grid) -> Grid:
    """Return the grid without empty rows and columns around its cards."""
    taken = cells(grid)
    if not taken:
        return Grid((), grid.exposed)
    top, bottom = min(r for r, _ in taken), max(r for r, _ in taken)
    left, right = min(c for _, c in taken), max(c for _, c in taken)
    return Grid(tuple(row[left : right + 1] for row in grid.rows[top : bottom + 1]), grid.exposed)


def padded(grid: Grid, board: GridPlace | None, top: Tabletop, max_lines: int = 4) -> Grid:
    """Return the crossword with up to `max_lines` empty rows and columns added on each side. Rows and
    columns are left out if cards in them would not fit on the table."""
    if board is None or not grid.rows:
        return Grid(("." * max_lines,), grid.exposed)
    rows, columns = len(grid.rows), len(grid.rows[0])
    up = _room(top, board, [(-i, c) for i in range(1, max_lines + 1) for c in (0, columns - 1)], 2)
    down = _room(
        top, board, [(rows - 1 + i, c) for i in range(1, max_lines + 1) for c in (0, columns - 1)], 2
    )
    left = _room(top, board, [(r, -i) for i in range(1, max_lines + 1) for r in (-up, rows - 1 + down)], 2)
    ends = [(r, columns - 1 + i) for i in range(1, max_lines + 1) for r in (-up, rows - 1 + down)]
    right = _room(top, board, ends, 2)
    wide = "." * (left + columns + right)
    body = tuple("." * left + row + "." * right for row in grid.rows)
    return Grid((*(wide,) * up, *body, *(wide,) * down), grid.exposed)


def _room(top: Tabletop, board: GridPlace, line: Sequence[Cell], corners: int) -> int:
    """Return how many further rows or columns fit on the table at one side of a crossword.

    A row or column fits if a card on each of its two end cells fits. `line` lists the end cells of all rows
    or columns to try, from the crossword outwards. `corners` is the number of cells for each.
    """
    fit = [lies_free(top, LyingCard("A", *board.at(cell), board.angle)) for cell in line]
    steps = [all(fit[i : i + corners]) for i in range(0, len(fit), corners)]
    return steps.index(False) if False in steps else len(steps)


def lies_free(top: Tabletop, card: LyingCard) -> bool:
    """Return True if the crossword's card `card` lies on the table and keeps a small distance from the edge
    and the piles. On a printed board this is always true."""
    if top.board is not None:  # squares keep clear of the edge and the piles
        return True
    piles = [word_oblong(1, *at, 0.0) for at in (top.stock_at, top.exposed_at)]
    spot = card_oblong(card).grown(4, 4)
    return is_on_table(spot, top.width, top.height) and not any(overlaps(spot, pile) for pile in piles)
