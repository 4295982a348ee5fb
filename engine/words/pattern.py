"""The words of one length turned on their side: for each place and letter, and for each letter and number, a
big integer with a bit a word, in the words' order. A question about all words is then a few operations on
integers of some two kilobytes, which is quicker here than walking a graph of letters.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.cards import LETTERS


class LengthIndex:
    """The words of one length, in alphabetical order. A set of them is an `int` with bit i for `words[i]`."""

    __slots__ = ("_at", "_holding", "everything", "words")

    def __init__(self, words: Sequence[str]) -> None:
        """`words` all have one length and are sorted."""
        self.words: Final = tuple(words)
        self.everything: Final = (1 << len(self.words)) - 1
        length = len(words[0]) if words else 0
        self._at: Final = tuple(_bits_at(self.words, place) for place in range(length))
        self._holding: dict[str, tuple[int, ...]] | None = None

    def matching(self, known: Sequence[tuple[int, str]]) -> tuple[str, ...]:
        """The words with every letter of `known` ((place, letter) pairs) in its place."""
        if not known or not self.words:
            return self.words
        (place, letter), *others = known
        bits = self._at[place].get(letter, 0)
        for place, letter in others:
            bits &= self._at[place].get(letter, 0)
        return self.listed(bits)

    def fitting(self, options: Sequence[Iterable[str]]) -> tuple[str, ...]:
        """The words that have at each place one of that place's letters."""
        if not options or not self.words:
            return self.words
        bits = self.everything
        for place, letters in enumerate(options):
            bits &= self.at(place, letters)
        return self.listed(bits)

    def at(self, place: int, letters: Iterable[str]) -> int:
        """The words with one of `letters` at `place`; none when there are no words of this length."""
        if not self._at:
            return 0
        column, found = self._at[place], 0
        for letter in letters:
            found |= column.get(letter, 0)
        return found

    def holding(self, letter: str, number: int = 1) -> int:
        """The words that hold `letter` at least `number` times."""
        if number == 0:
            return self.everything
        if self._holding is None:
            self._holding = {one: _counted(column.get(one, 0) for column in self._at) for one in LETTERS}
        sets = self._holding[letter]
        return sets[number - 1] if number <= len(sets) else 0

    def containing(self, letters: Mapping[str, int]) -> int:
        """The words that hold all of `letters` (how many of each), in any order."""
        found = self.everything
        for letter, number in letters.items():
            found &= self.holding(letter, number)
        return found

    def spelt(self, letters: Mapping[str, int], wild: int, among: int | None = None) -> int:
        """The words, of the set `among` or of all, that need at most `wild` letters besides `letters`."""
        lacking = [self.everything if among is None else among, *[0] * wild]  # [n]: lack exactly n so far
        for letter in LETTERS:
            held = letters.get(letter, 0)
            more = self.holding(letter, held + 1)
            if more:
                lacking = self._reckoned(lacking, letter, held, more)
        return _any(lacking)

    def embedding(self, text: str) -> int:
        """The words that hold the letters of `text` in its order, wherever; `?` is any letter."""
        if not self._at:
            return 0 if text else self.everything
        found = [self.everything, *[0] * len(text)]  # [n]: hold the first n so far
        for column in self._at:
            for n in range(len(text), 0, -1):
                here = column.get(text[n - 1], 0) if text[n - 1] in LETTERS else self.everything
                found[n] |= found[n - 1] & here
        return found[-1]

    def changed(self, text: str, letters: Mapping[str, int], wild: int, among: int) -> int:
        """The words, of the set `among`, that differ from `text`, as long as they are, in nothing but some of
        `letters` (how many of each) and at most `wild` others; `?` may be any letter. `text` is one of
        them."""
        lacking = [among, *[0] * wild]
        for letter in LETTERS:
            new = _counted(
                column.get(letter, 0) if text[place] not in (letter, "?") else 0
                for place, column in enumerate(self._at)
            )
            held = letters.get(letter, 0)
            if len(new) > held:
                least = [*new[held : held + wild + 1], *[0] * (wild + 1 - len(new[held : held + wild + 1]))]
                lacking = self._lacked(lacking, least)
        return _any(lacking)

    def matching_set(self, text: str) -> int:
        """The set of the one word that is `text`, if it is listed."""
        found = self.everything
        for column, letter in zip(self._at, text, strict=True):
            found &= column.get(letter, 0)
        return found

    def listed(self, some: int) -> tuple[str, ...]:
        """The words of a set, in order."""
        return tuple(self.words[number] for number in _ones(some)) if some else ()

    def _reckoned(self, lacking: list[int], letter: str, held: int, more: int) -> list[int]:
        """`lacking` once `letter` is reckoned in, of which `held` are at hand and `more` need another."""
        least = [more, *(self.holding(letter, held + n) for n in range(2, len(lacking) + 1))]
        return self._lacked(lacking, least)

    def _lacked(self, lacking: list[int], least: Sequence[int]) -> list[int]:
        """`lacking` once another letter is reckoned in, of which `least[n]` need n + 1 or more others."""
        if not lacking[1:]:
            return [lacking[0] & ~least[0]]
        exactly = [self.everything ^ least[0], *(a & ~b for a, b in pairwise(least))]
        return [_any(lacking[n - m] & exactly[m] for m in range(n + 1)) for n in range(len(lacking))]


def _any(sets: Iterable[int]) -> int:
    found = 0
    for some in sets:
        found |= some
    return found


def _counted(columns: Iterable[int]) -> tuple[int, ...]:
    """From the words with a letter at each place, those that have it once or more, twice or more, ..."""
    sets: list[int] = []
    for column in columns:
        sets.append(0)
        for n in range(len(sets) - 1, 0, -1):
            sets[n] |= sets[n - 1] & column
        sets[0] |= column
    return tuple(some for some in sets if some)


def _bits_at(words: Sequence[str], place: int) -> dict[str, int]:
    """For each letter, the integer whose bit i is set when word i has that letter at `place`."""
    column = "".join(words)[place :: len(words[0])][::-1]
    return {letter: int(column.translate(_digits(letter)), 2) for letter in set(column)}


def _digits(letter: str) -> dict[int, str]:
    """The table that makes `letter` a one and every other letter a zero."""
    return {ord(other): "1" if other == letter else "0" for other in LETTERS}


def _ones(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    digits = f"{bits:b}"[::-1]
    number = digits.find("1")
    while number >= 0:
        yield number
        number = digits.find("1", number + 1)
