"""Lay a person's cards in a crossword: find the place of each card, and the grid that the cards make."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from device.virtual.company.company_state import ON_SQUARES
from device.virtual.motions.board import Board, Cell, lies_free, squares_of
from device.virtual.tabletop.finger_drop import OccupiedError, kept_in
from device.virtual.tabletop.state import Dice, Tabletop, Wobble, put
from engine.observation import Point
from engine.position import Grid
from engine.shared.scene import CARD_WIDTH, LyingCard

BY_FINGER: Final = Wobble(0.6, 0.8)
"""The precision with which a person lays a card in a crossword. It is that of a card in a separate word."""


def middle(top: Tabletop) -> Point:
    """Return the place of the first card if the person names none.

    It is the middle of a drawn board, or of the table beside the piles.
    """
    return (top.board.x, top.board.y) if top.board else ((top.width - CARD_WIDTH) / 2, top.height / 2)


def placed(top: Tabletop, board: Board | None, letter: str, at: Point, dice: Dice) -> tuple[Tabletop, Board]:
    """Lay one card on the place nearest to `at` (mm), and return the table and its board.

    `board` has the places; if it is None, the first card sets them. Raise OccupiedError.
    """
    there = _there(top, board, at)
    cell = there.cell(at)
    wobble = BY_FINGER if top.board is None else ON_SQUARES
    card = put(letter, there.at(cell), there.angle, wobble, dice)
    if cell in _lying(top, there) or not (lies_free(top, card) and _on(top, cell)):
        raise OccupiedError
    return replace(top, words=(*top.words, (card,))), there


def following(top: Tabletop, board: Board | None, last: LyingCard, *, down: bool) -> Point:
    """Return the middle of the next free place after `last`, across or down."""
    there = _there(top, board, (last.x, last.y))
    lying, (row, column) = _lying(top, there), there.cell((last.x, last.y))
    while (row, column) in lying:
        row, column = (row + 1, column) if down else (row, column + 1)
    return there.at((row, column))


def read(top: Tabletop, board: Board | None) -> tuple[Tabletop, Board | None, Grid]:
    """Read the table as a grid.

    Return the table with its cards as one group row by row, the board with the grid's first place, and the
    grid.
    """
    there = squares_of(top.board) if top.board else board
    lying = {} if there is None else _lying(top, there)
    if there is None or not (lying or top.board):
        return replace(top, words=()), None, Grid()
    first, (height, width) = _extent(top, lying)
    rows = tuple(
        "".join(_face(lying.get((first[0] + r, first[1] + c))) for c in range(width)) for r in range(height)
    )
    group = tuple(lying[cell] for cell in sorted(lying))
    origin = Board(*there.at(first), there.angle, there.pitch)
    return replace(top, words=(group,)), origin, Grid(rows)


def _there(top: Tabletop, board: Board | None, at: Point) -> Board:
    if top.board is not None:
        return squares_of(top.board)
    if board is not None and any(top.words):
        return board
    return Board(*kept_in(top, at), 0.0)


def _on(top: Tabletop, cell: Cell) -> bool:
    """Tell whether a square is on the drawn board; True without one."""
    return top.board is None or all(0 <= n < top.board.board.size for n in cell)


def _lying(top: Tabletop, board: Board) -> Mapping[Cell, LyingCard]:
    return {board.cell((card.x, card.y)): card for group in top.words for card in group}


def _extent(top: Tabletop, lying: Mapping[Cell, LyingCard]) -> tuple[Cell, Cell]:
    """Return the first place, and the numbers of rows and columns, of the drawn board or else of the
    cards."""
    if top.board is not None:
        return (0, 0), (top.board.board.size, top.board.board.size)
    rows, columns = [row for row, _ in lying], [column for _, column in lying]
    first = (min(rows), min(columns))
    return first, (max(rows) - first[0] + 1, max(columns) - first[1] + 1)


def _face(card: LyingCard | None) -> str:
    return "." if card is None else card.letter
