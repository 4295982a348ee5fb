"""Words by how they begin: whether some word that counts at a table begins with these letters."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.words.graph import Step, on_and_on
from engine.words.wordlist import WordList


class Beginnings:
    """The words that `counts` lets count, asked by their first letters."""

    __slots__ = ("_listed", "_words", "longest")

    def __init__(self, words: WordList, counts: Callable[[str], bool], step: Step = on_and_on) -> None:
        """`step` is called for every word, and may raise to leave off."""
        self._listed: Final = tuple(filter(counts, _each(words, step)))
        self._words: Final = frozenset(self._listed)
        self.longest: Final = max(map(len, self._listed), default=0)

    def __contains__(self, word: object) -> bool:
        """Whether `word` is one of them."""
        return word in self._words

    def begins(self, letters: str) -> bool:
        """Whether one of them is `letters` or begins so."""
        place = bisect_left(self._listed, letters)
        return place < len(self._listed) and self._listed[place].startswith(letters)

    def next_letters(self, letters: str) -> str:
        """The letters that may follow `letters`, in order."""
        found, place = [], bisect_left(self._listed, letters)
        while place < len(self._listed) and self._listed[place].startswith(letters):
            if len(self._listed[place]) > len(letters):
                found.append(self._listed[place][len(letters)])
                place = bisect_left(self._listed, letters + chr(ord(found[-1]) + 1))
            else:
                place += 1
        return "".join(found)


def _each(words: Iterable[str], step: Step) -> Iterator[str]:
    for word in words:
        step()
        yield word
