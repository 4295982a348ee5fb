"""The flags of a word, such as slang, the kind of a word, and the reasons why a word is refused (ALL-1, XW-4,
XW-5)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass


class Flag(enum.IntFlag):
    """Properties of a listed word, such as an American spelling or slang, as a set."""

    US = 1
    """The spelling is American English."""
    GB = 2
    """The spelling is British English, with -ise or -ize."""
    PROPER_TOO = 4
    """The word with a capital is also a proper noun: TURKEY."""
    ABBREVIATION_TOO = 8
    """The word is also an abbreviation: MAR."""
    PLURAL_ONLY = 16
    """The word is only a plural of a noun, made by S or ES: CATS (XW-4)."""
    VERB_THIRD = 32
    """The word is the third person singular of a verb in actual use: SMILES (XW-4)."""
    SLANG = 64
    """WordNet marks every sense of the word as slang."""
    OFFENSIVE = 128
    """The word is a slur or obscene. It is legal, but the program must not lay, suggest or display it."""
    HOUSE = 256
    """The word was added to the word list by the players of this table (ALL-1)."""


class WordRefusal(enum.Enum):
    """A reason why a word does not count. The value is written into journals, and by `words --json` as
    `why_not`. The sentences for players are in `engine.wording.words`."""

    PROPER = "a proper noun"
    ABBREVIATION = "an abbreviation"
    EXCLUDED = "left out by this table's choice of words"
    NOT_LISTED = "not in the word list"


@dataclass(frozen=True, slots=True)
class Kind:
    """The SCOWL size and the flags of a word, which many words have in common."""

    tier: int
    """The word's SCOWL size: 10 for everyday words up to 70 for rare ones, 0 for a table's own words."""
    flags: Flag


@dataclass(frozen=True, slots=True)
class ListedWord:
    """A word of the word list with its tier (its SCOWL size) and its flags."""

    word: str
    tier: int
    flags: Flag


@dataclass(frozen=True, slots=True)
class Contents:
    """The unpacked contents of a word list: its words, and the words that it refuses for a reason.

    Refused words are kept as texts with one space before and after each word (`" LONDON PARIS "`). They
    are seldom searched, so small size matters more than speed.
    """

    words: Mapping[str, Kind]
    """The listed words in alphabetical order, each with its kind."""
    proper: str = ""
    """The words refused as proper nouns, each with a space before and after it."""
    abbreviations: str = ""
    """The words refused as abbreviations, each with a space before and after it."""
    offensive: str = ""
    """The offensive words, each with a space before and after it. Some of them may not be listed in
    `words`, because a list with fewer words has the same text."""
