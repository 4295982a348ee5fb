"""What a word list tells of a word, in a sentence: why it counts, why not, and what is spelt nearly so."""

from typing import assert_never

from engine.tongue import Translate, english
from engine.words import Refusal
from engine.words.facts import Facts, Rarity


def say_word(told: Facts, tr: Translate = english) -> str:
    """A sentence or two about one word; plurals and rare words are told apart, whether or not the game minds
    them."""
    if told.refusal is not None:
        said = say_refusal(told.refusal, tr).format(word=told.word)
        near = tr("Spelt nearly so: {words}.").format(words=", ".join(told.nearest))
        return f"{said} {near}" if told.nearest else said
    if told.plural_of is not None:
        if not told.plural_of:
            return tr("{word} is only a plural.").format(word=told.word)
        return tr("{word} is listed, but only as a plural of {noun}.").format(
            word=told.word, noun=told.plural_of
        )
    return say_rarity(told.listed_as or "common", tr).format(word=told.word)


def say_rarity(rarity: Rarity, tr: Translate = english) -> str:
    """How rare `{word}` is."""
    match rarity:
        case "common":
            return tr("{word} is listed as common.")
        case "in most dictionaries":
            return tr("{word} is listed in most dictionaries.")
        case "in large lists only":
            return tr("{word} is listed in large lists only.")
        case "the table's own":
            return tr("{word} is in this table's own list.")
        case _:
            assert_never(rarity)


def say_refusal(refusal: Refusal, tr: Translate = english) -> str:
    """Why `{word}` is not listed."""
    match refusal:
        case Refusal.PROPER:
            return tr("{word} is a proper noun.")
        case Refusal.ABBREVIATION:
            return tr("{word} is an abbreviation.")
        case Refusal.EXCLUDED:
            return tr("{word} is left out by this table's choice of words.")
        case Refusal.UNKNOWN:
            return tr("{word} is not in the word list.")
        case _:
            assert_never(refusal)
