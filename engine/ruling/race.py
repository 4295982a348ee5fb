"""What a player of My Word can do wrong, as facts and in words; part of `engine.ruling.Breach`."""

from dataclasses import dataclass
from typing import assert_never

from engine.tongue import Translate, english, joined

Clause = str


@dataclass(frozen=True, slots=True)
class WrongNumber:
    """`laid` cards where the next circle asks for `asked`; a shared card counts once."""

    laid: int
    asked: int
    clause: Clause = "MW-2"


@dataclass(frozen=True, slots=True)
class TooManyWords:
    """More than two words."""

    words: tuple[str, ...]
    clause: Clause = "MW-2"


@dataclass(frozen=True, slots=True)
class NotCrossed:
    """Two words that share no card, or cards that belong to no word."""

    words: tuple[str, ...]
    clause: Clause = "MW-2"


@dataclass(frozen=True, slots=True)
class HorseAstray:
    """The horse stands on circle `to` (0: the start) instead of `belongs`."""

    to: int
    belongs: int
    clause: Clause = "MW-3"


@dataclass(frozen=True, slots=True)
class NoNumber:
    """`word` is none of the numbers from one to ten that the card drawn asks for."""

    word: str
    clause: Clause = "MW-6"


RaceBreach = NoNumber | WrongNumber | TooManyWords | NotCrossed | HorseAstray


def say_race_breach(breach: RaceBreach, tr: Translate = english) -> str:
    """What a player of the race did wrong."""
    match breach:
        case WrongNumber(laid, asked):
            return tr("{laid} cards were laid, and the next circle asks for {asked}.").format(
                laid=laid, asked=asked
            )
        case NoNumber(word):
            return tr(
                "{word} is none of the numbers from one to ten, and the card drawn asks for one."
            ).format(word=word)
        case TooManyWords(words):
            return tr("One word, or two that cross, is formed: these are {count}: {words}.").format(
                count=len(words), words=", ".join(words)
            )
        case NotCrossed(words):
            if not words:
                return tr("The cards do not cross, with every card in a word.")
            told = tr("{words} do not cross, with every card in a word.")
            return told.format(words=joined(words, tr))
        case HorseAstray(to, belongs):
            return tr(
                "The horse stands on circle {to} of its track, and belongs on circle {belongs}."
            ).format(to=to, belongs=belongs)
        case _:
            assert_never(breach)
