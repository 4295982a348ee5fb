"""Decide whether a patience can still be won, from the cards that are known."""

from engine.game import Game
from engine.position import FACE_DOWN, Piles, Position
from engine.rules.patience import patience_outcome
from engine.solve.answer import Answer, Expired, SolverLimits
from engine.solve.deal import solve_deal
from engine.words import WordList


def winnable(game: Game, position: Position, words: WordList, expired: Expired) -> Answer:
    """Return the answer for a patience from `position` on: "solved" with a play, "impossible" if it is
    proven that no complete play exists, otherwise "unknown". The search ends when `expired` returns True.

    The answer is also "unknown" while the order of face-down cards is not known. Raise ValueError for a game
    that is not a patience.
    """
    if game.ends != "patience":
        raise ValueError(f"{game.title} is no patience")
    outcome = patience_outcome(game, position)
    if outcome is not None:
        return Answer("solved" if outcome.won else "impossible", score=outcome.score)
    if not isinstance(position, Piles) or count_hidden(position):
        return Answer("unknown")
    return solve_deal(game, position, "", words, SolverLimits(expired))


def count_hidden(position: Piles) -> int:
    """Return the number of face-down cards that may still be played. A face-down card at the end of a
    column does not count, as it only closes the column."""
    piles = sum(pile[:-1].count(FACE_DOWN) for pile in position.piles)
    return piles + (position.turned or "").count(FACE_DOWN) + (position.stock or 0)
