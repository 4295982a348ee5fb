"""How words, cards and people are written in a sentence, whatever the sentence says."""

from typing import Final

from engine.cards import MASTER
from engine.moves import EMPTY

SOMEBODY: Final = "the player"
"""Who played, where nobody said a name: on a command line."""


def word(lies: str) -> str:
    """A word as people write it: in capitals, a Master as its letter or ★ for one without, a gap as _."""
    return lies.upper().replace(MASTER, "★").replace(EMPTY, "_")


def words(lie: tuple[str, ...]) -> tuple[str, ...]:
    """`word` of each."""
    return tuple(map(word, lie))


def opened(sentence: str) -> str:
    """The sentence with the capital it begins with, which a name or a card at its head may lack."""
    return sentence[:1].upper() + sentence[1:]
