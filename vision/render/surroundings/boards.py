"""Draw boards of squares on which tiles are laid."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from engine import board as squares
from vision.render.brushes import (
    Colour,
    Image,
    Patch,
    Rng,
    chance,
    even_area,
    hsv,
    jitter,
    mix,
    noise,
    polygon,
    polyline,
    rounded,
    stamp,
    star,
    tint,
    uniform,
    xy,
)
from vision.render.prints.typefaces import Faces, line

_PAINTS: Final[Mapping[squares.Colour | None, Colour]] = MappingProxyType(
    {
        "red": (85, 80, 205),
        "blue": (190, 135, 75),
        "yellow": (95, 205, 235),
        "green": (105, 160, 85),
        None: (205, 220, 225),
    }
)
"""The printed colour (blue, green, red) of each colour area in the game's rules. The key None stands for
the squares in no colour area. The colours are slightly muted, as those of ink on cardboard are."""
_DARK: Final[Colour] = (80, 76, 72)
"""The printed colour of the starting squares: dark grey, because printed black is never quite black."""

_RIM_MM: Final = 6.0
"""The width of the plain edge around the squares, mm: a third of a square, by judgement."""


@dataclass(frozen=True, slots=True)
class PaintedBoard:
    """A printed board."""

    count: int
    """The number of squares along an edge of the board."""
    cell: float
    """The side of a square, mm."""
    rim: float
    """The width of the plain edge around the squares, mm."""
    patch: Patch
    """The print of the whole board."""

    @property
    def side(self) -> float:
        """The length of an edge of the whole board, mm."""
        return self.count * self.cell + 2 * self.rim


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A board that is being printed."""

    image: Image
    """The print of the board, as far as it is drawn."""
    count: int
    """The number of squares along an edge of the board."""
    cell: float
    """The side of a square, mm."""
    rim: float
    """The width of the plain edge around the squares, mm."""
    ppm: float
    """The scale of the print, pixels per millimetre."""

    def corner(self, row: int, column: int) -> tuple[float, float]:
        """Return the upper left corner of a square, mm from the board's upper left corner."""
        return self.rim + column * self.cell, self.rim + row * self.cell

    def fill(self, corner: tuple[float, float], colour: Colour) -> None:
        """Print the square at `corner` in one colour."""
        side = self.cell * self.ppm
        polygon(self.image, rounded(side, side, 0) + xy(corner) * xy(self.ppm), colour)


def random_board(rng: Rng, faces: Faces, cell: float, ppm: float) -> PaintedBoard:
    """Return a random crossword board with squares of `cell` mm, drawn with `ppm` pixels per millimetre.
    Some squares are coloured, and a few have a printed word."""
    count, rim = int(rng.choice([9, 11, 13, 15, 15, 15])), uniform(rng, 4, 22)
    ground = hsv(uniform(rng, 0.3, 0.45), uniform(rng, 0.3, 0.9), uniform(rng, 0.2, 0.6))
    if chance(rng, 0.4):
        ground = hsv(rng.random(), uniform(rng, 0.05, 0.5), uniform(rng, 0.35, 0.9))
    side = round((count * cell + 2 * rim) * ppm)
    image = even_area(
        side, side, mix(ground, (0, 0, 0), uniform(rng, 0, 0.5)) if chance(rng, 0.5) else ground
    )
    colours = [jitter(rng, c, 25) for c in ((55, 45, 195), (150, 90, 40), (205, 160, 90), (170, 150, 225))]
    sheet, kinds = _Sheet(image, count, cell, rim, ppm), _premiums(rng, count)
    for row in range(count):
        for column in range(count):
            colour = ground if kinds[row, column] == 0 else colours[kinds[row, column] - 1]
            _square(rng, sheet, faces, sheet.corner(row, column), colour)
    _lines(rng, sheet, ground)
    image = tint(image, noise(rng, side, side, side / max(1.5, ppm)), uniform(rng, 0.01, 0.06))
    return PaintedBoard(count, cell, rim, Patch(image, np.full((side, side), 255, np.uint8)))


def drawn_board(board: squares.Board, cell: float, ppm: float) -> PaintedBoard:
    """Return a game's own board (`engine.board`) as printed: its colour areas, a star on each Key square,
    and dark starting squares. `cell` is the side of a square, mm; `ppm` is pixels per millimetre."""
    rng, side = np.random.default_rng(1), round((board.size * cell + 2 * _RIM_MM) * ppm)
    sheet = _Sheet(even_area(side, side, (60, 70, 90)), board.size, cell, _RIM_MM, ppm)
    for row in range(board.size):
        for column in range(board.size):
            _printed(sheet, board, (row, column))
    _lines(rng, sheet, (205, 220, 225))
    return PaintedBoard(board.size, cell, _RIM_MM, Patch(sheet.image, np.full((side, side), 255, np.uint8)))


def _printed(sheet: _Sheet, board: squares.Board, square: squares.Square) -> None:
    dark = any(square in line for line in board.start_squares)
    colour = _DARK if dark else _PAINTS[board.colour(square)]
    corner, cell, ppm = sheet.corner(*square), sheet.cell, sheet.ppm
    sheet.fill(corner, colour)
    if board.is_key(square):
        middle = ((corner[0] + cell / 2) * ppm, (corner[1] + cell / 2) * ppm)
        polygon(sheet.image, star(middle, 0.38 * cell * ppm, 4, 0.3), mix(colour, (255, 255, 255), 0.7))


def _premiums(rng: Rng, count: int) -> np.ndarray:
    """Return random colours of the squares (count, count): 0 for the ground's colour, 1-4 for another
    colour. All four quarters of the board are alike."""
    half = (count + 1) // 2
    quarter = np.where(rng.random((half, half)) < 0.16, rng.integers(1, 5, (half, half)), 0)
    for place in range(half):
        if chance(rng, 0.7):
            quarter[place, place] = 1 + place % 2
    quarter = np.maximum(quarter, quarter.T)
    left = np.concatenate([quarter, quarter[: count - half][::-1]], 0)
    return np.concatenate([left, left[:, : count - half][:, ::-1]], 1)


def _square(rng: Rng, sheet: _Sheet, faces: Faces, corner: tuple[float, float], colour: Colour) -> None:
    cell, ppm = sheet.cell, sheet.ppm
    sheet.fill(corner, jitter(rng, colour, 4))
    if rng.random() < 0.04:
        text = ("DOUBLE", "TRIPLE", "LETTER", "WORD", "2x", "3x")[int(rng.integers(6))]
        stamp(
            sheet.image,
            line(faces.pick(rng), text, 0.16 * cell * ppm),
            (40, 40, 40),
            (corner[0] + 1) * ppm,
            (corner[1] + 0.4 * cell) * ppm,
        )


def _lines(rng: Rng, sheet: _Sheet, ground: Colour) -> None:
    image, count, cell, rim, ppm = sheet.image, sheet.count, sheet.cell, sheet.rim, sheet.ppm
    colour = mix(ground, (0, 0, 0) if chance(rng, 0.5) else (255, 255, 255), uniform(rng, 0.3, 0.9))
    width, low, high = uniform(rng, 0.3, 1.6) * ppm, rim, rim + count * cell
    for place in range(count + 1):
        at = rim + place * cell
        polyline(image, xy([[at, low], [at, high]]) * xy(ppm), colour, width)
        polyline(image, xy([[low, at], [high, at]]) * xy(ppm), colour, width)
