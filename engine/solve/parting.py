"""Test whether letters can be divided into words, if the piles in which they lie are ignored. If the letters
cannot be divided, no complete play exists."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engine.words.graph import BITS, Node, StepCounter, words_from_letters

SHORT_WORD_LENGTHS: Final = (2, 3)
"""The lengths of the single short word with which the game may end (S1-4)."""
MAX_SETS_TRIED: Final = 200
"""The greatest number of sets of letters that are tried for one answer. If more would be needed, the letters
count as divisible, because most sets are."""


class _TooHardError(Exception):
    pass


class PartitionTest:
    """A test of whether letters can be divided into words of a graph, with at most one short word."""

    __slots__ = ("_count_step", "_found", "_graph", "_is_short_word", "_rank", "_sets_tried")

    def __init__(
        self,
        words: Node,
        is_short_word: Callable[[str], bool],
        rank: Mapping[str, float],
        count_step: StepCounter,
    ) -> None:
        """Make the test for a graph of `words`.

        `is_short_word` is a function that returns True if two or three letters in sorted order make a short
        word. `rank` has the difficulty of each letter; words with the hardest letter are tried first.
        `count_step` is called for each step of the search.
        """
        self._graph: Final = words
        self._is_short_word: Final = is_short_word
        self._rank: Final = rank
        self._count_step: Final = count_step
        self._found: Final[dict[tuple[str, bool], bool]] = {}
        self._sets_tried = 0

    def is_possible(self, letters: str) -> bool:
        """Return True if `letters`, sorted, can be divided into words. Also return True if `MAX_SETS_TRIED`
        is exceeded."""
        self._sets_tried = 0
        try:
            return self._is_divisible(letters, short=True)
        except _TooHardError:
            return True

    def is_hopeless(self, letters: str) -> bool:
        """Return True if it is certain that the letters cannot be divided into words. This is so if some of
        them are in no long word that can be spelt, and do not fit together into a single short word."""
        counts = dict(Counter(letters))
        lone = [c for c in counts if next(self._words(counts, c), None) is None]
        return bool(lone) and not any(set(lone) <= set(short) for short in self._short_words(counts, lone[0]))

    def _is_divisible(self, letters: str, *, short: bool) -> bool:
        if (letters, short) not in self._found:
            self._found[letters, short] = self._divide(letters, short=short)
        return self._found[letters, short]

    def _divide(self, letters: str, *, short: bool) -> bool:
        """Return True if the letters can be divided. Each word with the hardest letter is tried. If `short`,
        each short word with this letter is tried too."""
        if not letters:
            return True
        if len(letters) <= SHORT_WORD_LENGTHS[1]:
            return short and len(letters) in SHORT_WORD_LENGTHS and self._is_short_word(letters)
        self._sets_tried += 1
        if self._sets_tried > MAX_SETS_TRIED:
            raise _TooHardError
        counts = dict(Counter(letters))
        hardest = max(counts, key=lambda letter: (self._rank[letter], letter))
        spelt_words = {"".join(sorted(word)) for word in self._words(counts, hardest)}
        if any(
            self._is_divisible(_without(letters, word), short=short)
            for word in sorted(spelt_words, key=_longest)
        ):
            return True
        short_words = self._short_words(counts, hardest) if short else ()
        return any(self._is_divisible(_without(letters, word), short=False) for word in short_words)

    def _words(self, counts: Mapping[str, int], letter: str) -> Iterator[str]:
        """Yield the words with `letter` that can be spelt with some of the letters."""
        return words_from_letters(self._graph, counts, BITS[letter], self._count_step)

    def _short_words(self, counts: Mapping[str, int], letter: str) -> Iterator[str]:
        """Yield the short words that contain `letter` and can be made of the letters in `counts`. Each is
        given as its letters in sorted order."""
        for one in counts:
            for other in ("", *(c for c in counts if c <= one)):
                word = "".join(sorted(letter + one + other))
                if all(word.count(c) <= counts[c] for c in word) and self._is_short_word(word):
                    yield word


def _longest(word: str) -> tuple[int, str]:
    return -len(word), word


def _without(letters: str, word: str) -> str:
    """Return `letters`, sorted, without the letters of `word`."""
    return "".join(sorted((Counter(letters) - Counter(word)).elements()))
