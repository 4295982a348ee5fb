"""Where on its board a crossword lies: the first word begins on the dark squares, and the rest follows
(KW-1)."""

from collections.abc import Iterator, Mapping

from engine.board import Board
from engine.position import Grid

Cell = tuple[int, int]
"""Column and row, as `engine.explain.grid` counts them."""


def squares(board: Board | None) -> Iterator[Cell]:
    """Every square of the board; none without one."""
    if board is not None:
        yield from ((column, row) for row in range(board.size) for column in range(board.size))


def started(board: Board | None, before: Grid, text: Mapping[Cell, str]) -> dict[Cell, str]:
    """Cards laid on an empty board, counted from its corner.

    No camera needs to find the board's lines: the first word is taken to begin on the first dark square of
    its direction. One that was laid elsewhere is put where it belongs, which is what its player would be
    asked to do.
    """
    empty = not any(row.strip(".") for row in before.rows)
    if board is None or not text or not empty:
        return dict(text)
    (column, row), (last_column, _) = min(text), max(text)
    across, down = board.starts
    to_row, to_column = across[0] if last_column > column else down[0]
    return {(c - column + to_column, r - row + to_row): card for (c, r), card in text.items()}
