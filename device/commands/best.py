"""List every legal play of a hand, the best first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import click
import msgspec

from device.commands._answering import PHOTO, PHOTO_OPTIONS, for_people, options
from device.commands._unused_options import refuse_options
from device.errors import UsageFault
from device.json_input import (
    GameQuestion,
    LyingCards,
    answer_all,
    check_seat,
    hand_of,
    json_line,
    parse_question,
    playable_words,
    position_of,
)
from device.pile_questions import check_no_masters, check_parts
from engine.best import Play, TooManyPlays, plays, prepare
from engine.best.board import letters_score
from engine.cards import MASTER
from engine.game import Game
from engine.match.board_effects import empty_board
from engine.moves import EMPTY, Place, faces
from engine.notation import format_move, format_position
from engine.position import DrawnKind, Grid, Piles, Position, RacePosition
from engine.rules.board_scoring import colours_of
from engine.wording import say_doubt

EXAMPLE = """\b
Example:
  echo '{"game": "lexicon", "table": {"words": ["EXPERT"]}, "hand": "OAS?"}' | lexicon-table best --limit 5
  lexicon-table best --photo table.jpg --hand OAS? --limit 5
"""
MAX_HAND_CARDS = 40
MAX_PLAYS = 300_000
"""Maximum number of plays that are listed for one question; a question with more is refused. It is
twice the number that ten cards with two Masters allow on a table of twenty words."""
MAX_WRITTEN_LETTERS = 200_000_000
"""Maximum number of letters in an answer, which writes the whole table for each play. A question
with a larger answer is refused, so that memory suffices."""
DEFAULT_PLAYS = 10
"""Number of plays listed for a person who sets no limit."""
MAX_MASTERS = 4
"""Maximum number of Masters in a hand and on its table together. More are refused as a mistake,
because even two packs have no more."""


class HandToPlay(GameQuestion, kw_only=True):
    """One question to `lexicon-table best`: a hand, and the cards on the table. `?` is a Master."""

    table: LyingCards
    hand: str | None = None
    """The cards in the hand; null for a patience, which has no hand. In a race these are all cards of
    the player."""
    player: Annotated[int, msgspec.Meta(ge=0, le=19)] = 0
    """The seat of the hand's owner, on a board and in a race."""
    drawn: DrawnKind = "letter"
    """In a race: the kind of the card that the player drew at the beginning of the turn."""


@click.command(epilog=EXAMPLE)
@click.argument("file", required=False)
@click.option("--limit", type=click.IntRange(1, 999_999), help="List at most this many plays.")
@click.option("--photo", type=PHOTO, help="Read the table from this photograph.")
@click.option(
    "--hand",
    metavar="LETTERS|PHOTO",
    help="Play these letters (`?` is a Master), or the hand in this photograph.",
)
@options
def command(file: str | None, limit: int | None, photo: Path | None, hand: str | None, **given: Any) -> None:
    """List every legal play of the hands in FILE, or on standard input, one JSON object a line.

    With --photo and --hand, list the plays of that hand to the table in the photograph. A person at a
    terminal gets the first ten as lines of text, a program gets JSON.

    The best play comes first. It leaves the fewest cards in the hand. Among equals it leaves the fewest
    points, then keeps Masters, then gives the others the least. On a board the play with the highest score
    comes first. In a patience the longest word comes first, or the play that leaves the most ways to go on.
    In a race the plays are single words.
    """
    if photo is None and hand is None:
        refuse_options(PHOTO_OPTIONS, "needs --photo. A line of JSON has its own fields")
        answer_all(file, partial(answer_line, limit=limit))
    elif photo is None or hand is None or file is not None:
        raise UsageFault("--photo and --hand belong together, without FILE")
    else:
        _print_photographed(photo, hand, limit, **given)


def _print_photographed(photo: Path, hand: str, limit: int | None, *, as_json: bool, **given: Any) -> None:
    """Print the plays that are possible from `hand` on the table in a photograph. Raise UsageFault if
    the photograph can't be read."""
    # The networks are loaded only for photographs.
    from device.commands import _photos

    people = for_people(as_json=as_json)
    context = _photos.context(**given)
    cards_held, seen = _photos.read_hand(hand, context.game), _photos.read_table(photo, context)
    position = _with_room(seen.after, len(cards_held))
    answer = ranked(context.game, position, cards_held, limit or (DEFAULT_PLAYS if people else None))
    doubts = [say_doubt(doubt) for doubt in seen.doubts]
    if people:
        click.echo(f"On the table: {_photos.describe_table(seen.after)}. In the hand: {cards_held}.")
        for line in [*doubts, *_lines(answer["plays"])]:
            click.echo(line)
    else:
        click.echo(
            json_line({"table": format_position(seen.after), "hand": cards_held, "doubts": doubts, **answer})
        )


def _with_room(position: Position, cards_held: int) -> Position:
    """Return `position`. A crossword gets as many empty rows and columns on each side as the hand has
    cards, so that every word fits."""
    if not isinstance(position, Grid) or not position.rows:
        return position
    wide = "." * (len(position.rows[0]) + 2 * cards_held)
    rows = tuple("." * cards_held + row + "." * cards_held for row in position.rows)
    return replace(position, rows=(wide,) * cards_held + rows + (wide,) * cards_held)


def _lines(plays: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line of text for each play, or one line that says that no play is possible."""
    if not plays:
        yield "No play is possible."
    for number, play in enumerate(plays, 1):
        count = f"{play['cards']} card{'' if play['cards'] == 1 else 's'}"
        yield f"{number:>3}. {play['kind']:<9}{count:<9}{play['move']}"


def answer_line(line: bytes, limit: int | None) -> Mapping[str, object]:
    """Return the plays for the question in one line of JSON. Raise UsageFault if the line is no valid
    question."""
    game, question = parse_question(line, HandToPlay)
    game = game.seated(question.players) if question.players else game
    if question.hand is None and game.seats.most > 1:
        raise UsageFault("hand is missing")
    check_seat(game, question.player)
    position = _position(question, game)
    return ranked(game, position, question.hand or "", limit, question.player)


def ranked(
    game: Game, position: Position, cards_held: str, limit: int | None, player: int = 0
) -> dict[str, Any]:
    """Return the legal plays from the hand `cards_held` on the table `position`, the best first, and the
    seconds that the search took.

    Raise UsageFault if the hand is unknown or too large, or if more than `MAX_PLAYS` plays exist.
    """
    hand = hand_of(cards_held)
    if not isinstance(hand, str):
        raise UsageFault(f"hand {cards_held!r}: only a known hand can be played")
    if len(hand) > MAX_HAND_CARDS or _masters(position) + hand.count("?") > MAX_MASTERS:
        raise UsageFault(f"hand: more than {MAX_HAND_CARDS} cards, or {MAX_MASTERS} Masters with the table's")
    words = playable_words(game)
    prepare(words, game)  # once for each list, and not part of the search
    began = perf_counter()
    try:
        legal = plays(game, words, position, hand, limit=limit, seat=player, max_plays=MAX_PLAYS)
    except TooManyPlays:
        raise UsageFault(f"there are more than {MAX_PLAYS:,} plays. --limit lists the best of them") from None
    seconds = perf_counter() - began  # the plays are ranked; writing out thousands takes longer
    if len(legal) * sum(map(len, position.lines)) > MAX_WRITTEN_LETTERS:
        raise UsageFault(f"{len(legal):,} plays are too many for one line. --limit lists the best of them")
    play_rows = [play_values(play) | _board_points(game, position, play, player) for play in legal]
    return {"plays": play_rows, "seconds": round(seconds, 6)}


def _position(question: HandToPlay, game: Game) -> Position:
    """Return the table of the question as a position of `game`. In a race the position has only the
    horses, because the player may break up all words (MW-2)."""
    if game.layout != "track":
        position = position_of(question.table, game, "table")
        if isinstance(position, Piles):
            check_no_masters(game, "".join(position.piles) + (position.turned or ""), "table")
        return (
            _with_rows(position, game, len(question.hand or "")) if isinstance(position, Grid) else position
        )
    check_parts(question.table, game, "table")
    horses = tuple(question.table.track or (0,) * (question.player + 1))
    if question.player >= len(horses):
        raise UsageFault(f"table: no horse of player {question.player} on the track")
    return RacePosition(((),) * len(horses), horses, question.player, question.drawn)


def _with_rows(grid: Grid, game: Game, cards_held: int) -> Grid:
    """Return `grid` with empty rows if it has none: the squares of the game's board, or one row as long
    as the longest first word."""
    if grid.rows:
        return grid
    most = game.plays.first[1] or cards_held
    return replace(grid, rows=empty_board(game).rows or ("." * max(min(cards_held, most), 2),))


def _board_points(game: Game, position: Position, play: Play, seat: int) -> dict[str, object]:
    """Return the score of a play on a board (KW-5)."""
    if game.board_scoring is None or not isinstance(position, Grid) or not isinstance(play.move, Place):
        return {}
    return {"points": letters_score(game, position, play.move, colours_of(game, seat))}


def _masters(position: Position) -> int:
    """Return the number of Masters on the table."""
    lying = "".join(position.lines)
    return faces(lying.replace(EMPTY, "")).count(MASTER)


def play_values(play: Play) -> dict[str, object]:
    """Return a play as values for a line of JSON: its move, its kind, the resulting table and the
    cards used."""
    return {
        "move": format_move(play.move),
        "kind": play.kind,
        "result": format_position(play.result),
        "cards": play.cards,
    }
