"""All that a word list can tell of one word, listed or not: what a table judges it by (ALL-1)."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.words.kinds import Entry, Flag, Refusal
from engine.words.nearest import nearest
from engine.words.wordlist import WordList

Rarity = Literal["common", "in most dictionaries", "in large lists only", "the table's own"]

COMMON: Final = 35
"""SCOWL's largest size of words that every reader knows."""
LARGE: Final = 70
"""SCOWL's size of words that only large dictionaries have."""


_NO_FLAG: Final = Flag(0)


@dataclass(frozen=True, slots=True)
class Facts:
    """One word, in upper case. Of a listed one `listed_as` is how rare it is and `plural_of` the noun if it
    is nothing but a plural ("" when the noun is not listed). Of another `refusal` says why it is not listed,
    and `nearest` are listed words spelt nearly so, the likeliest first."""

    word: str
    flags: Flag = _NO_FLAG
    tier: int | None = None
    listed_as: Rarity | None = None
    plural_of: str | None = None
    refusal: Refusal | None = None
    nearest: tuple[str, ...] = ()

    @property
    def listed(self) -> bool:
        """Whether the list has it."""
        return self.refusal is None


def facts(words: WordList, word: str) -> Facts:
    """What `words` tells of `word` (upper case)."""
    entry = words.entry(word)
    if entry is None:
        return Facts(word, refusal=words.refusal(word), nearest=nearest(words, word))
    plural = (singular(words, word) or "") if words.plural_only(word) else None
    return Facts(word, entry.flags, entry.tier, rarity(entry), plural)


def rarity(entry: Entry) -> Rarity:
    """How rare a word is, so that a table can judge it."""
    if entry.tier == 0:
        return "the table's own"
    if entry.tier <= COMMON:
        return "common"
    return "in large lists only" if entry.tier >= LARGE else "in most dictionaries"


def singular(words: WordList, word: str) -> str | None:
    """The noun a plural is made of: GAME of GAMES, BOX of BOXES, CITY of CITIES, KNIFE of KNIVES."""
    stem = word[:-3]
    nouns = (word[:-1], word[:-2], stem + "Y", stem + "FE", stem + "F")
    return next((noun for noun in nouns if noun in words), None)
