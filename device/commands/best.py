"""List every legal play of a hand, best first."""

from time import perf_counter

import click

from device.errors import UsageFault
from device.questions import Question, Table, asked, game_of, hand_of, lines, position_of, printed, words_of
from engine.best import Play, plays, prepare
from engine.cards import MASTER
from engine.moves import EMPTY, faces
from engine.notation import format_move, format_position
from engine.position import Position

EXAMPLE = """\b
Example:
  echo '{"game": "lexicon", "table": {"words": ["EXPERT"]}, "hand": "OAS?"}' | lexicon-table best --limit 5
"""
MOST_CARDS = 40
MOST_MASTERS = 4
"""Masters of a hand and its table: two packs have no more."""


class Hand(Question, kw_only=True):
    """A hand, `?` a Master, and the table it may be played to."""

    table: Table
    hand: str


@click.command(epilog=EXAMPLE)
@click.argument("file", required=False)
@click.option("--limit", type=click.IntRange(min=1), help="At most so many plays.")
def command(file: str | None, limit: int | None) -> None:
    """List every legal play of the hands in FILE, or on standard input, one JSON object a line.

    Plays come best first: what leaves the fewest cards in the hand, then the fewest points; then what keeps
    Masters; then what the others can do least with.
    """
    for number, line in lines(file):
        try:
            click.echo(printed(found(line, limit)))
        except UsageFault as fault:
            raise UsageFault(f"line {number}: {fault}") from None


def found(line: bytes, limit: int | None) -> dict[str, object]:
    """The plays of one line; UsageFault says what is wrong with it."""
    question = asked(line, Hand)
    game = game_of(question)
    position = position_of(question.table, game, "table")
    hand = hand_of(question.hand)
    if not isinstance(hand, str):
        raise UsageFault(f"hand {question.hand!r}: only a known hand can be played")
    if len(hand) > MOST_CARDS or _masters(position) + hand.count("?") > MOST_MASTERS:
        raise UsageFault(f"hand: more than {MOST_CARDS} cards, or {MOST_MASTERS} Masters with the table's")
    words = words_of(game.word_list)
    prepare(words)  # once a list, and no part of the search
    began = perf_counter()
    legal = plays(game, words, position, hand, limit=limit)
    return {"plays": [answered(play) for play in legal], "seconds": round(perf_counter() - began, 6)}


def _masters(position: Position) -> int:
    """Masters that lie on a table."""
    lying = "".join(position.lines)
    return faces(lying.replace(EMPTY, "")).count(MASTER)


def answered(play: Play) -> dict[str, object]:
    """A play as JSON has it."""
    return {
        "move": format_move(play.move),
        "kind": play.kind,
        "result": format_position(play.result),
        "cards": play.cards,
    }
