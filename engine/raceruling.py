"""What a player of My Word can do wrong, as facts and in English; part of `engine.ruling.Breach`."""

from dataclasses import dataclass
from typing import assert_never

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


RaceBreach = WrongNumber | TooManyWords | NotCrossed | HorseAstray


def say_race_breach(breach: RaceBreach) -> str:
    """What a player of the race did wrong."""
    match breach:
        case WrongNumber(laid, asked):
            return f"{laid} cards were laid, and the next circle asks for {asked}."
        case TooManyWords(words):
            return f"One word, or two that cross, is formed: these are {len(words)}: {', '.join(words)}."
        case NotCrossed(words):
            told = " and ".join(words) or "The cards"
            return f"{told} do not cross, with every card in a word."
        case HorseAstray(to, belongs):
            return f"The horse stands on circle {to} of its track, and belongs on circle {belongs}."
        case _:
            assert_never(breach)
