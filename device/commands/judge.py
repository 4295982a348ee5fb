"""Rule on turns, from lines of JSON or from two photographs."""

from pathlib import Path
from typing import Annotated, Any

import click
import msgspec

from device.commands._answering import PHOTO, PHOTO_OPTIONS, for_people, options
from device.commands._unused_options import refuse_options
from device.errors import UsageFault
from device.json_input import (
    MAX_LINE_LETTERS,
    MAX_PLAYERS,
    GameQuestion,
    Hidden,
    LyingCards,
    answer_all,
    as_large_as,
    check_seat,
    crossed_rows,
    hand_of,
    json_line,
    parse_question,
    position_of,
    words_of,
)
from device.pile_questions import check_parts, with_masters_left
from engine.adjudication import adjudicate
from engine.board import Colour
from engine.game import Game
from engine.moves import Discard, Pass
from engine.notation import NotationError, format_move, format_position, grid_of
from engine.position import DrawnKind, Grid, Piles
from engine.rules.board_scoring import colours_of, play_points
from engine.rules.clauses import clauses_broken, reported_faults
from engine.rules.race import RaceTurn, adjudicate_race, turn_result
from engine.ruling import Illegal, Legal, Mode, Ruling, SeveralExplanations, Unclear, is_flagged
from engine.wording import say, say_breach, say_doubt, say_fault

EXAMPLE = """\b
Example:
  echo '{"game": "lexicon", "before": {"words": ["MOTHER"]}, "after": {"words": ["SMOTHERED"]}}' \\
    | lexicon-table judge
  echo '{"game": "crossword", "before": {"grid": ["....", "GAME"]}, "after": {"grid": [".T..", "GAME"]}}' \\
    | lexicon-table judge
  lexicon-table judge --photo before.jpg after.jpg
"""


class JudgedTurn(GameQuestion, kw_only=True):
    """One question to `lexicon-table judge`: a turn, as the table before and after it."""

    before: LyingCards
    after: LyingCards
    hand: str | Hidden | None = None
    turn: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """The number of the turn; 1 is the game's first."""
    word: Annotated[str, msgspec.Meta(max_length=MAX_LINE_LETTERS)] = ""
    """The word that a patience's player called."""
    player: Annotated[int, msgspec.Meta(ge=0, le=MAX_PLAYERS - 1)] = 0
    """The seat of the player whose turn it is, from 0; used on a board and in a race."""
    colour: Colour | None = None
    """In board games: the colour of the player whose turn it is."""
    drawn: DrawnKind = "letter"
    """In a race: the kind of the card that the player drew at the beginning of the turn."""
    keyword: Annotated[str, msgspec.Meta(max_length=MAX_LINE_LETTERS)] = ""
    """The word of the open Keyword card."""


@click.command(epilog=EXAMPLE)
@click.argument("file", required=False)
@click.option(
    "--photo", "photos", nargs=2, type=PHOTO, metavar="BEFORE AFTER",
    help="Rule on the turn between these two photographs.",
)  # fmt: skip
@click.option("--first", is_flag=True, help="Rule on the photographed turn as the first of the game.")
@options
def command(file: str | None, photos: tuple[Path, Path] | None, first: bool, **given: Any) -> None:
    """Rule on the turns of FILE, or of standard input, one JSON object a line.

    Each line names the game, the table `before` and `after`, and, if known, the `hand` before the turn.
    Without a hand the ruling goes by the table alone: a word whose letters changed their order counts as
    disturbed, though a hand might have exchanged them. A crossword's grid is one string a row, with `.` for
    an empty place. Both grids have the same size. docs/judging.md shows the form for each game. A line that
    can't be judged gives an "error". The exit status is then 2, after all lines are judged.

    With --photo, the program reads the table before and after the turn from two photographs. A person at a
    terminal gets the ruling as text, a program gets JSON. The ruling is "unclear" if a card that matters
    can't be read.
    """
    if photos is None:
        refuse_options(("first", *PHOTO_OPTIONS), "needs --photo. A line of JSON has its own fields")
        answer_all(file, judge_line)
    elif file is not None:
        raise UsageFault("give FILE or --photo, not both")
    else:
        _print_photographed(*photos, first=first, **given)


def _print_photographed(before: Path, after: Path, *, first: bool, as_json: bool, **given: Any) -> None:
    """Print the ruling on the turn between two photographs. Raise UsageFault if a photograph can't be
    read."""
    # The networks are loaded only for photographs.
    from device.commands import _photos

    context = _photos.context(**given)
    photographed = _photos.rule_on_turn(before, after, context, first_turn=first)
    answer = ruling_values(photographed.ruling, context.game.challenges.mode)
    start, end = photographed.explanation.before, photographed.explanation.after
    if for_people(as_json=as_json):
        click.echo(f"Before: {_photos.describe_table(start)}. After: {_photos.describe_table(end)}.")
        click.echo(f"{str(answer['ruling']).capitalize()}. {answer['text']}")
    else:
        positions = {"before": format_position(start), "after": format_position(end)}
        click.echo(json_line({**answer, **positions}))


def judge_line(line: bytes) -> dict[str, object]:
    """Return the ruling on the turn in one line of JSON, as JSON values. Raise UsageFault if the line
    is no valid question."""
    game, turn = parse_question(line, JudgedTurn)
    game = game.seated(turn.players) if turn.players else game
    if game.layout == "track":
        return _judge_race(game, turn)
    check_seat(game, turn.player)
    after = position_of(turn.after, game, "after")
    before = as_large_as(position_of(turn.before, game, "before"), after)
    if isinstance(before, Piles) and isinstance(after, Piles):
        after = with_masters_left(before, turn.after, after, turn.word)
    try:
        ruling = adjudicate(
            game,
            words_of(game.word_list),
            before,
            after,
            hand=hand_of(turn.hand),
            first_turn=turn.turn == 1,
            packs=game.deal.packs(turn.players or 2),
            called_word=turn.word.upper(),
        )
    except NotationError as error:
        raise UsageFault(str(error)) from None
    answer = ruling_values(
        _without_hand_doubts(ruling) if turn.hand is None else ruling, game.challenges.mode
    )
    if isinstance(ruling, Legal) and isinstance(before, Grid) and isinstance(after, Grid):
        answer |= _board_points(game, turn, before, after)
    return answer


def _judge_race(game: Game, turn: JudgedTurn) -> dict[str, object]:
    """Return the ruling on one turn of a race as JSON values.

    The player's words are in `after`'s grid, or are its `words`. The places of the horses are in the
    `track` of `before` and of `after`.
    """
    check_parts(turn.before, game, "before")
    check_parts(turn.after, game, "after")
    horses = (turn.before.track or [], turn.after.track or [])
    if turn.player >= len(horses[0]) or (horses[1] and len(horses[1]) != len(horses[0])):
        raise UsageFault(f"track: no horse of player {turn.player}, or not as many before as after")
    hand = hand_of(turn.hand)
    try:
        laid = grid_of(
            turn.after.grid if turn.after.grid is not None else crossed_rows(turn.after.words or ())
        )
    except NotationError as error:
        raise UsageFault(f"after: {error}") from None
    race = RaceTurn(
        game,
        words_of(game.word_list),
        laid,
        horses[0][turn.player],
        horses[1][turn.player] if horses[1] else None,
        hand if isinstance(hand, str) else None,
        turn.drawn,
        tuple(pair for seat, pair in enumerate(zip(*horses, strict=False)) if seat != turn.player),
    )
    ruling, onward = adjudicate_race(race), turn_result(race)
    answer = ruling_values(ruling, game.challenges.mode)
    return (
        answer | {"circle": onward.horse, "again": onward.plays_again}
        if isinstance(ruling, Legal)
        else answer
    )


def _board_points(game: Game, turn: JudgedTurn, before: Grid, after: Grid) -> dict[str, object]:
    """Return the score of a legal play on a board, square by square."""
    if game.board_scoring is None:
        return {}
    own = colours_of(game, turn.player)
    if turn.colour is not None:
        seat = game.seats.colours.index(turn.colour) if turn.colour in game.seats.colours else None
        own = frozenset({turn.colour}) if seat is None else colours_of(game, seat)
    pays = play_points(game, before, after, own, turn.keyword)
    return {"points": pays.points, "squares": dict(pays.squares), "keyword": pays.keyword}


def _without_hand_doubts(ruling: Ruling) -> Ruling:
    """Return a ruling without doubts that only a known hand could settle.

    Cards in a changed order count as moved, not as exchanged for equal cards. An exposed card with the same
    letter counts as the same card.
    """
    match ruling:
        case Unclear(_, (SeveralExplanations(Discard("#")), *_)):
            return ruling  # a card laid beneath another can't be seen
        case Unclear(move, doubts) if all(isinstance(doubt, SeveralExplanations) for doubt in doubts):
            breaches = [doubt.otherwise for doubt in doubts if isinstance(doubt, SeveralExplanations)]
            return Illegal(move or Pass(), breaches[0])
        case _:
            return ruling


def ruling_values(ruling: Ruling, mode: Mode) -> dict[str, object]:
    """Return a ruling as values for a line of JSON: the ruling, the move, the breaches or doubts, and
    the text."""
    answer: dict[str, object] = {
        "ruling": type(ruling).__name__.lower(),
        "move": format_move(ruling.move) if ruling.move else None,
        "breaches": [],
        "text": say(ruling),
        "flagged": is_flagged(ruling, mode),
    }
    match ruling:
        case Legal(namings=namings, goes_out=goes_out):
            answer |= {"out": goes_out, "readings": [format_position(position) for position in namings]}
        case Illegal():
            answer["breaches"] = [
                {"clause": clause, "text": say_breach(breach)} for clause, breach in clauses_broken(ruling)
            ]
            answer["text"] = " ".join(say_fault(*fault) for fault in reported_faults(ruling))
        case Unclear(doubts=doubts):
            answer["doubts"] = [say_doubt(doubt) for doubt in doubts]
    return answer
