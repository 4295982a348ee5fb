"""Find listed words with nearly the same spelling as an unlisted word, to suggest them."""

from collections.abc import Iterator
from typing import Final

from engine.cards import LETTERS
from engine.words import WordList

_MAX_TWO_CHANGE_LETTERS: Final = 20
"""The greatest number of letters of an unlisted word for which similar words with two changed letters are
sought. A longer word would take too long."""


def nearest(words: WordList, word: str, limit: int = 5) -> tuple[str, ...]:
    """Return up to `limit` listed words whose spelling is one change from `word` (A-Z); if there are none,
    two changes.

    Everyday words come first, and offensive words are left out. A change is one letter added, one removed,
    one replaced, or two neighbours swapped.
    """
    changed_words = {near for near in _one_change_away(word) if near in words} - {word}
    if changed_words or len(word) > _MAX_TWO_CHANGE_LETTERS:
        return _everyday_first(words, changed_words)[:limit]
    two = {near for step in set(_one_change_away(word)) for near in _one_change_away(step) if near in words}
    return _everyday_first(words, two)[:limit]


def _everyday_first(words: WordList, near_words: set[str]) -> tuple[str, ...]:
    decent = (word for word in near_words if not words.is_offensive(word))
    return tuple(sorted(decent, key=lambda word: (_tier(words, word), word)))


def _tier(words: WordList, word: str) -> int:
    entry = words.entry(word)
    return entry.tier if entry else 0


def _one_change_away(word: str) -> Iterator[str]:
    """Yield every string that is one change from `word`, some of them several times."""
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        yield from (head + letter + tail for letter in LETTERS)
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in LETTERS)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
