"""Store the table's choice of words in its data folder.

The choice says how rare the words may be, whose spelling counts, and which kinds of words are excluded. It
lists the household's own words, and the words that offend the household.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from device.errors import UsageFault
from device.records.value_files import keep, read_or_set_aside
from engine.i18n import Sentence
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

FILE: Final = "words.json"
MAX_SCOWL_SIZE: Final = 95
"""The largest size of SCOWL that a household may choose. The list leaves out words that are rarer
than the chosen size. This largest size leaves out no word."""
MAX_HOUSE_WORDS: Final = 2_000
"""The greatest number of the household's own words, and of its offensive words. A household with more needs a
word list of its own."""

MAX_WORD_LETTERS: Final = 30
"""The greatest number of letters in a word of the household."""

Region = Literal["any", "us", "gb"]
Exclusion = Literal["slang", "offensive", "plural-only", "proper-too", "abbreviation-too"]
"""A kind of words that a table may exclude (ALL-1), by the name of the word list's flag for it."""
Word = Annotated[str, msgspec.Meta(pattern=rf"^[A-Z]{{2,{MAX_WORD_LETTERS}}}$")]


class WordChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The household's choice of the words that count, and of the offensive words."""

    tier: Annotated[int, msgspec.Meta(ge=10, le=MAX_SCOWL_SIZE)] = MAX_SCOWL_SIZE
    """The largest SCOWL size of the words that count. Words of larger sizes are rarer."""
    region: Region = "any"
    """The region whose spelling counts: American, British, or any."""
    without: tuple[Exclusion, ...] = ()
    """The kinds of words that do not count."""
    house: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MAX_HOUSE_WORDS)] = ()
    """The household's own words, in alphabetical order. They count at this table."""
    offensive: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MAX_HOUSE_WORDS)] = ()
    """The words that offend at this table, in alphabetical order. Words that offend everywhere are not
    listed."""


def choice(data: Path) -> WordChoice:
    """Return the table's stored choice of words. If none is stored or the file is damaged, return the
    choice of all words. Raise UsageFault for a disk error."""
    return read_or_set_aside(data / FILE, WordChoice) or WordChoice()


def choose(data: Path, chosen: WordChoice) -> None:
    """Store the table's choice of words. Raise UsageFault for a disk error."""
    keep(data / FILE, chosen)


def with_words(chosen: WordChoice, words: Iterable[str]) -> WordChoice:
    """Return the choice with `words` (any case) added to the household's own words. Raise UsageFault for an
    invalid word, or for more than MAX_HOUSE_WORDS words."""
    many = N_("A house has {most} words of its own at most. Keep more in a word list of your own.")
    return msgspec.structs.replace(chosen, house=_more(chosen.house, words, many))


def without_words(chosen: WordChoice, words: Iterable[str]) -> WordChoice:
    """Return the choice with `words` removed from the household's own words. Raise UsageFault for a word that
    is not one of them."""
    unknown = N_("“{word}” is not a word of the house.")
    return msgspec.structs.replace(chosen, house=_fewer(chosen.house, words, unknown))


def with_offensive(chosen: WordChoice, words: Iterable[str]) -> WordChoice:
    """Return the choice with `words` (any case) added to the offensive words. Raise UsageFault for an invalid
    word, or for more than MAX_HOUSE_WORDS words."""
    many = N_("At most {most} words offend at one table.")
    return msgspec.structs.replace(chosen, offensive=_more(chosen.offensive, words, many))


def without_offensive(chosen: WordChoice, words: Iterable[str]) -> WordChoice:
    """Return the choice with `words` removed from the words that offend at this table. Raise UsageFault for a
    word that is not one of them."""
    unknown = N_("“{word}” is not among the words that offend here.")
    return msgspec.structs.replace(chosen, offensive=_fewer(chosen.offensive, words, unknown))


def _more(words_before: Iterable[str], words: Iterable[str], too_many: str) -> tuple[str, ...]:
    both = {*words_before, *map(_checked, words)}
    if len(both) > MAX_HOUSE_WORDS:
        raise UsageFault(Sentence(too_many, (("most", MAX_HOUSE_WORDS),)))
    return tuple(sorted(both))


def _fewer(words_before: Sequence[str], words: Iterable[str], unknown: str) -> tuple[str, ...]:
    removed = set(map(_checked, words))
    if strangers := sorted(removed.difference(words_before)):
        raise UsageFault(Sentence(unknown, (("word", strangers[0]),)))
    return tuple(word for word in words_before if word not in removed)


def _checked(word: str) -> str:
    if not (word.isascii() and word.isalpha() and 2 <= len(word) <= MAX_WORD_LETTERS):
        shown = word if len(word) <= MAX_WORD_LETTERS else f"{word[:MAX_WORD_LETTERS]}…"
        raise UsageFault(
            Sentence(
                "“{word}” is not a word of 2 to {most} letters from A to Z.",
                (("word", shown), ("most", MAX_WORD_LETTERS)),
            )
        )
    return word.upper()
