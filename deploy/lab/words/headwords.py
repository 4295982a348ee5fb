"""Find words that SCOWL lists only as abbreviations or names, such as TECH beside TECHS, or MATHS beside
MATH."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from deploy.lab.words import scowl
from deploy.lab.words.inflection import bases, bases_in_s, with_s
from deploy.lab.words.scowl import Entry
from deploy.lab.words.wordnet import PARTS, WordNet


@dataclass(frozen=True, slots=True)
class Headword:
    """A string that SCOWL lists only as an abbreviation or a name, although it is a word."""

    entry: Entry
    """SCOWL's facts about the headword: its size and its regions."""
    plural: str | None
    """The plural that proves the string to be a word, such as TECHS; None if WordNet alone proves it."""


def headwords(words: Mapping[str, Entry], wordnet: WordNet) -> dict[str, Headword]:
    """Return the strings of at least three letters that are words although SCOWL lists them only as
    abbreviations or names.

    An abbreviation such as TECH is a word if SCOWL's words contain a plural that can come only from it:
    TECHS. If SCOWL lists this plural only at size 80, the plural must also be programmers' jargon, or WordNet
    must list the abbreviation in lower case.

    An abbreviation such as MATHS is also a word if WordNet lists it in lower case, and it is a listed word
    with S added: MATH.

    A name is a word if SCOWL's words contain such a plural, and WordNet lists the name in lower case.
    """
    further = scowl.words(sizes=scowl.REVIEW_SIZES)
    near = words.keys() | (scowl.jargon() & further.keys())
    headwords_by_word: dict[str, Headword] = {}
    for word, how in _apart(scowl.strings_of_other_classes("abbreviations"), words):
        lemma = _is_lemma(word, wordnet)
        plural = next(_own_plurals(word, further if lemma else near, wordnet), None)
        if plural or (lemma and _made_by_s(word, words)):
            headwords_by_word[word] = Headword(how, plural)
    for word, how in _apart(scowl.strings_of_other_classes(*scowl.CAPITALISED_CLASSES), words):
        plural = next(_own_plurals(word, words, wordnet), None)
        if plural and _is_lemma(word, wordnet):
            headwords_by_word.setdefault(word, Headword(how, plural))
    return headwords_by_word


def _apart(strings: Mapping[str, Entry], words: Container[str]) -> Iterator[tuple[str, Entry]]:
    return ((word, how) for word, how in strings.items() if len(word) > 2 and word not in words)


def _is_lemma(word: str, wordnet: WordNet) -> bool:
    return any(wordnet.has(word, part) for part in PARTS)


def _own_plurals(word: str, pool: Container[str], wordnet: WordNet) -> Iterator[str]:
    """Yield the plurals of `word` that are in the set `pool`, except forms of another word and words with
    another meaning.

    GAZES is not yielded for GAZ, since it is also a form of GAZE. CORPS is not yielded for CORP, since it is
    also a word with another meaning.
    """
    for plural in with_s(word):
        others = any(base not in (word, plural) for base, _ in bases(plural, wordnet))
        if plural in pool and not others and not any(wordnet.count(plural, part) for part in PARTS):
            yield plural


def _made_by_s(word: str, words: Container[str]) -> bool:
    return len(word) > 3 and any(base in words for base in bases_in_s(word))
