"""Game boards with special squares: colour areas, Key squares, and the dark squares where the first word
starts (KW).

A board is written as lines of squares. `r`, `b`, `y` or `g` is a square of that colour, and the capital is a
Key square of that colour. `+` is a Key square of no colour, `#` a dark square, and `.` any other square.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from engine.i18n import UserError

Colour = Literal["red", "blue", "yellow", "green"]
Square = tuple[int, int]
"""A square of a board: its row and column, from 0."""

COLOURS: Final[Mapping[str, Colour]] = MappingProxyType(
    {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
)
"""The colours of a board's areas, by the letter that stands for their squares."""
_DARK: Final = "#"
_KEY: Final = "+"
_PLAIN: Final = "."
_MIN_SIDE_SQUARES: Final = 5
"""Least number of squares along the side of a board. A smaller board is refused: it has no room for four
colour areas around a cross of three squares."""
_MAX_SIDE_SQUARES: Final = 40
"""Greatest number of squares along the side of a board. A larger board is refused, since no table has
room for it."""


class BoardFault(UserError):  # noqa: N818 - it is a fault of the input, as `OptionFault`
    """The error for an impossible board. Its sentence names what is wrong, and the line or square."""


@dataclass(frozen=True, slots=True)
class Board:
    """The square board of a game, with its colour areas, Key squares and dark squares."""

    name: str
    rows: tuple[str, ...]
    """The squares, line by line. Each is a letter or sign: `r` is a red square, `R` a red Key square, `#`
    a dark square, `.` an ordinary one (`engine.board`)."""
    note: str = ""
    """The source of the board's squares, such as a booklet."""

    @property
    def size(self) -> int:
        """The number of squares along one side of the board."""
        return len(self.rows)

    @property
    def text(self) -> str:
        """The squares as one line of text, with `/` between the rows. `parse_board` reads this text."""
        return "/".join(self.rows)

    @property
    def start_squares(self) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
        """The dark squares, three in a row and three in a column. The first word begins on the three of the
        row or on the three of the column (KW-1). The row comes first."""
        row, column = _centre(self.rows)
        return (
            tuple((row, c) for c in range(column - 1, column + 2)),
            tuple((r, column) for r in range(row - 1, row + 2)),
        )

    def colour(self, square: Square) -> Colour | None:
        """Return the name of the colour area in which `square` lies; None if it lies in none."""
        return COLOURS.get(self._mark(square).lower())

    def is_key(self, square: Square) -> bool:
        """Return True if `square` is a Key square."""
        mark = self._mark(square)
        return mark == _KEY or mark.isupper()

    def _mark(self, square: Square) -> str:
        return self.rows[square[0]][square[1]]


def board_of(name: str, rows: Iterable[str], note: str = "") -> Board:
    """Return a board called `name`. `rows` are its lines of squares.

    Raise BoardFault, which names the line and the square, if no such board is possible.
    """
    lines = tuple(rows)
    if not _MIN_SIDE_SQUARES <= len(lines) <= _MAX_SIDE_SQUARES:
        raise BoardFault(
            "This board has {rows} rows. A board has {least} to {most}.",
            rows=len(lines),
            least=_MIN_SIDE_SQUARES,
            most=_MAX_SIDE_SQUARES,
        )
    for number, line in enumerate(lines, 1):
        _check(number, line, len(lines))
    _check_cross(lines)
    return Board(name, lines, note)


def parse_board(text: str) -> Board:
    """Return the board whose squares `text` lists in one line, with `/` between the rows. Raise BoardFault if
    they make no board."""
    return board_of("of this table", text.split("/"))


def _check(number: int, line: str, size: int) -> None:
    if len(line) != size:
        raise BoardFault(
            "Row {row} of the board has {squares} squares. A row has as many squares as there are "
            "rows: {rows}.",
            row=number,
            squares=len(line),
            rows=size,
        )
    for place, mark in enumerate(line, 1):
        if mark.lower() not in COLOURS and mark not in (_DARK, _KEY, _PLAIN):
            raise BoardFault(
                "Square {place} in row {row} of the board is “{mark}”. Squares are r, b, y, g, their "
                "capitals, +, # and dots.",
                place=place,
                row=number,
                mark=mark,
            )


def _check_cross(rows: tuple[str, ...]) -> None:
    dark = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == _DARK}
    row, column = _centre(rows)
    cross = {(row + r, column + c) for r, c in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))}
    if dark != cross:
        raise BoardFault("The dark squares (#) of a board are three across and three down, crossing.")


def _centre(rows: tuple[str, ...]) -> Square:
    """Return the row and column of the middle one of the board's dark squares. Without dark squares return
    (-9, -9), which is no square."""
    dark = sorted((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == _DARK)
    return dark[len(dark) // 2] if dark else (-9, -9)
