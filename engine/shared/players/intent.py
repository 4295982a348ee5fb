"""The next action of a simulated player: a play, a discard or a pass, with the table after it."""

from dataclasses import dataclass
from typing import Literal

from engine.best import Kind, Play
from engine.game import Game
from engine.moves import Discard, Move, Pass, Pile
from engine.position import Position, with_exposed
from engine.ruling import Breach


@dataclass(frozen=True, slots=True)
class Intent:
    """The next action of a simulated player: a play, a discard or a pass."""

    kind: Kind | Literal["discard", "pass"]
    move: Move
    """The move that the simulated player intends. A discard also names the pile from which the player
    then draws."""
    result: Position
    """The position after the intended action."""
    breaches: tuple[Breach, ...] = ()
    """The breaches of the play, if the player cheats; empty for an honest play."""

    @property
    def legal(self) -> bool:
        """True if the intended action breaks no rule."""
        return not self.breaches


def play_intent(play: Play) -> Intent:
    """Return a simulated player's intent to make the legal play `play`."""
    return Intent(play.kind, play.move, play.result)


def discard_intent(game: Game, position: Position, card: str, took: Pile) -> Intent:
    """Return a simulated player's intent to discard a card: onto the exposed card (LEX-B), or under it
    (LG-2).

    A card discarded under the exposed card is seen only if the player takes the exposed card.
    """
    shows = game.plays.discards == "on top" or took == "exposed" or not position.exposed
    return Intent("discard", Discard(card, took), with_exposed(position, card) if shows else position)


def pass_intent(position: Position) -> Intent:
    """Return a simulated player's intent to pass, in a game without discards (KW-2)."""
    return Intent("pass", Pass(), position)
