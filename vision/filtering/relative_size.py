"""Reject pieces far smaller than the cards beside them.

Small pieces are the letters on another game's carton, which may show cards or tiles as neat as real ones, or
the squares of a checked cloth or a tiled table.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.geometry.rectification import Plane
from vision.pieces.classify import Piece, corners_of

MIN_STRANGERS: Final = 6
"""The least number of cards without a letter from which much smaller letter cards beside them are rejected as
another game's. In Keyword few cards lie open at a time, with many tiles beside them."""

MIN_STRANGERS_RATIO: Final = 2
"""The least number of cards without a letter, for each letter card, from which much smaller letter cards are
rejected as another game's."""

SMALL_PIECE_AREA_SHARE: Final = 0.4
"""The least area of a piece for it to belong to the same game as the other cards on the table, as a share of
their median area. A tile of 19 mm beside a bridge card has 0.07, and so have the letters on a carton. A
square card of a pack that is half as large has a half. By judgement."""


def drop_dwarfed(pieces: tuple[Piece, ...], unlettered: Sequence[Piece], plane: Plane) -> tuple[Piece, ...]:
    """Return the pieces, or none if all are far smaller than many cards without a letter beside them,
    `unlettered`. The pieces then belong to another game."""
    if not pieces or len(unlettered) < max(MIN_STRANGERS, MIN_STRANGERS_RATIO * len(pieces)):
        return pieces
    largest, usual = max(_areas(pieces, plane)), float(np.median(_areas(unlettered, plane)))
    return () if largest < SMALL_PIECE_AREA_SHARE * usual else pieces


def drop_undersized(
    unlettered: tuple[Piece, ...], pieces: Sequence[Piece], plane: Plane
) -> tuple[Piece, ...]:
    """Return the cards without a letter, except those far smaller than the `pieces`.

    On 15 tables with 60 cards without a letter, as many are found as without this step. Of the squares of a
    tiled table 2 are taken for cards instead of 19 (`bench --only texts --printed 15 --seed 2027`).
    """
    if not pieces or not unlettered:
        return unlettered
    usual = float(np.median(_areas(pieces, plane)))
    return tuple(
        p
        for p, area in zip(unlettered, _areas(unlettered, plane), strict=True)
        if area >= SMALL_PIECE_AREA_SHARE * usual
    )


def _areas(pieces: Sequence[Piece], plane: Plane) -> list[float]:
    """Return the areas of the pieces on the table, mm²."""
    flat = np.asarray(plane.to_table(corners_of(pieces)), np.float32)
    return [float(cv2.contourArea(quad)) for quad in flat]
