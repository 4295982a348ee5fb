"""How far a word can still be built on: what a play leaves to the others."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from engine.words.wordlist import WordList


def insertions(words: WordList, word: str) -> int:
    """How many listed words are `word` (upper case) with one letter more, anywhere (LEX-C)."""
    return _insertions(words, len(word)).get(word, 0)


@lru_cache(maxsize=64)
def extensions_of(words: WordList, length: int) -> Mapping[str, int]:
    """How many listed words are a word of a length with one letter more at an end (XW-6); words of which none
    are left out."""
    longer = words.of_length(length + 1)
    found = Counter(word[1:] for word in longer if word[1:] in words)
    found.update(word[:-1] for word in longer if word[:-1] in words)
    return found


@lru_cache(maxsize=64)  # a list has words of some thirty lengths, and a table few lists
def _insertions(words: WordList, length: int) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for longer in words.of_length(length + 1):
        # Of two equal letters side by side either taken out leaves the same word: once is enough.
        places = (i for i in range(length + 1) if i == 0 or longer[i] != longer[i - 1])
        found.update(shorter for i in places if (shorter := longer[:i] + longer[i + 1 :]) in words)
    return found
