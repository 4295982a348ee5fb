"""Write and read the notation: one line of text for a position, a hand or a move. The grammar is in
docs/notation.md.

For every value made of legal cards, `parse_x(format_x(x)) == x`. Bad text raises `NotationError`.
"""

import re
from collections.abc import Iterable
from functools import reduce
from typing import Final

from engine.moves import (
    Change,
    Close,
    CombinedMove,
    Discard,
    Disturb,
    Draw,
    Exchange,
    Insert,
    Lay,
    Move,
    Pass,
    Place,
    RecycleStock,
    Shift,
    SingleMove,
    Spell,
    TurnUp,
)
from engine.notation.error import NotationError as NotationError
from engine.notation.piles import PILE_SEPARATOR, format_pile_move, format_piles, parse_pile_move, parse_piles
from engine.notation.race import FRONT_OPENING, format_fronts, parse_fronts
from engine.position import Grid, Piles, Position, RacePosition, Rows

Hand = str | int
"""A hand: its cards if they are known (`"AEI?"`), otherwise the number of its cards."""

_WORD: Final = re.compile(r"[A-Za-z?]+")
_ROW: Final = re.compile(r"[A-Za-z?.]+")
_EMPTY_WORD: Final = "-"
_MOVE_SEPARATOR: Final = " & "
_PILE_MARKS: Final = {"exposed": "^", "blind": "*", None: ""}
_CARDS: Final = r"[A-Za-z?#]+"
_CHANGE: Final = re.compile(rf"(?P<n>\d{{1,3}}):(?P<before>{_CARDS}|-)(?P<how>[<=~])(?P<after>{_CARDS}|-)")
_DISCARD: Final = re.compile(r"-(?P<card>[A-Z?#])(?P<pile>[\^*]?)")
_PLACE: Final = re.compile(r"(?P<col>[A-Z]{1,2})(?P<row>\d{1,3})(?P<direction>[>|])(?P<cards>[A-Za-z?.]+)")
_DISTURB: Final = re.compile(
    r"(?P<col>[A-Z]{1,2})(?P<row>\d{1,3}):(?P<before>[A-Za-z?])~(?P<after>[A-Za-z?.])"
)


def parse_position(text: str) -> Position:
    """Return the position that `text` describes. The layout follows from the characters of the text.

    `"MaN CAT /Q"` -> Rows, `"..S;GAM"` -> Grid (contains `;`), `"MOH|E"` -> Piles (contains `|`), `"[FOR]1*
    []0"` -> RacePosition (begins with `[`).
    """
    if text.startswith(FRONT_OPENING):
        return parse_fronts(text)
    if PILE_SEPARATOR in text:
        return parse_piles(text)
    body, exposed = _split_exposed(text)
    if ";" in body:
        return grid_of(_grid_rows(body), exposed)
    return rows_of(("" if word == _EMPTY_WORD else word for word in body.split()), exposed)


def rows_of(words: Iterable[str], exposed: str | None = None) -> Rows:
    """Return the position that consists of the words `words`, which a person typed. An empty text stands
    for a removed word.

    Raise NotationError if a text is no word, or if `exposed` is not the face of a card.
    """
    return Rows(tuple(map(_word, words)), _face(exposed))


def grid_of(rows: Iterable[str], exposed: str | None = None) -> Grid:
    """Return a `Grid` with the rows of a crossword that a person typed.

    Raise NotationError if the rows differ in length, if they contain anything but letters, `?` and `.`, or
    if `exposed` is not the face of a card.
    """
    lines = tuple(rows)
    for number, row in enumerate(lines, 1):
        if not _ROW.fullmatch(row):
            raise NotationError(f"grid row {number} {row!r}: only A-Z, a-z, ? and . stand in a grid")
        if len(row) != len(lines[0]):
            raise NotationError(
                f"grid row {number} has {len(row)} places, row 1 has {len(lines[0])}; . fills up"
            )
    return Grid(lines, _face(exposed))


def format_position(position: Position) -> str:
    """Return a position in notation, as one line of text. The text is "" for words if there are none, and
    no exposed card either."""
    if isinstance(position, RacePosition):
        return format_fronts(position)
    if isinstance(position, Piles):
        return format_piles(position)
    if isinstance(position, Grid):
        body = ";".join(position.rows) + (";" if len(position.rows) < 2 else "")
    else:
        body = " ".join(word or _EMPTY_WORD for word in position.words)
    return f"{body} {_exposed_text(position.exposed)}".strip()


def parse_hand(text: str) -> Hand:
    """Return the hand that `text` states: `"AEI?"` its cards, `"7"` the number of its cards, and `""` no
    cards. Raise NotationError for any other text."""
    if text.isascii() and text.isdigit() and len(text) <= 3:
        return int(text)
    for place, card in enumerate(text, 1):
        if not _is_face(card):
            raise NotationError(f"hand {text!r}: {card!r} at {place} is neither A-Z nor ?")
    return text


def format_hand(hand: Hand) -> str:
    """Return a hand in notation: its cards, or only their number."""
    return str(hand)


def parse_move(text: str) -> Move:
    """Return the move that `text` states in notation. Examples: `"1:MOTHER<SMOTHERED"`, `"+CAT"`, `"-Q^"`,
    `"B1|S.LT"`, `"pass"`. `&` joins several moves.

    Raise NotationError if the text is not a move.
    """
    moves = tuple(_single(part.strip()) for part in text.split("&"))
    return moves[0] if len(moves) == 1 else CombinedMove(moves)


def format_move(move: Move) -> str:
    """Return a move in notation. Words and rows are counted from 1, and columns have letters."""
    match move:
        case CombinedMove(moves):
            return _MOVE_SEPARATOR.join(map(format_move, moves))
        case Lay(word):
            return f"+{word}"
        case Insert(index, before, after):
            return f"{index + 1}:{before}<{after}"
        case Exchange(index, before, after):
            return f"{index + 1}:{before}={after}"
        case Change(index, before, after):
            return f"{index + 1}:{before or _EMPTY_WORD}~{after or _EMPTY_WORD}"
        case Discard(card, drawn_from):
            return f"-{card}{_PILE_MARKS[drawn_from]}"
        case Draw():
            return "^"
        case Place(row, column, across, cards):
            return f"{square(row, column)}{'>' if across else '|'}{cards}"
        case Disturb(row, column, before, after):
            return f"{square(row, column)}:{before}~{after}"
        case Spell() | Shift() | Close() | TurnUp() | RecycleStock():
            return format_pile_move(move)
        case Pass():
            return "pass"


def square(row: int, column: int) -> str:
    """Return the name of a grid square from its row and column, counted from 0: (0, 1) -> "B1", (2, 26) ->
    "AA3"."""
    high, low = divmod(column, 26)
    letters = (chr(64 + high) if high else "") + chr(65 + low)
    return f"{letters}{row + 1}"


def cell_of(name: str) -> tuple[int, int]:
    """Return the row and column, counted from 0, of a square's name: "B1" -> (0, 1)."""
    letters = name.rstrip("0123456789")
    return int(name[len(letters) :]) - 1, _column(letters)


def _split_exposed(text: str) -> tuple[str, str | None]:
    body, slash, card = text.partition("/")
    if not slash:
        return body.strip(), None
    card = card.strip()
    return body.strip(), "" if card == _EMPTY_WORD else card or " "


def _face(exposed: str | None) -> str | None:
    """Return the exposed card `exposed` unchanged. Raise NotationError if it is given and is not the face of
    a card."""
    if exposed and not _is_face(exposed):
        raise NotationError(f"the exposed card {exposed!r} is neither A-Z nor ?")
    return exposed


def _exposed_text(exposed: str | None) -> str:
    return "" if exposed is None else f"/{exposed or _EMPTY_WORD}"


def _is_face(card: str) -> bool:
    return len(card) == 1 and ("A" <= card <= "Z" or card == "?")


def _word(word: str) -> str:
    if word and not _WORD.fullmatch(word):
        raise NotationError(f"word {word!r}: only A-Z, a-z and ? are cards")
    return word


def _grid_rows(body: str) -> tuple[str, ...]:
    rows = tuple(row.strip() for row in body.split(";"))
    rows = rows[:-1] if not rows[-1] else rows
    return () if rows == ("",) else rows


def _single(text: str) -> SingleMove:
    if text == "pass":
        return Pass()
    if text == "^":
        return Draw()
    if text.startswith("+") and _WORD.fullmatch(text[1:]):
        return Lay(text[1:])
    for pattern, build in ((_DISCARD, _discard), (_CHANGE, _change), (_PLACE, _place), (_DISTURB, _disturb)):
        if match := pattern.fullmatch(text):
            return build(match)
    if moved := parse_pile_move(text):
        return moved
    raise NotationError(f"move {text!r} is not in the notation")


def _discard(match: re.Match[str]) -> Discard:
    piles = {"^": "exposed", "*": "blind"}
    drawn_from = piles.get(match["pile"])
    return Discard(match["card"], "exposed" if drawn_from == "exposed" else "blind" if drawn_from else None)


def _change(match: re.Match[str]) -> Insert | Exchange | Change:
    index = int(match["n"]) - 1
    before, after = (match[which].replace(_EMPTY_WORD, "") for which in ("before", "after"))
    if index < 0:
        raise NotationError(f"move {match[0]!r}: words are counted from 1")
    if match["how"] == "~":
        return Change(index, before, after)
    sizes = len(before), len(after)
    if not all(sizes) or (match["how"] == "=") != (sizes[0] == sizes[1]) or sizes[0] > sizes[1]:
        raise NotationError(f"move {match[0]!r}: < makes a word longer, = keeps its length")
    return Insert(index, before, after) if match["how"] == "<" else Exchange(index, before, after)


def _place(match: re.Match[str]) -> Place:
    row, column = _cell(match)
    if match["cards"].strip(".") != match["cards"]:
        raise NotationError(f"move {match[0]!r}: the cards begin and end with a card, not with .")
    return Place(row, column, match["direction"] == ">", match["cards"])


def _disturb(match: re.Match[str]) -> Disturb:
    return Disturb(*_cell(match), match["before"], match["after"])


def _cell(match: re.Match[str]) -> tuple[int, int]:
    if int(match["row"]) < 1:
        raise NotationError(f"move {match[0]!r}: rows are counted from 1")
    return int(match["row"]) - 1, _column(match["col"])


def _column(letters: str) -> int:
    return reduce(lambda left, letter: left * 26 + ord(letter) - 64, letters, 0) - 1
