"""Find the letters that unnamed Masters may stand for (ALL-2, XW-7)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.cards import MASTER
from engine.game import Vocabulary
from engine.moves import same_card
from engine.rules.grid_lines import Cards, Run, text_of
from engine.rules.vocabulary import words_that_count
from engine.words import WordList

MAX_NAMINGS: Final = 26 * 26
"""Greatest number of ways to name a turn's Masters that are reported. It allows every letter for each of the
two Masters that a pack may hold."""


def with_masters_named(word: str, spelling: str) -> str:
    """Return `word` with its unnamed Masters named by the letters of `spelling`: ("C?T", "CAT") -> "CaT"."""
    return "".join(
        letter.lower() if card == MASTER else card for card, letter in zip(word, spelling, strict=True)
    )


@lru_cache(maxsize=256)  # a search asks for the same words again and again
def readings(word: str, words: WordList, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return `word` with its unnamed Masters named: one result for each way to name them that makes a word
    that counts. A word without an unnamed Master is returned alone if it counts."""
    return tuple(
        with_masters_named(word, spelling) for spelling in words_that_count(word.upper(), words, vocabulary)
    )


def keeps_cards(cards: str, word: str) -> bool:
    """Return True if `word` holds the cards `cards` in their order (LEX-C1). A named Master counts as its
    letter."""
    rest = iter(word)
    return all(any(same_card(card, other) for other in rest) for card in cards)


def named_in_all_runs(
    cards: Cards, runs: tuple[Run, ...], words: WordList, vocabulary: Vocabulary
) -> Iterator[Cards]:
    """Yield `cards` with the unnamed Masters of `runs` named: one result for each way to name them that
    makes all runs count. A Master in two runs is one letter in both (XW-7)."""
    if not runs:
        yield cards
        return
    for reading in readings(text_of(cards, runs[0]), words, vocabulary):
        spelt = dict(zip(runs[0], reading, strict=True))
        yield from named_in_all_runs({**cards, **spelt}, runs[1:], words, vocabulary)
