"""Solving Lexicon Solitaire 1: the words that use up every card of the fanned piles (S1-1 to S1-4).

A depth-first search that plays the hardest letters first, first along few ways and then along more. Positions
known to be lost are remembered, and none is looked into whose letters cannot be parted into words at all,
wherever they lie.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from typing import Final

from engine.game import Game
from engine.moves import Spell
from engine.rules.gathering import spellings
from engine.solve.answer import Answer, Expired, OutOfTime
from engine.solve.listing import Listing, listing
from engine.solve.parting import SHORT, Parting
from engine.solve.pilewalk import Take, takes
from engine.words import WordList

WAYS: Final = (2, 3, 5, 8, 12, 20, 40)
"""Plays followed at each position, pass by pass, before all are."""
WIDER: Final = 3
"""Times as many plays are looked at as are followed."""
PARTED: Final = 20
"""Letters left from which on it is asked whether they can be parted at all: with more they nearly always
can."""
THOROUGH: Final = 12
"""Cards left from which on every play is followed at once."""


Heights = tuple[int, ...]
"""Cards taken off each pile."""


def solve_piles(piles: Sequence[str], words: WordList, game: Game, expired: Expired) -> Answer:
    """A complete play of `piles` (top card last), the proof that there is none, or neither in time."""
    try:
        listed = listing(words, game, "".join(piles), expired)
    except OutOfTime:
        return Answer("unknown")
    return _Search(tuple(pile[::-1] for pile in piles), words, game, listed, expired).answer()


class _Search:
    def __init__(
        self, piles: tuple[str, ...], words: WordList, game: Game, listed: Listing, expired: Expired
    ) -> None:
        self._graph: Final = listed.graph
        self._piles: Final = piles
        self._hard: Final = listed.hard
        self._expired: Final = expired
        self._words: Final = words
        self._table: Final = game.vocabulary
        self._parting: Final = Parting(self._graph, lambda some: self._finish(some) is not None, self._hard)
        self._lost: Final[set[Heights]] = set()
        self._tried: set[Heights] = set()
        self._looked = 0
        self._played: list[Spell] = []
        self._any_order = False

    def answer(self) -> Answer:
        try:
            return self._answered()
        except OutOfTime:
            return Answer("unknown", looked=self._looked)

    def _answered(self) -> Answer:
        start = (0,) * len(self._piles)
        if self._parting.dead(self._left(start)):
            return Answer("impossible", looked=self._looked)
        for ways in (*WAYS, None):
            self._tried = set()
            if self._won(start, ways):
                return Answer("solved", tuple(self._played), looked=self._looked)
        return self._liberally(start)

    def _liberally(self, start: Heights) -> Answer:
        """The booklet lets a card be used in the word that uncovers it: at last in any order of its
        letters."""
        self._any_order, self._tried = True, set()
        self._lost.clear()
        if self._won(start, None):
            return Answer("solved", tuple(self._played), looked=self._looked)
        return Answer("impossible", looked=self._looked)

    def _left(self, heights: Heights) -> str:
        return "".join(sorted("".join(p[h:] for p, h in zip(self._piles, heights, strict=True))))

    def _won(self, heights: Heights, ways: int | None) -> bool:
        """Plays on from `heights`; True with the whole play in `_played`."""
        if heights in self._lost or heights in self._tried:
            return False
        if self._expired():
            raise OutOfTime
        self._looked += 1
        letters = self._left(heights)
        if not letters or self._finished(heights, letters):
            return True
        hopeless = len(letters) < SHORT[1] or (len(letters) <= PARTED and not self._parting.possible(letters))
        every = ways is None or len(letters) <= THOROUGH
        if not hopeless and self._followed(heights, letters, None if every else ways, ways):
            return True
        (self._lost if hopeless or every else self._tried).add(heights)
        return False

    def _followed(self, heights: Heights, letters: str, most: int | None, ways: int | None) -> bool:
        for take in self._plays(heights, letters, most):
            self._played.append(Spell(take.word, take.sources))
            if self._won(take.heights, ways):
                return True
            self._played.pop()
        return False

    def _finish(self, letters: str) -> str | None:
        return next(spellings(letters, self._words, self._table), None)

    def _finished(self, heights: Heights, letters: str) -> bool:
        """Whether a word of two or three letters finishes (S1-4)."""
        word = self._finish(letters) if len(letters) in SHORT else None
        if word is None:
            return False
        sources = []
        left = {i: list(p[h:]) for i, (p, h) in enumerate(zip(self._piles, heights, strict=True))}
        for letter in word:
            index = next(i for i, cards in left.items() if letter in cards)
            left[index].remove(letter)
            sources.append(index)
        self._played.append(Spell(word, tuple(sources)))
        return True

    def _plays(self, heights: Heights, letters: str, most: int | None) -> list[Take]:
        """Plays worth following, those that use the hardest letters first; all of them without a `most`."""
        counts = Counter(letters)
        worth = _worth(counts, self._hard)
        found: dict[Heights, Take] = {}
        barred = ""
        for letter in sorted(counts, key=lambda c: -worth[c]):
            for take in takes(
                self._graph, self._piles, heights, letter, barred,
                every=most is None, any_order=self._any_order,
            ):  # fmt: skip
                found.setdefault(take.heights, take)
            if most is not None and len(found) >= WIDER * most:
                break
            barred += letter
        ranked = sorted(found.values(), key=lambda take: -sum(worth[c] for c in take.word))
        return ranked[:most]


def _worth(counts: Counter[str], hard: Mapping[str, float]) -> dict[str, float]:
    """What using up a letter is worth: much when more of it are left than words would use."""
    total = sum(counts.values())
    return {letter: log(n / total) + hard[letter] for letter, n in counts.items()}
