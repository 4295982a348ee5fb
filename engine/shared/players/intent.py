"""The intended action of a simulated player."""

from dataclasses import dataclass
from typing import Literal

from engine.best import Kind, Play
from engine.game import Game
from engine.moves import Discard, Move, Pass, Pile
from engine.position import Position, exposing
from engine.ruling import Breach


@dataclass(frozen=True, slots=True)
class Intent:
    """An action that a simulated player is about to take; `result` is the table after it.

    A discard's `move` tells which pile is drawn from. `breaches` are the rules it breaks for anyone who sees
    only the table; empty for an honest play.
    """

    kind: Kind | Literal["discard", "pass"]
    move: Move
    result: Position
    breaches: tuple[Breach, ...] = ()

    @property
    def legal(self) -> bool:
        """Tell whether the play is honest."""
        return not self.breaches


def playing(play: Play) -> Intent:
    """Return a legal play as an intent."""
    return Intent(play.kind, play.move, play.result)


def discarding(game: Game, position: Position, card: str, took: Pile) -> Intent:
    """Return the intent to discard a card, onto the exposed one (LEX-B) or beneath it (LG-2).

    A card beneath the exposed one shows once that one is taken.
    """
    shows = game.plays.discards == "on top" or took == "exposed" or not position.exposed
    return Intent("discard", Discard(card, took), exposing(position, card) if shows else position)


def passing(position: Position) -> Intent:
    """Return the intent to do nothing, where nothing is discarded (KW-2)."""
    return Intent("pass", Pass(), position)
