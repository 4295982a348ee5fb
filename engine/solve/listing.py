"""The words that a patience's solver goes by, and their graph: made once a list, in time that counts as time
given."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

from engine.cards import LETTERS
from engine.game import Game, Vocabulary
from engine.rules.vocabulary import refused
from engine.solve.answer import Expired, OutOfTime
from engine.words import WordList
from engine.words.graph import Node, graph

MANY: Final = 24
"""Cards that spell so many words that it does not pay to look for those alone."""
PACE: Final = 256
"""Words made ready between two looks at the time: a few milliseconds on a Pi."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A graph of words, and how hard each letter is to use in them (`hardness`)."""

    graph: Node
    hard: Mapping[str, float]


def listing(words: WordList, game: Game, cards: str, expired: Expired, masters: int = 0) -> Listing:
    """The words that `cards` and Masters may spell; all that count when there are many cards. OutOfTime when
    the time given is over before it is made."""
    table, least = game.vocabulary, game.later[0]
    if len(cards) > MANY:
        return _whole(words, table, least).listing(expired)
    return _made(within(cards, _counting(words, table, least), masters), expired)


def in_time(words: Iterable[str], expired: Expired) -> Iterator[str]:
    """The words, until the time is over: then OutOfTime. An empty one is left out."""
    for number, word in enumerate(words):
        if number % PACE == 0 and expired():
            raise OutOfTime
        if word:
            yield word


def within(cards: str, listed: Iterable[str], masters: int = 0) -> Iterator[str]:
    """The words spelt with some of `cards` and up to so many Masters; "" for each that is not."""
    have, longest = Counter(cards), len(cards) + masters
    for word in listed:
        fits = len(word) <= longest and (Counter(word) - have).total() <= masters
        yield word if fits else ""


def counting_words(words: WordList, game: Game) -> tuple[str, ...]:
    """The words long enough that count at a table, in order."""
    return tuple(filter(None, _counting(words, game.vocabulary, game.later[0])))


def hardness(listed: Sequence[str]) -> dict[str, float]:
    """How rare each letter is in the words: the logarithm of one in so many."""
    text = "".join(listed)
    total = len(text) + len(LETTERS)
    return {letter: -log((text.count(letter) + 1) / total) for letter in LETTERS}


class _Whole:
    """A whole list's listing, once it is made: one deal's serves the next."""

    def __init__(self, words: WordList, table: Vocabulary, least: int) -> None:
        self._words: Final = words
        self._table: Final = table
        self._least: Final = least
        self._made: Listing | None = None

    def listing(self, expired: Expired) -> Listing:
        if self._made is None:
            self._made = _made(_counting(self._words, self._table, self._least), expired)
        return self._made


_whole = lru_cache(maxsize=4)(_Whole)  # a table has one list, a bench a few


def _counting(words: WordList, table: Vocabulary, least: int) -> Iterator[str]:
    """The words of so many letters that count, and "" for each other."""
    for word in words:
        counts = len(word) >= least and ((table.slang and table.names) or refused(word, words, table) is None)
        yield word if counts else ""


def _made(words: Iterable[str], expired: Expired) -> Listing:
    listed = tuple(in_time(words, expired))
    return Listing(graph(in_time(listed, expired)), hardness(listed))
