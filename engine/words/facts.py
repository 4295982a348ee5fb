"""Collect what a word list knows of one word, listed or not. A table judges the word by it (ALL-1)."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.words.kinds import Flag, ListedWord, WordRefusal
from engine.words.nearest import nearest
from engine.words.wordlist import WordList

Rarity = Literal["common", "in most dictionaries", "in large lists only", "the table's own"]

MAX_COMMON_TIER: Final = 35
"""The greatest SCOWL size of a word that is called common: every reader knows it."""
MIN_RARE_TIER: Final = 70
"""The least SCOWL size of a word that is called rare: only large dictionaries have it."""


_NO_FLAG: Final = Flag(0)


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that a word list has about one word, listed or not."""

    word: str
    """The word in upper case."""
    flags: Flag = _NO_FLAG
    tier: int | None = None
    """The SCOWL size of a listed word; None for an unlisted one."""
    listed_as: Rarity | None = None
    """The rarity of a listed word; None for an unlisted one."""
    plural_of: str | None = None
    """The noun of a listed word that is only a plural; "" if the noun is not listed. None for all other
    words."""
    refusal: WordRefusal | None = None
    """The reason why an unlisted word is refused; None for a listed word."""
    nearest: tuple[str, ...] = ()
    """Listed words with nearly the same spelling as an unlisted word, the likeliest first."""

    @property
    def listed(self) -> bool:
        """True if the word list has the word."""
        return self.refusal is None


def facts(words: WordList, word: str) -> Facts:
    """Return what the word list `words` knows of `word` (upper case)."""
    entry = words.entry(word)
    if entry is None:
        return Facts(word, refusal=words.refusal(word), nearest=nearest(words, word))
    plural = (singular(words, word) or "") if words.is_plural_only(word) else None
    return Facts(word, entry.flags, entry.tier, rarity(entry), plural)


def rarity(entry: ListedWord) -> Rarity:
    """Return how rare a listed word is, by its SCOWL size. `entry` is the word's entry in the word list."""
    if entry.tier == 0:
        return "the table's own"
    if entry.tier <= MAX_COMMON_TIER:
        return "common"
    return "in large lists only" if entry.tier >= MIN_RARE_TIER else "in most dictionaries"


def singular(words: WordList, word: str) -> str | None:
    """Return the listed noun of which `word` is a plural by its spelling: GAME of GAMES, BOX of BOXES, CITY
    of CITIES, KNIFE of KNIVES. Return None if there is none."""
    stem = word[:-3]
    nouns = (word[:-1], word[:-2], stem + "Y", stem + "FE", stem + "F")
    return next((noun for noun in nouns if noun in words), None)
