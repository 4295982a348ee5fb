"""A card, or the carton that cards come in? Its printed frame is as large as a card, and with a disc or a
picture within it looks like a card's back. But nothing ends at the frame: the same colour goes on beyond.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats, axes
from vision.crops import Pyramid
from vision.pieces.letters import Piece, corners_of
from vision.sifting.choosing import SURE

ALONG: Final = np.linspace(0.15, 0.85, 15, dtype=np.float32)
"""Shares of an edge at which its two sides are looked at; the middle of them counts."""

WITHIN: Final = (0.035, 0.045, 0.055)
"""Card lengths inside an edge where a back's own margin or pattern is: beyond any shadow on the edge, ..."""

BEYOND: Final = (-0.03, -0.02)
"""... as far outside where the table is, or the sides of the cards beneath, ..."""

ON_IT: Final = tuple(np.linspace(-0.015, 0.03, 10).tolist())
"""... and where a line printed along it is, however far outlines are off."""

SAME: Final = 0.1
"""Share of the brightness by which both sides of an edge may differ that are one surface. Of 87 backs on
traced tables, white ones on white tables and dim ones among them, none had more than one such side with a
line between, and of eleven cartons taken for backs nine had three or four, plain ones counted."""

LINE: Final = 20.0
"""Grey levels by which a printed line differs from both its sides, ..."""

PLAINER: Final = 3.0
"""... and how many times more than these from one another."""

NOTHING: Final = 0.025
"""Share of the brightness by which neither the two sides nor anything between differ: a plain surface; ..."""

NOISE: Final = 3.0
"""... or grey levels, what is left of a picture's noise in dark places. Of the backs' sides by which a third
one is told, the least differed by 12."""

SIDES: Final = 3
"""Sides of which that must be so: the fourth may be a carton's own edge."""


def without_cartons(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces without backs at whose edges nothing ends; nor, where no letter is sure, such doubtful ones:
    the disc on a carton is an O. (Among cards that abut, paper goes on beyond an edge.)"""
    sure = any(piece.best >= SURE for piece in pieces)
    asked = [piece for piece in pieces if piece.back > piece.letter or not (sure or piece.index is not None)]
    if not asked:
        return pieces
    endless = _endless(pyramid, corners_of(asked)).sum(1) >= SIDES
    none = {id(piece) for piece, printed in zip(asked, endless.tolist(), strict=True) if printed}
    return tuple(piece for piece in pieces if id(piece) not in none)


def _endless(pyramid: Pyramid, quads: Floats) -> NDArray[np.bool_]:
    """(n, 4) whether nothing ends at each edge of (n, 4, 2) quads."""
    inside, outside, on = (_colours(pyramid, quads, offsets) for offsets in (WITHIN, BEYOND, ON_IT))
    inner, outer = np.median(inside, (2, 3)), np.median(outside, (2, 3))
    bright = inner.max(2)
    gap = np.abs(inner - outer).max(2)
    lines = np.median(on, 3)
    line = np.minimum(*(np.abs(lines - side[:, :, None]).max(3) for side in (inner, outer))).max(2)
    framed = (gap <= SAME * bright) & (line >= LINE) & (line > PLAINER * gap)
    plain = np.maximum(gap, line) <= np.maximum(NOISE, NOTHING * bright)
    return np.asarray(framed | plain, np.bool_)


def _colours(pyramid: Pyramid, quads: Floats, offsets: Sequence[float]) -> Floats:
    """(n, 4, k, ALONG, 3) blue, green, red along each edge of (n, 4, 2) quads, (k,) card lengths inside."""
    ups, rights = axes(quads)
    long = np.maximum(np.hypot(*ups.T), np.hypot(*rights.T))[:, None, None]
    inwards = np.stack([-ups, -rights, ups, rights], 1)
    inwards = inwards / np.maximum(1e-6, np.linalg.norm(inwards, axis=2, keepdims=True)) * long
    feet = quads[:, :, None] + ALONG[:, None] * (np.roll(quads, -1, 1) - quads)[:, :, None]
    depth = np.array(offsets, np.float32)[:, None, None]
    places = (feet[:, :, None] + depth * inwards[:, :, None, None]).astype(np.float32)
    rows = places.reshape(-1, len(ALONG), 2)
    x, y = (np.ascontiguousarray(rows[..., axis]) for axis in (0, 1))
    seen = cv2.remap(pyramid.levels[0], x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(*places.shape[:-1], 3), np.float32)
