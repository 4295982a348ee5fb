"""Which words a table plays with, kept in its data folder: how rare, whose spelling, what is left out, the
house's own words, and those that offend this house.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from device.errors import UsageFault
from device.records.keeping import keep, kept_or_aside
from engine.tongue import Sentence
from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

FILE: Final = "words.json"
RAREST: Final = 95
"""SCOWL's largest size: nothing is left out for being rare."""
MOST_WORDS: Final = 2_000
"""The house's words: more are a word list of one's own, which is a text file."""

LONGEST: Final = 30
"""Letters of a word of the house."""

Region = Literal["any", "us", "gb"]
Exclusion = Literal["slang", "offensive", "plural-only", "proper-too", "abbreviation-too"]
"""What a table may leave out (ALL-1), by the names of the words' flags."""
Word = Annotated[str, msgspec.Meta(pattern=rf"^[A-Z]{{2,{LONGEST}}}$")]


class WordChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's words: of the list up to size `tier`, as spelt in `region`, but for the words that are one of
    `without`; `house`, words of its own, and `offensive`, those that offend there besides the ones that
    offend everywhere, both in alphabetical order."""

    tier: Annotated[int, msgspec.Meta(ge=10, le=RAREST)] = RAREST
    region: Region = "any"
    without: tuple[Exclusion, ...] = ()
    house: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MOST_WORDS)] = ()
    offensive: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MOST_WORDS)] = ()


def choice(data: Path) -> WordChoice:
    """The table's choice; everything while none was made that can be understood. Raises UsageFault."""
    return kept_or_aside(data / FILE, WordChoice) or WordChoice()


def choose(data: Path, chosen: WordChoice) -> None:
    """Keep the table's choice. Raises UsageFault when it can't be."""
    keep(data / FILE, chosen)


def added(chosen: WordChoice, words: Iterable[str]) -> WordChoice:
    """The choice with more words of the house (any case). Raises UsageFault for one that can be none."""
    many = N_("A house has {most} words of its own at most. Keep more in a word list of your own.")
    return msgspec.structs.replace(chosen, house=_more(chosen.house, words, many))


def removed(chosen: WordChoice, words: Iterable[str]) -> WordChoice:
    """The choice without some words of the house. Raises UsageFault for one that is not among them."""
    unknown = N_("“{word}” is not a word of the house.")
    return msgspec.structs.replace(chosen, house=_fewer(chosen.house, words, unknown))


def screened(chosen: WordChoice, words: Iterable[str]) -> WordChoice:
    """The choice with more words that offend (any case). Raises UsageFault for one that can be none."""
    many = N_("At most {most} words offend at one table.")
    return msgspec.structs.replace(chosen, offensive=_more(chosen.offensive, words, many))


def unscreened(chosen: WordChoice, words: Iterable[str]) -> WordChoice:
    """The choice without some words that offend. Raises UsageFault for one that is not among them."""
    unknown = N_("“{word}” is not among the words that offend here.")
    return msgspec.structs.replace(chosen, offensive=_fewer(chosen.offensive, words, unknown))


def _more(kept: Iterable[str], words: Iterable[str], too_many: str) -> tuple[str, ...]:
    both = {*kept, *map(_checked, words)}
    if len(both) > MOST_WORDS:
        raise UsageFault(Sentence(too_many, (("most", MOST_WORDS),)))
    return tuple(sorted(both))


def _fewer(kept: Sequence[str], words: Iterable[str], unknown: str) -> tuple[str, ...]:
    gone = set(map(_checked, words))
    if strangers := sorted(gone.difference(kept)):
        raise UsageFault(Sentence(unknown, (("word", strangers[0]),)))
    return tuple(word for word in kept if word not in gone)


def _checked(word: str) -> str:
    if not (word.isascii() and word.isalpha() and 2 <= len(word) <= LONGEST):
        shown = word if len(word) <= LONGEST else f"{word[:LONGEST]}…"
        raise UsageFault(
            Sentence(
                "“{word}” is not a word of 2 to {most} letters from A to Z.",
                (("word", shown), ("most", LONGEST)),
            )
        )
    return word.upper()
