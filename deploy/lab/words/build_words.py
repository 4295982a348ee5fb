"""Build device/words/data/words.bin, the committed word list, from Debian's `scowl` and `wordnet-base`.

python -m deploy.lab.words.build_words            write it
python -m deploy.lab.words.build_words --check    exit 1 when the committed list is not what the sources give
"""

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from deploy.lab.words import review, scowl, wordnet
from deploy.lab.words.headwords import Headword, headwords
from deploy.lab.words.inflection import Sources, bases, is_plural_only, is_third_person
from engine.words.codec import pack, spaced_text, text_of, unpack
from engine.words.kinds import Contents, Flag, Kind

ROOT: Final = Path(__file__).resolve().parents[3]
ARTEFACT: Final = ROOT / "device" / "words" / "data" / "words.bin"
_NO_FLAG: Final = Flag(0)
_REVIEW_FILES: Final = {2: "two", 3: "three"}
_ADDED_WORD_FACTS: Final = scowl.Entry(70, Flag.US | Flag.GB)
"""The size and the regions assumed of a word that the review added and that SCOWL does not list."""
_NEWER_WORD_FACTS: Final = scowl.Entry(60, Flag.US | Flag.GB)
"""The size and the regions assumed of the words of newer.txt. Most recent dictionaries have these words."""


def build() -> Contents:
    """Return the content of the word list, made from SCOWL and WordNet as installed on this machine."""
    words, net = scowl.words(), wordnet.load()
    heads = headwords(words, net)
    reviews = _reviews(words, heads)
    listed = _listed(words, heads, reviews)
    proper, abbreviated = scowl.proper_nouns(), scowl.abbreviations()
    rare, added = review.verbs()
    alone = frozenset(word for word, head in heads.items() if head.plural is None)
    sources = Sources(listed, net, rare, added, frozenset(_plurals(heads, listed, reviews)), alone)
    slurs = _slurs(sources)
    kinds = {
        word.upper(): Kind(
            how.size, how.regions | _also(word, proper, abbreviated) | _use(word, sources, slurs)
        )
        for word, how in sorted(listed.items())
    }
    refused = _refused(listed, proper, abbreviated, reviews, net)
    return Contents(kinds, *refused, offensive=spaced_text(word.upper() for word in slurs))


def _slurs(sources: Sources) -> frozenset[str]:
    """Return all offensive words: the words of the review, and the listed words whose every sense WordNet
    labels offensive. A word of the review need not be on the word list."""
    labelled = {
        word
        for word in sources.words
        if sources.wordnet.all_labelled(bases(word, sources.wordnet), wordnet.SLURS)
    }
    return review.offensive(scowl.words(sizes=scowl.ALL_SIZES)) | labelled


def _reviews(words: Mapping[str, scowl.Entry], heads: Mapping[str, Headword]) -> list[review.Review]:
    def of(length: int, strings: Iterable[str]) -> list[str]:
        return [word for word in strings if len(word) == length]

    return [
        review.short_words(name, of(length, words), likely=of(length, heads))
        for length, name in _REVIEW_FILES.items()
    ]


def _listed(
    words: Mapping[str, scowl.Entry], heads: Mapping[str, Headword], reviews: list[review.Review]
) -> dict[str, scowl.Entry]:
    """Return the listed words, with SCOWL's facts about each.

    They are SCOWL's words of four letters and more, the headwords with their plurals, the newer words, and
    the reviewed words of two and three letters. Raise ValueError if a newer word is listed without
    newer.txt.
    """
    listed = {word: how for word, how in words.items() if len(word) not in _REVIEW_FILES}
    shown = {word: head.entry for word, head in heads.items()}
    listed |= {word: how for word, how in shown.items() if len(word) not in _REVIEW_FILES}
    newer = review.newer()
    if odd := listed.keys() & newer:
        raise ValueError(f"newer.txt: listed anyway: {' '.join(sorted(odd))}")
    listed |= dict.fromkeys(newer, _NEWER_WORD_FACTS)
    further = {**scowl.words(sizes=scowl.REVIEW_SIZES), **shown}
    for word in sorted(frozenset().union(*(item.words for item in reviews))):
        added_facts = further.get(word, _ADDED_WORD_FACTS)
        listed[word] = scowl.Entry(min(added_facts.size, _ADDED_WORD_FACTS.size), added_facts.regions)
    plurals = _plurals(heads, listed, reviews)
    return listed | {plural: _ADDED_WORD_FACTS for plural in plurals if plural not in listed}


def _plurals(
    heads: Mapping[str, Headword], listed: Mapping[str, scowl.Entry], reviews: list[review.Review]
) -> set[str]:
    """Return the plurals that prove listed headwords to be words, such as TECHS for TECH.

    The plurals of words that the review added are left out, since they may be words with another meaning.
    """
    added = frozenset().union(*(item.added for item in reviews))
    return {
        head.plural for word, head in heads.items() if head.plural and word in listed and word not in added
    }


def _also(word: str, proper: Mapping[str, int], abbreviated: Mapping[str, int]) -> Flag:
    flags = Flag.PROPER_TOO if word in proper else _NO_FLAG
    return flags | Flag.ABBREVIATION_TOO if word in abbreviated else flags


def _use(word: str, sources: Sources, slurs: frozenset[str]) -> Flag:
    """Return the flags that say if a word is a verb form, a mere plural, slang or offensive."""
    flags = _NO_FLAG
    if is_third_person(word, sources):
        flags |= Flag.VERB_THIRD
    elif is_plural_only(word, sources):
        flags |= Flag.PLURAL_ONLY
    lemmas = list(bases(word, sources.wordnet))
    if sources.wordnet.all_labelled(lemmas, wordnet.SLANG):
        flags |= Flag.SLANG
    return flags | Flag.OFFENSIVE if word in slurs else flags


def _refused(
    listed: Mapping[str, scowl.Entry],
    proper: Mapping[str, int],
    abbreviated: Mapping[str, int],
    reviews: list[review.Review],
    net: wordnet.WordNet,
) -> tuple[str, str]:
    """Return two texts of strings that are refused as words: the names, and the abbreviations.

    A string that SCOWL lists as both belongs to the kind in which SCOWL lists it at the smaller size. A
    symbol with a capital, such as Zn, MHz or Apr, is an abbreviation.
    """
    dropped = {word: reason for item in reviews for word, reason in item.dropped.items()}
    names = {word for word, reason in dropped.items() if reason.startswith("name")}
    short = {word for word, reason in dropped.items() if reason.startswith("abbreviation")}
    never = max(scowl.SIZES) + 1
    people = scowl.strings_of_other_classes("proper-names")
    for word in (proper.keys() | abbreviated.keys()) - listed.keys() - names - short:
        is_name = proper.get(word, never) <= abbreviated.get(word, never)
        is_name &= word in people or not net.is_symbol(word)
        (names if is_name else short).add(word)
    return spaced_text(word.upper() for word in names), spaced_text(word.upper() for word in short)


def main() -> int:
    """Write the word list. With `--check`, compare the committed list instead, and return 1 if it differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare with the committed list, write nothing")
    only_check = parser.parse_args().check
    contents = build()
    if only_check:
        same = text_of(unpack(ARTEFACT.read_bytes())) == text_of(contents)
        sys.stderr.write("the committed list is what the sources give\n" if same else "the lists differ\n")
        return 0 if same else 1
    data = pack(contents)
    ARTEFACT.write_bytes(data)
    sys.stderr.write(f"{ARTEFACT}: {len(contents.words)} words, {len(data)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
