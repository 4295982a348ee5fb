"""Boards of squares that tiles are laid on."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from engine import board as squares
from vision.render.brushes import (
    Colour,
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
"""The colour areas in printer's colours, blue-green-red: those of the game's rules, slightly muted as ink on
board is.
"""
_DARK: Final[Colour] = (80, 76, 72)
"""The squares to start on: dark grey, not black, as ink looks on board."""

_RIM: Final = 6.0
"""Millimetres of plain edge around the squares: a third of one, by judgement."""


@dataclass(frozen=True, slots=True)
class PaintedBoard:
    """A board of `count` by `count` squares of `cell` mm inside a rim of `rim` mm."""

    count: int
    cell: float
    rim: float
    patch: Patch

    @property
    def side(self) -> float:
        """Return the length of an edge, mm."""
        return self.count * self.cell + 2 * self.rim


def random_board(rng: Rng, faces: Faces, cell: float, ppm: float) -> PaintedBoard:
    """Return a crossword board: coloured squares, lines, perhaps words printed on the squares."""
    count, rim = int(rng.choice([9, 11, 13, 15, 15, 15])), uniform(rng, 4, 22)
    ground = hsv(uniform(rng, 0.3, 0.45), uniform(rng, 0.3, 0.9), uniform(rng, 0.2, 0.6))
    if chance(rng, 0.4):
        ground = hsv(rng.random(), uniform(rng, 0.05, 0.5), uniform(rng, 0.35, 0.9))
    side = round((count * cell + 2 * rim) * ppm)
    image = even_area(
        side, side, mix(ground, (0, 0, 0), uniform(rng, 0, 0.5)) if chance(rng, 0.5) else ground
    )
    colours = [jitter(rng, c, 25) for c in ((55, 45, 195), (150, 90, 40), (205, 160, 90), (170, 150, 225))]
    kinds = _premiums(rng, count)
    for row in range(count):
        for column in range(count):
            colour = ground if kinds[row, column] == 0 else colours[kinds[row, column] - 1]
            _square(rng, image, faces, (rim + column * cell, rim + row * cell), cell, ppm, colour)
    _lines(rng, image, count, cell, rim, ppm, ground)
    image = tint(image, noise(rng, side, side, side / max(1.5, ppm)), uniform(rng, 0.01, 0.06))
    return PaintedBoard(count, cell, rim, Patch(image, np.full((side, side), 255, np.uint8)))


def drawn_board(board: squares.Board, cell: float, ppm: float) -> PaintedBoard:
    """Return a game's own board (`engine.board`), printed: its colour areas, a star on each Key square, the
    dark squares to start on.
    """
    rng, side = np.random.default_rng(1), round((board.size * cell + 2 * _RIM) * ppm)
    image = even_area(side, side, (60, 70, 90))
    for row in range(board.size):
        for column in range(board.size):
            corner = (_RIM + column * cell, _RIM + row * cell)
            _printed(image, board, (row, column), corner, cell, ppm)
    _lines(rng, image, board.size, cell, _RIM, ppm, (205, 220, 225))
    return PaintedBoard(board.size, cell, _RIM, Patch(image, np.full((side, side), 255, np.uint8)))


def _printed(
    image: np.ndarray,
    board: squares.Board,
    square: squares.Square,
    corner: tuple[float, float],
    cell: float,
    ppm: float,
) -> None:
    dark = any(square in line for line in board.starts)
    colour = _DARK if dark else _PAINTS[board.colour(square)]
    polygon(image, rounded(cell * ppm, cell * ppm, 0) + xy(corner) * xy(ppm), colour)
    if board.is_key(square):
        middle = ((corner[0] + cell / 2) * ppm, (corner[1] + cell / 2) * ppm)
        polygon(image, star(middle, 0.38 * cell * ppm, 4, 0.3), mix(colour, (255, 255, 255), 0.7))


def _premiums(rng: Rng, count: int) -> np.ndarray:
    """Return the coloured squares: 0 none, 1-4 a colour; the same in all four quarters."""
    half = (count + 1) // 2
    quarter = np.where(rng.random((half, half)) < 0.16, rng.integers(1, 5, (half, half)), 0)
    for place in range(half):
        if chance(rng, 0.7):
            quarter[place, place] = 1 + place % 2
    quarter = np.maximum(quarter, quarter.T)
    left = np.concatenate([quarter, quarter[: count - half][::-1]], 0)
    return np.concatenate([left, left[:, : count - half][:, ::-1]], 1)


def _square(
    rng: Rng,
    image: np.ndarray,
    faces: Faces,
    corner: tuple[float, float],
    cell: float,
    ppm: float,
    colour: Colour,
) -> None:
    shape = rounded(cell * ppm, cell * ppm, 0) + xy(corner) * xy(ppm)
    polygon(image, shape, jitter(rng, colour, 4))
    if rng.random() < 0.04:
        text = ("DOUBLE", "TRIPLE", "LETTER", "WORD", "2x", "3x")[int(rng.integers(6))]
        stamp(
            image,
            line(faces.pick(rng), text, 0.16 * cell * ppm),
            (40, 40, 40),
            (corner[0] + 1) * ppm,
            (corner[1] + 0.4 * cell) * ppm,
        )


def _lines(
    rng: Rng, image: np.ndarray, count: int, cell: float, rim: float, ppm: float, ground: Colour
) -> None:
    colour = mix(ground, (0, 0, 0) if chance(rng, 0.5) else (255, 255, 255), uniform(rng, 0.3, 0.9))
    width, low, high = uniform(rng, 0.3, 1.6) * ppm, rim, rim + count * cell
    for place in range(count + 1):
        at = rim + place * cell
        polyline(image, xy([[at, low], [at, high]]) * xy(ppm), colour, width)
        polyline(image, xy([[low, at], [high, at]]) * xy(ppm), colour, width)
