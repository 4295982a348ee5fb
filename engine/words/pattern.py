"""The words of one length turned on their side: for each place and letter, and for each letter and number, a
big integer with a bit a word, in the words' order. A question about all words is then a few operations on
integers of some two kilobytes, which is quicker here than walking a graph of letters.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import Final

from engine.cards import LETTERS, MASTER

_BITS: Final = tuple(tuple(n for n in range(8) if octet >> n & 1) for octet in range(256))
"""Which bits of an octet are set."""

FEW: Final = 40
"""Words that are sooner asked one by one, at a microsecond or two each, than by operations on whole sets."""
_SPELLING: Final = 4
"""As many times more are sooner asked so for their spelling: most are ruled out by one operation on their
text."""
_SINGLE: Final = 16
"""Bits that are sooner taken off an integer one by one than found by going through its octets."""


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
        sets = self.holding_each(letter)
        return sets[number - 1] if number <= len(sets) else 0

    def holding_each(self, letter: str) -> tuple[int, ...]:
        """The words that hold `letter` once or more, twice or more, ..."""
        if self._holding is None:
            self._holding = {one: _counted(column.get(one, 0) for column in self._at) for one in LETTERS}
        return self._holding[letter]

    def containing(self, letters: Mapping[str, int], among: int | None = None) -> int:
        """The words, of the set `among` or of all, that hold all of `letters` (how many of each), in any
        order."""
        found = self.everything if among is None else among
        for letter, number in letters.items():
            found &= self.holding(letter, number)
        return found

    def spelt(self, letters: Mapping[str, int], wild: int, among: int | None = None) -> int:
        """The words, of the set `among` or of all, that need at most `wild` letters besides `letters`."""
        if among is not None and among.bit_count() <= _SPELLING * FEW:
            return self._spelt_of_few(letters, wild, among)
        others = (self.everything ^ self.at(place, letters) for place in range(len(self._at)))
        more = (
            self.holding(letter, held + n) for letter, held in letters.items() for n in range(1, wild + 2)
        )
        return short_of(self.everything if among is None else among, wild, chain(others, more))

    def embedding(self, text: str, among: int | None = None) -> int:
        """The words, of the set `among` or of all, that hold the letters of `text` in its order, wherever;
        `?` is any letter."""
        some = self.everything if among is None else among
        some = self.containing(Counter(text.replace(MASTER, "")), some)
        if some.bit_count() <= FEW:
            return self._embedding_of_few(text, some)
        spare = len(self._at) - len(text)
        found = [some, *[0] * len(text)]  # [n]: hold the first n so far
        for place, column in enumerate(self._at):
            for n in range(min(len(text), place + 1), max(place - spare, 0), -1):
                here = column.get(text[n - 1], 0) if text[n - 1] in LETTERS else self.everything
                found[n] |= found[n - 1] & here
        return found[-1]

    def changed(self, text: str, letters: Mapping[str, int], wild: int, among: int) -> int:
        """The words, of the set `among`, that differ from `text`, as long as they are, in nothing but some of
        `letters` (how many of each) and at most `wild` others; `?` may be any letter. `text` is one of
        them."""
        others = (
            self.everything ^ self.at(place, {*letters, card})
            for place, card in enumerate(text)
            if card in LETTERS
        )
        more = (
            some
            for letter, held in letters.items()
            for some in self.brought(text, letter)[held : held + wild + 1]
        )
        return short_of(among, wild, chain(others, more))

    def brought(self, text: str, letter: str) -> tuple[int, ...]:
        """The words that have `letter` once or more, twice or more, ... where `text` has another card."""
        return _counted(
            column.get(letter, 0)
            for card, column in zip(text, self._at, strict=True)
            if card not in (letter, MASTER)
        )

    def matching_set(self, text: str) -> int:
        """The set of the one word that is `text`, if it is listed."""
        found = self.everything
        for column, letter in zip(self._at, text, strict=True):
            found &= column.get(letter, 0)
        return found

    def listed(self, some: int) -> tuple[str, ...]:
        """The words of a set, in order."""
        words = self.words
        return tuple([words[number] for number in _ones(some)]) if some else ()

    def numbers(self, some: int) -> list[int]:
        """The numbers of the words of a set, lowest first."""
        return _ones(some)

    def _spelt_of_few(self, letters: Mapping[str, int], wild: int, among: int) -> int:
        """`spelt` of a small set: mostly enough letters are not in `letters` at all, and are all that is left
        where those are taken out of the words."""
        if not among:
            return 0
        numbers, found = _ones(among), 0
        sheet = "\n".join([self.words[number] for number in numbers]).encode()
        others = sheet.translate(None, "".join(letters).encode()).split(b"\n")
        for number, other in zip(numbers, others, strict=True):
            if len(other) <= wild and _lacking(self.words[number], letters) <= wild:
                found |= 1 << number
        return found

    def _embedding_of_few(self, text: str, among: int) -> int:
        """`embedding` of a small set, one by one."""
        return sum(1 << number for number in _ones(among) if _in_order(text, self.words[number]))


def short_of(found: int, wild: int, lacks: Iterable[int]) -> int:
    """The words of `found` that lack at most `wild` letters, of which each of `lacks` has those that lack one
    more."""
    short = [found, *[0] * wild]  # [n]: lack exactly n so far
    for lack in lacks:
        carried = 0
        for n, some in enumerate(short):
            hit = some & lack
            short[n] = some ^ hit | carried
            carried = hit
    return _any(short)


def _lacking(word: str, letters: Mapping[str, int]) -> int:
    """How many letters of a word `letters` cannot give."""
    lacks = 0
    for letter in set(word):
        more = word.count(letter) - letters.get(letter, 0)
        if more > 0:
            lacks += more
    return lacks


def _in_order(text: str, word: str) -> bool:
    """Whether a word holds the letters of `text` in its order; `?` is any letter."""
    place = 0
    for letter in text:
        place = (word.find(letter, place) if letter != MASTER else place) + 1
        if not 0 < place <= len(word):
            return False
    return True


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


def _ones(bits: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    if bits.bit_count() <= _SINGLE:
        return list(_one_by_one(bits))
    octets = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    filled = compress(range(len(octets)), octets)
    return [8 * place + number for place in filled for number in _BITS[octets[place]]]


def _one_by_one(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
