"""Say the breaches of a race (My Word) in sentences."""

from typing import assert_never

from engine.i18n import Translate, english, joined
from engine.ruling.race import HorseAstray, NoNumber, NotCrossed, RaceBreach, TooManyWords, WrongNumber
from engine.wording.written import SOMEBODY, word, words


def say_race_breach(breach: RaceBreach, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say what a player of the race did wrong."""
    match breach:
        case WrongNumber(laid, asked):
            sentence = tr("{name} used {laid} cards. The next circle asks for {asked}.")
            return sentence.format(name=who, laid=laid, asked=asked)
        case NoNumber(spelt):
            sentence = tr("{word} isn't a number from one to ten, which the card asks for.")
            return sentence.format(word=word(spelt))
        case TooManyWords(laid):
            sentence = tr("{name} made {count} words: {words}. Make one word, or two that cross.")
            return sentence.format(name=who, count=len(laid), words=joined(words(laid), tr))
        case NotCrossed(()):
            return tr("Two words must cross, and every card must be part of one.")
        case NotCrossed(laid):
            sentence = tr("{words} don't cross. Two words must share a card, with no card left over.")
            return sentence.format(words=joined(words(laid), tr))
        case HorseAstray(to, belongs):
            sentence = tr("{name}'s horse is on circle {to} and belongs on circle {belongs}.")
            return sentence.format(name=who, to=to, belongs=belongs)
        case _:
            assert_never(breach)
