"""What is far smaller than the cards beside it: letters printed on another game's carton, which may show
cards or tiles as neat as real ones, and meshes of a cloth that look like blank cards."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.pieces.letters import Piece, corners_of
from vision.plane.flatten import Plane
from vision.sifting.choosing import SURE

MANY: Final = 6
"""Cards without a letter from which on the table is another game's: of Keyword's cards few lie open at a
time, and many tiles beside them."""

AS_MANY: Final = 2
"""Times as many as letters there must be of them."""

SMALL: Final = 0.4
"""Of their area, what letters have less of: a tile of 19 mm beside a bridge card has 0.07, square cards of a
pack that is half as large a half. By judgement; on a carton it was 0.07."""

SEVERAL: Final = 3
"""Letter cards, read for sure, that tell how large cards are ..."""

MESH: Final = 0.25
"""... and the share of their area that a card without a letter has at the least: the smallest packs beside
the largest have 0.4, and meshes of a cloth that were taken for cards 0.08."""


def without_dwarfed(pieces: tuple[Piece, ...], strangers: Sequence[Piece], plane: Plane) -> tuple[Piece, ...]:
    """The pieces, but none where there are a few, all far smaller than many `strangers`, which bear no
    letter."""
    if not pieces or len(strangers) < max(MANY, AS_MANY * len(pieces)):
        return pieces
    largest, usual = max(_areas(pieces, plane)), float(np.median(_areas(strangers, plane)))
    return () if largest < SMALL * usual else pieces


def without_meshes(strangers: tuple[Piece, ...], pieces: Sequence[Piece], plane: Plane) -> tuple[Piece, ...]:
    """The strangers without those far smaller than the letter cards among the `pieces`, where several are
    read for sure."""
    sure = [piece for piece in pieces if piece.best >= SURE and piece.letter > piece.back]
    if not strangers or len(sure) < SEVERAL:
        return strangers
    usual = float(np.median(_areas(sure, plane)))
    return tuple(
        s for s, area in zip(strangers, _areas(strangers, plane), strict=True) if area > MESH * usual
    )


def _areas(pieces: Sequence[Piece], plane: Plane) -> list[float]:
    """Their areas on the table, mm²."""
    flat = np.asarray(plane.to_table(corners_of(pieces)), np.float32)
    return [float(cv2.contourArea(quad)) for quad in flat]
