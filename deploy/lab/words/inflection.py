"""Tell plurals from verb forms, and find the base of an inflected word (XW-4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from deploy.lab.words.scowl import Entry
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
"""Words that end in S and are not the plural or a verb's form of the word without S, such as HIS beside HI
or TOWARDS beside TOWARD."""
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
    """The words and lists by which a word is judged to be a plural, a verb form or neither."""

    words: Mapping[str, Entry]
    """The words of the word list, each with its size and its regions in SCOWL."""
    wordnet: WordNet
    """The lemmas of WordNet."""
    rare_verbs: frozenset[str]
    """The words that WordNet lists as verbs although they are hardly used as such. The plural of such a
    word does not count as a verb form."""
    added_verbs: frozenset[str]
    """The verbs that count although WordNet does not list them."""
    plurals: frozenset[str] = frozenset()
    """The plurals that prove their nouns to be words, such as TECHS for TECH. They count as plurals only,
    not as words of their own."""
    singulars_in_s: frozenset[str] = frozenset()
    """The words that end in S and are no plurals, such as MATHS."""


def is_third_person(word: str, sources: Sources) -> bool:
    """Return True if `word` is the third person singular, such as RUNS, of a verb in real use."""
    return any(_is_verb(base, sources) for base in bases_in_s(word))


def is_plural_only(word: str, sources: Sources) -> bool:
    """Return True if `word` is a plural made by S, ES or VES, and neither a verb form nor a word with a
    meaning of its own."""
    if word in _FUNCTION_WORDS | sources.singulars_in_s or is_third_person(word, sources):
        return False
    if word in sources.plurals:
        return True
    nouns = [base for base in (*bases_in_s(word), *_bases_in_ves(word)) if _is_noun(base, sources)]
    return any(not _stands_alone(word, noun, sources.wordnet) for noun in nouns)


def bases(word: str, wordnet: WordNet) -> Iterator[Lemma]:
    """Yield the lemmas of which `word` is an inflection. If `word` is itself a lemma, it comes first."""
    yield from ((word, part) for part in PARTS if wordnet.has(word, part))
    in_s = frozenset(bases_in_s(word))
    for part, endings in _ENDINGS.items():
        stems = (word.removesuffix(end) + base for end, base in endings if word.endswith(end))
        for stem in (*wordnet.irregular.get((word, part), ()), *_undoubled(stems)):
            regular = stem in in_s or not word.endswith("s") or (word, part) in wordnet.irregular
            if stem != word and regular and wordnet.has(stem, part):
                yield stem, part


def inflections(base: str) -> frozenset[str]:
    """Return `base` and all the forms that the spelling rules give it with endings such as S, ED, ING, ER,
    EST and Y."""
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
    """Return True if `base` has one syllable and doubles its last letter before an ending, as WOG does in
    WOGGED."""
    start, vowel, last = base[:-2], base[-2], base[-1]
    return vowel in _VOWELS | {"y"} and last not in _VOWELS | set("wxy") and not _VOWELS & set(start)


def _undoubled(stems: Iterator[str]) -> Iterator[str]:
    """Yield each stem, and after a stem that ends in a doubled consonant also the stem with a single one:
    RUNN is followed by RUN."""
    for stem in stems:
        yield stem
        if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
            yield stem[:-1]


def bases_in_s(word: str) -> Iterator[str]:
    """Yield the words that become `word` by the spelling rules with S, ES, or IES in place of Y."""
    if not word.endswith("s"):
        return
    candidates = [word.removesuffix("s"), word.removesuffix("es")]
    if word.endswith("ies"):
        candidates.append(word[:-3] + "y")
    if word.endswith(("sses", "zzes")):
        candidates.append(word[:-3])
    yield from (base for base in candidates if len(base) > 1 and word in with_s(base))


def _bases_in_ves(word: str) -> Iterator[str]:
    """Yield the strings that become `word` with VES in place of F or FE: knives gives knif and knife."""
    if word.endswith("ves"):
        yield from (word[:-3] + "f", word[:-3] + "fe")


def with_s(base: str) -> tuple[str, ...]:
    """Return the possible forms of `base` with the ending S, such as CATS. There are two where English may
    spell the ending in two ways, such as MANGOS and MANGOES."""
    if base.endswith("y") and base[-2] not in _VOWELS:
        return (base[:-1] + "ies",)
    if base.endswith(("s", "z")):
        return (base + "es", base + base[-1] + "es")
    if base.endswith(("x", "ch", "sh")):
        return (base + "es", base + "s") if base.endswith("ch") else (base + "es",)
    return (base + "s", base + "es") if base.endswith("o") else (base + "s",)


def _is_verb(base: str, sources: Sources) -> bool:
    """Return True if `base` counts as a verb.

    The review decides first: it names verbs that WordNet lacks, and verbs that are too rare. Any other word
    that is in WordNet must be a verb in WordNet; if it is also a noun, the word list must have its -ING form.
    A word that is not in WordNet must be on the word list together with its -ING form.
    """
    if base in sources.rare_verbs or base in sources.added_verbs:
        return base in sources.added_verbs
    if not any(sources.wordnet.has(base, part) for part in PARTS):
        known = len(base) > 3 and base in sources.words
        return known and base + "e" not in sources.words and _has_ing(base, sources.words)
    only_verb = not sources.wordnet.has(base, "n")
    return sources.wordnet.has(base, "v") and (only_verb or _has_ing(base, sources.words))


def _is_noun(base: str, sources: Sources) -> bool:
    """Return True if `base` is on the word list and a noun. A listed word that WordNet does not know counts
    as a noun."""
    known = any(sources.wordnet.has(base, part) for part in PARTS)
    return base in sources.words and (sources.wordnet.has(base, "n") or not known)


def _has_ing(base: str, words: Mapping[str, Entry]) -> bool:
    """Return True if the -ING form of `base` is one of `words`. Forms are spelt as in TYPING, RUNNING, LYING,
    PICNICKING."""
    forms = [base.removesuffix("e") + "ing", base + base[-1] + "ing", base + "ing"]
    if base.endswith("ie"):
        forms.append(base[:-2] + "ying")
    if base.endswith("c"):
        forms.append(base + "king")
    return any(form in words for form in forms)


def _stands_alone(word: str, noun: str, wordnet: WordNet) -> bool:
    """Return True if `word`, which may be a plural of `noun`, is listed by WordNet as a word of its own,
    and not much rarer than `noun`.

    GOODS and GLASSES are words of their own. YEARS (old age) is too rare: it occurs once for 450 times that
    YEAR occurs.
    """
    own = [part for part in PARTS if wordnet.has(word, part)]
    return bool(own) and _RARITY * sum(wordnet.count(word, part) for part in own) >= wordnet.count(noun, "n")
