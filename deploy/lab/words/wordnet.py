"""Read Princeton WordNet as Debian installs it (`wordnet-base`): lemmas, how often each is used, glosses and
labels."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

DIRECTORY: Final = Path("/usr/share/wordnet")
PARTS: Final[Mapping[str, str]] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
SLANG: Final = frozenset({"slang"})
SLURS: Final = frozenset({"ethnic slur", "obscenity", "vulgarism"})
"""WordNet's labels of slurs and obscenities. The label "disparagement" is left out, because WordNet also
gives it to harmless words such as "coolie hat"."""
_PART_OF_DIGIT: Final = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
_USAGE_POINTER: Final = ";u"
_INSTANCE_POINTER: Final = "@i"
_OF_PERSONS: Final = "18"
"""The number of WordNet's file of nouns for persons. A word with a meaning in this file, such as Rex,
counts as no symbol or abbreviation."""
_VOWELS: Final = frozenset("aeiouy")
_LONGEST_SYMBOL: Final = 3


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a lemma."""

    gloss: str
    """The definition of this meaning, with examples."""
    count: int
    """The number of times that WordNet's tagged texts use the lemma in this meaning."""
    labels: frozenset[str]
    """WordNet's labels on this meaning, such as `slang`."""
    lower_case: bool
    """True if the lemma is written without a capital in this meaning."""
    is_first_term: bool = True
    """True if the lemma is the term that WordNet gives first for this meaning, or a word of that term."""
    is_individual: bool = False
    """True if this meaning is a person, or one particular place or thing, such as a river."""


Lemma = tuple[str, str]
"""A word in lower case, and its part of speech: `n` noun, `v` verb, `a` adjective or `r` adverb."""


@dataclass(frozen=True, slots=True)
class WordNet:
    """The lemmas of WordNet that are single words."""

    senses: Mapping[Lemma, tuple[Sense, ...]]
    """The senses of each lemma, the most frequent first."""
    irregular: Mapping[Lemma, tuple[str, ...]]
    """The base forms of each irregular inflection, such as `goose` of `geese`."""

    def count(self, word: str, part: str) -> int:
        """Return how often WordNet's tagged texts use `word` as the part of speech `part`."""
        return sum(sense.count for sense in self.senses.get((word, part), ()))

    def has(self, word: str, part: str) -> bool:
        """Return True if WordNet lists `word` as the part of speech `part`, in at least one sense that is
        written in lower case."""
        return any(sense.lower_case for sense in self.senses.get((word, part), ()))

    def is_symbol(self, word: str) -> bool:
        """Return True if `word`, in lower case, is a symbol or an abbreviation.

        A word without a vowel is a symbol. So is a word of at most three letters that is short for another
        word in every meaning, such as Zn for zinc or Apr for April, and that names no person and no place.
        """
        if not set(word) & _VOWELS:
            return True
        senses = [sense for part in PARTS for sense in self.senses.get((word, part), ())]
        named = any(sense.is_first_term or sense.is_individual for sense in senses)
        return len(word) <= _LONGEST_SYMBOL and bool(senses) and not named

    def all_labelled(self, lemmas: Iterable[Lemma], labels: frozenset[str]) -> bool:
        """Return True if every sense of these `lemmas` has one of `labels`, such as slang. Only senses
        written in lower case count, and there must be at least one."""
        senses = [sense for lemma in lemmas for sense in self.senses.get(lemma, ()) if sense.lower_case]
        return bool(senses) and all(sense.labels & labels for sense in senses)


@dataclass(slots=True)
class _Synset:
    gloss: str
    """The definition of the meaning, with examples."""
    members: tuple[str, ...]
    """The lemmas with this meaning."""
    is_individual: bool = False
    """True if this meaning is a person, or one particular place or thing, such as a river."""
    usages: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """WordNet's usage labels, such as slang, as offsets into its data file. The key is the number of the
    member that the labels mark, or 0 if they mark all members."""


def load(directory: Path = DIRECTORY) -> WordNet:
    """Return the single words of WordNet from the files in `directory`."""
    counts = _counts(directory / "cntlist.rev")
    synsets = {(part, key): syn for part in PARTS for key, syn in _synsets(directory / f"data.{PARTS[part]}")}
    names = {
        key: synset.members[0].replace("_", " ").lower()
        for (part, key), synset in synsets.items()
        if part == "n"
    }
    senses: dict[Lemma, tuple[Sense, ...]] = {}
    for part in PARTS:
        for word, offsets in _index(directory / f"index.{PARTS[part]}"):
            senses[word, part] = tuple(
                _sense(word, synsets[part, key], counts.get((word, part, number), 0), names)
                for number, key in enumerate(offsets, 1)
            )
    return WordNet(senses, _irregular(directory))


def _sense(word: str, synset: _Synset, count: int, names: Mapping[str, str]) -> Sense:
    numbers = [number for number, member in enumerate(synset.members, 1) if member.lower() == word]
    usages = set(synset.usages[0]).union(*(synset.usages[number] for number in numbers))
    lower = any(synset.members[number - 1] == word for number in numbers)
    labels = frozenset(names[key] for key in usages if key in names)
    return Sense(synset.gloss, count, labels, lower, _named_in(synset.members[0], word), synset.is_individual)


def _named_in(member: str, word: str) -> bool:
    return word in member.lower().split("_")


def _rows(path: Path) -> Iterator[str]:
    """Yield the lines of a WordNet file. The licence at its beginning, whose lines begin with a space, is
    left out."""
    with path.open(encoding="utf-8") as file:
        yield from (line.rstrip("\n") for line in file if not line.startswith(" "))


def _counts(path: Path) -> dict[tuple[str, str, int], int]:
    """Return the number of uses in tagged texts, by word, part of speech and number of the sense."""
    counts = {}
    for row in _rows(path):
        key, number, count = row.split()
        word, rest = key.rsplit("%", 1)
        counts[word, _PART_OF_DIGIT[rest[0]], int(number)] = int(count)
    return counts


def _index(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each single word of an index file, with the offsets of its synsets in the data file. The most
    frequent sense comes first."""
    for row in _rows(path):
        fields = row.split()
        if fields[0].isascii() and fields[0].isalpha():
            yield fields[0], fields[-int(fields[2]) :]


def _synsets(path: Path) -> Iterator[tuple[str, _Synset]]:
    """Yield each synset of a data file with its offset. The layout of the file is that of wndb(5WN)."""
    for row in _rows(path):
        body, _, gloss = row.partition(" | ")
        fields = body.split()
        words = int(fields[3], 16)
        members = tuple(member.split("(")[0] for member in fields[4 : 4 + 2 * words : 2])
        synset = _Synset(gloss.strip(), members, is_individual=fields[1] == _OF_PERSONS)
        start = 5 + 2 * words
        for pointer in range(start, start + 4 * int(fields[start - 1]), 4):
            symbol, offset, _, source = fields[pointer : pointer + 4]
            synset.is_individual |= symbol == _INSTANCE_POINTER
            if symbol == _USAGE_POINTER:
                synset.usages[int(source[:2], 16)].add(offset)
        yield fields[0], synset


def _irregular(directory: Path) -> dict[Lemma, tuple[str, ...]]:
    """Return the base forms of irregular inflections, by the inflected form: ("geese", "n") gives
    ("goose",)."""
    forms: dict[Lemma, tuple[str, ...]] = {}
    for part, name in PARTS.items():
        for row in _rows(directory / f"{name}.exc"):
            inflected, *bases = row.split()
            forms[inflected, part] = tuple(bases)
    return forms
