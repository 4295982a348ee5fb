"""Read SCOWL, a collection of English word lists, as Debian installs it.

SCOWL has one file for each class of words and each size. Larger sizes hold rarer words. A file has one word a
line.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from engine.words.kinds import Flag

DIRECTORY: Final = Path("/usr/share/dict/scowl")
SIZES: Final = (10, 20, 35, 40, 50, 55, 60, 70)
REVIEW_SIZES: Final = (*SIZES, 80)
"""The sizes of SCOWL's lists that are searched for the facts about reviewed words and for plurals of
abbreviations. The word list takes its other words from all these sizes but the largest."""
CAPITALISED_CLASSES: Final = ("upper", "proper-names")
"""SCOWL's classes of words with a capital."""
ALL_SIZES: Final = (*REVIEW_SIZES, 95)
"""All sizes of SCOWL's lists that are read. The largest size also has words that are only in other word
lists."""
_BOTH: Final = Flag.US | Flag.GB
SPELLINGS: Final[Mapping[str, Flag]] = {
    "english": _BOTH,
    "american": Flag.US,
    "variant_1": Flag.US,
    "variant_2": Flag.US,
    "british": Flag.GB,
    "british_z": Flag.GB,
    "british_variant_1": Flag.GB,
    "british_variant_2": Flag.GB,
}
"""The regions of each spelling of SCOWL, by the name that its files begin with. As in SCOWL's own lists,
`variant_1` and `variant_2` belong to the American spellings, `british_variant_1` and `british_variant_2` to
the British."""
_LIGATURES: Final = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "Æ": "Ae", "Œ": "Oe", "Ø": "O"})


@dataclass(frozen=True, slots=True)
class Entry:
    """The facts that SCOWL has about a string."""

    size: int
    """The smallest size of SCOWL's lists that have the string. A small size means a common string."""
    regions: Flag
    """The regions, Britain or America or both, in which the string is spelt so."""


def words(directory: Path = DIRECTORY, sizes: Iterable[int] = SIZES) -> dict[str, Entry]:
    """Return the entries of SCOWL's class *words*, by the word without accents. Words with a capital or an
    apostrophe are left out."""
    entries = _gathered(directory, ("words",), sizes)
    return {word: how for word, how in entries.items() if word.islower() and len(word) > 1}


def strings_of_other_classes(*classes: str, directory: Path = DIRECTORY) -> dict[str, Entry]:
    """Return the entries of SCOWL's lists of these `classes`, such as `abbreviations`, by the string in
    lower case. Strings that differ only in case count as one."""
    entries: dict[str, Entry] = {}
    for word, how in _gathered(directory, classes, SIZES).items():
        before = entries.get(word.lower(), how)
        entries[word.lower()] = Entry(min(how.size, before.size), how.regions | before.regions)
    return entries


def jargon(directory: Path = DIRECTORY) -> frozenset[str]:
    """Return the words of programmers (SCOWL's list `hacker`) that have no capital."""
    return frozenset(word for word in _letters_only(directory / "special-hacker.50") if word.islower())


def proper_nouns(directory: Path = DIRECTORY) -> dict[str, int]:
    """Return SCOWL's names and other words with a capital, in lower case, each with the smallest size of a
    list that has it. A small size means a common word."""
    entries = _gathered(directory, CAPITALISED_CLASSES, SIZES)
    return _smallest({word: how for word, how in entries.items() if not word.isupper()})


def abbreviations(directory: Path = DIRECTORY) -> dict[str, int]:
    """Return SCOWL's abbreviations in lower case, each with the smallest size of a list that has it. A
    small size means a common abbreviation."""
    return _smallest(_gathered(directory, ("abbreviations",), SIZES))


def folded(word: str) -> str:
    """Return `word` without accents and ligatures: naïve -> naive."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFKD", word.translate(_LIGATURES))
    return "".join(part for part in parts if not unicodedata.combining(part))


def _smallest(entries: Mapping[str, Entry]) -> dict[str, int]:
    """Return the strings of SCOWL's `entries` in lower case, each with the smallest size of a list that has
    it. Spellings that differ only in case count as one. Single letters are left out."""
    sizes: dict[str, int] = {}
    for word, how in entries.items():
        sizes[word.lower()] = min(how.size, sizes.get(word.lower(), how.size))
    return {word: size for word, size in sizes.items() if len(word) > 1}


def _gathered(directory: Path, classes: Iterable[str], sizes: Iterable[int]) -> dict[str, Entry]:
    """Return the strings in SCOWL's lists of these `classes` and `sizes`. The entry of a string has the
    regions in which the string is used, and the smallest size of a list that has it. `sizes` must ascend."""
    gathered: dict[str, Entry] = {}
    for size, name, (spelling, regions) in product(sizes, classes, SPELLINGS.items()):
        for word in _letters_only(directory / f"{spelling}-{name}.{size}"):
            before = gathered.get(word)
            if before is None:
                gathered[word] = Entry(size, regions)
            elif before.regions != _BOTH:
                gathered[word] = Entry(before.size, before.regions | regions)
    return gathered


def _letters_only(path: Path) -> Iterator[str]:
    """Yield the words of one file, without accents, that have only letters. Yield none if the file does not
    exist."""
    if path.exists():
        lines = (folded(line) for line in path.read_text(encoding="utf-8").splitlines())
        yield from (line for line in lines if line.isascii() and line.isalpha())
