"""Solve a deal of a patience, or prove that it cannot be won."""

import time

import click

from device.errors import UsageFault
from device.pilequestions import Pile, PileTable, cards_of, piles_position, stock
from device.questions import Question, asked, game_of, lines, printed, words_of
from engine.game import Game
from engine.moves import Spell
from engine.notation import format_move
from engine.position import FACE_DOWN, Piles
from engine.solve import Answer, Expired
from engine.solve.circle import solve_circle
from engine.solve.columns import solve_columns
from engine.solve.piles import solve_piles
from engine.solve.tableau import solve_tableau
from engine.words import WordList

EXAMPLE = """\b
Example:
  echo '{"game": "solitaire-1", "piles": [["T", "A"], ["C"]]}' | lexicon-table solve
"""


class Deal(Question, kw_only=True):
    """A deal, all of it known: `cards` are those of the stock in the order they are turned. The table beside
    it is a `PileTable`."""

    cards: Pile | None = None


@click.command(epilog=EXAMPLE)
@click.argument("file", required=False)
@click.option(
    "--limit", default=60.0, show_default=True, type=click.FloatRange(min=0), help="Seconds a deal."
)
def command(file: str | None, limit: float) -> None:
    """Solve the deals of FILE, or of standard input, one JSON object a line.

    "solved" is true with a complete play, false when it is proven that there is none, and "unknown" when the
    time is over. Word Solitaire is played for the best score: "solved" is true once it is proven the best.
    """
    for number, line in lines(file):
        try:
            click.echo(printed(solved(line, limit)))
        except UsageFault as fault:
            raise UsageFault(f"line {number}: {fault}") from None


def solved(line: bytes, limit: float) -> dict[str, object]:
    """The answer to one line; UsageFault says what is wrong with it."""
    deal, table = asked(line, Deal), asked(line, PileTable)
    game = game_of(deal)
    if game.ends != "patience":
        raise UsageFault(f"{game.title} is no patience: there is nothing to solve")
    position = piles_position(table, None, game, "deal")
    words = words_of(game.word_list)
    began = time.monotonic()
    answer = _answer(game, position, _turned(deal, table), words, lambda: time.monotonic() - began > limit)
    return answered(answer, time.monotonic() - began)


def answered(answer: Answer, seconds: float) -> dict[str, object]:
    """An answer as JSON has it."""
    verdict = {"solved": True, "impossible": False, "unknown": "unknown"}[answer.verdict]
    said: dict[str, object] = {
        "solved": verdict,
        "words": [move.word for move in answer.moves if isinstance(move, Spell)],
        "moves": [format_move(move) for move in answer.moves],
        "seconds": round(seconds, 3),
        "looked": answer.looked,
    }
    if answer.score is not None:
        said |= {"score": answer.score, "bound": answer.bound}
    return said


def _turned(deal: Deal, table: PileTable) -> str:
    """The stock in the order it is turned."""
    if deal.cards is not None:
        return cards_of(deal.cards)
    below = stock(table)
    if isinstance(below, int) and below:
        raise UsageFault(
            "deal: the stock's cards are counted, not named; only a deal that is known is solved"
        )
    return below[::-1] if isinstance(below, str) else ""


def _answer(game: Game, at: Piles, cards: str, words: WordList, expired: Expired) -> Answer:
    if any(FACE_DOWN in pile for pile in at.piles) and game.layout != "columns":
        raise UsageFault("deal: a card lies face down; only a deal that is all known can be solved")
    match game.layout:
        case "piles":
            return solve_piles(at.piles, words, game, expired)
        case "tableau":
            return solve_tableau(at, cards, words, game, expired)
        case "circle":
            return solve_circle(at, cards, words, game, expired)
        case "columns":
            return solve_columns(at.piles, cards, words, game, expired)
        case "rows" | "grid" | "track":
            raise UsageFault(f"{game.title} cannot be solved yet")
