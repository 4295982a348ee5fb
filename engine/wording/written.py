"""Write words, cards and people as they appear in every sentence."""

from typing import Final

from engine.cards import MASTER
from engine.moves import EMPTY

SOMEBODY: Final = "the player"
"""The name that sentences give to a player whose name is not known, as on a command line."""


def word(cards: str) -> str:
    """Return a word's cards as people write the word, in capitals. A named Master is its letter, an unnamed
    Master is ★, and an empty place is _."""
    return cards.upper().replace(MASTER, "★").replace(EMPTY, "_")


def words(cards_of_words: tuple[str, ...]) -> tuple[str, ...]:
    """Return each of several words as people write it (see `word`)."""
    return tuple(map(word, cards_of_words))


def capitalised(sentence: str) -> str:
    """Return the sentence with its first character as a capital."""
    return sentence[:1].upper() + sentence[1:]
