"""Solve any patience of piles in which all cards are known, including the cards of the stock."""

from dataclasses import replace

from engine.game import Game
from engine.moves import SingleMove, TurnUp
from engine.position import Piles
from engine.solve.answer import Answer, SolverLimits
from engine.solve.circle import solve_circle
from engine.solve.columns import solve_columns
from engine.solve.piles import solve_piles
from engine.solve.tableau import solve_tableau
from engine.words import WordList


def solve_deal(game: Game, at: Piles, stock: str, words: WordList, limits: SolverLimits) -> Answer:
    """Return the answer for a patience that stands at the position `at`. The cards of the `stock` are in
    the order in which they are turned up.

    Raise ValueError for a game that is no patience of piles.
    """
    expired = limits.expired
    match game.layout:
        case "piles":
            return solve_piles(at.piles, words, game, expired)
        case "tableau":
            return solve_tableau(at, stock, words, game, expired)
        case "circle":
            return solve_circle(at, stock, words, game, expired)
        case "columns":
            cards = (at.turned or "")[-1:] + stock
            answer = solve_columns(at.piles, cards, words, game, limits)
            return _turning(answer, cards, bool(at.turned))
        case "rows" | "grid" | "track":
            raise ValueError(f"{game.title} is no patience of piles")


def _turning(answer: Answer, cards: str, turned: bool) -> Answer:
    """Return the answer with a TurnUp move before each move that lays a card. `cards` are the cards in the
    order in which they are turned up. If `turned`, the first of them is turned up already."""
    moves: list[SingleMove] = []
    for number, (card, move) in enumerate(zip(cards, answer.moves, strict=False)):
        moves += [move] if turned and number == 0 else [TurnUp(card), move]
    return replace(answer, moves=tuple(moves))
