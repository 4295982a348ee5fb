"""Say in sentences why a word counts or does not, and which words have nearly the same spelling."""

from typing import assert_never

from engine.i18n import Translate, english
from engine.words import WordRefusal
from engine.words.facts import Facts, Rarity


def say_word(facts: Facts, tr: Translate = english) -> str:
    """Say in a sentence or two why a word counts or does not. Of a word that counts, say that it is only a
    plural, or else how rare it is."""
    if facts.refusal is not None:
        sentence = say_word_refusal(facts.refusal, tr).format(word=facts.word)
        near = tr("Did you mean {words}?").format(words=", ".join(facts.nearest))
        return f"{sentence} {near}" if facts.nearest else sentence
    if facts.plural_of is not None:
        if not facts.plural_of:
            return tr("{word} is in the word list as a plural.").format(word=facts.word)
        return tr("{word} is in the word list, as the plural of {noun}.").format(
            word=facts.word, noun=facts.plural_of
        )
    return say_rarity(facts.listed_as or "common", tr).format(word=facts.word)


def say_rarity(rarity: Rarity, tr: Translate = english) -> str:
    """Return a sentence that says how rare a word is. It contains `{word}`, which the caller replaces by the
    word."""
    match rarity:
        case "common":
            return tr("{word} is a common word.")
        case "in most dictionaries":
            return tr("{word} is in most dictionaries.")
        case "in large lists only":
            return tr("{word} is a rare word, found in large dictionaries.")
        case "the table's own":
            return tr("{word} is one of this table's own words.")
        case _:
            assert_never(rarity)


def say_word_refusal(refusal: WordRefusal, tr: Translate = english) -> str:
    """Return a sentence that says why a word is refused. It contains `{word}`, which the caller replaces by
    the word."""
    match refusal:
        case WordRefusal.PROPER:
            return tr("{word} is written with a capital letter, like a name, and doesn't count.")
        case WordRefusal.ABBREVIATION:
            return tr("{word} is an abbreviation or a symbol, and those don't count.")
        case WordRefusal.EXCLUDED:
            return tr("{word} isn't among the words this table plays with.")
        case WordRefusal.NOT_LISTED:
            return tr("{word} isn't in the word list.")
        case _:
            assert_never(refusal)
