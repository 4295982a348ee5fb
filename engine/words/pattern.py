"""Index the words of one length, so that searches by letters are quick.

For each place and letter, and for each letter and count, the index keeps a big integer with one bit for
each word, in the order of the words. A search of all words then takes a few operations on integers of
about two kilobytes. This is quicker than a walk through a graph of letters.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import Final

from engine.cards import LETTERS, MASTER

_BITS_OF_OCTET: Final = tuple(tuple(n for n in range(8) if octet >> n & 1) for octet in range(256))
"""For each value of an octet, 0 to 255, the indices of its bits that are 1. The lowest has index 0."""

MAX_TESTED_SINGLY: Final = 40
"""The greatest number of words that a search tests one by one, each in one or two microseconds. For more
words operations on bit sets are quicker."""
_SPELT_SINGLY_FACTOR: Final = 4
"""The factor by which `spelt` may test more words one by one than `MAX_TESTED_SINGLY`. In `spelt` one
operation on the text of all words excludes most of them first."""
_MAX_BITS_ONE_BY_ONE: Final = 16
"""The greatest number of set bits in an integer that are searched one by one. If more bits are set, a
search octet by octet is faster."""


class LengthIndex:
    """An index of the words of one length, in alphabetical order, that answers searches by bit sets.

    A set of words is an `int` whose bit i stands for `words[i]`.
    """

    __slots__ = ("_sets_by_count", "_sets_by_letter", "everything", "words")

    def __init__(self, words: Sequence[str]) -> None:
        """Make an index of `words`, which are all of one length and in alphabetical order."""
        self.words: Final = tuple(words)
        self.everything: Final = (1 << len(self.words)) - 1
        length = len(words[0]) if words else 0
        self._sets_by_letter: Final = tuple(_bits_at(self.words, place) for place in range(length))
        self._sets_by_count: dict[str, tuple[int, ...]] | None = None

    def matching(self, fixed_letters: Sequence[tuple[int, str]]) -> tuple[str, ...]:
        """Return the words with given letters at given places. `fixed_letters` has pairs of a place (from
        0) and its letter."""
        if not fixed_letters or not self.words:
            return self.words
        (place, letter), *others = fixed_letters
        bits = self._sets_by_letter[place].get(letter, 0)
        for place, letter in others:
            bits &= self._sets_by_letter[place].get(letter, 0)
        return self.listed(bits)

    def fitting(self, options: Sequence[Iterable[str]]) -> tuple[str, ...]:
        """Return the words whose letter at each place is one of `options[place]`."""
        if not options or not self.words:
            return self.words
        bits = self.everything
        for place, letters in enumerate(options):
            bits &= self.with_letter_at(place, letters)
        return self.listed(bits)

    def with_letter_at(self, place: int, letters: Iterable[str]) -> int:
        """Return, as a bit set, the words with one of `letters` at `place`; 0 if the index has no words."""
        if not self._sets_by_letter:
            return 0
        column, matches = self._sets_by_letter[place], 0
        for letter in letters:
            matches |= column.get(letter, 0)
        return matches

    def holding(self, letter: str, number: int = 1) -> int:
        """Return, as a bit set, the words that contain `letter` at least `number` times."""
        if number == 0:
            return self.everything
        sets = self.holding_each(letter)
        return sets[number - 1] if number <= len(sets) else 0

    def holding_each(self, letter: str) -> tuple[int, ...]:
        """Return bit sets of words by how often they contain `letter`: at least once, at least twice, and so
        on."""
        if self._sets_by_count is None:
            self._sets_by_count = {
                each: _at_least(column.get(each, 0) for column in self._sets_by_letter) for each in LETTERS
            }
        return self._sets_by_count[letter]

    def containing(self, letters: Mapping[str, int], among: int | None = None) -> int:
        """Return, as a bit set, the words that contain all of `letters` (a count of each letter), in any
        order.

        With `among` only the words of that bit set are considered.
        """
        matches = self.everything if among is None else among
        for letter, number in letters.items():
            matches &= self.holding(letter, number)
        return matches

    def spelt(self, letters: Mapping[str, int], wild: int, among: int | None = None) -> int:
        """Return, as a bit set, the words that can be spelt with `letters` and at most `wild` other letters.

        `letters` maps each letter to its count. With `among` only the words of that bit set are
        considered.
        """
        if among is not None and among.bit_count() <= _SPELT_SINGLY_FACTOR * MAX_TESTED_SINGLY:
            return self._spelt_of_few(letters, wild, among)
        others = (
            self.everything ^ self.with_letter_at(place, letters)
            for place in range(len(self._sets_by_letter))
        )
        more = (
            self.holding(letter, number + n) for letter, number in letters.items() for n in range(1, wild + 2)
        )
        return lacking_at_most(self.everything if among is None else among, wild, chain(others, more))

    def embedding(self, text: str, among: int | None = None) -> int:
        """Return, as a bit set, the words that contain the letters of `text` in their order, perhaps with
        others between them. `?` in `text` stands for any letter.

        With `among` only the words of that bit set are considered.
        """
        candidates = self.everything if among is None else among
        candidates = self.containing(Counter(text.replace(MASTER, "")), candidates)
        if candidates.bit_count() <= MAX_TESTED_SINGLY:
            return self._embedding_of_few(text, candidates)
        spare = len(self._sets_by_letter) - len(text)
        holding_first = [candidates, *[0] * len(text)]  # [n]: the words that hold the first n so far
        for place, column in enumerate(self._sets_by_letter):
            for n in range(min(len(text), place + 1), max(place - spare, 0), -1):
                matches = column.get(text[n - 1], 0) if text[n - 1] in LETTERS else self.everything
                holding_first[n] |= holding_first[n - 1] & matches
        return holding_first[-1]

    def reachable_from(self, text: str, letters: Mapping[str, int], wild: int, among: int) -> int:
        """Return, as a bit set, the words of `among` into which `text` can be changed by exchanging letters
        for cards of a hand. `text` itself is one of them.

        The hand has the cards `letters` (a count of each letter) and `wild` Masters. `?` in `text` already
        stands for any letter. All words are as long as `text`.
        """
        others = (
            self.everything ^ self.with_letter_at(place, {*letters, card})
            for place, card in enumerate(text)
            if card in LETTERS
        )
        more = (
            word_set
            for letter, number in letters.items()
            for word_set in self.gaining(text, letter)[number : number + wild + 1]
        )
        return lacking_at_most(among, wild, chain(others, more))

    def gaining(self, text: str, letter: str) -> tuple[int, ...]:
        """Return bit sets about the words that have `letter` at places where `text` has another letter: the
        words with at least one such place, with at least two, and so on."""
        return _at_least(
            column.get(letter, 0)
            for card, column in zip(text, self._sets_by_letter, strict=True)
            if card not in (letter, MASTER)
        )

    def matching_set(self, text: str) -> int:
        """Return the bit set that contains the word `text` alone; 0 if `text` is not listed."""
        matches = self.everything
        for column, letter in zip(self._sets_by_letter, text, strict=True):
            matches &= column.get(letter, 0)
        return matches

    def listed(self, word_set: int) -> tuple[str, ...]:
        """Return the words whose bits are set in `word_set`, in alphabetical order."""
        words = self.words
        return tuple([words[number] for number in _set_bits(word_set)]) if word_set else ()

    def indices(self, word_set: int) -> list[int]:
        """Return the indices, in the index, of the words whose bits are set in `word_set`, lowest first."""
        return _set_bits(word_set)

    def _spelt_of_few(self, letters: Mapping[str, int], wild: int, among: int) -> int:
        """Return the result of `spelt` for a small bit set `among`, by testing its words one by one.

        First, one operation on the text of all words counts the letters of each word that `letters` does
        not contain. This excludes most words.
        """
        if not among:
            return 0
        numbers, matches = _set_bits(among), 0
        sheet = "\n".join([self.words[number] for number in numbers]).encode()
        others = sheet.translate(None, "".join(letters).encode()).split(b"\n")
        for number, other in zip(numbers, others, strict=True):
            if len(other) <= wild and _lacking(self.words[number], letters) <= wild:
                matches |= 1 << number
        return matches

    def _embedding_of_few(self, text: str, among: int) -> int:
        """Return the result of `embedding` for a small bit set `among`, by testing its words one by one."""
        return sum(1 << number for number in _set_bits(among) if _in_order(text, self.words[number]))


def lacking_at_most(among: int, wild: int, lacks: Iterable[int]) -> int:
    """Return, as a bit set, the words of `among` that lack at most `wild` letters.

    Each bit set of `lacks` has the words that lack one more letter: a word in three of them lacks three.
    """
    short = [among, *[0] * wild]  # [n]: the words that lack exactly n so far
    for lack in lacks:
        carried = 0
        for n, word_set in enumerate(short):
            hit = word_set & lack
            short[n] = word_set ^ hit | carried
            carried = hit
    return _union(short)


def _lacking(word: str, letters: Mapping[str, int]) -> int:
    """Return the number of letters of `word` that are missing in `letters`, which maps letters to counts."""
    lacks = 0
    for letter in set(word):
        more = word.count(letter) - letters.get(letter, 0)
        if more > 0:
            lacks += more
    return lacks


def _in_order(text: str, word: str) -> bool:
    """Return True if `word` contains the letters of `text` in their order, perhaps with others between them.
    `?` in `text` stands for any letter."""
    place = 0
    for letter in text:
        place = (word.find(letter, place) if letter != MASTER else place) + 1
        if not 0 < place <= len(word):
            return False
    return True


def _union(sets: Iterable[int]) -> int:
    union = 0
    for word_set in sets:
        union |= word_set
    return union


def _at_least(columns: Iterable[int]) -> tuple[int, ...]:
    """Return bit sets of words by how often they contain some letter: at least once, at least twice, and so
    on.

    `columns` has, for each place, the bit set of the words with this letter there.
    """
    sets: list[int] = []
    for column in columns:
        sets.append(0)
        for n in range(len(sets) - 1, 0, -1):
            sets[n] |= sets[n - 1] & column
        sets[0] |= column
    return tuple(word_set for word_set in sets if word_set)


def _bits_at(words: Sequence[str], place: int) -> dict[str, int]:
    """Return, for each letter, the words with this letter at `place`, as a bit set."""
    column = "".join(words)[place :: len(words[0])][::-1]
    return {letter: int(column.translate(_digits(letter)), 2) for letter in set(column)}


def _digits(letter: str) -> dict[int, str]:
    """Return a table for `str.translate` that turns `letter` into 1 and all other letters into 0."""
    return {ord(other): "1" if other == letter else "0" for other in LETTERS}


def _set_bits(bits: int) -> list[int]:
    """Return the indices of those bits of `bits` that are 1, lowest first."""
    if bits.bit_count() <= _MAX_BITS_ONE_BY_ONE:
        return list(_set_bits_one_by_one(bits))
    octets = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    filled = compress(range(len(octets)), octets)
    return [8 * place + number for place in filled for number in _BITS_OF_OCTET[octets[place]]]


def _set_bits_one_by_one(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
