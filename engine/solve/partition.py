"""Divide a clock's cards into its thirteen words, wherever the cards lie (CLK).

This is an exact cover. The search branches at the letter that the fewest words can use up, or at the place
that the fewest words can complete. The words of all places are numbered, and a set of words is an integer
with one bit for each word. One operation then removes all words that an exhausted letter rules out, and
another counts the words of a place or letter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import LETTERS
from engine.solve.answer import Watch
from engine.solve.letters import count, packed

MAX_SIMILAR_PARTITIONS: Final = 3
"""The greatest number of returned partitions of the cards that differ only in the words of the last three
places. The search then goes on with another word at an earlier place."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The words to which the cards of one place can be completed."""

    words: tuple[str, ...]
    needed: tuple[str, ...]
    """For each of `words`, the letters that it needs besides the cards that already lie at its
    place."""
    wanting: dict[str, tuple[int, ...]]
    """By letter, bit sets of the indices in `words`: the words that need the letter at least once, at
    least twice, and so on."""


def choices_for(begun: str, listed: Sequence[str]) -> Choices:
    """Return the choices of a place that holds the letters `begun`: the words of `listed` that begin with
    them."""
    words = tuple(word for word in listed if word.startswith(begun))
    needed = tuple(word[len(begun) :] for word in words)
    return Choices(words, needed, {letter: _wanting(letter, needed) for letter in LETTERS})


def _wanting(letter: str, needed: Sequence[str]) -> tuple[int, ...]:
    sets: list[int] = []
    for number, text in enumerate(needed):
        for n in range(text.count(letter)):
            if n == len(sets):
                sets.append(0)
            sets[n] |= 1 << number
    return tuple(sets)


class Partitions:
    """A search for the ways to divide given cards so that they complete the words at all places of a clock.

    If `enough` is a number, the search returns at most so many ways that differ only in their last words, as
    with `MAX_SIMILAR_PARTITIONS`. If it is None, the search returns all ways.
    """

    __slots__ = ("_enough", "_watch")

    def __init__(self, watch: Watch, enough: int | None = MAX_SIMILAR_PARTITIONS) -> None:
        self._watch: Final = watch
        self._enough: Final = enough

    def divisions(
        self, choices: Sequence[Choices], cards: str, *, spare: bool = False
    ) -> Iterator[tuple[str, ...]]:
        """Yield partitions of `cards`, each as a tuple with the word of every place. Partitions that use
        hard letters early come first. If `spare`, some cards may be left over."""
        cover = _Cover(choices, spare=spare)
        return self._search(
            cover, cover.possible(cards), packed(cards), dict.fromkeys(range(len(choices)), "")
        )

    def _search(
        self, cover: "_Cover", fitting: int, left: int, chosen: dict[int, str]
    ) -> Iterator[tuple[str, ...]]:
        self._watch.count_position()
        places = [place for place, word in chosen.items() if not word]
        if not places:
            if cover.spare or not left:
                yield tuple(chosen.values())
            return
        few, given = self._enough is not None and len(places) <= self._enough, 0
        for number in _numbers(cover.fewest(fitting, left, places)):
            place, word, taken = cover.choice[number]
            rest = left - packed(taken)
            deeper = cover.without(fitting & ~cover.of_place[place], taken, rest)
            for partition in self._search(cover, deeper, rest, {**chosen, place: word}):
                yield partition
                given += 1
                if few and given == self._enough:
                    return


class _Cover:
    """The candidates of every place to be covered: each pair of a place and a word that fits it, numbered in
    sequence. A set of pairs is an integer with one bit for each number."""

    __slots__ = ("choice", "of_place", "spare", "wanting")

    def __init__(self, choices: Sequence[Choices], *, spare: bool) -> None:
        self.spare: Final = spare
        self.choice: Final[list[tuple[int, str, str]]] = []
        self.of_place: Final[list[int]] = []
        self.wanting: Final[dict[str, list[int]]] = {letter: [] for letter in LETTERS}
        for place, some in enumerate(choices):
            first = len(self.choice)
            self.choice.extend((place, *both) for both in zip(some.words, some.needed, strict=True))
            self.of_place.append((1 << len(self.choice)) - (1 << first))
            for letter, sets in some.wanting.items():
                _merge(self.wanting[letter], sets, first)

    def possible(self, cards: str) -> int:
        """Return, as a bit set, the words for which `cards` has enough cards of every letter that the word
        needs besides the cards at its place."""
        every = (1 << len(self.choice)) - 1
        return self.without(every, LETTERS, packed(cards))

    def without(self, fitting: int, letters: str, left: int) -> int:
        """Return the bit set `fitting` without the words that need more cards of one of `letters` than are
        left. `left` is the multiset of the cards left, packed into an integer."""
        for letter in letters:
            sets, held = self.wanting[letter], count(left, letter)
            if held < len(sets):
                fitting &= ~sets[held]
        return fitting

    def fewest(self, fitting: int, left: int, places: Sequence[int]) -> int:
        """Return a small bit set of choices from which every partition must take one. It is the set of the
        choices for one place or, if no card may be left over, of the choices that use one letter."""
        fewest = fitting & self.of_place[places[0]]
        number = fewest.bit_count()
        letters = (self.wanting[c][:1] for c in ("" if self.spare else LETTERS) if count(left, c))
        for one in (*(self.of_place[place] for place in places[1:]), *(sum(sets) for sets in letters)):
            some = fitting & one
            if (word_count := some.bit_count()) < number:
                fewest, number = some, word_count
        return fewest


def _merge(all_sets: list[int], sets: Sequence[int], first: int) -> None:
    """Add bit sets of one place's choices to the bit sets `all_sets` of the choices of all places. `first` is
    the number, among all choices, of this place's first choice."""
    all_sets.extend([0] * (len(sets) - len(all_sets)))
    for n, some in enumerate(sets):
        all_sets[n] |= some << first


def _numbers(some: int) -> Iterator[int]:
    """Yield the numbers in the bit set `some`, lowest first."""
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest
