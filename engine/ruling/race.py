"""The breaches of a player of My Word, as facts. They are part of `engine.ruling.Breach`."""

from dataclasses import dataclass

Clause = str


@dataclass(frozen=True, slots=True)
class WrongNumber:
    """The player laid `laid` cards, but the next circle of the track asks for `asked`. A card that two words
    share counts once."""

    laid: int
    asked: int
    clause: Clause = "MW-2"


@dataclass(frozen=True, slots=True)
class TooManyWords:
    """The cards in front of the player form more than two words."""

    words: tuple[str, ...]
    clause: Clause = "MW-2"


@dataclass(frozen=True, slots=True)
class NotCrossed:
    """The player's two words share no card, or some of the cards belong to no word."""

    words: tuple[str, ...]
    clause: Clause = "MW-2"


@dataclass(frozen=True, slots=True)
class HorseAstray:
    """A player's horse was moved to circle `to`, but the player's words take it to circle `belongs`. The
    start is circle 0."""

    to: int
    belongs: int
    clause: Clause = "MW-3"


@dataclass(frozen=True, slots=True)
class NoNumber:
    """The word `word` is none of the numbers ONE to TEN, although a number card asks for one."""

    word: str
    clause: Clause = "MW-6"


RaceBreach = NoNumber | WrongNumber | TooManyWords | NotCrossed | HorseAstray
