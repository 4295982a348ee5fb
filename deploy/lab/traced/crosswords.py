"""Make small crosswords of words from the word list."""

from collections.abc import Callable
from dataclasses import dataclass, field

from deploy.lab.traced.faces import Rng

Cell = tuple[int, int]
"""A cell of a crossword: its column and its row. Rows are counted downwards."""


@dataclass(slots=True)
class CrosswordCells:
    """A crossword in the making, to which words are added one by one."""

    letters: dict[Cell, str] = field(default_factory=dict)
    """The letter of each cell."""
    words: list[tuple[str, tuple[Cell, ...]]] = field(default_factory=list)
    """The words, each with the cells that it covers."""

    def fits(self, word: str, start: Cell, across: bool) -> bool:
        """Return True if a word can be laid from `start` on.

        The word may cross each other word in one cell with the same letter. It may not lengthen another word,
        or touch one that it does not cross.
        """
        step, side = ((1, 0), (0, 1)) if across else ((0, 1), (1, 0))
        cells = _cells(word, start, across)
        ends = ((start[0] - step[0], start[1] - step[1]), (cells[-1][0] + step[0], cells[-1][1] + step[1]))
        if any(end in self.letters for end in ends):
            return False
        if any(len(set(cells) & set(laid)) > 1 for _, laid in self.words):
            return False
        for letter, (x, y) in zip(word, cells, strict=True):
            present = self.letters.get((x, y))
            if present is not None:
                if present != letter:
                    return False
            elif any((x + s * side[0], y + s * side[1]) in self.letters for s in (-1, 1)):
                return False
        return True

    def put(self, word: str, start: Cell, across: bool) -> None:
        """Add a word that fits, from `start` on."""
        cells = _cells(word, start, across)
        self.letters.update(zip(cells, word, strict=True))
        self.words.append((word, tuple(cells)))


def _cells(word: str, start: Cell, across: bool) -> list[Cell]:
    return [(start[0] + k, start[1]) if across else (start[0], start[1] + k) for k in range(len(word))]


def crossword(rng: Rng, draw: Callable[[], str], count: int, reach: int = 9) -> CrosswordCells:
    """Return a crossword of up to `count` words. Each call of `draw` gives a word to try. The crossword is
    at most `reach` cells wide and `reach` - 3 cells high."""
    grid = CrosswordCells()
    grid.put(draw(), (0, 0), across=True)
    for _ in range(120):
        if len(grid.words) == count:
            break
        _add(rng, grid, draw(), reach)
    return grid


def _add(rng: Rng, grid: CrosswordCells, word: str, reach: int) -> None:
    """Lay the word across another word, at a random place where it fits. Change nothing if the crossword
    has the word already, if it fits nowhere, or if it would make the crossword too large."""
    if any(word == other for other, _ in grid.words):
        return
    places = []
    for other, cells in grid.words:
        across = cells[0][1] != cells[-1][1]
        for k, letter in enumerate(word):
            for m, (x, y) in enumerate(cells):
                start = (x - k, y) if across else (x, y - k)
                if letter == other[m] and grid.fits(word, start, across):
                    places.append((start, across))
    if not places:
        return
    start, across = places[int(rng.integers(len(places)))]
    taken = (*grid.letters, *_cells(word, start, across))
    columns, rows = [cell[0] for cell in taken], [cell[1] for cell in taken]
    if max(columns) - min(columns) < reach and max(rows) - min(rows) < reach - 3:
        grid.put(word, start, across)
