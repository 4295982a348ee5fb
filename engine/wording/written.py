"""The writing of words, cards and people in any sentence."""

from typing import Final

from engine.cards import MASTER
from engine.moves import EMPTY

SOMEBODY: Final = "the player"
"""The player where no name is known: on a command line."""


def word(lies: str) -> str:
    """Write a word as people do: in capitals, a Master as its letter or ★ for one without, a gap as _."""
    return lies.upper().replace(MASTER, "★").replace(EMPTY, "_")


def words(lie: tuple[str, ...]) -> tuple[str, ...]:
    """Write each of several words as `word` does."""
    return tuple(map(word, lie))


def capitalised(sentence: str) -> str:
    """Return the sentence with a capital at its beginning, which a name or a card there may lack."""
    return sentence[:1].upper() + sentence[1:]
