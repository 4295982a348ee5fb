"""The players, their scores, and the cards still to be counted at the end of a hand."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Player:
    """One player. `cards` is how many are left in the hand, None when unknown; `out` is out of the game.
    `onward`: moves on to the next table of a Keyword Party. `colour`: whose squares count more, empty where
    there are no such (`engine.board`)."""

    name: str
    total: int = 0
    cards: int | None = None
    out: bool = False
    onward: bool = False
    colour: Literal["", "red", "blue", "yellow", "green"] = ""


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize word, whether it is the table's for `everyone` who spells it or the room's for the first, and
    who has won the prize."""

    word: str
    everyone: bool = False
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """Hold a player's open tasks at the end of a hand. `left` are the counted cards, None while they are to
    be laid down. `mark` is the figure that `by`, the neighbour on the left, has to initial. `cuts`: the
    player draws a card for the deal, or for the first play.
    """

    left: str | None = None
    mark: int | None = None
    by: int | None = None
    cuts: bool = False


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The end of a hand of play, or the draw before the first: a card for every player. `plays`: the highest
    card drawn plays first, instead of dealing (ALL-3)."""

    stage: Literal["counting", "initials", "cutting"]
    cards: tuple[ScoreCard, ...]
    plays: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """Hold a hand's result for a player (number): `points` more, and the `total` since."""

    player: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A hand that is over, until the next begins: `headline` says who is out, `standing` who leaves the game
    or wins. `best` is the best word as it lies, by player `by`, empty for none; `missed` are the plays that
    got away, a sentence each, `looking`: they are still looked for, and `known`: somebody's hand was. `rest`
    is what was left at the end of a race or a patience, whose turns are not looked back on (`number` 0)."""

    id: str
    number: int
    headline: str
    standing: tuple[str, ...] = ()
    accounts: tuple[Account, ...] = ()
    best: str = ""
    by: int | None = None
    missed: tuple[str, ...] = ()
    looking: bool = False
    known: bool = False
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contested:
    """Hold what a player may challenge now: the `words` that `player` laid or changed last, in capitals, and
    the results of a challenge (`stakes`), a sentence each.
    """

    words: tuple[str, ...]
    player: int
    stakes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """The points, and how a hand or the match has ended."""

    curve: tuple[tuple[int, ...], ...] = ()
    """The totals by seat after each hand of play, beginning with those before the first."""
    lowest_wins: bool = False
    """Totals count against their players."""
    aim: str = ""
    """What the figure of a player alone means."""
    over: bool = False
    """The match has ended, with winners or, as a patience that is lost, without."""
    winners: tuple[int, ...] = ()
    """Who has won."""
    owing: tuple[int, ...] = ()
    """Whose cards are still to be counted at the end of this hand."""
    reckoning: Reckoning | None = None
    """The end of a party's hand: what is counted, initialled and cut."""
    summary: Summary | None = None
    """The end of the hand before."""
