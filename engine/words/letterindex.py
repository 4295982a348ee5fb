"""A word list turned on its side: for each letter, which words hold it how often. Answers "which words can be
spelt with these letters and so many wild ones" by a few operations on large integers instead of a search.

Each set of words is an `int` with a bit for every word of the list, in the list's order.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import LETTERS
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class LetterIndex:
    """`words[i]` has bit `i`. `holding[letter][n - 1]` are the words with `letter` at least `n` times,
    `length[n]` those of `n` letters, `everything` all."""

    words: tuple[str, ...]
    holding: Mapping[str, tuple[int, ...]]
    length: Mapping[int, int]
    everything: int

    def spelt(self, letters: str, wild: int) -> int:
        """Words that need at most `wild` letters besides `letters`."""
        stock = Counter(letters)
        lacking = [self.everything, *[0] * wild]  # lacking[n]: words that lack exactly n so far
        for letter in LETTERS:
            lacking = self._after(lacking, letter, stock[letter])
        found = 0
        for some in lacking:
            found |= some
        return found

    def containing(self, letters: str) -> int:
        """Words that hold all of `letters`, in any order."""
        found = self.everything
        for letter, count in Counter(letters).items():
            found &= self._at_least(letter, count)
        return found

    def longer_than(self, length: int) -> int:
        """Words of more than `length` letters."""
        return sum(some for n, some in self.length.items() if n > length)

    def listed(self, some: int) -> Iterator[str]:
        """The words of a set, in the list's order."""
        bits = f"{some:b}"[::-1]
        place = bits.find("1")
        while place >= 0:
            yield self.words[place]
            place = bits.find("1", place + 1)

    def _at_least(self, letter: str, count: int) -> int:
        if count == 0:
            return self.everything
        sets = self.holding.get(letter, ())
        return sets[count - 1] if count <= len(sets) else 0

    def _after(self, lacking: list[int], letter: str, held: int) -> list[int]:
        """`lacking` once `letter`, of which `held` are at hand, is reckoned in."""
        at_least = [self._at_least(letter, held + n) for n in range(len(lacking) + 1)]
        exactly = [self.everything ^ at_least[1]]
        exactly += [at_least[n] & ~at_least[n + 1] for n in range(1, len(lacking))]
        return [_any(lacking[n - more] & exactly[more] for more in range(n + 1)) for n in range(len(lacking))]


@lru_cache(maxsize=4)
def letter_index(words: WordList) -> LetterIndex:
    """The index of `words`; built once for each of the last few lists asked for."""
    listed = tuple(words)
    width = len(listed) // 8 + 1
    sets: dict[tuple[str, int], bytearray] = defaultdict(lambda: bytearray(width))
    lengths: dict[int, bytearray] = defaultdict(lambda: bytearray(width))
    for place, word in enumerate(listed):
        byte, bit = place >> 3, 1 << (place & 7)
        lengths[len(word)][byte] |= bit
        for n, letter in _occurrences(word):
            sets[letter, n][byte] |= bit
    return LetterIndex(
        listed,
        {letter: _sets_of(letter, sets) for letter in LETTERS},
        {n: int.from_bytes(some, "little") for n, some in lengths.items()},
        (1 << len(listed)) - 1,
    )


def _occurrences(word: str) -> Iterator[tuple[int, str]]:
    """Each letter with how often it has come by then."""
    seen: dict[str, int] = {}
    for letter in word:
        seen[letter] = seen.get(letter, 0) + 1
        yield seen[letter], letter


def _sets_of(letter: str, sets: Mapping[tuple[str, int], bytearray]) -> tuple[int, ...]:
    found: list[int] = []
    while (letter, len(found) + 1) in sets:
        found.append(int.from_bytes(sets[letter, len(found) + 1], "little"))
    return tuple(found)


def _any(sets: Iterator[int]) -> int:
    found = 0
    for some in sets:
        found |= some
    return found
