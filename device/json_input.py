"""Read the command line's questions in JSON: one object on each line, checked when it is read.

`judge`, `score` and `best` share this module. A fault of a line is a `UsageFault` of one line.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, BinaryIO, TypeVar

import click
import msgspec

from device.errors import UsageFault, and_more
from device.files import shown_json
from device.json_faults import DECODING_ERRORS, not_json
from device.pile_questions import PileTable, check_parts, piles_position
from device.schema import explain, nearest
from device.words.lists import load
from engine.cards import PACKS
from engine.catalogue import configured
from engine.game import Game
from engine.notation import Hand, NotationError, grid_of, parse_hand, rows_of
from engine.option_values import OptionFault
from engine.position import Grid, Position
from engine.words import WordList

MAX_WORDS = 200
"""Maximum number of words on one table. No real table reaches this number: two packs have too few cards."""
MAX_LINE_LETTERS = 100
"""Maximum number of letters of one word, or of places in one row or column."""
MAX_PLAYERS = 20
"""Maximum number of players at one table: more than any game has."""
MAX_LINE_BYTES = 1_000_000
"""Maximum number of bytes of one question. The largest, a board of forty squares a side before and after,
has some 5,000."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The mark that some editors put before the first line of a file (U+FEFF)."""

Players = Annotated[int, msgspec.Meta(ge=1, le=MAX_PLAYERS)]
_Word = Annotated[str, msgspec.Meta(max_length=MAX_LINE_LETTERS)]
_Lines = Annotated[list[_Word], msgspec.Meta(max_length=MAX_WORDS)]
_Circle = Annotated[int, msgspec.Meta(ge=0, le=99)]
Hidden = Annotated[int, msgspec.Meta(ge=0, le=200)]
"""The number of cards in a hand whose cards are unknown."""


class LyingCards(PileTable, kw_only=True, forbid_unknown_fields=True):
    """Hold the cards on a table: `words`, a `grid`, or a patience's piles."""

    words: _Lines | None = None
    grid: _Lines | None = None
    track: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=99)]], msgspec.Meta(max_length=20)] | None = (
        None
    )
    """In a race: the number of circles of the track that each player's horse has passed."""
    exposed: str | None = None
    """The exposed card; null if unknown, empty if no card is exposed."""


class GameQuestion(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Hold the common part of every question: a game, its options and, if needed, the pack and the
    players."""

    game: str
    options: dict[str, Any] = {}
    pack: str | None = None
    players: Players | None = None


class PileQuestion(PileTable, kw_only=True, forbid_unknown_fields=True):
    """Hold the common part of every question about a patience: the game, its options, and the table."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    pack: str | None = None
    players: Players | None = None


class _Named(msgspec.Struct, kw_only=True):
    """Hold the keys that name the game. The game decides which other keys are allowed."""

    game: str
    options: dict[str, Any] = {}
    pack: str | None = None


Question = TypeVar("Question", bound=msgspec.Struct)


def answer_all(source: str | None, answer: Callable[[bytes], Mapping[str, object]]) -> None:
    """Print the answer to every line of a file or of standard input, in order.

    A line that cannot be answered gets an "error" in its place. After all lines raise UsageFault for the
    first of these lines, or if there was no line at all.
    """
    faults, empty = [], True
    for number, line in lines(source):
        empty = False
        try:
            answered = answer(line)
        except UsageFault as fault:
            faults.append(f"line {number}: {fault}")
            answered = {"error": faults[-1]}
        click.echo(json_line(answered))
    if empty:
        raise UsageFault(f"{_source_name(source)}: nothing is asked; give one JSON object a line")
    if faults:
        where = "" if source in (None, "-") else f"{source}, "
        raise UsageFault(where + faults[0] + and_more(len(faults) - 1, "line"))


def lines(source: str | None) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers, without blank lines. None and `-` are standard input."""
    if source in (None, "-"):
        if sys.stdin is None:
            raise UsageFault("standard input is closed")
        yield from _numbered(sys.stdin.buffer)
        return
    try:
        with Path(str(source)).open("rb") as file:
            yield from _numbered(file)
    except FileNotFoundError:
        raise UsageFault(f"no such file: {source}") from None
    except OSError as error:
        raise UsageFault(f"{source}: {error.strerror or error}") from None


def parse_question(line: bytes, kind: type[Question]) -> tuple[Game, Question]:
    """Return the game that one line of JSON names, and the whole line as a value of the class `kind`."""
    data = decode_object(line)
    return game_of(data), converted(data, kind)


def decode_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line. Raise UsageFault if the line is too long, is not JSON, or is
    not an object."""
    if len(line) > MAX_LINE_BYTES:
        raise UsageFault(f"longer than a question can be ({MAX_LINE_BYTES:,} bytes)")
    try:
        data = msgspec.json.decode(line)
    except DECODING_ERRORS as error:
        raise UsageFault(not_json(error, line)) from None
    if not isinstance(data, dict):
        raise UsageFault('not a question, which is an object: {"game": "lexicon", …}')
    return data


def converted(data: Mapping[str, Any], kind: type[Question]) -> Question:
    """Return the object `data` from a line of JSON as a value of the class `kind`. Raise UsageFault for
    an unknown key or a wrong value, also in a nested object."""
    try:
        return msgspec.convert(data, type=kind)
    except msgspec.ValidationError as error:
        raise UsageFault(explain(str(error), kind, data)) from None


def game_of(data: Mapping[str, Any]) -> Game:
    """Return the game that the object `data` from a line of JSON names, with its options and pack.
    Raise UsageFault if the game, an option or the pack is unknown."""
    if "game" not in data and (meant := nearest("game", tuple(data))):
        raise UsageFault(f"{meant}: there is no such key; did you mean 'game'?")
    named = converted(data, _Named)
    try:
        game = configured(named.game, named.options)
    except OptionFault as error:
        raise UsageFault(str(error)) from None
    if named.pack is None:
        return game
    if named.pack not in PACKS:
        raise UsageFault(f"unknown pack {named.pack!r}; known: {', '.join(PACKS)}")
    return replace(game, pack=PACKS[named.pack])


@cache
def words_of(name: str) -> WordList:
    """Return the word list called `name`, or the list in the file `name`. Each list is read once."""
    return load(name)


def playable_words(game: Game) -> WordList:
    """Return the words that may be laid in `game`: its list, with the names and abbreviations that its
    options allow."""
    return _let_in(game.word_list, game.vocabulary.proper, game.vocabulary.abbreviations)


@cache
def _let_in(name: str, proper: bool, abbreviations: bool) -> WordList:
    listed = words_of(name)
    if not proper and not abbreviations:
        return listed
    return listed.letting_in(proper=proper, abbreviations=abbreviations)


def position_of(table: LyingCards, game: Game, where: str) -> Position:
    """Return the cards of `table` as a position of `game`. Raise UsageFault if the game can't have them.
    Its sentence calls the table `where`, such as "before" or "after"."""
    if game.layout not in ("rows", "grid"):
        return piles_position(table, table.exposed, game, where)
    check_parts(table, game, where)
    kind = "words" if game.layout == "rows" else "grid"
    given = table.words if game.layout == "rows" else table.grid
    if given is None:
        raise UsageFault(f"{where}: {game.title} needs {kind!r}")
    try:
        return (rows_of if game.layout == "rows" else grid_of)(given, table.exposed)
    except NotationError as error:
        raise UsageFault(f"{where}: {error}") from None


def crossed_rows(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a player in a race as rows of a grid. If there are two words with a common
    letter, they cross at the first one. Other words lie apart, with an empty row after each."""
    shared = next((card for card in words[0] if card in words[1]), "") if len(words) == 2 else ""
    if shared:
        column = words[0].index(shared)
        blank = "." * column, "." * (len(words[0]) - column - 1)
        crossing = words[1].index(shared)
        return tuple(words[0] if row == crossing else card.join(blank) for row, card in enumerate(words[1]))
    widest = max(map(len, words), default=0)
    return tuple(line for word in words for line in (word.ljust(widest, "."), "." * widest))


def as_large_as(position: Position, other: Position) -> Position:
    """Return `position`. A grid without rows stands for an empty table: in its place return an empty
    grid of the size of `other`, so that the two positions can be compared."""
    if isinstance(position, Grid) and isinstance(other, Grid) and not position.rows:
        return replace(position, rows=tuple("." * len(row) for row in other.rows))
    return position


def check_seat(game: Game, player: int) -> None:
    """Raise UsageFault if a board of colours has no seat `player`."""
    if game.seats.colours and player >= len(game.seats.colours):
        raise UsageFault(
            f"player: {player}, but {game.title} has no seat above {len(game.seats.colours) - 1}"
        )


def hand_of(given: str | int | None) -> Hand | None:
    """Return the hand `given`: its cards in notation, or the number of its cards; None for no hand.
    Raise UsageFault for a wrong card."""
    try:
        return parse_hand(given) if isinstance(given, str) else given
    except NotationError as error:
        raise UsageFault(str(error)) from None


def json_line(answer: Mapping[str, object]) -> str:
    """Return an answer as one line of JSON that a terminal can show."""
    return shown_json(msgspec.json.encode(answer).decode())


def _source_name(source: str | None) -> str:
    return "standard input" if source in (None, "-") else str(source)


def _numbered(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(_bounded(file), 1):
        bare = (line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line).strip()
        if bare:
            yield number, bare


def _bounded(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of `file`. Cut off a line that is longer than `MAX_LINE_BYTES` shortly after this
    limit, so that it takes little memory and is still seen to be too long."""
    while line := file.readline(MAX_LINE_BYTES + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE_BYTES)
