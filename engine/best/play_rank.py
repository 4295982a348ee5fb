"""Rank plays of letters, each by one number of which the lowest is best, and sort plays by rank.

A rank combines the points laid, the Masters used and the openings left to other players. It is computed for
many plays at once: the rank of each listed word without a Master is known, and each Master adds its own cost.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from engine.cards import LETTERS, MASTER, Pack
from engine.words import WordList
from engine.words.growth import insertion_count

T = TypeVar("T")

RANK_PER_POINT: Final = 1 << 16
"""The amount by which each point that leaves the hand lowers the rank of a play. The play with the lowest
rank is the best. The amount exceeds all that Masters and ways to build on the word can add."""
RANK_PER_MASTER: Final = 1 << 10
"""The amount that each Master of a play adds to its rank; the play with the lowest rank is the best. The
amount exceeds the number of ways to build on any word. So of two plays with equal points the one with
fewer Masters comes first."""


class TooManyPlays(ValueError):  # noqa: N818 - it is a fault of the question
    """The error of a search that finds more plays than the limit allows."""


def at_most(items: Iterable[T], limit: int | None) -> Iterator[T]:
    """Yield the items. Raise TooManyPlays after `limit` of them if there are more."""
    for number, item in enumerate(items, 1):
        if limit is not None and number > limit:
            raise TooManyPlays
        yield item


class Lines(dict[int, list[str]]):
    """Plays as lines of notation, by their rank. Adding more than `max_lines` lines in all raises
    TooManyPlays."""

    def __init__(self, max_lines: int | None = None) -> None:
        super().__init__()
        self._max_lines: Final = max_lines
        self._count = 0

    def __missing__(self, rank: int) -> list[str]:
        return self.setdefault(rank, [])

    def add(self, lines: Sequence[str], ranks: Iterable[int]) -> None:
        """Add plays in notation, each under the rank at its index in `ranks`."""
        self._grow(len(lines))
        for line, rank in zip(lines, ranks, strict=True):
            self[rank].append(line)

    def put(self, line: str, rank: int) -> None:
        """Add one line under its rank."""
        self._grow(1)
        self[rank].append(line)

    def in_order(self) -> list[list[str]]:
        """Return the lines, the best first, in lists of equal rank."""
        return [self[rank] for rank in sorted(self)]

    def _grow(self, number: int) -> None:
        self._count += number
        if self._max_lines is not None and self._count > self._max_lines:
            raise TooManyPlays


Figures = tuple[int, ...]
"""The figures of a pack's letter cards, A to Z, followed by the figure of a Master."""


def figures_of(pack: Pack) -> Figures:
    """Return a pack's figures as a hashable value for caches."""
    return tuple(pack.figures[card] for card in LETTERS + MASTER)


@lru_cache(maxsize=128)  # a list has words of some thirty lengths, and tables have few lists and packs
def word_ranks(words: WordList, length: int, figures: Figures) -> tuple[int, ...]:
    """Return the rank of each word with `length` letters, laid without a Master. The lowest rank is the best.

    More points on the word's cards make the rank lower. Among words of equal points, fewer ways for other
    players to build on the word make it lower.
    """
    listed = words.of_length(length)
    points = bytes.maketrans(LETTERS.encode(), bytes(figures[:-1]))
    columns = ("".join(listed)[place::length].encode().translate(points) for place in range(length))
    ways = [insertion_count(words, word) for word in listed]
    return tuple(more - RANK_PER_POINT * sum(worth) for more, *worth in zip(ways, *columns, strict=True))


class Costs(dict[str, int]):
    """The amounts that Masters add to the rank of a play, each computed when it is first needed. The key is
    the text of the letters that the Masters stand for, in lower case.

    `word` is a constant that is added to every amount. It depends on the word on the table from which the
    play is made. `each` is the amount for one more Master, by the code of its letter.
    """

    def __init__(self, figures: Figures, word: int) -> None:
        super().__init__()
        self._word: Final = word
        costs = (RANK_PER_POINT * (figure - figures[-1]) + RANK_PER_MASTER for figure in figures[:-1])
        self.each: Final = dict(zip(LETTERS.lower().encode(), costs, strict=True))

    def __missing__(self, letters: str) -> int:
        return self.setdefault(letters, self._word + sum(map(self.each.__getitem__, letters.encode())))


@lru_cache(maxsize=256)  # one entry for each rank of a word on the table
def costs_of(figures: Figures, word: int = 0) -> Costs:
    """Return the cached `Costs` of a pack with `figures`. `word` is the constant that is added to every
    amount."""
    return Costs(figures, word)
