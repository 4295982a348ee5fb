"""Finding every legal play of Crossword Lexicon: one line at a time, with the letters its crossings allow."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial

from engine.cards import LETTERS, MASTER
from engine.game import Game
from engine.moves import EMPTY, Move, Place
from engine.position import Grid
from engine.rules.grid import adjudicate_grid
from engine.rules.gridlines import Cell, Run, cards_of, neighbours, run_through, text_of, with_cards
from engine.rules.vocabulary import barred_plural, counting, refused
from engine.ruling import Legal
from engine.words import WordList
from engine.words.letterindex import letter_index


@dataclass(frozen=True, slots=True)
class Search:
    """What a search needs: `crossings[across]` are the letters each empty cell may take for the run that
    crosses a line of that direction there; cells without one may take any. `spelt` are the words of a length
    that hold certain letters, certain unnamed Masters and for the rest cards of the hand."""

    game: Game
    words: WordList
    grid: Grid
    hand: str
    cards: Mapping[Cell, str]
    crossings: Mapping[bool, Mapping[Cell, frozenset[str]]]
    spelt: Callable[[str, int, int], tuple[str, ...]]


def grid_plays(game: Game, words: WordList, grid: Grid, hand: str) -> Iterator[tuple[Move, Grid]]:
    """Every legal play of `hand` within the grid, each with the grid after it, in no order worth keeping."""
    cards = cards_of(grid)
    crossings = {across: _crossings(game, words, grid, cards, across) for across in (True, False)}
    search = Search(game, words, grid, hand, cards, crossings, cache(partial(_spelt, words, hand)))
    singles: set[tuple[Cell, str]] = set()  # one card may make a word both ways, and is then found twice
    for window, across in _windows(search):
        for laid in _fillings(search, window, across):
            if len(laid) == 1:
                if not singles.isdisjoint(laid.items()):
                    continue
                singles.update(laid.items())
            result = with_cards(grid, laid)
            if _stands(search, window, laid, result):
                yield _place(search, laid, across), result


def _crossings(
    game: Game, words: WordList, grid: Grid, cards: Mapping[Cell, str], across: bool
) -> dict[Cell, frozenset[str]]:
    found = {}
    for cell in _empty_cells(grid):
        run = run_through({**cards, cell: MASTER}, cell, across=not across)
        if len(run) > 1:
            found[cell] = _letters_at(game, words, cards, run, cell)
    return found


def _letters_at(
    game: Game, words: WordList, cards: Mapping[Cell, str], run: Run, cell: Cell
) -> frozenset[str]:
    """The letters that make `run`, empty only at `cell`, a word that counts."""
    pattern = text_of({**cards, cell: MASTER}, run).upper()
    place = run.index(cell)
    return frozenset(word[place] for word in counting(pattern, words, game.vocabulary))


def _empty_cells(grid: Grid) -> Iterator[Cell]:
    for row, line in enumerate(grid.rows):
        yield from ((row, column) for column, card in enumerate(line) if card == EMPTY)


def _windows(search: Search) -> Iterator[tuple[Run, bool]]:
    """Runs of cells that a play may turn into a word, with their direction."""
    height, width = len(search.grid.rows), len(search.grid.rows[0]) if search.grid.rows else 0
    for row in range(height):
        line = tuple((row, column) for column in range(width))
        yield from ((window, True) for window in _windows_of(search, line))
    for column in range(width):
        line = tuple((row, column) for row in range(height))
        yield from ((window, False) for window in _windows_of(search, line))


def _windows_of(search: Search, line: Run) -> Iterator[Run]:
    least, most = _limits(search)
    for start in range(len(line)):
        if start and line[start - 1] in search.cards:
            continue
        for end in range(start + 2, len(line) + 1):
            window = line[start:end]
            empty = sum(cell not in search.cards for cell in window)
            if empty > most:
                break
            closed = end == len(line) or line[end] not in search.cards
            if closed and empty >= least and _joined(search, window):
                yield window


def _limits(search: Search) -> tuple[int, int]:
    """Fewest and most cards of this play (XW-1, XW-2)."""
    least, most = search.game.later if search.cards else search.game.first
    return least, len(search.hand) if most is None else min(most, len(search.hand))


def _joined(search: Search, window: Run) -> bool:
    if not search.cards:
        return True
    return any(cell in search.cards or any(n in search.cards for n in neighbours(cell)) for cell in window)


def _fillings(search: Search, window: Run, across: bool) -> Iterator[dict[Cell, str]]:
    """Every way to fill the empty cells of `window` from the hand so that it and its crossings count."""
    empty = [cell for cell in window if cell not in search.cards]
    allowed = search.crossings[across]
    for word in _candidates(search, window):
        letters = dict(zip(window, word, strict=True))
        wanted = {cell: letters[cell] for cell in empty}
        if all(letter in allowed.get(cell, LETTERS) for cell, letter in wanted.items()):
            yield from _given(tuple(wanted.items()), Counter(search.hand))


def _candidates(search: Search, window: Run) -> Iterator[str]:
    """Words that count and have the letters of the window where they lie."""
    lying = [(i, search.cards[cell].upper()) for i, cell in enumerate(window) if cell in search.cards]
    fixed = [(i, letter) for i, letter in lying if letter != MASTER]
    letters = "".join(sorted(letter for _, letter in fixed))
    for word in search.spelt(letters, len(lying) - len(fixed), len(window)):
        fits = all(word[i] == letter for i, letter in fixed)
        if fits and refused(word, search.words, search.game.vocabulary) is None:
            yield word


def _spelt(words: WordList, hand: str, letters: str, unnamed: int, length: int) -> tuple[str, ...]:
    index = letter_index(words)
    wild = hand.count(MASTER) + unnamed
    some = index.spelt(hand.replace(MASTER, "") + letters, wild) & index.containing(letters)
    return tuple(index.listed(some & index.length.get(length, 0)))


def _given(wanted: tuple[tuple[Cell, str], ...], stock: Counter[str]) -> Iterator[dict[Cell, str]]:
    """Every way the hand can give `wanted`, letter cards and Masters."""
    if not wanted:
        yield {}
        return
    (cell, letter), rest = wanted[0], wanted[1:]
    for face, card in ((letter, letter), (MASTER, letter.lower())):
        if stock[face] > 0:
            left = stock - Counter(face)
            yield from ({cell: card, **more} for more in _given(rest, left))


def _stands(search: Search, window: Run, laid: Mapping[Cell, str], result: Grid) -> bool:
    """The full ruling, asked for only where letters alone do not settle it: unnamed Masters and plurals."""
    word = text_of({**search.cards, **laid}, window).upper()
    plural = barred_plural(word, search.words, search.game.vocabulary)
    if not plural and MASTER not in search.cards.values():
        return True
    ruling = adjudicate_grid(search.game, search.words, search.grid, result, search.hand)
    return isinstance(ruling, Legal)


def _place(search: Search, laid: Mapping[Cell, str], across: bool) -> Place:
    """The play as a move; a single card's direction is that of the ruling: across if it makes a word so."""
    cells = sorted(laid)
    (row, column), (last_row, last_column) = cells[0], cells[-1]
    if len(cells) == 1:
        across = len(run_through({**search.cards, **laid}, cells[0], across=True)) > 1
    line = [(r, c) for r in range(row, last_row + 1) for c in range(column, last_column + 1)]
    return Place(row, column, across, "".join(laid.get(cell, EMPTY) for cell in line))
