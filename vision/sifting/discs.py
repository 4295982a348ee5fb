"""Round things that are read as an O: a plate with biscuits on it, a carton's disc, a coaster's."""

from typing import Final

import numpy as np

from vision.codes import LETTERS
from vision.crops import Pyramid, colours
from vision.pieces.letters import Piece, corners_of
from vision.sifting.choosing import CERTAIN
from vision.sifting.paper import FINE, paper

ROUND: Final = tuple("OQ")
"""Letters that are paper in the middle of their card, and a disc is taken for."""

MIDDLE: Final = np.linspace(0.45, 0.55, 4, dtype=np.float32)
"""Shares of a card's width and height where it is asked: within the ring, however outlines are off."""

FILLED: Final = 0.3
"""Share of the paper's brightness by which what stands there differs, in any colour: where letters were read
rightly at most 0.05, noise and worn cards among them, with biscuits on a plate 0.6."""


def without_discs(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces without round letters that have no hole. What is quite certain among others is believed."""
    asked = [p for p in pieces if p.letter > p.back and p.index is None and _round(p)]
    asked = [p for p in asked if p.best < CERTAIN or len(pieces) == 1]
    if not asked:
        return pieces
    quads = corners_of(asked)
    around = paper(pyramid, quads)
    middle = np.median(colours(pyramid, quads, MIDDLE, FINE).astype(np.float32), axis=1)
    filled = np.abs(middle - around).max(1) > FILLED * np.maximum(1.0, around.max(1))
    none = {id(p) for p, disc in zip(asked, filled.tolist(), strict=True) if disc}
    return tuple(p for p in pieces if id(p) not in none)


def _round(piece: Piece) -> bool:
    return LETTERS[piece.likeliest] in ROUND
