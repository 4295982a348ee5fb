"""Solve Word Solitaire: add the most letters to the columns from cards in a known order (WS-3).

Columns are words that overlap. Only the unfinished words at the end of a column decide which cards fit.
So columns with the same unfinished words count as one column. After each card the positions are compared,
and only the most promising are kept. Later passes of the search keep more. If a pass dropped no position,
its play is proven the best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import LETTERS
from engine.game import Game
from engine.moves import TURNED_SOURCE, Close, Shift, SingleMove
from engine.position import FACE_DOWN
from engine.rules.columns import listed_words, unfinished_words
from engine.solve.answer import Answer, OutOfTime, SolverLimits, Watch
from engine.words import WordList
from engine.words.beginnings import PrefixIndex

BEAM_WIDTHS: Final = (30, 200, 1500, 10_000)
"""The number of positions kept after each card, in the first pass of the search, the second pass and so
on."""
BEAM_GROWTH: Final = 4
"""The factor by which the number of positions kept grows in each later pass."""

Column = tuple[str, ...]
"""The unfinished words with which a column may end (WS-1), each the beginning of a listed word. Empty for
a closed column."""


@dataclass(frozen=True, slots=True)
class _ColumnsPosition:
    """A position in the search for a play of Word Solitaire."""

    columns: tuple[Column, ...]
    """The unfinished words of each column."""
    lengths: tuple[int, ...]
    """The number of cards in each column."""
    added: int = 0
    """The number of letters added so far."""
    move: SingleMove | None = None
    """The move that led from the position `before` to this position."""
    before: "_ColumnsPosition | None" = None


def solve_columns(
    columns: Sequence[str], cards: str, words: WordList, game: Game, limits: SolverLimits
) -> Answer:
    """Return the answer with the play of `cards` that adds the most letters to `columns`. `cards` are in
    the order in which they are turned up."""
    watch = Watch(limits.expired)
    try:
        listed = listed_words(words, game.vocabulary, watch.count_step)
        reads = tuple(_reads(column, listed, watch) for column in columns)
    except OutOfTime:
        return Answer("unknown", score=0, bound=len(cards))
    continuations = _ColumnContinuations(listed, limits.max_column_cards)
    search = _ColumnSolver(_ColumnsPosition(reads, tuple(map(len, columns))), continuations, watch)
    try:
        proven = any(search.improve(cards, width) or search.best.added == len(cards) for width in _widths())
    except OutOfTime:
        proven = False
    best = search.best
    bound = best.added if proven else len(cards)
    return Answer(
        "solved" if proven else "unknown", _moves(best), best.added, bound, watch.positions_searched
    )


def _reads(column: str, listed: PrefixIndex, watch: Watch) -> Column:
    watch.count_position()
    return () if column.endswith(FACE_DOWN) else unfinished_words(column, listed)


def _widths() -> Iterator[int]:
    """Yield the number of positions to keep in each pass, ever larger, without end."""
    yield from BEAM_WIDTHS
    width = BEAM_WIDTHS[-1]
    while True:
        width *= BEAM_GROWTH
        yield width


class _ColumnContinuations:
    """A cache of the columns that follow when a card is laid under a column."""

    def __init__(self, listed: PrefixIndex, max_column_cards: int | None) -> None:
        self.max_column_cards: Final = max_column_cards
        self._listed: Final = listed
        self._next: Final[dict[tuple[Column, str], Column]] = {}
        self._open: Final[dict[Column, int]] = {}

    def column_after(self, column: Column, card: str) -> Column:
        """Return `column` after `card` was laid under it; empty if the card does not fit."""
        key = (column, card)
        if key not in self._next:
            grown = [piece + card for piece in column]
            pieces = [piece for piece in grown if self._listed.has_prefix(piece)]
            done = any(piece in self._listed for piece in grown)
            self._next[key] = tuple(dict.fromkeys((*pieces, card) if done else pieces))
        return self._next[key]

    def count_fitting(self, column: Column) -> int:
        """Return the number of letters that fit under `column`."""
        if column not in self._open:
            self._open[column] = sum(bool(self.column_after(column, letter)) for letter in LETTERS)
        return self._open[column]


class _ColumnSolver:
    def __init__(self, start: _ColumnsPosition, continuations: _ColumnContinuations, watch: Watch) -> None:
        self._start: Final = start
        self._continuations: Final = continuations
        self._watch: Final = watch
        self.best = start

    def improve(self, cards: str, width: int) -> bool:
        """Search with at most `width` positions kept after each card, and keep the best position in `best`.
        Return True if no position was dropped."""
        states, whole = [self._start], True
        for card in cards:
            next_states: dict[tuple[Column, ...], _ColumnsPosition] = {}
            for at in states:
                self._watch.count_position()
                for after in _after(at, card, self._continuations):
                    self._watch.count_step()
                    key = tuple(sorted(after.columns))
                    if key not in next_states or next_states[key].added < after.added:
                        next_states[key] = after
            ranked = sorted(next_states.values(), key=lambda at: -_worth(at, self._continuations))
            states, whole = ranked[:width], whole and len(ranked) <= width
            if not states:
                break
            self.best = max(self.best, *states, key=lambda at: at.added)
        return whole


def _worth(at: _ColumnsPosition, continuations: _ColumnContinuations) -> float:
    """Return the worth of a position: the number of letters added, plus a sixteenth for each letter that
    fits under a column, minus the number of cards for which the table has no room."""
    promise = at.added + sum(map(continuations.count_fitting, at.columns)) / 16
    if continuations.max_column_cards is None:
        return promise
    return promise - sum(max(length - continuations.max_column_cards, 0) for length in at.lengths)


def _after(
    at: _ColumnsPosition, card: str, continuations: _ColumnContinuations
) -> Iterator[_ColumnsPosition]:
    """Yield the positions after every legal way to lay `card`. A card that fits no column is laid face down
    and closes a column (WS-2)."""
    seen, fitted = set(), False
    for index, column in enumerate(at.columns):
        grown = continuations.column_after(column, card)
        if grown and column not in seen:
            fitted = True
            yield _with(at, index, grown, Shift(card, TURNED_SOURCE, index))
        seen.add(column)
    if fitted:
        return
    for index, column in enumerate(at.columns):
        if column:
            yield _with(at, index, (), Close(card, index))


def _with(at: _ColumnsPosition, index: int, column: Column, move: SingleMove) -> _ColumnsPosition:
    columns = (*at.columns[:index], column, *at.columns[index + 1 :])
    lengths = (*at.lengths[:index], at.lengths[index] + 1, *at.lengths[index + 1 :])
    return _ColumnsPosition(columns, lengths, at.added + bool(column), move, at)


def _moves(at: _ColumnsPosition) -> tuple[SingleMove, ...]:
    moves: list[SingleMove] = []
    while at.before is not None and at.move is not None:
        moves.append(at.move)
        at = at.before
    return tuple(reversed(moves))
