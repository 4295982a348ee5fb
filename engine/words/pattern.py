"""Finding the words of one length that fit a pattern with several unknown letters.

For each place and letter one big integer holds a bit a word, in the words' order; the words that fit a
pattern are the bits left when the integers of its known letters are ANDed.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.cards import LETTERS


class LengthIndex:
    """The words of one length, in alphabetical order, indexed by place and letter."""

    __slots__ = ("_bits", "words")

    def __init__(self, words: Sequence[str]) -> None:
        """`words` all have one length and are sorted."""
        self.words: Final = tuple(words)
        length = len(words[0]) if words else 0
        self._bits: Final = tuple(_bits_at(self.words, place) for place in range(length))

    def matching(self, known: Sequence[tuple[int, str]]) -> tuple[str, ...]:
        """The words with every letter of `known` ((place, letter) pairs) in its place."""
        if not known or not self.words:
            return self.words
        (place, letter), *others = known
        bits = self._bits[place].get(letter, 0)
        for place, letter in others:
            bits &= self._bits[place].get(letter, 0)
        return tuple(self.words[number] for number in _ones(bits))

    def fitting(self, options: Sequence[Iterable[str]]) -> tuple[str, ...]:
        """The words that have at each place one of that place's letters."""
        if not options or not self.words:
            return self.words
        bits = (1 << len(self.words)) - 1
        for column, letters in zip(self._bits, options, strict=True):
            here = 0
            for letter in letters:
                here |= column.get(letter, 0)
            bits &= here
        return tuple(self.words[number] for number in _ones(bits))


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
