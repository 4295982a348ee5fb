"""Lay a person's cards in a crossword: find the place of each card, and the grid that the cards make."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from device.virtual.company.company_state import SQUARE_WOBBLE
from device.virtual.motions.board import Cell, GridPlace, lies_free, squares_of
from device.virtual.tabletop.finger_drop import OccupiedError, moved_inside
from device.virtual.tabletop.state import Dice, Tabletop, Wobble, put
from engine.observation import Point
from engine.position import Grid
from engine.shared.scene import CARD_WIDTH, LyingCard

FINGER_WOBBLE: Final = Wobble(0.6, 0.8)
"""Standard deviations (mm, degrees) of the place and direction of a card that a person lays in a crossword.
They are those of a card in a separate word (`finger_drop.LAYING_ERRORS`)."""


def first_card_place(top: Tabletop) -> Point:
    """Return the point (mm) where the first card of a crossword lies if the person names no point.

    This point is the middle of the printed board, or of the table beside the piles.
    """
    return (top.board.x, top.board.y) if top.board else ((top.width - CARD_WIDTH) / 2, top.height / 2)


def lay_in_crossword(
    top: Tabletop, board: GridPlace | None, letter: str, at: Point, dice: Dice
) -> tuple[Tabletop, GridPlace]:
    """Lay a card on the square nearest to `at` (mm). Return the table, and the place of the crossword on the
    table.

    `board` is the place of the crossword so far. If it is None, the laid card begins a crossword. Raise
    OccupiedError if the card has no room on the square.
    """
    places = _places_of_crossword(top, board, at)
    cell = places.cell(at)
    wobble = FINGER_WOBBLE if top.board is None else SQUARE_WOBBLE
    card = put(letter, places.at(cell), places.angle, wobble, dice)
    if cell in _cards_by_cell(top, places) or not (lies_free(top, card) and _is_on_board(top, cell)):
        raise OccupiedError
    return replace(top, words=(*top.words, (card,))), places


def next_free_place(top: Tabletop, board: GridPlace | None, last: LyingCard, *, down: bool) -> Point:
    """Return the centre (mm) of the next free square to the right of the card `last`. If `down` is true,
    return the next one below `last`."""
    places = _places_of_crossword(top, board, (last.x, last.y))
    lying, (row, column) = _cards_by_cell(top, places), places.cell((last.x, last.y))
    while (row, column) in lying:
        row, column = (row + 1, column) if down else (row, column + 1)
    return places.at((row, column))


def read_grid(top: Tabletop, board: GridPlace | None) -> tuple[Tabletop, GridPlace | None, Grid]:
    """Read the cards on the table as a crossword.

    Return the table with its cards as one group, row by row; then the place of the crossword (None without
    cards), and the crossword.
    """
    places = squares_of(top.board) if top.board else board
    lying = {} if places is None else _cards_by_cell(top, places)
    if places is None or not (lying or top.board):
        return replace(top, words=()), None, Grid()
    first, (height, width) = _extent(top, lying)
    rows = tuple(
        "".join(_face(lying.get((first[0] + r, first[1] + c))) for c in range(width)) for r in range(height)
    )
    group = tuple(lying[cell] for cell in sorted(lying))
    origin = GridPlace(*places.at(first), places.angle, places.pitch)
    return replace(top, words=(group,)), origin, Grid(rows)


def _places_of_crossword(top: Tabletop, board: GridPlace | None, at: Point) -> GridPlace:
    if top.board is not None:
        return squares_of(top.board)
    if board is not None and any(top.words):
        return board
    return GridPlace(*moved_inside(top, at), 0.0)


def _is_on_board(top: Tabletop, cell: Cell) -> bool:
    """Return True if the square `cell` is on the table's printed board, or if the table has no board."""
    return top.board is None or all(0 <= n < top.board.board.size for n in cell)


def _cards_by_cell(top: Tabletop, board: GridPlace) -> Mapping[Cell, LyingCard]:
    return {board.cell((card.x, card.y)): card for group in top.words for card in group}


def _extent(top: Tabletop, lying: Mapping[Cell, LyingCard]) -> tuple[Cell, Cell]:
    """Return the first square (row, column) of the table's printed board, and the board's numbers of rows and
    columns. If the table has no board, return those of the rectangle around the cards."""
    if top.board is not None:
        return (0, 0), (top.board.board.size, top.board.board.size)
    rows, columns = [row for row, _ in lying], [column for _, column in lying]
    first = (min(rows), min(columns))
    return first, (max(rows) - first[0] + 1, max(columns) - first[1] + 1)


def _face(card: LyingCard | None) -> str:
    return "." if card is None else card.letter
