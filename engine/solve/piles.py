"""Solve Lexicon Solitaire 1: use up every card of the fanned piles in words (S1-1 to S1-4).

A depth-first search plays the hardest letters first. The first passes follow few plays at each position, and
later passes more. The search remembers lost positions. It skips a position whose letters cannot be divided
into words, wherever they lie.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from engine.game import Game
from engine.moves import Spell
from engine.rules.gathering import spellings
from engine.solve.answer import Answer, Expired, OutOfTime, Watch
from engine.solve.fan_words import AnyOrderFanSearch, FanSearch, TakenWord
from engine.solve.parting import SHORT_WORD_LENGTHS, PartitionTest
from engine.solve.word_tables import Listing, listing
from engine.words import WordList

PLAYS_PER_POSITION: Final = (2, 3, 5, 8, 12, 20, 40)
"""The number of plays that the search follows at each position in its first pass, its second pass and so
on. After these passes a last one follows all plays."""
CANDIDATES_PER_PLAY: Final = 3
"""The number of plays that are found and compared for each play that the search then follows."""
PARTITION_TEST_LETTERS: Final = 20
"""The greatest number of letters left at which the search tests whether they can be divided into words. A
larger number of letters nearly always can."""
EXHAUSTIVE_CARDS: Final = 12
"""The greatest number of cards left at which the search follows every play, even in its first
passes."""


Heights = tuple[int, ...]
"""The number of cards taken off each pile."""


def solve_piles(piles: Sequence[str], words: WordList, game: Game, expired: Expired) -> Answer:
    """Return the answer for `piles` (top card last): a complete play, or "impossible" if it is proven in
    time that none exists."""
    try:
        listed = listing(words, game, "".join(piles), expired)
    except OutOfTime:
        return Answer("unknown")
    return _PileSolver(tuple(pile[::-1] for pile in piles), words, game, listed, Watch(expired)).answer()


@dataclass(slots=True)
class _Branch:
    """One position on the path of the depth-first search, with the plays from it that are still to be
    tried."""

    heights: Heights
    plays: Iterator[TakenWord]
    """The plays from this position that the search has not followed yet."""
    every: bool
    """True if `plays` are all plays of the position."""
    take: TakenWord | None = None
    """The play that is followed now; None before the first."""


class _PileSolver:
    def __init__(
        self, piles: tuple[str, ...], words: WordList, game: Game, listed: Listing, watch: Watch
    ) -> None:
        self._graph: Final = listed.graph
        self._piles: Final = piles
        self._kinds: Final = _kinds(piles)
        self._hard: Final = listed.hard
        self._watch: Final = watch
        self._words: Final = words
        self._table: Final = game.vocabulary
        self._partition_test: Final = PartitionTest(
            self._graph, lambda some: self._finish(some) is not None, self._hard, watch.count_step
        )
        self._lost: Final[set[Heights]] = set()
        self._tried: set[Heights] = set()
        self._any_order = False

    def answer(self) -> Answer:
        try:
            play = self._play()
        except OutOfTime:
            return Answer("unknown", positions_searched=self._watch.positions_searched)
        return Answer(
            "impossible" if play is None else "solved",
            play or (),
            positions_searched=self._watch.positions_searched,
        )

    def _play(self) -> tuple[Spell, ...] | None:
        """Search with ever wider limits and return a complete play; None if none exists."""
        start = (0,) * len(self._piles)
        if self._partition_test.is_hopeless(self._letters_left(start)):
            return None
        for ways in (*PLAYS_PER_POSITION, None):
            self._tried = set()
            play = self._search_play(start, ways)
            if play is not None:
                return play
        # The booklet lets a word use a card that it uncovers, so the last search allows any order of letters.
        self._any_order, self._tried = True, set()
        self._lost.clear()
        return self._search_play(start, None)

    def _letters_left(self, heights: Heights) -> str:
        return "".join(sorted("".join(p[h:] for p, h in zip(self._piles, heights, strict=True))))

    def _position_key(self, heights: Heights) -> Heights:
        """Return a key of the position after `heights` cards were taken off the piles. Positions that differ
        only in the order of equal piles have the same key."""
        return tuple(sorted(kinds[height] for kinds, height in zip(self._kinds, heights, strict=True)))

    def _search_play(self, start: Heights, ways: int | None) -> tuple[Spell, ...] | None:
        """Return the first complete play from `start`, or None. At most `ways` plays are followed at each
        position, or all if `ways` is None."""
        path: list[_Branch] = []
        heights = start
        while True:
            known = self._position_key(heights)
            if known not in self._lost and known not in self._tried:
                self._watch.count_position()
                letters = self._letters_left(heights)
                if (last := self._last_move(heights, letters)) is not None:
                    return (*(_spell(branch) for branch in path), *last)
                path.append(self._branch(heights, letters, ways))
            take = self._next_play(path)
            if take is None:
                return None
            heights = take.heights

    def _next_play(self, path: list[_Branch]) -> TakenWord | None:
        """Return the next play to follow, from the last position of `path` that still has a play. Remove
        positions without further plays from `path`. Return None if no play is left."""
        while path:
            path[-1].take = take = next(path[-1].plays, None)
            if take is not None:
                return take
            done = path.pop()
            (self._lost if done.every else self._tried).add(self._position_key(done.heights))
        return None

    def _branch(self, heights: Heights, letters: str, ways: int | None) -> _Branch:
        if len(letters) < SHORT_WORD_LENGTHS[1] or (
            len(letters) <= PARTITION_TEST_LETTERS and not self._partition_test.is_possible(letters)
        ):
            return _Branch(heights, iter(()), every=True)
        every = ways is None or len(letters) <= EXHAUSTIVE_CARDS
        plays = self._all_plays(heights, letters) if every else self._best_plays(heights, letters, ways or 0)
        return _Branch(heights, plays, every)

    def _finish(self, letters: str) -> str | None:
        return next(spellings(letters, self._words, self._table), None)

    def _last_move(self, heights: Heights, letters: str) -> tuple[Spell, ...] | None:
        """Return the last move of Lexicon Solitaire 1 as a tuple if the game can end now. The tuple is empty
        if no letter is left, or has one short word of the letters left (S1-4). Return None if the game
        continues."""
        if not letters:
            return ()
        word = self._finish(letters) if len(letters) in SHORT_WORD_LENGTHS else None
        if word is None:
            return None
        sources = []
        left = {i: list(p[h:]) for i, (p, h) in enumerate(zip(self._piles, heights, strict=True))}
        for letter in word:
            index = next(i for i, cards in left.items() if letter in cards)
            left[index].remove(letter)
            sources.append(index)
        return (Spell(word, tuple(sources)),)

    def _best_plays(self, heights: Heights, letters: str, most: int) -> Iterator[TakenWord]:
        """Yield the most promising plays, those that use the hardest letters first."""
        counts = Counter(letters)
        worth = _letter_worth(counts, self._hard)
        takes: dict[Heights, TakenWord] = {}
        for letter, barred in _letters_ranked(worth):
            for take in self._takes(heights, letter, barred, every=False):
                takes.setdefault(take.heights, take)
            if len(takes) >= CANDIDATES_PER_PLAY * most:
                break
        ranked = sorted(takes.values(), key=lambda take: -sum(worth[c] for c in take.word))
        return iter(ranked[:most])

    def _all_plays(self, heights: Heights, letters: str) -> Iterator[TakenWord]:
        """Yield all plays, those with the hardest letters first."""
        for letter, barred in _letters_ranked(_letter_worth(Counter(letters), self._hard)):
            yield from self._takes(heights, letter, barred, every=True)

    def _takes(self, heights: Heights, letter: str, barred: str, *, every: bool) -> Iterator[TakenWord]:
        search = AnyOrderFanSearch if self._any_order else FanSearch
        return search(self._piles, heights, self._watch.count_step, every=every).taken_words(
            self._graph, letter, barred
        )


def _spell(branch: _Branch) -> Spell:
    assert branch.take is not None
    return Spell(branch.take.word, branch.take.sources)


def _kinds(piles: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return for each pile a list of numbers, one for each possible rest of the pile: after 0, 1, 2 ... cards
    are taken. Equal rests have the same number, even in different piles. So the search recognises equal
    positions."""
    numbers: dict[str, int] = {}
    return tuple(
        tuple(numbers.setdefault(pile[height:], len(numbers)) for height in range(len(pile) + 1))
        for pile in piles
    )


def _letters_ranked(worth: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yield each letter in a pair with all letters of greater worth. The letter of the greatest worth comes
    first. The search looks for words that have the letter and none of the others, so that no word is found
    twice."""
    barred = ""
    for letter in sorted(worth, key=lambda c: -worth[c]):
        yield letter, barred
        barred += letter


def _letter_worth(counts: Counter[str], hard: Mapping[str, float]) -> dict[str, float]:
    """Return the worth of using up each letter. It is high if more cards of the letter are left than words
    would usually use."""
    total = sum(counts.values())
    return {letter: log(n / total) + hard[letter] for letter, n in counts.items()}
