"""Find every legal play of Crossword Lexicon, line by line, with the letters that the crossing words
allow."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from engine.best.lawful import bare_plurals, lawful_words
from engine.best.masters import choices, count_lacking, with_masters
from engine.best.play_rank import RANK_PER_POINT, Lines, costs_of, figures_of
from engine.best.play_search import PlaySearch
from engine.best.sorted_plays import Ranking
from engine.cards import MASTER
from engine.game import Game
from engine.moves import EMPTY, Place
from engine.notation import parse_move, square
from engine.position import Grid
from engine.rules.grid import adjudicate_grid
from engine.rules.grid_lines import Cell, Run, cards_of, run_through, text_of
from engine.rules.vocabulary import words_that_count
from engine.ruling import Legal
from engine.words import WordList
from engine.words.growth import extension_counts
from engine.words.pattern import LengthIndex, lacking_at_most

Crossings = Mapping[bool, Mapping[Cell, frozenset[str]]]
"""For each empty cell beside cards, the letters that make the crossing word count. A cell without an
entry may take any letter. The outer key is True for plays across and False for plays down."""


@dataclass(frozen=True, slots=True)
class GridPlaySearch:
    """The data of a search for plays in a grid."""

    game: Game
    words: WordList
    grid: Grid
    hand: str
    letters: Mapping[str, int]
    """The number of each letter in the hand, without Masters."""
    wild: int
    """The number of Masters in the hand."""
    cards: Mapping[Cell, str]
    """The cards on the table by cell."""
    crossings: Crossings
    words_lacking: dict[tuple[int, int], int] = field(default_factory=dict)
    """A cache, by word length and place: the bit set of the words whose letter at this place is not in
    the hand."""
    spellings: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """A cache by the text to be laid: every choice of Masters for the text, with the rank of the
    play."""


@dataclass(frozen=True, slots=True)
class Window:
    """A run of cells that a play may turn into a word."""

    run: Run
    across: bool
    empty: tuple[int, ...]
    """The indices of the cells of the run that have no card."""


def grid_plays(play_search: PlaySearch, grid: Grid) -> Iterator[tuple[Place, Grid]]:
    """Yield every legal play of a hand within the grid, best first, each with the grid after it.

    Raise TooManyPlays if more than `play_search.max_plays` plays leave the same number of cards.
    """
    for ties in grid_lines(play_search, grid):
        yield from Ranking(ties, partial(play_of_line, grid))


def grid_lines(play_search: PlaySearch, grid: Grid) -> Iterator[list[list[str]]]:
    """Yield every legal play of a hand within the grid as lines of notation, in lists of equal rank.

    Plays that leave the fewest cards come first, and among these the best. Raise TooManyPlays if more than
    `play_search.max_plays` plays leave the same number of cards.
    """
    search = _search(play_search.game, play_search.words, grid, play_search.hand)
    sizes: dict[int, list[Window]] = defaultdict(list)
    for window in _windows(search):
        sizes[len(window.empty)].append(window)
    for number in sorted(sizes, reverse=True):
        best_lines = Lines(play_search.max_plays)
        for window in sizes[number]:
            _add_plays(best_lines, search, window)
        ties = best_lines.in_order()
        yield _ruled(search, ties) if MASTER in search.cards.values() else ties


def play_of_line(grid: Grid, line: str) -> tuple[Place, Grid]:
    """Return the play that a line of notation describes: the cards placed, and the grid after the play."""
    move = parse_move(line)
    assert isinstance(move, Place)
    return move, _grid_after(grid, move)


def makeable_words(game: Game, words: WordList, grid: Grid, hand: str) -> Iterator[tuple[Cell, bool, str]]:
    """Yield every word (upper case) that `hand` can make within the grid, with the first cell of the word,
    and True if the word goes across. If an unnamed Master lies on the table, words that the full ruling
    would refuse may be among them."""
    search = _search(game, words, grid, hand)
    for window in _windows(search):
        index = words.index(len(window.run))
        for word in (
            () if _found_in_other_direction(search, window) else index.listed(_fitting(search, window, index))
        ):
            if count_lacking([word[place] for place in window.empty], search.letters) <= search.wild:
                yield window.run[0], window.across, word


def _search(game: Game, words: WordList, grid: Grid, hand: str) -> GridPlaySearch:
    cards = cards_of(grid)
    crossings = {across: dict(_crossings(game, words, grid, cards, across)) for across in (True, False)}
    letters, wild = Counter(hand.replace(MASTER, "")), hand.count(MASTER)
    return GridPlaySearch(game, words, grid, hand, letters, wild, cards, crossings)


def _ruled(search: GridPlaySearch, ties: Iterable[list[str]]) -> list[list[str]]:
    """Return the legal plays among `ties`, which are lines of notation in lists of equal rank, best first.
    Each result is a list of one line. A line found at several ranks is kept at the best rank.

    An unnamed Master on the table may stand for several letters, so each play gets the full ruling.
    """
    lines = dict.fromkeys(line for tied in ties for line in sorted(tied))
    return [[line] for line in lines if _legal(search, play_of_line(search.grid, line)[1])]


def _grid_after(grid: Grid, move: Place) -> Grid:
    """Return the grid after a play."""
    rows, row, column, cards = grid.rows, move.row, move.column, move.cards
    if move.across:
        end = column + len(cards)
        line = rows[row]
        if EMPTY in cards:
            cards = "".join(b if a == EMPTY else a for a, b in zip(cards, line[column:end], strict=True))
        return Grid((*rows[:row], line[:column] + cards + line[end:], *rows[row + 1 :]), grid.exposed)
    lines = list(rows)
    for number, card in enumerate(cards, row):
        if card != EMPTY:
            line = lines[number]
            lines[number] = line[:column] + card + line[column + 1 :]
    return Grid(tuple(lines), grid.exposed)


def _legal(search: GridPlaySearch, result: Grid) -> bool:
    ruling = adjudicate_grid(search.game, search.words, search.grid, result, search.hand)
    return isinstance(ruling, Legal)


def _crossings(
    game: Game, words: WordList, grid: Grid, cards: Mapping[Cell, str], across: bool
) -> Iterator[tuple[Cell, frozenset[str]]]:
    down, right = (1, 0) if across else (0, 1)
    for row, line in enumerate(grid.rows):
        for column, card in enumerate(line):
            beside = ((row - down, column - right), (row + down, column + right))
            if card == EMPTY and (beside[0] in cards or beside[1] in cards):
                cell = (row, column)
                run = run_through({**cards, cell: MASTER}, cell, across=not across)
                yield cell, _letters_at(game, words, cards, run, cell)


def _letters_at(
    game: Game, words: WordList, cards: Mapping[Cell, str], run: Run, cell: Cell
) -> frozenset[str]:
    """Return the letters that make `run` a word that counts. `cell` is the only empty cell of `run`."""
    pattern = text_of({**cards, cell: MASTER}, run).upper()
    place = run.index(cell)
    return frozenset(word[place] for word in words_that_count(pattern, words, game.vocabulary))


def _windows(search: GridPlaySearch) -> Iterator[Window]:
    height, width = len(search.grid.rows), len(search.grid.rows[0]) if search.grid.rows else 0
    for row in range(height):
        yield from _windows_of(search, tuple((row, column) for column in range(width)), across=True)
    for column in range(width):
        yield from _windows_of(search, tuple((row, column) for row in range(height)), across=False)


def _windows_of(search: GridPlaySearch, line: Run, *, across: bool) -> Iterator[Window]:
    """Yield the windows of a row or column: the runs of cells that a play may turn into a word. On each side
    a window ends at the edge of the grid or before an empty cell. It must contain or touch a card on the
    table (XW-2)."""
    cards, touching = search.cards, search.crossings[across]
    least, most = _limits(search)
    for start in range(len(line)):
        if start and line[start - 1] in cards:
            continue
        empty: list[int] = []
        joined = not cards
        for end in range(start, len(line)):
            if line[end] in cards:
                joined = True
            else:
                empty.append(end - start)
                joined = joined or line[end] in touching
            if len(empty) > most:
                break
            closed = end + 1 == len(line) or line[end + 1] not in cards
            if joined and closed and end > start and len(empty) >= least:
                yield Window(line[start : end + 1], across, tuple(empty))


def _limits(search: GridPlaySearch) -> tuple[int, int]:
    """Return the least and the greatest number of cards that one play may lay from the hand (XW-1,
    XW-2)."""
    least, most = search.game.plays.later if search.cards else search.game.plays.first
    return max(least, 1), len(search.hand) if most is None else min(most, len(search.hand))


def _add_plays(best_lines: Lines, search: GridPlaySearch, window: Window) -> None:
    """Add to `best_lines` every play that fills a window (a run of cells) from the hand so that its word and
    all crossing words count."""
    if _found_in_other_direction(search, window):
        return
    index = search.words.index(len(window.run))
    some = _fitting(search, window, index)
    if not some:
        return
    first, last = window.empty[0], window.empty[-1] + 1
    passed = [place - first for place in range(first, last) if place not in window.empty]
    head = square(*window.run[first]) + (">" if window.across else "|")
    ways = extension_counts(search.words, len(window.run))
    for word in index.listed(some):
        cards = word[first:last] if not passed else "".join([word[place] for place in window.empty])
        for rank, text in _spellings(search, cards):
            for place in passed:
                text = text[:place] + EMPTY + text[place:]
            best_lines.put(head + text, rank + ways.get(word, 0))


def _spellings(search: GridPlaySearch, cards: str) -> list[tuple[int, str]]:
    """Return every choice of Masters with which the hand can lay the text `cards`; [] if the hand lacks the
    cards. Each choice is a pair: the rank of the play before openings for other players are counted, and the
    text with Masters in lower case."""
    spellings = search.spellings.get(cards)
    if spellings is None:
        points, costs = search.game.pack.points(cards), costs_of(figures_of(search.game.pack))
        spellings = search.spellings[cards] = []
        for masters in choices(tuple(enumerate(cards)), search.letters, search.wild):
            text = with_masters(cards, masters)
            spellings.append((costs["".join(filter(str.islower, text))] - RANK_PER_POINT * points, text))
    return spellings


def _found_in_other_direction(search: GridPlaySearch, window: Window) -> bool:
    """Return True if the plays of a window (a run of cells) down are also found in a window across. They
    would be found twice. This is so for a single card that makes a word down and a word across."""
    is_one_card = len(window.empty) == 1 and not window.across
    return is_one_card and window.run[window.empty[0]] in search.crossings[False]


def _fitting(search: GridPlaySearch, window: Window, index: LengthIndex) -> int:
    """Return, as a bit set, the words that fit into a window (a run of cells): its cards, the crossing words
    and, roughly, the hand.

    The hand is tested roughly: a letter of the hand may be used repeatedly, and the word may have as many
    other letters as the hand has Masters.
    """
    word_set = _counting(search, window)
    for place, cell in enumerate(window.run):
        card = search.cards.get(cell)
        allowed = search.crossings[window.across].get(cell) if card is None else card.upper()
        if allowed is not None and allowed != MASTER:
            word_set &= index.with_letter_at(place, allowed)
        if not word_set:
            return 0
    return _within_hand(search, window, index, word_set)


def _within_hand(search: GridPlaySearch, window: Window, index: LengthIndex, word_set: int) -> int:
    length = len(window.run)
    return lacking_at_most(
        word_set, search.wild, (_words_not_of_hand(search, index, length, n) for n in window.empty)
    )


def _words_not_of_hand(search: GridPlaySearch, index: LengthIndex, length: int, place: int) -> int:
    if (length, place) not in search.words_lacking:
        search.words_lacking[length, place] = index.everything ^ index.with_letter_at(place, search.letters)
    return search.words_lacking[length, place]


def _counting(search: GridPlaySearch, window: Window) -> int:
    """Return the words that count in a window (a run of cells for a new word), as a bit set.

    At a table without plurals, a plural still counts if a card of its S or ES lies on the table already, or
    belongs to a crossing word (XW-4). A crossing word needs no such test, because each of its cards either
    lies already or belongs to the word of the window.
    """
    length, crossed = len(window.run), search.crossings[window.across]
    barred = 0
    for letters in (1, 2):  # an S, an ES
        if not any(cell in search.cards or cell in crossed for cell in window.run[-letters:]):
            barred |= bare_plurals(search.words, search.game.vocabulary, length, letters)
    return lawful_words(search.words, search.game.vocabulary, length) & ~barred
