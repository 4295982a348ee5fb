"""Describe the true cards on a table, which a renderer draws and a test expects, in millimetres and
without pixels.

The virtual table owns a scene, the renderer draws a picture of it, and the reader must find the cards again.
"""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from engine.board import Board, Square
from engine.observation import Point

CARD_WIDTH: Final = 57.0
CARD_HEIGHT: Final = 89.0
"""Height of a Lexicon card when its letter is upright, mm."""
TILE_EDGE: Final = 19.0
"""Edge of a letter block, mm: the size of most sets of blocks."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card that lies on the table of a scene, with its letter and its place."""

    letter: str
    """The letter printed on the card: `A`-`Z`, or `?` for a Master."""
    x: float
    """The card's centre, mm to the right as the camera sees the table."""
    y: float
    """The card's centre, mm downwards as the camera sees the table."""
    angle: float = 0.0
    """The angle by which the card's letter is turned clockwise from upright, in degrees."""
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Arm:
    """A person's hand and arm over the table of a scene, as they hide cards from the camera."""

    x: float
    """The distance of the finger tips from the table's left edge, in mm."""
    y: float
    """The distance of the finger tips from the table's upper edge, in mm."""
    angle: float = 0.0
    """The direction from which the arm reaches over the table, in degrees clockwise: 0 = from the
    picture's bottom edge, 90 = from its left edge."""


@dataclass(frozen=True, slots=True)
class LyingBoard:
    """The board of a game, and where it lies on the table."""

    board: Board
    x: float
    """The distance of the board's middle from the table's left edge, mm."""
    y: float
    """The distance of the board's middle from the table's upper edge, mm."""
    cell: float
    """The distance from one square to the next, mm."""
    angle: float = 0.0
    """The turn of the board, in degrees clockwise."""

    def square_centre(self, square: Square) -> Point:
        """Return the centre of a square on the table, in mm to the right and downwards."""
        half, turn = (self.board.size - 1) / 2, radians(self.angle)
        across, down = (square[1] - half) * self.cell, (square[0] - half) * self.cell
        return (
            self.x + across * cos(turn) - down * sin(turn),
            self.y + across * sin(turn) + down * cos(turn),
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """The true state of a table that a test or the virtual table shows: its cards, its board and the arms
    over it."""

    width: float
    """The width of the table that the scene shows, mm."""
    height: float
    """The height of the table that the scene shows, mm."""
    cards: tuple[LyingCard, ...] = ()
    """The cards from bottom to top."""
    arms: tuple[Arm, ...] = ()
    piece_size: tuple[float, float] = (CARD_WIDTH, CARD_HEIGHT)
    """The width and height of the cards or letter blocks on this table, mm."""
    board: LyingBoard | None = None
    """The board on which letter blocks lie on this table; None if there is none."""
