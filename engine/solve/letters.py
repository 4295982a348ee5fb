"""Pack a multiset of letters into one integer, so that a single subtraction takes one multiset from
another."""

from collections.abc import Iterable
from typing import Final

from engine.cards import LETTERS

_BITS_PER_LETTER: Final = 6
"""The number of bits for each letter's count, enough for two packs (fewer than 64 cards of each letter)."""
ONE_OF_LETTER: Final = {letter: 1 << _BITS_PER_LETTER * place for place, letter in enumerate(LETTERS)}
"""The packed integer of a single card, by letter."""
_LETTER_MASK: Final = (1 << _BITS_PER_LETTER) - 1


def packed(letters: Iterable[str]) -> int:
    """Return the counts of `letters` (A-Z) packed into an integer."""
    return sum(ONE_OF_LETTER[letter] for letter in letters)


def count(have: int, letter: str) -> int:
    """Return the count of one letter in the packed integer `have`."""
    return have // ONE_OF_LETTER[letter] & _LETTER_MASK
