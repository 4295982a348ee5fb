"""Flags of a word, its kind, and the reasons to refuse a word (ALL-1, XW-4, XW-5)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass


class Flag(enum.IntFlag):
    """A set of properties of a listed word besides its spelling."""

    US = 1
    """The word has this spelling in American English."""
    GB = 2
    """The word has this spelling in British English, with -ise or -ize."""
    PROPER_TOO = 4
    """The word is also a proper noun when it has a capital: TURKEY."""
    ABBREVIATION_TOO = 8
    """The word is also an abbreviation: MAR."""
    PLURAL_ONLY = 16
    """The word is nothing but the plural of a noun made by S or ES: CATS (XW-4)."""
    VERB_THIRD = 32
    """The word is the third person singular of a verb in real use: SMILES (XW-4)."""
    SLANG = 64
    """The dictionary marks every sense of the word as slang."""
    OFFENSIVE = 128
    """The word is a slur or obscene: legal, but the program must not lay, suggest or display it."""
    HOUSE = 256
    """The table added the word to its list (ALL-1)."""


class Refusal(enum.Enum):
    """A reason why a word is not in the list; the value is the wording for players."""

    PROPER = "a proper noun"
    ABBREVIATION = "an abbreviation"
    EXCLUDED = "left out by this table's choice of words"
    UNKNOWN = "not in the word list"


@dataclass(frozen=True, slots=True)
class Kind:
    """The properties that a group of words shares.

    `tier` is the SCOWL size (10 everyday … 70 large; 0 for the table's own words).
    """

    tier: int
    flags: Flag


@dataclass(frozen=True, slots=True)
class ListedWord:
    """A listed word with its kind."""

    word: str
    tier: int
    flags: Flag


@dataclass(frozen=True, slots=True)
class Contents:
    """The unpacked contents of a word list.

    `words` is in alphabetical order. `proper` and `abbreviations` are strings of the words refused for that
    reason, with one space before and after each word (`" LONDON PARIS "`): they are searched seldom, so they
    are kept small rather than quick. `offensive`, in the same format, holds the offensive words, listed here
    or not: another list may contain them.
    """

    words: Mapping[str, Kind]
    proper: str = ""
    abbreviations: str = ""
    offensive: str = ""
