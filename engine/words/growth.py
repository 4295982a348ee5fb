"""Count the longer words that a word can become by one more letter: openings for other players."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from engine.words.wordlist import WordList


def insertion_count(words: WordList, word: str) -> int:
    """Return the number of listed words that `word` (upper case) becomes by one more letter at any place,
    such as COAT from CAT (LEX-C)."""
    return _insertions(words, len(word)).get(word, 0)


@lru_cache(maxsize=64)
def extension_counts(words: WordList, length: int) -> Mapping[str, int]:
    """Return how many listed words arise from each listed word of `length` letters by one more letter at
    either end, such as SHOP and HOPS from HOP (XW-6). Words from which none arises are left out."""
    longer = words.of_length(length + 1)
    counts = Counter(word[1:] for word in longer if word[1:] in words)
    counts.update(word[:-1] for word in longer if word[:-1] in words)
    return counts


@lru_cache(maxsize=64)  # a list has words of some thirty lengths, and a table few lists
def _insertions(words: WordList, length: int) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for longer in words.of_length(length + 1):
        # Removing either of two equal neighbours leaves the same word, so only the first is removed.
        places = (i for i in range(length + 1) if i == 0 or longer[i] != longer[i - 1])
        counts.update(shorter for i in places if (shorter := longer[:i] + longer[i + 1 :]) in words)
    return counts
