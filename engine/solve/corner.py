"""Solve Keyword Patience: reach the bottom right square in the fewest words (KP-1 to KP-3).

The letters are drawn in a known order, and play begins at the board's top left square. Each word crosses the
word before it, because such words advance most. After each word the positions are compared by the least
number of words that they still need. The first passes keep few positions, and later passes more.

`Answer.score` is the number of words in the best play found. `Answer.bound` is a number of words that no play
can go below: a word advances no further than its letters reach, and only along a row or down a column.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine.cards import MASTER
from engine.game import Game, Vocabulary
from engine.moves import EMPTY, Place, SingleMove
from engine.position import Grid
from engine.rules.grid_lines import Cell, Run, cards_of, run_through
from engine.rules.patience import patience_outcome
from engine.rules.vocabulary import is_barred_plural, word_refusal
from engine.solve.answer import Answer, Expired, OutOfTime, Watch
from engine.solve.exhaustive import RackPosition, SearchConstants, complete_play, out_of_reach
from engine.solve.word_tables import until_expired
from engine.words import WordList
from engine.words.graph import BITS, Node, build_graph, words_from_letters

BEAM_WIDTHS: Final = (3, 12, 50)
"""The number of positions kept after each word, in the first pass of the search, the second pass and so
on."""
WORDS_PER_POSITION: Final = (12, 25, 60)
"""The number of words that are tried at each position, in the first pass of the search, the second pass
and so on."""
SQUARES_PER_WORD: Final = 6.0
"""The number of squares by which a good word advances. The search uses it to estimate the number of words
still needed."""
MAX_WORDS: Final = 16
"""The greatest number of words in a play that is searched. The booklet calls twelve very good."""


@dataclass(frozen=True, slots=True)
class CornerDeal:
    """A Keyword Patience whose letters are all known."""

    grid: Grid
    """The board with the letters laid so far."""
    rack: str
    """The letters held, `?` for a blank."""
    box: str = ""
    """The letters still to be drawn, in the order in which they are drawn."""

    @property
    def letters(self) -> str:
        """All letters: those of the rack, then those of the box."""
        return self.rack + self.box

    @property
    def start(self) -> RackPosition:
        """The position from which the search begins."""
        return RackPosition(self.grid, self.rack, len(self.rack))


@dataclass(frozen=True, slots=True)
class _CornerPosition:
    """A position in the search for a play of Keyword Patience."""

    cards: Mapping[Cell, str]
    """The cards on the board, by cell."""
    last: Run
    """The cells of the last word."""
    across: bool
    """True if the last word goes across."""
    rack: str
    drawn: int
    """The number of letters drawn from the box."""
    words: int = 0
    """The number of words laid."""
    move: SingleMove | None = None
    """The move that led from the position `before` to this position."""
    before: "_CornerPosition | None" = None


def solve_corner(deal: CornerDeal, words: WordList, game: Game, expired: Expired) -> Answer:
    """Return the answer for a deal of Keyword Patience.

    The answer is "solved" if any complete play is found. The play has the fewest words if `score` equals
    `bound`. The search first tries words that cross the last word and use no blank, then all legal words.
    """
    answer = answer_without_words(deal, game)
    if answer is not None:
        return answer
    grid, rack = deal.grid, deal.rack
    watch = Watch(expired)
    solver = _CornerSolver(game, words, deal.letters, watch)
    start = _CornerPosition(cards_of(grid), _word_nearest_corner(grid), _lies_across(grid), rack, len(rack))
    try:
        solver.search(start)
        moves = solver.moves or _any_complete_play(deal, game, words, expired, watch)
    except OutOfTime:
        moves = solver.moves
    bound = solver.bound(start)
    if moves is None:
        return Answer("impossible", positions_searched=watch.positions_searched)
    if moves:
        return Answer("solved", moves, len(moves), bound, watch.positions_searched)
    return Answer("unknown", solver.nearest(start), bound=bound, positions_searched=watch.positions_searched)


def answer_without_words(deal: CornerDeal, game: Game) -> Answer | None:
    """Return the answer of a deal for which no word needs to be searched: the corner is reached already, or
    there are too few letters to reach it. Return None for any other deal."""
    if patience_outcome(game, deal.grid) is not None:
        return Answer("solved", score=0, bound=0)
    return Answer("impossible") if out_of_reach(deal.start, deal.letters) else None


def _any_complete_play(
    deal: CornerDeal, game: Game, words: WordList, expired: Expired, watch: Watch
) -> tuple[SingleMove, ...] | None:
    """Return a complete play of any legal words, with blanks as well; None if none exists."""
    everything = _graph(words, replace(game.vocabulary, plurals=True), expired)
    return complete_play(
        deal.start, SearchConstants(game, words, everything, deal.letters, game.deal.cards), watch
    )


def prepare(words: WordList, game: Game, expired: Expired) -> bool:
    """Make the word graph that `solve_corner` needs for a word list. Return False if the time is over
    (`expired` returns True) before the graph is complete.

    Without this call `solve_corner` makes the graph itself, and does not check the time meanwhile.
    """
    try:
        _graph(words, game.vocabulary, expired)
    except OutOfTime:
        return False
    return True


class _CornerSolver:
    def __init__(self, game: Game, words: WordList, letters: str, watch: Watch) -> None:
        assert game.board is not None
        self._end: Final = game.board.size - 1
        self._graph: Final = _graph(words, game.vocabulary, lambda: False)
        self._letters: Final = letters
        self._deal: Final = game.deal.cards
        self._watch: Final = watch
        self._spelt: Final[dict[tuple[str, str], tuple[str, ...]]] = {}
        self._best: _CornerPosition | None = None
        self._near: _CornerPosition | None = None

    @property
    def moves(self) -> tuple[SingleMove, ...]:
        """The best complete play found; empty if none is found yet."""
        return () if self._best is None else _moves(self._best)

    def nearest(self, start: _CornerPosition) -> tuple[SingleMove, ...]:
        """Return the moves of the play, among those searched, that got nearest to the bottom right
        corner."""
        return _moves(self._near or start)

    def search(self, start: _CornerPosition) -> None:
        """Search for a play of few words, until no play can have fewer. Raise OutOfTime when the time is
        over."""
        for width, ways in zip(BEAM_WIDTHS, WORDS_PER_POSITION, strict=True):
            self._pass(start, width, ways)
            if self._best is not None and self._best.words <= self.bound(start):
                break

    def _pass(self, start: _CornerPosition, width: int, ways: int) -> None:
        positions = [start]
        while positions and positions[0].words < MAX_WORDS:
            next_positions: dict[tuple[Run, str], _CornerPosition] = {}
            for at in positions:
                self._watch.count_position()
                for after in self._after(at, ways):
                    if (self._end, self._end) in after.cards:
                        self._remember(after)
                    elif self._best is None or after.words + 1 < self._best.words:
                        next_positions.setdefault((after.last, "".join(sorted(after.rack))), after)
            positions = sorted(next_positions.values(), key=self._needed)[:width]
            self._near = min(
                (at for at in (self._near, *positions[:1]) if at), key=self._needed, default=None
            )

    def _remember(self, at: _CornerPosition) -> None:
        if self._best is None or at.words < self._best.words:
            self._best = at

    def _after(self, at: _CornerPosition, ways: int) -> list[_CornerPosition]:
        """Return the positions after the most promising next words. If some of them end the game, return
        only these."""
        next_positions = list(self._first(at) if not at.cards else self._crossing(at))
        done = [one for one in next_positions if (self._end, self._end) in one.cards]
        return done or sorted(next_positions, key=self._needed)[:ways]

    def _needed(self, at: _CornerPosition) -> float:
        """Return an estimate of the number of words still needed, if every word crosses the word before
        it."""
        row, column = at.last[-1]
        next_way, other = (self._end - row, self._end - column) if at.across else (
            self._end - column, self._end - row,
        )  # fmt: skip
        words = max(2 * next_way / SQUARES_PER_WORD - 1, 2 * other / SQUARES_PER_WORD, 1.0)
        awkward = sum(at.rack.count(letter) for letter in "JQVXZ") / 8
        return words + (row + column) / -100 + awkward + 2 * (next_way == 0 and other > 0)

    def _first(self, at: _CornerPosition) -> Iterator[_CornerPosition]:
        for word in self._words(at.rack, ""):
            for across in (True, False):
                self._watch.count_step()
                cells = tuple((0, i) if across else (i, 0) for i in range(len(word)))
                yield self._after_word(at, cells, word, across, frozenset())

    def _crossing(self, at: _CornerPosition) -> Iterator[_CornerPosition]:
        """Yield the positions after a word that crosses the last word at any of its letters."""
        for cell in at.last:
            letter = at.cards[cell].upper()
            for word in self._words(at.rack, letter):
                self._watch.count_step()
                for index, one in enumerate(word):
                    if one != letter:
                        continue
                    cells = _line(cell, index, len(word), across=not at.across)
                    if self._is_free(at, cells, cell):
                        yield self._after_word(at, cells, word, not at.across, frozenset({cell}))

    def _words(self, rack: str, letter: str) -> tuple[str, ...]:
        """Return the words that can be spelt with letters of the rack and the letter on the board."""
        key = ("".join(sorted(rack.replace(MASTER, ""))), letter)
        if key not in self._spelt:
            letters = Counter(key[0] + letter)
            spelt_words = words_from_letters(
                self._graph, letters, BITS[letter] if letter else 0, self._watch.count_step
            )
            self._spelt[key] = tuple(word for word in spelt_words if len(word) > 1)
        return self._spelt[key]

    def _is_free(self, at: _CornerPosition, cells: Run, crossed: Cell) -> bool:
        """Return True if a word may lie on `cells`: the word touches no card except the card that it crosses,
        and it advances towards the corner."""
        (row, column), (last, end) = cells[0], cells[-1]
        if row < 0 or column < 0 or last > self._end or end > self._end or cells[-1] == crossed:
            return False
        cards = at.cards
        down, right = (0, 1) if row == last else (1, 0)  # the word's step
        if (row - down, column - right) in cards or (last + down, end + right) in cards:
            return False
        return not any(
            (r, c) in cards or (r - right, c - down) in cards or (r + right, c + down) in cards
            for r, c in cells
            if (r, c) != crossed
        )

    def _after_word(
        self, at: _CornerPosition, cells: Run, word: str, across: bool, lying: frozenset[Cell]
    ) -> _CornerPosition:
        played = [(cell, card) for cell, card in zip(cells, word, strict=True) if cell not in lying]
        rack = at.rack
        for _, card in played:
            rack = rack.replace(card, "", 1)
        more = self._letters[at.drawn : at.drawn + self._deal - len(rack)]
        text = "".join(EMPTY if cell in lying else card for cell, card in zip(cells, word, strict=True))
        start = cells[1] if text.startswith(EMPTY) else cells[0]
        move = Place(*start, across, text.strip(EMPTY))
        cards = {**at.cards, **dict(played)}
        return _CornerPosition(
            cards, cells, across, rack + more, at.drawn + len(more), at.words + 1, move, at
        )

    def bound(self, start: _CornerPosition) -> int:
        """Return a lower bound on the number of words that reach the corner.

        It assumes that each word uses all letters of a rack and one letter on the board.
        """
        rows = self._end - max((row for row, _ in start.cards), default=0)
        columns = self._end - max((column for _, column in start.cards), default=0)
        return -(-rows // self._deal) + -(-columns // self._deal)


def _graph(words: WordList, vocabulary: Vocabulary, expired: Expired) -> Node:
    """Return the graph of the words that count at any place of the board. It lacks a plural that counts only
    if its S or ES also belongs to a crossing word (KW-3)."""
    preparation = _preparation(words, vocabulary)
    if preparation.first is None:
        preparation.first = build_graph(until_expired(preparation.counting(), expired))
    return preparation.first


class _Preparation:
    """The graph of the words of a list that count in every place, made once and then kept in `first`."""

    def __init__(self, words: WordList, vocabulary: Vocabulary) -> None:
        self._words: Final = words
        self._vocabulary: Final = vocabulary
        self.first: Node | None = None

    def counting(self) -> Iterator[str]:
        """Yield each word of the list that counts wherever it lies. For every other word yield "", so that
        the caller can check the time."""
        for word in self._words:
            barred = len(word) < 2 or is_barred_plural(word, self._words, self._vocabulary)
            yield "" if barred or word_refusal(word, self._words, self._vocabulary) else word


_preparation = lru_cache(maxsize=4)(_Preparation)  # a table uses one list, a benchmark a few


def _line(cell: Cell, index: int, length: int, *, across: bool) -> Run:
    """Return the cells of a word of `length` letters that runs across or down. Its letter of index `index`
    lies at `cell`."""
    row, column = cell
    if across:
        return tuple((row, column - index + i) for i in range(length))
    return tuple((row - index + i, column) for i in range(length))


def _word_nearest_corner(grid: Grid) -> Run:
    """Return the cells of the word that reaches nearest to the bottom right corner. The next word crosses
    this word. On an empty board, return the top left square."""
    cards = cards_of(grid)
    if not cards:
        return ((0, 0),)
    cell = max(cards, key=lambda c: (c[0] + c[1], c))
    return run_through(cards, cell, across=_lies_across(grid))


def _lies_across(grid: Grid) -> bool:
    cards = cards_of(grid)
    if not cards:
        return True
    cell = max(cards, key=lambda c: (c[0] + c[1], c))
    return len(run_through(cards, cell, across=True)) > 1


def _moves(at: _CornerPosition) -> tuple[SingleMove, ...]:
    moves: list[SingleMove] = []
    while at.before is not None and at.move is not None:
        moves.append(at.move)
        at = at.before
    return tuple(reversed(moves))
