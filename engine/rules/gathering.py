"""Gathering words from piles: which words the cards taken off some piles may have made (S1-1 to S1-4).

The order in which the cards were lifted is not asked for: a card may be used in the word that uncovers it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final

from engine.game import Vocabulary
from engine.moves import Spell
from engine.rules.vocabulary import refused
from engine.words import WordList
from engine.words.anagrams import anagrams

MOST_SPLITS: Final = 4096
"""Ways to part the cards taken into two words that are tried; past them one look has missed too much."""

Taken = Mapping[int, str]
"""The cards that left each pile, the last of them from its top."""


def spellings(cards: str, words: WordList, table: Vocabulary, wild: int = 0) -> Iterator[str]:
    """Words that count and are spelt with all of `cards` and `wild` Masters."""
    return (word for word in anagrams(words, cards, wild) if refused(word, words, table) is None)


def gathered(
    taken: Taken, words: WordList, table: Vocabulary, least: int, *, last: bool
) -> tuple[Spell, ...] | None:
    """The words that `taken` made, one if possible; None if they make none. `last`: the piles are empty now,
    so that the final word may have two or three letters (S1-4)."""
    cards = "".join(taken.values())
    enough = len(cards) >= (2 if last else least)
    word = next(spellings(cards, words, table), None) if enough else None
    if word:
        return (spell(word, taken),)
    return _parted(taken, words, table, least, last=last)


def _parted(
    taken: Taken, words: WordList, table: Vocabulary, least: int, *, last: bool
) -> tuple[Spell, ...] | None:
    """As `gathered`, a first word off the tops and the rest after it."""
    total = sum(map(len, taken.values()))
    if total < least + (2 if last else least) or prod(len(c) + 1 for c in taken.values()) > MOST_SPLITS:
        return None
    for lifted in product(*(range(len(cards) + 1) for cards in taken.values())):
        if not least <= sum(lifted) < total:
            continue
        tops = {i: cards[len(cards) - n :] for (i, cards), n in zip(taken.items(), lifted, strict=True) if n}
        word = next(spellings("".join(tops.values()), words, table), None)
        if word is None:
            continue
        rest = {i: cards[: len(cards) - n] for (i, cards), n in zip(taken.items(), lifted, strict=True)}
        more = gathered({i: cards for i, cards in rest.items() if cards}, words, table, least, last=last)
        if more is not None:
            return (spell(word, tops), *more)
    return None


def spell(word: str, taken: Taken, beside: Sequence[int] = ()) -> Spell:
    """`word` with the pile each letter came from, off the tops first; letters that no pile gave are Masters,
    written so, from the sources `beside`."""
    left = {index: list(cards) for index, cards in taken.items()}
    spare, text, sources = list(beside), [], []
    for letter in word:
        index = _giver(letter, left)
        text.append(letter if index is not None else letter.lower())
        sources.append(spare.pop(0) if index is None else index)
    return Spell("".join(text), tuple(sources))


def _giver(letter: str, left: dict[int, list[str]]) -> int | None:
    """The pile that gives `letter`: one with it on top, else one that holds it; it is lifted off."""
    holders = [index for index, cards in left.items() if letter in cards]
    if not holders:
        return None
    index = next((index for index in holders if left[index][-1] == letter), holders[0])
    cards = left[index]
    del cards[len(cards) - 1 - cards[::-1].index(letter)]
    return index


def sorted_faces(cards: Iterable[str]) -> str:
    """Cards as a breach names them."""
    return "".join(sorted(Counter("".join(cards)).elements()))
