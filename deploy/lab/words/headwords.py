"""Find words that SCOWL lists only among abbreviations or names: TECH beside TECHS, MATHS beside MATH."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from deploy.lab.words import scowl
from deploy.lab.words.inflection import bases, bases_in_s, with_s
from deploy.lab.words.scowl import Entry
from deploy.lab.words.wordnet import PARTS, WordNet


@dataclass(frozen=True, slots=True)
class Headword:
    """A string that SCOWL lists only among abbreviations or names, and that is a word all the same."""

    found: Entry
    """SCOWL's facts about the string."""
    plural: str | None
    """The plural that proves the string to be a word; None if WordNet alone proves it."""


def headwords(words: Mapping[str, Entry], wordnet: WordNet) -> dict[str, Headword]:
    """Return the strings of three letters and more that SCOWL lists only among abbreviations or names and
    that are words, since people make a plural of them.

    An abbreviation is a word when SCOWL has its own plural among its words. A plural of size 80 must also be
    programmers' jargon, or WordNet must have the string as a lemma without a capital. A name must be such a
    lemma in any case. A lemma whose form with S is a listed word (MATHS) is a word, too.
    """
    further = scowl.words(sizes=scowl.REVIEW_SIZES)
    near = words.keys() | (scowl.jargon() & further.keys())
    headwords_by_word: dict[str, Headword] = {}
    for word, how in _apart(scowl.strings_of_other_classes("abbreviations"), words):
        lemma = _is_lemma(word, wordnet)
        plural = next(_own_plurals(word, further if lemma else near, wordnet), None)
        if plural or (lemma and _made_by_s(word, words)):
            headwords_by_word[word] = Headword(how, plural)
    for word, how in _apart(scowl.strings_of_other_classes(*scowl.NAMES), words):
        plural = next(_own_plurals(word, words, wordnet), None)
        if plural and _is_lemma(word, wordnet):
            headwords_by_word.setdefault(word, Headword(how, plural))
    return headwords_by_word


def _apart(strings: Mapping[str, Entry], words: Container[str]) -> Iterator[tuple[str, Entry]]:
    return ((word, how) for word, how in strings.items() if len(word) > 2 and word not in words)


def _is_lemma(word: str, wordnet: WordNet) -> bool:
    return any(wordnet.has(word, part) for part in PARTS)


def _own_plurals(word: str, pool: Container[str], wordnet: WordNet) -> Iterator[str]:
    """Yield the plurals of `word` by the spelling rules that are in `pool` and can only be plurals of `word`.
    GAZES is no such plural of GAZ, since it is also a form of GAZE. CORPS is no such plural of CORP, since it
    is a word of its own.
    """
    for plural in with_s(word):
        others = any(base not in (word, plural) for base, _ in bases(plural, wordnet))
        if plural in pool and not others and not any(wordnet.count(plural, part) for part in PARTS):
            yield plural


def _made_by_s(word: str, words: Container[str]) -> bool:
    return len(word) > 3 and any(base in words for base in bases_in_s(word))
