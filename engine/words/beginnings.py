"""Search words by their first letters: an index that tells if a word begins with given letters."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.words.graph import StepCounter, no_limit
from engine.words.wordlist import WordList


class PrefixIndex:
    """The words that count at a table, searched by their first letters."""

    __slots__ = ("_listed", "_words", "max_length")

    def __init__(
        self, words: WordList, counts: Callable[[str], bool], count_step: StepCounter = no_limit
    ) -> None:
        """Index those words of the list `words` for which `counts` returns True.

        `count_step` is called for every word, and may raise an exception to end the work.
        """
        self._listed: Final = tuple(filter(counts, _words_with_steps(words, count_step)))
        self._words: Final = frozenset(self._listed)
        self.max_length: Final = max(map(len, self._listed), default=0)

    def __contains__(self, word: object) -> bool:
        """Return True if `word` is one of the index's words."""
        return word in self._words

    def has_prefix(self, letters: str) -> bool:
        """Return True if one of the index's words begins with `letters` or equals them."""
        place = bisect_left(self._listed, letters)
        return place < len(self._listed) and self._listed[place].startswith(letters)


def _words_with_steps(words: Iterable[str], count_step: StepCounter) -> Iterator[str]:
    for word in words:
        count_step()
        yield word
