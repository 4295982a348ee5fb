"""Plural or verb: what a final S makes of a word, and the base an inflected word comes from (XW-4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from deploy.lab.words.scowl import Found
from deploy.lab.words.wordnet import PARTS, Lemma, WordNet

_VOWELS: Final = frozenset("aeiou")
_FUNCTION_WORDS: Final = frozenset(
    word
    for line in (
        "his its this us as is was has does thus hers ours theirs yours ourselves yourselves towards noways",
        "earthwards headwards leftwards northeastwards northwestwards rearwards rightwards southeastwards",
        "southwestwards thenceforwards",
    )
    for word in line.split()
)
"""Words that end in S by themselves, though what is left without it is listed and might pass for a noun."""
_RARITY: Final = 4
_ENDINGS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "n": (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")),
    "v": (
        ("ies", "y"),
        ("ied", "y"),
        ("es", ""),
        ("s", ""),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
    ),
    "a": (("iest", "y"), ("ier", "y"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e")),
    "r": (),
}


@dataclass(frozen=True, slots=True)
class Sources:
    """What the verdicts rest on. `plurals` show their nouns to be words, and are none of their own; `alone`
    are words in S that are no plurals (MATHS)."""

    words: Mapping[str, Found]
    wordnet: WordNet
    rare_verbs: frozenset[str]
    added_verbs: frozenset[str]
    plurals: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()


def is_third_person(word: str, sources: Sources) -> bool:
    """Whether `word` is the third person singular of a verb in real use."""
    return any(_is_verb(base, sources) for base in bases_in_s(word))


def is_plural_only(word: str, sources: Sources) -> bool:
    """Whether `word` is nothing but the plural of a noun made by S or ES: no verb, no word of its own."""
    if word in _FUNCTION_WORDS | sources.alone or is_third_person(word, sources):
        return False
    if word in sources.plurals:
        return True
    nouns = [base for base in (*bases_in_s(word), *_bases_in_ves(word)) if _is_noun(base, sources)]
    return any(not _stands_alone(word, noun, sources.wordnet) for noun in nouns)


def bases(word: str, wordnet: WordNet) -> Iterator[Lemma]:
    """The lemmas `word` is, or is an inflection of; itself first."""
    yield from ((word, part) for part in PARTS if wordnet.has(word, part))
    in_s = frozenset(bases_in_s(word))
    for part, endings in _ENDINGS.items():
        stems = (word.removesuffix(end) + base for end, base in endings if word.endswith(end))
        for stem in (*wordnet.irregular.get((word, part), ()), *_undoubled(stems)):
            regular = stem in in_s or not word.endswith("s") or (word, part) in wordnet.irregular
            if stem != word and regular and wordnet.has(stem, part):
                yield stem, part


def inflections(base: str) -> frozenset[str]:
    """`base`, and what the spelling rules make of it with S, ED, ING, ER, ERS, EST, Y, IER and IEST."""
    stem = base.removesuffix("e") if base[-2] not in _VOWELS else base
    ends: tuple[str, ...]
    if base.endswith("y") and base[-2] not in _VOWELS:
        ends, stem = ("ied", "ying", "ier", "iers", "iest"), base[:-1]
    else:
        ends = ("ed", "ing", "er", "ers", "est", "y", "ies", "ier", "iest")
    if _doubles(base):
        stem += base[-1]
    return frozenset({base, *with_s(base), *(stem + end for end in ends)})


def _doubles(base: str) -> bool:
    """Whether the last letter of a word of one syllable is written twice before a vowel: wogged, shagging."""
    start, vowel, last = base[:-2], base[-2], base[-1]
    return vowel in _VOWELS | {"y"} and last not in _VOWELS | set("wxy") and not _VOWELS & set(start)


def _undoubled(stems: Iterator[str]) -> Iterator[str]:
    """The stems, and where one ends in a doubled consonant, the single one too: runn -> run."""
    for stem in stems:
        yield stem
        if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
            yield stem[:-1]


def bases_in_s(word: str) -> Iterator[str]:
    """What an S, an ES, or an IES in place of Y was added to by the spelling rules."""
    if not word.endswith("s"):
        return
    candidates = [word.removesuffix("s"), word.removesuffix("es")]
    if word.endswith("ies"):
        candidates.append(word[:-3] + "y")
    if word.endswith(("sses", "zzes")):
        candidates.append(word[:-3])
    yield from (base for base in candidates if len(base) > 1 and word in with_s(base))


def _bases_in_ves(word: str) -> Iterator[str]:
    """What a VES in place of F or FE was added to: knives -> knife."""
    if word.endswith("ves"):
        yield from (word[:-3] + "f", word[:-3] + "fe")


def with_s(base: str) -> tuple[str, ...]:
    """The ways to add S or ES to `base`; two where English hesitates."""
    if base.endswith("y") and base[-2] not in _VOWELS:
        return (base[:-1] + "ies",)
    if base.endswith(("s", "z")):
        return (base + "es", base + base[-1] + "es")
    if base.endswith(("x", "ch", "sh")):
        return (base + "es", base + "s") if base.endswith("ch") else (base + "es",)
    return (base + "s", base + "es") if base.endswith("o") else (base + "s",)


def _is_verb(base: str, sources: Sources) -> bool:
    """Whether `base` is a verb in real use: reviewed, or a verb to WordNet with a listed form in -ING."""
    if base in sources.rare_verbs or base in sources.added_verbs:
        return base in sources.added_verbs
    if not any(sources.wordnet.has(base, part) for part in PARTS):
        known = len(base) > 3 and base in sources.words
        return known and base + "e" not in sources.words and _has_ing(base, sources.words)
    only_verb = not sources.wordnet.has(base, "n")
    return sources.wordnet.has(base, "v") and (only_verb or _has_ing(base, sources.words))


def _is_noun(base: str, sources: Sources) -> bool:
    """Whether `base` is a listed noun; a listed word that WordNet does not know is taken for one."""
    known = any(sources.wordnet.has(base, part) for part in PARTS)
    return base in sources.words and (sources.wordnet.has(base, "n") or not known)


def _has_ing(base: str, words: Mapping[str, Found]) -> bool:
    """Whether the -ING form of `base` is listed: typing, running, lying, picnicking."""
    forms = [base.removesuffix("e") + "ing", base + base[-1] + "ing", base + "ing"]
    if base.endswith("ie"):
        forms.append(base[:-2] + "ying")
    if base.endswith("c"):
        forms.append(base + "king")
    return any(form in words for form in forms)


def _stands_alone(word: str, noun: str, wordnet: WordNet) -> bool:
    """Whether `word`, which could be the plural of `noun`, has an entry of its own, no rarity beside it.

    WordNet has GOODS and GLASSES, but also YEARS (of old age), met once for 450 times the year.
    """
    own = [part for part in PARTS if wordnet.has(word, part)]
    return bool(own) and _RARITY * sum(wordnet.count(word, part) for part in own) >= wordnet.count(noun, "n")
