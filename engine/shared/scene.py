"""The pieces on a table, as the truth that a renderer draws and a test expects: no pixels, only millimetres.

The virtual table owns such a scene, the renderer turns it into a picture, and the reader must recover it.
"""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from engine.board import Board, Square
from engine.observation import Point

CARD_WIDTH: Final = 57.0
CARD_HEIGHT: Final = 89.0
"""Millimetres of a Lexicon card, portrait as its letter is read."""
TILE: Final = 19.0
"""Millimetres of a letter block's edge: the size most sets of blocks have."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One card on the table.

    `letter` is what is printed: `A`-`Z`, or `?` for a Master. `x`, `y` are the card's centre in
    millimetres, x to the right and y downwards as the camera sees the table. `angle` is how far, in
    degrees clockwise, the top of the letter is turned away from the top of the picture.
    """

    letter: str
    x: float
    y: float
    angle: float = 0.0
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand reaching over the table: finger tips at (`x`, `y`) mm, coming from `angle` degrees
    clockwise of the picture's bottom edge (0 = from the bottom, 90 = from the left)."""

    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class BoardLying:
    """A board on the table: the middle of its squares at (`x`, `y`) mm, `cell` mm from one square to the
    next, the whole turned by `angle` degrees clockwise."""

    board: Board
    x: float
    y: float
    cell: float
    angle: float = 0.0

    def at(self, square: Square) -> Point:
        """Return the centre of a square, mm."""
        half, turn = (self.board.size - 1) / 2, radians(self.angle)
        across, down = (square[1] - half) * self.cell, (square[0] - half) * self.cell
        return (
            self.x + across * cos(turn) - down * sin(turn),
            self.y + across * sin(turn) + down * cos(turn),
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """A table of `width` by `height` mm with its cards from bottom to top and the arms over them. `piece` is
    the width and height of one of its cards or letter blocks, `board` what they lie on."""

    width: float
    height: float
    cards: tuple[Lying, ...] = ()
    arms: tuple[Arm, ...] = ()
    piece: tuple[float, float] = (CARD_WIDTH, CARD_HEIGHT)
    board: BoardLying | None = None
