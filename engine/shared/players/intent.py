"""Describe the action that a simulated player intends."""

from dataclasses import dataclass
from typing import Literal

from engine.best import Kind, Play
from engine.game import Game
from engine.moves import Discard, Move, Pass, Pile
from engine.position import Position, with_exposed
from engine.ruling import Breach


@dataclass(frozen=True, slots=True)
class Intent:
    """An action that a simulated player is about to take."""

    kind: Kind | Literal["discard", "pass"]
    move: Move
    """The move. For a discard it tells the pile from which the player draws."""
    result: Position
    """The table after the action."""
    breaches: tuple[Breach, ...] = ()
    """The rules that the action breaks for anyone who sees only the table; empty for an honest play."""

    @property
    def legal(self) -> bool:
        """True if the play is honest."""
        return not self.breaches


def play_intent(play: Play) -> Intent:
    """Return a legal play as an intent."""
    return Intent(play.kind, play.move, play.result)


def discard_intent(game: Game, position: Position, card: str, took: Pile) -> Intent:
    """Return the intent to discard a card, onto the exposed card (LEX-B) or under it (LG-2).

    A card under the exposed card becomes visible when that card is taken.
    """
    shows = game.plays.discards == "on top" or took == "exposed" or not position.exposed
    return Intent("discard", Discard(card, took), with_exposed(position, card) if shows else position)


def pass_intent(position: Position) -> Intent:
    """Return the intent to pass, in a game without discards (KW-2)."""
    return Intent("pass", Pass(), position)
