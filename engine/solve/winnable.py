"""Is this patience still winnable? What a table can say of it with what it knows."""

from engine.game import Game
from engine.position import FACE_DOWN, Piles, Position
from engine.rules.patience import ended
from engine.solve.answer import Answer, Expired
from engine.solve.deal import solved
from engine.words import WordList


def winnable(game: Game, position: Position, words: WordList, until: Expired) -> Answer:
    """Whether a patience can be won from `position` on, looked into until `until` says that time is over.

    "solved" with a play from here, "impossible" when that is proven, else "unknown": also while cards lie
    face down, whose order nobody can know. ValueError for a game that is no patience.
    """
    if game.ends != "patience":
        raise ValueError(f"{game.title} is no patience")
    outcome = ended(game, position)
    if outcome is not None:
        return Answer("solved" if outcome.won else "impossible", score=outcome.score)
    if not isinstance(position, Piles) or hidden(position):
        return Answer("unknown")
    return solved(game, position, "", words, until)


def hidden(position: Piles) -> int:
    """How many cards lie face down that may still be played; a column's last one only closes it."""
    piles = sum(pile[:-1].count(FACE_DOWN) for pile in position.piles)
    return piles + (position.turned or "").count(FACE_DOWN) + (position.stock or 0)
