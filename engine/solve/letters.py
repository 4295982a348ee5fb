"""Letters and how many of each there are, packed into one integer: whether some hold others is two
operations."""

from collections.abc import Iterable
from typing import Final

from engine.cards import LETTERS

_BITS: Final = 6
"""Bits a letter: no two packs have 32 of one, and the highest bit is left as a guard."""
ONE: Final = {letter: 1 << _BITS * place for place, letter in enumerate(LETTERS)}
"""One of each letter."""
_GUARD: Final = sum(one << (_BITS - 1) for one in ONE.values())
_MASK: Final = (1 << _BITS - 1) - 1


def packed(letters: Iterable[str]) -> int:
    """How many of each letter there are among `letters` (A-Z)."""
    return sum(ONE[letter] for letter in letters)


def holds(have: int, need: int) -> bool:
    """Whether `have` has all letters of `need`."""
    return ((have | _GUARD) - need) & _GUARD == _GUARD


def count(have: int, letter: str) -> int:
    """How many of one letter there are."""
    return have // ONE[letter] & _MASK
