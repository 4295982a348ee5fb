"""What can be known of a word: its flags, its kind, and why a string is refused (ALL-1, XW-4, XW-5)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass


class Flag(enum.IntFlag):
    """What is known of a listed word besides its spelling."""

    US = 1
    """Spelt so in American English."""
    GB = 2
    """Spelt so in British English, with -ise or -ize."""
    PROPER_TOO = 4
    """Also a proper noun when it has a capital: TURKEY."""
    ABBREVIATION_TOO = 8
    """Also an abbreviation: MAR."""
    PLURAL_ONLY = 16
    """Nothing but the plural of a noun made by S or ES: CATS (XW-4)."""
    VERB_THIRD = 32
    """The third person singular of a verb in real use: SMILES (XW-4)."""
    SLANG = 64
    """The dictionary marks every sense of it as slang."""
    OFFENSIVE = 128
    """A slur or obscene: legal, but no machine should lay it, suggest it or show it off."""
    HOUSE = 256
    """The table added it to its list (ALL-1)."""


class Refusal(enum.Enum):
    """Why a word is not in the list; the value is how it is said."""

    PROPER = "a proper noun"
    ABBREVIATION = "an abbreviation"
    EXCLUDED = "left out by this table's choice of words"
    UNKNOWN = "not in the word list"


@dataclass(frozen=True, slots=True)
class Kind:
    """What words of one sort share: `tier` is SCOWL's size (10 everyday … 70 large; 0 in one's own list)."""

    tier: int
    flags: Flag


@dataclass(frozen=True, slots=True)
class Entry:
    """One listed word and its kind."""

    word: str
    tier: int
    flags: Flag


@dataclass(frozen=True, slots=True)
class Contents:
    """A word list spelt out.

    `words` is in alphabetical order. `proper` and `abbreviations` are strings refused for that reason, one
    space before and after each (`" LONDON PARIS "`): asked for seldom, so kept small rather than quick.
    `offensive`, kept so too, are the words that offend, listed or not: another list may have them.
    """

    words: Mapping[str, Kind]
    proper: str = ""
    abbreviations: str = ""
    offensive: str = ""
