"""Everything a word list knows of one word, listed or not: a table judges the word by it (ALL-1)."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.words.kinds import Flag, ListedWord, Refusal
from engine.words.nearest import nearest
from engine.words.wordlist import WordList

Rarity = Literal["common", "in most dictionaries", "in large lists only", "the table's own"]

COMMON: Final = 35
"""The largest SCOWL size whose words every reader knows."""
LARGE: Final = 70
"""The smallest SCOWL size whose words only large dictionaries have."""


_NO_FLAG: Final = Flag(0)


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts known of one word, in upper case.

    For a listed word, `listed_as` is its rarity, and `plural_of` is the noun if the word is nothing but a
    plural ("" when the noun is not listed). For an unlisted word, `refusal` is the reason, and `nearest` are
    listed words with nearly the same spelling, the likeliest first.
    """

    word: str
    flags: Flag = _NO_FLAG
    tier: int | None = None
    listed_as: Rarity | None = None
    plural_of: str | None = None
    refusal: Refusal | None = None
    nearest: tuple[str, ...] = ()

    @property
    def listed(self) -> bool:
        """Tell whether the word is in the list."""
        return self.refusal is None


def facts(words: WordList, word: str) -> Facts:
    """Return everything that `words` knows of `word` (upper case)."""
    entry = words.entry(word)
    if entry is None:
        return Facts(word, refusal=words.refusal(word), nearest=nearest(words, word))
    plural = (singular(words, word) or "") if words.plural_only(word) else None
    return Facts(word, entry.flags, entry.tier, rarity(entry), plural)


def rarity(entry: ListedWord) -> Rarity:
    """Return how rare a word is, so that a table can judge it."""
    if entry.tier == 0:
        return "the table's own"
    if entry.tier <= COMMON:
        return "common"
    return "in large lists only" if entry.tier >= LARGE else "in most dictionaries"


def singular(words: WordList, word: str) -> str | None:
    """Return the singular of a plural: GAME of GAMES, BOX of BOXES, CITY of CITIES, KNIFE of KNIVES.

    Return None if no such noun is listed.
    """
    stem = word[:-3]
    nouns = (word[:-1], word[:-2], stem + "Y", stem + "FE", stem + "F")
    return next((noun for noun in nouns if noun in words), None)
