"""Listed words spelt nearly like an unlisted one: what a player may have meant."""

from collections.abc import Iterator
from typing import Final

from engine.cards import LETTERS
from engine.words import WordList

_LONGEST: Final = 20
"""Two changes in a longer word are too many to try, and no table asks."""


def nearest(words: WordList, word: str, limit: int = 5) -> tuple[str, ...]:
    """Up to `limit` listed words one change from `word` (A-Z), else two changes; everyday words first, and
    none that offends.

    A change is a letter more, a letter less, another letter, or two neighbours swapped.
    """
    one = {near for near in _changed(word) if near in words} - {word}
    if one or len(word) > _LONGEST:
        return _everyday_first(words, one)[:limit]
    two = {near for step in set(_changed(word)) for near in _changed(step) if near in words}
    return _everyday_first(words, two)[:limit]


def _everyday_first(words: WordList, found: set[str]) -> tuple[str, ...]:
    decent = (word for word in found if not words.offends(word))
    return tuple(sorted(decent, key=lambda word: (_tier(words, word), word)))


def _tier(words: WordList, word: str) -> int:
    entry = words.entry(word)
    return entry.tier if entry else 0


def _changed(word: str) -> Iterator[str]:
    """Everything one change from `word`, some of it several times."""
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        yield from (head + letter + tail for letter in LETTERS)
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in LETTERS)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
