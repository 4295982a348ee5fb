"""The geometry of a crossword: its cards by place, its runs, and the cells that are connected."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from engine.moves import EMPTY, Place
from engine.position import Grid

Cell = tuple[int, int]
"""Row and column, from 0."""

Cards = Mapping[Cell, str]
"""The cards of a grid by place. Empty places have no entry."""

Run = tuple[Cell, ...]
"""The cells of a run: neighbours in one line, left to right or top to bottom."""

_STEPS = ((0, 1), (1, 0))


def cards_of(grid: Grid) -> dict[Cell, str]:
    """Return the cards of the grid by row and column."""
    return dict(_cards_in(grid.rows))


@lru_cache(maxsize=64)  # a search asks for the cards of the same few grids again and again
def _cards_in(rows: tuple[str, ...]) -> dict[Cell, str]:
    return {
        (row, column): card
        for row, line in enumerate(rows)
        if line.strip(EMPTY)  # most rows of a board are empty
        for column, card in enumerate(line)
        if card != EMPTY
    }


def with_cards(grid: Grid, cards: Cards) -> Grid:
    """Return `grid` with `cards` at their places. The other cards stay as they are."""
    rows = list(grid.rows)
    for (row, column), card in cards.items():
        rows[row] = rows[row][:column] + card + rows[row][column + 1 :]
    return Grid(tuple(rows), grid.exposed)


def laid_by(move: Place) -> dict[Cell, str]:
    """Return the cards that a play lays, by place."""
    down, right = (0, 1) if move.across else (1, 0)
    cells = ((move.row + n * down, move.column + n * right) for n in range(len(move.cards)))
    return {cell: card for cell, card in zip(cells, move.cards, strict=True) if card != EMPTY}


def run_through(cards: Cards, cell: Cell, *, across: bool) -> Run:
    """Return the run of cards through `cell`, across or down. The run is a single cell if no card adjoins
    it."""
    step = _STEPS[0] if across else _STEPS[1]
    start = cell
    while _moved(start, step, -1) in cards:
        start = _moved(start, step, -1)
    return tuple(_walk(cards, start, step))


def runs_through(cards: Cards, cells: Iterable[Cell]) -> tuple[Run, ...]:
    """Return every run of two or more cards through any of `cells`, in reading order, across before down."""
    all_runs: list[Run] = []
    ordered = sorted(cells)
    for across in (True, False):
        seen: set[Cell] = set()
        for cell in ordered:
            if cell not in seen:
                run = run_through(cards, cell, across=across)
                seen.update(run)
                all_runs += [run] if len(run) > 1 else []
    return tuple(all_runs)


def text_of(cards: Cards, run: Run) -> str:
    """Return the cards of `run` as they lie."""
    return "".join(cards.get(cell, EMPTY) for cell in run)


def in_line(cells: Iterable[Cell]) -> bool:
    """Return True if all cells lie in one row or one column."""
    rows, columns = zip(*cells, strict=True)
    return len(set(rows)) == 1 or len(set(columns)) == 1


def share_no_line(cells: Iterable[Cell]) -> bool:
    """Return True if no two cells share a row or a column."""
    rows, columns = zip(*cells, strict=True)
    return len(set(rows)) == len(rows) and len(set(columns)) == len(columns)


def span(cells: Iterable[Cell]) -> Run:
    """Return every cell from the first to the last of `cells`, which lie in one line."""
    (row, column), (last_row, last_column) = min(cells), max(cells)
    return tuple((r, c) for r in range(row, last_row + 1) for c in range(column, last_column + 1))


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the four cells beside, above and below `cell`."""
    row, column = cell
    return (row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)


def connected_cells(cards: Cards, starts: Iterable[Cell]) -> set[Cell]:
    """Return the cells with cards that are connected, through other cards, to any of the cells `starts`."""
    seen = set(starts)
    edge = list(seen)
    while edge:
        for cell in neighbours(edge.pop()):
            if cell in cards and cell not in seen:
                seen.add(cell)
                edge.append(cell)
    return seen


def _walk(cards: Cards, start: Cell, step: Cell) -> Iterator[Cell]:
    cell = start
    yield cell
    while (cell := _moved(cell, step, 1)) in cards:
        yield cell


def _moved(cell: Cell, step: Cell, sign: int) -> Cell:
    return cell[0] + sign * step[0], cell[1] + sign * step[1]
