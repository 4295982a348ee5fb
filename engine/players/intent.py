"""What a simulated player is about to do."""

from dataclasses import dataclass
from typing import Literal

from engine.best import Kind, Play
from engine.game import Game
from engine.moves import Discard, Move, Pass, Pile
from engine.position import Position, exposing
from engine.ruling import Breach


@dataclass(frozen=True, slots=True)
class Intent:
    """`result` is the table after it.

    A discard's `move` says which pile is drawn from. `breaches` is what is wrong with it for anyone who sees
    only the table; empty for an honest play.
    """

    kind: Kind | Literal["discard", "pass"]
    move: Move
    result: Position
    breaches: tuple[Breach, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the play is honest."""
        return not self.breaches


def playing(play: Play) -> Intent:
    """A legal play as an intent."""
    return Intent(play.kind, play.move, play.result)


def discarding(game: Game, position: Position, card: str, took: Pile) -> Intent:
    """A card thrown onto the exposed one (LEX-B), or beneath it, where it shows once that one is taken
    (LG-2)."""
    shows = game.discards == "on top" or took == "exposed" or not position.exposed
    return Intent("discard", Discard(card, took), exposing(position, card) if shows else position)


def passing(position: Position) -> Intent:
    """Nothing done, where nothing is discarded (KW-2)."""
    return Intent("pass", Pass(), position)
