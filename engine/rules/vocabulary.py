"""The words that count at a table: the word list with the table's exclusions and additions (ALL-1)."""

from itertools import product

from engine.cards import LETTERS, MASTER
from engine.game import Vocabulary
from engine.words import Flag, WordList, WordRefusal

_MAX_MASTERS_TRIED = 2
"""Greatest number of unnamed Masters in a word for which all their letters are tried, at a table where
proper nouns or abbreviations outside the list count. With more Masters, only listed words are found."""


def word_refusal(word: str, words: WordList, vocabulary: Vocabulary) -> WordRefusal | None:
    """Return the reason why `word` (upper case) does not count at a table; None if it counts. This function
    does not refuse plurals; see `is_barred_plural`."""
    entry = words.entry(word)
    if entry and not (vocabulary.names or vocabulary.proper) and words.is_proper_noun(word):
        return WordRefusal.PROPER
    if entry:
        slang = not vocabulary.slang and entry.flags & Flag.SLANG
        return WordRefusal.EXCLUDED if slang else None
    refusal = words.refusal(word)
    let_in = (refusal is WordRefusal.PROPER and vocabulary.proper) or (
        refusal is WordRefusal.ABBREVIATION and vocabulary.abbreviations
    )
    return None if let_in else refusal


def is_refused_kind(word: str, refusal: WordRefusal | None, words: WordList) -> bool:
    """Return True if `word` does not count because it is an abbreviation or slang, as LG-7 and MW-8 say.
    `refusal` is the reason that `word_refusal` returned. Return False for proper nouns, which have a breach
    of their own."""
    return refusal is WordRefusal.ABBREVIATION or (refusal is WordRefusal.EXCLUDED and word in words)


def is_barred_plural(word: str, words: WordList, vocabulary: Vocabulary) -> bool:
    """Return True if `word` is only a plural made by S or ES, at a table where such plurals do not count
    (XW-4). At a table where verbs in the third person singular do not count (KW-3), return True for these
    verbs too."""
    if vocabulary.plurals:
        return False
    return words.is_plural_only(word) or (not vocabulary.third_person and _is_third_person(word, words))


def _is_third_person(word: str, words: WordList) -> bool:
    """Return True if `word` is the third person singular of a verb, made by adding S or ES to a listed
    word."""
    entry = words.entry(word)
    if entry is None or not entry.flags & Flag.VERB_THIRD:
        return False
    bases = (
        word[:-1],
        word[:-2] if word.endswith("ES") else "",
        word[:-3] + "Y" if word.endswith("IES") else "",
    )
    return any(base in words for base in bases)


def plural_ending(word: str, words: WordList) -> int:
    """Return the number of letters that were added to make the plural: 1 for S (GAMES), 2 for ES (BOXES)."""
    return 1 if word[:-1] in words else 2


def words_that_count(pattern: str, words: WordList, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the words that count and match `pattern`, in upper case. `?` matches any letter."""
    candidates = _candidates(pattern, words, vocabulary)
    return tuple(word for word in candidates if word_refusal(word, words, vocabulary) is None)


def _candidates(pattern: str, words: WordList, vocabulary: Vocabulary) -> tuple[str, ...]:
    unnamed = pattern.count(MASTER)
    if unnamed == 0:
        return (pattern,)
    if (vocabulary.proper or vocabulary.abbreviations) and unnamed <= _MAX_MASTERS_TRIED:
        template = pattern.replace(MASTER, "{}")
        return tuple(template.format(*letters) for letters in product(LETTERS, repeat=unnamed))
    return words.matching(pattern)
