"""Find the words of one length that count at a table (ALL-1, XW-4), as bit sets that are computed once for
each list."""

from collections.abc import Iterable
from functools import lru_cache

from engine.game import Vocabulary
from engine.rules.vocabulary import is_barred_plural, plural_ending, word_refusal
from engine.words import WordList


@lru_cache(maxsize=256)  # a list has words of some thirty lengths, and a table few lists
def lawful_words(words: WordList, vocabulary: Vocabulary, length: int) -> int:
    """Return the listed words of `length` letters that count at this table, as a bit set. Bit i stands for
    word i of `words.index(length).words`."""
    index = words.index(length)
    if vocabulary.slang and vocabulary.names:
        return index.everything  # every listed word counts, and no other is searched
    return _bit_set(word_refusal(word, words, vocabulary) is None for word in index.words)


@lru_cache(maxsize=256)
def bare_plurals(words: WordList, vocabulary: Vocabulary, length: int, letters: int | None = None) -> int:
    """Return the words of `length` letters that do not count because they are only plurals or third persons,
    as a bit set. Return 0 if such words count at this table.

    If `letters` is given, return only the words whose ending has that many letters: 1 for S, 2 for ES.
    """
    if vocabulary.plurals:
        return 0
    barred = (word if is_barred_plural(word, words, vocabulary) else "" for word in words.index(length).words)
    return _bit_set(bool(word) and letters in (None, plural_ending(word, words)) for word in barred)


def _bit_set(flags: Iterable[bool]) -> int:
    """Return the bit set of the indices of the values `flags` that are True."""
    digits = "".join("1" if one else "0" for one in flags)
    return int(digits[::-1], 2) if digits else 0
