"""Solve Lexicon Solitaire 2 (S2) with every card known: the tableau, the Masters, and the nest, which is
the face-down stock.

The nest is turned up only once. So the search compares all positions after the same nest card, and keeps
the best. From those it makes words and fills spaces, then turns up the next nest card. The first passes
of the search keep few positions, and later passes more.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from typing import Final

from engine.game import Game
from engine.moves import ASIDE_SOURCE, TURNED_SOURCE, Shift, SingleMove, Spell, TurnUp
from engine.position import Piles
from engine.rules.tableau import VOWELS, movable_vowels
from engine.solve.answer import Answer, Expired, OutOfTime, Watch
from engine.solve.exposed_cards import Tops, spellings, tops_of
from engine.solve.word_tables import Listing, listing
from engine.words import WordList
from engine.words.graph import words_with_wild_letters

POSITIONS_PER_KEPT: Final = 4
"""The number of positions that are searched between two nest cards, for each position that is kept
(`_Effort.width`). The nest is the face-down stock."""
MAX_POSITIONS_PER_WORD: Final = 4
"""The greatest number of next positions that the search takes from one position, for each word that it
tries there (`_Effort.words_per_position`). A word can lead to several positions, because its letters may
be taken from different cards."""
MAX_EXPOSED_WITH_TWO_MASTERS: Final = 5
"""The greatest number of exposed cards at which the first passes of the search try words with two
Masters. With more cards there would be too many words."""


@dataclass(frozen=True, slots=True)
class _Effort:
    """The limits of one pass."""

    width: int
    """The number of positions kept after each nest card."""
    words_per_position: int
    """The number of words tried at each position."""
    free: bool = False
    """True if Masters may stand for any letter at any time. Otherwise they are used only after the last nest
    card, and only for letters that no card gives."""


FIRST_EFFORTS: Final = (_Effort(8, 6), _Effort(40, 12), _Effort(200, 25), _Effort(1000, 60))
EFFORT_GROWTH: Final = 4
"""The factor by which the numbers of positions and words that a pass of the search tries grow in each
later pass."""


def _passes() -> Iterator[_Effort]:
    """Yield the limits of the passes of the search, without end. Each pass has wider limits than the pass
    before."""
    yield from FIRST_EFFORTS
    effort = replace(FIRST_EFFORTS[-1], free=True)
    while True:
        yield effort
        words = effort.words_per_position * EFFORT_GROWTH
        effort = replace(effort, width=effort.width * EFFORT_GROWTH, words_per_position=words)


Key = tuple[tuple[str, ...], str, int, int]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A position in the search for a play of Solitaire 2."""

    piles: tuple[str, ...]
    turned: str
    nest: int
    """The number of nest cards turned up."""
    masters: int
    """The number of Masters not used yet."""
    cleared_worth: float = 0.0
    """The worth of the cards that have left the table."""
    move: SingleMove | None = None
    """The move that led from the position `before` to this position."""
    before: "_Moment | None" = None

    @property
    def key(self) -> Key:
        return (tuple(sorted(self.piles)), self.turned, self.nest, self.masters)

    @property
    def left(self) -> int:
        return sum(map(len, self.piles)) + len(self.turned)


def solve_tableau(position: Piles, nest: str, words: WordList, game: Game, expired: Expired) -> Answer:
    """Return the solver's answer for `position`, a table of Solitaire 2, whose piles have the top card last.
    The answer is "unknown" if the time runs out. `nest` is the face-down stock in the order in which it is
    turned up."""
    cards = "".join((*position.piles, position.turned or "", nest))
    try:
        listed = listing(words, game, cards, expired, position.masters)
    except OutOfTime:
        return Answer("unknown")
    search = _TableauSolver(listed, nest, Watch(expired))
    start = _Moment(position.piles, position.turned or "", 0, position.masters)
    return search.answer(start)


class _TableauSolver:
    def __init__(self, listed: Listing, nest: str, watch: Watch) -> None:
        self._words: Final = listed.graph
        self._hard: Final = listed.hard
        self._nest: Final = nest
        self._watch: Final = watch
        self._best: _Moment | None = None

    def answer(self, start: _Moment) -> Answer:
        """Search with ever more positions and words until a complete play is found. If a pass tries every
        position and finds no complete play, none exists."""
        try:
            for effort in _passes():
                won, whole = self._pass(start, effort)
                if won:
                    return Answer("solved", _moves(won), positions_searched=self._watch.positions_searched)
                if whole:
                    return Answer("impossible", positions_searched=self._watch.positions_searched)
        except OutOfTime:
            pass
        return Answer(
            "unknown",
            _moves(self._best) if self._best else (),
            positions_searched=self._watch.positions_searched,
        )

    def _pass(self, start: _Moment, effort: _Effort) -> tuple[_Moment | None, bool]:
        """Search once through the whole nest. Return a pair: a won position, or None; and True if no position
        was left out."""
        moments, whole = [start], True
        for turned in range(len(self._nest) + 1):
            next_moments, all_tried = self._played_out(moments, effort)
            won = next((at for at in next_moments if at.left == 0 and turned == len(self._nest)), None)
            if won:
                return won, whole
            ranked = sorted(next_moments, key=lambda at: -at.cleared_worth)
            whole = whole and all_tried and len(ranked) <= effort.width
            self._remember(ranked[0])
            if turned < len(self._nest):
                moments = [_turned(at, self._nest) for at in ranked[: effort.width]]
        return None, whole

    def _remember(self, at: _Moment) -> None:
        is_better = self._best is None or at.left - at.nest < self._best.left - self._best.nest
        self._best = at if is_better else self._best

    def _played_out(self, moments: list[_Moment], effort: _Effort) -> tuple[list[_Moment], bool]:
        """Return a pair: the positions reached from `moments` by making words and filling spaces, before the
        next nest card is turned up; and True if no such position was left out.

        The most promising positions are searched first, within the limits of `effort`.
        """
        next_moments: dict[Key, _Moment] = {at.key: at for at in moments}
        edge = [(-at.cleared_worth, number, at) for number, at in enumerate(moments)]
        heapify(edge)
        whole, looks = True, POSITIONS_PER_KEPT * effort.width
        while edge and looks:
            _, _, at = heappop(edge)
            looks -= 1
            self._watch.count_position()
            words, every = self._words_of(at, effort)
            whole = whole and every
            for after in (*words, *_spaces(at)):
                if after.key not in next_moments:
                    next_moments[after.key] = after
                    heappush(edge, (-after.cleared_worth, len(next_moments), after))
        return list(next_moments.values()), whole and not edge

    def _words_of(self, at: _Moment, effort: _Effort) -> tuple[list[_Moment], bool]:
        """Return a pair: the positions after the most promising words of `at`, and True if no such position
        was left out."""
        tops = tops_of(at.piles, at.turned)
        masters = self._masters(at, sum(map(len, tops.values())), effort)
        ranked = self._ranked(tops, masters)
        after: list[_Moment] = []
        for word in ranked[: effort.words_per_position]:
            for text, sources in spellings(word, tops, masters, free=effort.free):
                if len(after) == MAX_POSITIONS_PER_WORD * effort.words_per_position:
                    return after, False
                self._watch.count_step()
                worth = sum(self._hard[letter] for letter in text if letter.isupper())
                after.append(_spelt(at, text, sources, worth))
        return after, len(ranked) <= effort.words_per_position and (effort.free or at.masters == 0)

    def _masters(self, at: _Moment, exposed: int, effort: _Effort) -> int:
        """Return the greatest number of Masters that one word may use."""
        if effort.free:
            return at.masters
        if at.nest < len(self._nest):
            return 0
        return at.masters if exposed <= MAX_EXPOSED_WITH_TWO_MASTERS else min(at.masters, 1)

    def _ranked(self, tops: Tops, masters: int) -> list[str]:
        """Return the words that the exposed cards and `masters` Masters spell, those with the hardest
        cards first."""
        counts = {letter: sum(map(len, alike)) for letter, alike in tops.items()}
        longest = sum(counts.values()) + masters
        worth = {
            word.upper(): sum(self._hard[letter] for letter in word if letter.isupper())
            for word in words_with_wild_letters(
                self._words, counts, masters, longest, count_step=self._watch.count_step
            )
            if not word.islower()
        }
        return sorted(worth, key=lambda word: -worth[word])


def _spelt(at: _Moment, word: str, sources: tuple[int, ...], worth: float) -> _Moment:
    piles = tuple(pile[:-1] if i in sources else pile for i, pile in enumerate(at.piles))
    turned = at.turned[:-1] if TURNED_SOURCE in sources else at.turned
    masters = at.masters - sources.count(ASIDE_SOURCE)
    return _Moment(piles, turned, at.nest, masters, at.cleared_worth + worth, Spell(word, sources), at)


def _spaces(at: _Moment) -> Iterator[_Moment]:
    """Yield the positions with a vowel moved into a space (S2-1), or with a nest card in the space if no
    vowel can be moved (S2-2)."""
    space = next((i for i, pile in enumerate(at.piles) if not pile), None)
    if space is None:
        return
    for i, pile in enumerate(at.piles):
        if len(pile) > 1 and pile[-1] in VOWELS:
            piles = _put(_put(at.piles, i, pile[:-1]), space, pile[-1])
            yield replace(at, piles=piles, move=Shift(pile[-1], i, space), before=at)
    if at.turned and not movable_vowels(at.piles):
        card = at.turned[-1]
        piles = _put(at.piles, space, card)
        yield replace(
            at, piles=piles, turned=at.turned[:-1], move=Shift(card, TURNED_SOURCE, space), before=at
        )


def _turned(at: _Moment, nest: str) -> _Moment:
    card = nest[at.nest]
    return replace(at, turned=at.turned + card, nest=at.nest + 1, move=TurnUp(card), before=at)


def _put(piles: tuple[str, ...], index: int, pile: str) -> tuple[str, ...]:
    return (*piles[:index], pile, *piles[index + 1 :])


def _moves(at: _Moment) -> tuple[SingleMove, ...]:
    moves: list[SingleMove] = []
    while at.before is not None and at.move is not None:
        moves.append(at.move)
        at = at.before
    return tuple(reversed(moves))
