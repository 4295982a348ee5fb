"""Letters and how many of each there are, packed into one integer: some less others is one operation."""

from collections.abc import Iterable
from typing import Final

from engine.cards import LETTERS

_BITS: Final = 6
"""Bits a letter: no two packs have 64 of one."""
ONE: Final = {letter: 1 << _BITS * place for place, letter in enumerate(LETTERS)}
"""One of each letter."""
_MASK: Final = (1 << _BITS) - 1


def packed(letters: Iterable[str]) -> int:
    """How many of each letter there are among `letters` (A-Z)."""
    return sum(ONE[letter] for letter in letters)


def count(have: int, letter: str) -> int:
    """How many of one letter there are."""
    return have // ONE[letter] & _MASK
