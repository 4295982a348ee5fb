"""The words of a length that count at a table, as sets (ALL-1, XW-4), computed once for a list."""

from collections.abc import Iterable
from functools import lru_cache

from engine.game import Vocabulary
from engine.rules.vocabulary import barred_plural, plural_ending, refused
from engine.words import WordList


@lru_cache(maxsize=256)  # a list has words of some thirty lengths, and a table few lists
def lawful(words: WordList, table: Vocabulary, length: int) -> int:
    """Return the set of words of a length that are not refused."""
    index = words.index(length)
    if table.slang and table.names:
        return index.everything  # every listed word counts, and no other is searched
    return _where(refused(word, words, table) is None for word in index.words)


@lru_cache(maxsize=256)
def bare_plurals(words: WordList, table: Vocabulary, length: int, letters: int | None = None) -> int:
    """Return the words of a length that are only plurals or third persons, at a table where these do not
    count.

    With `letters`, return only those made by adding that many letters.
    """
    if table.plurals:
        return 0
    barred = (word if barred_plural(word, words, table) else "" for word in words.index(length).words)
    return _where(bool(word) and letters in (None, plural_ending(word, words)) for word in barred)


def _where(true: Iterable[bool]) -> int:
    """Return the numbers at which `true` is true, as a set in bits."""
    digits = "".join("1" if one else "0" for one in true)
    return int(digits[::-1], 2) if digits else 0
