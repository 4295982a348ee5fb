"""Make the list of words and the word graph that the solver of a patience needs. They are made once for each
word list, within the time of the solver."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

from engine.cards import LETTERS
from engine.game import Game, Vocabulary
from engine.rules.vocabulary import word_refusal
from engine.solve.answer import Expired, OutOfTime
from engine.words import WordList
from engine.words.graph import Node, build_graph

WHOLE_LIST_CARDS: Final = 24
"""The greatest number of cards for which a solver's words are limited to those that the cards can spell.
More cards can spell most words, so a solver then uses the whole list."""
WORDS_PER_TIME_CHECK: Final = 256
"""The number of words prepared between two checks of the time. They take a few milliseconds on a Raspberry
Pi."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The graph of the words that a solver uses, and the difficulty of each letter."""

    graph: Node
    hard: Mapping[str, float]
    """The difficulty of each letter in these words (`hardness`)."""


def listing(words: WordList, game: Game, cards: str, expired: Expired, masters: int = 0) -> Listing:
    """Return the words, as a graph with the difficulty of each letter, that `cards` and up to `masters`
    Masters may spell. If there are many cards, return all words that count. Raise OutOfTime if the time ends
    first."""
    table, least = game.vocabulary, game.plays.later[0]
    if len(cards) > WHOLE_LIST_CARDS:
        return _whole_list(words, table, least).listing(expired)
    return _listing_of(spellable(cards, _counting(words, table, least), masters), expired)


def until_expired(words: Iterable[str], expired: Expired) -> Iterator[str]:
    """Yield the words that are not empty. Raise OutOfTime as soon as `expired` returns True."""
    for number, word in enumerate(words):
        if number % WORDS_PER_TIME_CHECK == 0 and expired():
            raise OutOfTime
        if word:
            yield word


def spellable(cards: str, listed: Iterable[str], masters: int = 0) -> Iterator[str]:
    """Yield each listed word that some of `cards` and up to `masters` Masters can spell. For every other
    word yield "", so that the caller can check the time."""
    have, longest = Counter(cards), len(cards) + masters
    for word in listed:
        fits = len(word) <= longest and (Counter(word) - have).total() <= masters
        yield word if fits else ""


def counting_words(words: WordList, game: Game) -> tuple[str, ...]:
    """Return the words that count at a table and are long enough for the game, in alphabetical order."""
    return tuple(filter(None, _counting(words, game.vocabulary, game.plays.later[0])))


def hardness(listed: Sequence[str]) -> dict[str, float]:
    """Return the rarity of each letter in the words: the negative logarithm of its share of all letters."""
    text = "".join(listed)
    total = len(text) + len(LETTERS)
    return {letter: -log((text.count(letter) + 1) / total) for letter in LETTERS}


class _WholeList:
    """A cache of the words that count and the graph of them, made when first needed. The next deal uses them
    again."""

    def __init__(self, words: WordList, vocabulary: Vocabulary, least: int) -> None:
        self._words: Final = words
        self._vocabulary: Final = vocabulary
        self._least: Final = least
        self._made: Listing | None = None

    def listing(self, expired: Expired) -> Listing:
        if self._made is None:
            self._made = _listing_of(_counting(self._words, self._vocabulary, self._least), expired)
        return self._made


_whole_list = lru_cache(maxsize=4)(_WholeList)  # a table uses one list, a benchmark a few


def _counting(words: WordList, vocabulary: Vocabulary, least: int) -> Iterator[str]:
    """Yield each word of the list that counts and has at least `least` letters. For every other word yield
    "", so that the caller can check the time."""
    for word in words:
        counts = len(word) >= least and (
            (vocabulary.slang and vocabulary.names) or word_refusal(word, words, vocabulary) is None
        )
        yield word if counts else ""


def _listing_of(words: Iterable[str], expired: Expired) -> Listing:
    listed = tuple(until_expired(words, expired))
    return Listing(build_graph(until_expired(listed, expired)), hardness(listed))
