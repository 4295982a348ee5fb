"""Solve a deal of a patience, or prove that it cannot be won."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from string import ascii_uppercase
from typing import Annotated, Final

import click
import msgspec

from device.commands._ranges import FiniteRange
from device.errors import UsageFault
from device.json_input import (
    MAX_LINE_LETTERS,
    GameQuestion,
    PileQuestion,
    answer_all,
    converted,
    decode_object,
    game_of,
    hand_of,
    playable_words,
)
from device.pile_questions import Pile, cards_of, check_no_masters, piles_position, stock, stock_cards
from engine.cards import MASTER
from engine.game import Game
from engine.match.board_effects import empty_board
from engine.notation import NotationError, format_move, grid_of
from engine.position import FACE_DOWN
from engine.solve import Answer, Expired, SolverLimits
from engine.solve.corner import CornerDeal, answer_without_words, prepare, solve_corner
from engine.solve.deal import solve_deal as solve_piles_deal
from engine.solve.play_words import words_made

EXAMPLE = """\b
Example:
  echo '{"game": "solitaire-1", "piles": [["T", "A"], ["C"]]}' | lexicon-table solve
"""


class DealToSolve(PileQuestion, kw_only=True):
    """A deal of piles in which all cards are known. `cards` are the stock, in the order in which they are
    turned."""

    cards: Pile | None = None


class BoardDeal(GameQuestion, kw_only=True):
    """One question to `lexicon-table solve`: a deal of Keyword Patience."""

    cards: Pile | None = None
    """The letters in the order in which they are drawn."""
    grid: (
        Annotated[
            list[Annotated[str, msgspec.Meta(max_length=MAX_LINE_LETTERS)]],
            msgspec.Meta(max_length=MAX_LINE_LETTERS),
        ]
        | None
    ) = None
    """The cards on the board; empty when left out."""
    hand: str | None = None
    """The rack; the first ten cards when left out."""


Solved = tuple[Answer, tuple[str, ...]]
"""A solver's answer to a deal of a patience, and the words that its solution makes."""


MAX_LIMIT_SECONDS: Final = 86_400.0
"""The longest time that a person may allow for one search for a solution, in seconds: a day."""


@click.command(epilog=EXAMPLE)
@click.argument("file", required=False)
@click.option(
    "--limit",
    default=60.0,
    show_default=True,
    type=FiniteRange(0, MAX_LIMIT_SECONDS),
    help="Spend at most this many seconds on a deal.",
)
def command(file: str | None, limit: float) -> None:
    """Solve the deals of FILE, or of standard input, one JSON object a line.

    "solved" is true with a complete play, false once the program has proven that there is none, and "unknown"
    if the time runs out first. Word Solitaire is played for the highest score: "solved" is true once no
    higher score is possible. In Keyword Patience "score" is the number of words, and "bound" the fewest
    possible.
    """
    answer_all(file, partial(solve_line, limit=limit))


def solve_line(line: bytes, limit: float) -> dict[str, object]:
    """Return the solution of the patience in one line of JSON. The search takes at most `limit`
    seconds. Raise UsageFault if the line is no valid question."""
    data = decode_object(line)
    game = game_of(data)
    if game.ends != "patience":
        raise UsageFault(f"{game.title} is no patience: there is nothing to solve")
    began = time.monotonic()  # a person also waits while a list is loaded

    def expired() -> bool:
        return time.monotonic() - began > limit

    if game.layout == "grid":
        answer, arrangement = _solve_board(converted(data, BoardDeal), game, expired)
    else:
        answer, arrangement = _solve_piles(converted(data, DealToSolve), game, expired)
    return answer_values(answer, arrangement, time.monotonic() - began)


def answer_values(answer: Answer, words: Sequence[str], seconds: float) -> dict[str, object]:
    """Return the answer of the patience solver as values for a line of JSON. `words` are the words
    that its play makes. `seconds` is the time that the search took."""
    solved = {"solved": True, "impossible": False, "unknown": "unknown"}[answer.winnability]
    result: dict[str, object] = {
        "solved": solved,
        "words": words,
        "moves": [format_move(move) for move in answer.moves],
        "seconds": round(seconds, 3),
        "looked": answer.positions_searched,
    }
    if answer.score is not None:
        result |= {"score": answer.score, "bound": answer.bound}
    return result


def _stock_as_turned(deal: DealToSolve, game: Game) -> str:
    """Return the letters of the stock in the order in which they are turned up. Raise UsageFault if
    the question does not name them, or names them in two keys."""
    below = stock(deal, "deal")
    if deal.cards is not None:
        if below:
            raise UsageFault("deal: 'cards' is the stock as it is turned. Give the stock once")
        if game.layout == "piles":
            raise UsageFault(f"deal: {game.title} has no stock, and so no 'cards'")
        return stock_cards(deal.cards, "deal")
    if isinstance(below, int) and below:
        raise UsageFault(
            "deal: the stock's cards are counted, not named. Name them: only a known deal can be solved"
        )
    return below[::-1] if isinstance(below, str) else ""


def _solve_piles(deal: DealToSolve, game: Game, expired: Expired) -> Solved:
    at, cards = piles_position(deal, None, game, "deal"), _stock_as_turned(deal, game)
    if any(FACE_DOWN in pile for pile in at.piles) and game.layout != "columns":
        raise UsageFault("deal: a card lies face down. Only a known deal can be solved")
    if FACE_DOWN in (at.turned or "") + cards:
        raise UsageFault("deal: a card of the stock is not known. Only a known deal can be solved")
    check_no_masters(game, "".join(at.piles) + (at.turned or "") + cards, "deal")
    words = playable_words(game)
    answer = solve_piles_deal(game, at, cards, words, SolverLimits(expired))
    return answer, words_made(game, replace(at, stock=len(cards)), cards, answer.moves, words)


def _solve_board(deal: BoardDeal, game: Game, expired: Expired) -> Solved:
    """Return the solution of a deal of Keyword Patience, whose letters are given in the order in which
    they are drawn.

    The first ten letters are the rack, unless the deal gives another rack. Raise UsageFault for an
    invalid deal.
    """
    letters = "" if deal.cards is None else cards_of(deal.cards, "deal")
    if deal.cards is None or not letters:
        raise UsageFault(f"deal: {game.title} needs 'cards', the letters in the order they are drawn")
    hand = hand_of(deal.hand)
    rack, box = (letters[: game.deal.cards], letters[game.deal.cards :]) if hand is None else (hand, letters)
    if not isinstance(rack, str) or not set(letters + rack) <= {*ascii_uppercase, MASTER}:
        raise UsageFault("deal: letters are A-Z, and ? for a blank")
    if len(rack) > game.deal.cards:
        raise UsageFault(f"hand: {len(rack)} letters; a rack of {game.title} holds {game.deal.cards}")
    try:
        grid = grid_of(deal.grid) if deal.grid else empty_board(game)
    except NotationError as error:
        raise UsageFault(f"deal: {error}") from None
    size = game.board.size if game.board else 0
    if len(grid.rows) != size or len(grid.rows[0]) != size:
        raise UsageFault(f"deal: the grid of {game.title} has {size} rows of {size} squares")
    words = playable_words(game)
    known = CornerDeal(grid, rack, box)
    answer = answer_without_words(known, game)
    if answer is None:
        ready = prepare(words, game, expired)
        answer = solve_corner(known, words, game, expired) if ready else Answer("unknown")
    return answer, words_made(game, grid, box, answer.moves, words)
