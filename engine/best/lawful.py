"""Which words of a length count at a table, as sets (ALL-1, XW-4): asked once a list, not once a word."""

from collections.abc import Iterable
from functools import lru_cache

from engine.game import Vocabulary
from engine.rules.vocabulary import barred_plural, plural_ending, refused
from engine.words import WordList


@lru_cache(maxsize=256)  # a list has words of some thirty lengths, and a table few lists
def lawful(words: WordList, table: Vocabulary, length: int) -> int:
    """The words of a length that are not refused."""
    index = words.index(length)
    if table.slang and table.names:
        return index.everything  # all that is listed counts, and nothing else is looked for
    return _where(refused(word, words, table) is None for word in index.words)


@lru_cache(maxsize=256)
def bare_plurals(words: WordList, table: Vocabulary, length: int, letters: int | None = None) -> int:
    """The words of a length that are nothing but plurals, or third persons, where those do not count; only
    those made by adding so many letters, if that is asked."""
    if table.plurals:
        return 0
    barred = (word if barred_plural(word, words, table) else "" for word in words.index(length).words)
    return _where(bool(word) and letters in (None, plural_ending(word, words)) for word in barred)


def _where(true: Iterable[bool]) -> int:
    """The set of the numbers at which it is true."""
    digits = "".join("1" if one else "0" for one in true)
    return int(digits[::-1], 2) if digits else 0
