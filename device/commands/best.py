"""List every legal play of a hand, best first."""

from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Annotated

import click
import msgspec

from device.errors import UsageFault
from device.pilequestions import only_parts, without_masters
from device.questions import Question, Table, answer_all, asked, hand_of, position_of, words_of
from engine.best import Play, TooManyPlays, plays, prepare
from engine.best.board import pays
from engine.cards import MASTER
from engine.game import Game
from engine.match.boards import empty_board
from engine.moves import EMPTY, Place, faces
from engine.notation import format_move, format_position
from engine.position import Drawn, Fronts, Grid, Piles, Position
from engine.rules.squares import colours_of

EXAMPLE = """\b
Example:
  echo '{"game": "lexicon", "table": {"words": ["EXPERT"]}, "hand": "OAS?"}' | lexicon-table best --limit 5
"""
MOST_CARDS = 40
MOST_PLAYS = 300_000
"""The most plays: twice as many as ten cards with two Masters make of twenty words."""
MOST_WRITTEN = 200_000_000
"""The most letters in the tables after all plays of an answer."""
MOST_MASTERS = 4
"""The most Masters of a hand and its table: two packs have no more."""


class Hand(Question, kw_only=True):
    """A hand, `?` a Master, and the table it may be played to.

    A patience has no hand, and in a race it is everything the player owns. `player` is its owner on a board
    and in a race; `drawn` is the card that a race's turn began with.
    """

    table: Table
    hand: str | None = None
    player: Annotated[int, msgspec.Meta(ge=0, le=19)] = 0
    drawn: Drawn = "letter"


@click.command(epilog=EXAMPLE)
@click.argument("file", required=False)
@click.option("--limit", type=click.IntRange(1, 999_999), help="List at most so many plays.")
def command(file: str | None, limit: int | None) -> None:
    """List every legal play of the hands in FILE, or on standard input, one JSON object a line.

    The best play comes first. It leaves the fewest cards in the hand. Among equals it leaves the fewest
    points, then keeps Masters, then gives the others the least. On a board the play with the highest score
    comes first. In a patience the longest word comes first, or the play that leaves the most ways to go on.
    In a race the plays are single words.
    """
    answer_all(file, partial(found, limit=limit))


def found(line: bytes, limit: int | None) -> dict[str, object]:
    """Find the plays of one line; UsageFault says what is wrong with the line."""
    game, question = asked(line, Hand)
    game = game.seated(question.players) if question.players else game
    if question.hand is None and game.seats[1] > 1:
        raise UsageFault("hand is missing")
    position = _position(question, game)
    hand = hand_of(question.hand or "")
    if not isinstance(hand, str):
        raise UsageFault(f"hand {question.hand!r}: only a known hand can be played")
    if len(hand) > MOST_CARDS or _masters(position) + hand.count("?") > MOST_MASTERS:
        raise UsageFault(f"hand: more than {MOST_CARDS} cards, or {MOST_MASTERS} Masters with the table's")
    words = words_of(game.word_list)
    prepare(words, game)  # once a list, and no part of the search
    began = perf_counter()
    try:
        legal = plays(game, words, position, hand, limit=limit, seat=question.player, most=MOST_PLAYS)
    except TooManyPlays:
        raise UsageFault(
            f"there are more than {MOST_PLAYS:,} plays. --limit lists the best of them"
        ) from None
    seconds = perf_counter() - began  # every play has its rank; writing thousands out takes longer
    if len(legal) * sum(map(len, position.lines)) > MOST_WRITTEN:
        raise UsageFault(f"{len(legal):,} plays are too many for one line. --limit lists the best of them")
    found = [answered(play) | _paid(game, position, play, question.player) for play in legal]
    return {"plays": found, "seconds": round(seconds, 6)}


def _position(question: Hand, game: Game) -> Position:
    """Return the table; in a race only the horses, since the player's words may be broken up (MW-2)."""
    if game.layout != "track":
        position = position_of(question.table, game, "table")
        if isinstance(position, Piles):
            without_masters(game, "".join(position.piles) + (position.turned or ""), "table")
        return _spread(position, game, len(question.hand or "")) if isinstance(position, Grid) else position
    only_parts(question.table, game, "table")
    horses = tuple(question.table.track or (0,) * (question.player + 1))
    if question.player >= len(horses):
        raise UsageFault(f"table: no horse of player {question.player} on the track")
    return Fronts(((),) * len(horses), horses, question.player, question.drawn)


def _spread(grid: Grid, game: Game, held: int) -> Grid:
    """Return a grid without rows as a board's, or as one row that holds the longest first word."""
    if grid.rows:
        return grid
    most = game.first[1] or held
    return replace(grid, rows=empty_board(game).rows or ("." * max(min(held, most), 2),))


def _paid(game: Game, position: Position, play: Play, seat: int) -> dict[str, object]:
    """Return the score of a play on a board (KW-5)."""
    if game.tally is None or not isinstance(position, Grid) or not isinstance(play.move, Place):
        return {}
    return {"points": pays(game, position, play.move, colours_of(game, seat))}


def _masters(position: Position) -> int:
    """Count the Masters that lie on a table."""
    lying = "".join(position.lines)
    return faces(lying.replace(EMPTY, "")).count(MASTER)


def answered(play: Play) -> dict[str, object]:
    """Return a play as JSON values."""
    return {
        "move": format_move(play.move),
        "kind": play.kind,
        "result": format_position(play.result),
        "cards": play.cards,
    }
