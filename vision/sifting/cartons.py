"""A card, or the carton that cards come in? Its printed frame is as large as a card, and with a disc or a
picture within it looks like a card's back. But nothing ends at the frame: the same colour goes on beyond. And
where an outline lies along the carton's own edge on one side, it lies within it on another.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats, axes
from vision.crops import Pyramid, colours
from vision.pieces.letters import Piece, corners_of
from vision.sifting.choosing import SURE
from vision.sifting.paper import in_lab

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

DARK: Final = 8.0
"""Grey levels by which they may differ where that is more: a black carton's sides are lit a little unlike one
another. Of 160 backs no side is counted more than without it."""

LINE: Final = 20.0
"""Grey levels by which a printed line differs from both its sides, ..."""

PLAINER: Final = 3.0
"""... and how many times more than these from one another."""

NOTHING: Final = 0.025
"""Share of the brightness by which neither the two sides nor anything between differ: a plain surface; ..."""

NOISE: Final = 4.5
"""... or grey levels, what is left of a picture's noise in dark places. Of the backs' sides by which a third
one is told, the least differed by 12."""

SIDES: Final = 3
"""Sides of which that must be so: the fourth may be a carton's own edge."""

INNER: Final = np.linspace(0.1, 0.9, 17, dtype=np.float32)
"""Shares of its width and height at which a piece is looked at for the colour of most of it."""

NEXT: Final = (-0.035, -0.025)
"""Card lengths outside an edge where a carton's colour goes on, ..."""

FURTHER: Final = (-0.1, -0.15, -0.2, -0.3)
"""... and where at one of these, for it is hardly larger than a card, something else is."""

ALIKE: Final = 11.0
"""Difference in CIELAB between what is next to an edge and most of what is within, both of one colour, ..."""

UNLIKE: Final = 15.0
"""... and that of what lies further on from both, at two of the sides. Of 132 backs on traced tables, which
have a pattern and a margin, four did so, ..."""

COLOURED: Final = 18.0
"""... three of them of less saturation: on white tables paper goes on in paper, and what is far away mixes
with it. The cartons taken for backs have 20 and more. ..."""

OTHER: Final = 15.0
"""... And so far are they from the colour of the pack's own paper, as the fourth was not: a stock shows its
cards' edges."""

LIGHTER: Final = 60
"""Percentile of what is seen of a sure card that is its paper: print is darker."""

FINE: Final = 1000.0
"""Longer side, pixels, of the picture in which most of a piece is looked at."""

TINTED: Final = 4.0
"""Times that a channel is raised at most so that paper is grey in coloured light: what is left of blue in a
red lamp's is mostly noise. By judgement."""


def without_cartons(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces without backs at whose edges nothing ends; nor, where no letter is sure, such doubtful ones:
    the disc on a carton is an O. (Among cards that abut, paper goes on beyond an edge.)"""
    sure = [piece for piece in pieces if piece.best >= SURE and piece.letter > piece.back]
    asked = [piece for piece in pieces if piece.back > piece.letter or not (sure or piece.index is not None)]
    if not asked:
        return pieces
    quads = corners_of(asked)
    back = np.array([piece.back > piece.letter for piece in asked])
    paper = _paper(pyramid, sure)
    printed = _endless(pyramid, quads, paper).sum(1) >= SIDES
    lab = None if paper is None else in_lab(paper)
    within = back & (_goes_on(pyramid, quads, lab).sum(1) >= 2)
    none = {id(piece) for piece, carton in zip(asked, (printed | within).tolist(), strict=True) if carton}
    return tuple(piece for piece in pieces if id(piece) not in none)


def _paper(pyramid: Pyramid, cards: Sequence[Piece]) -> Floats | None:
    """(3,) blue, green, red of these cards' paper; None of none."""
    if not cards:
        return None
    seen = colours(pyramid, corners_of(cards), INNER, FINE)
    return np.asarray(np.median(np.percentile(seen, LIGHTER, axis=1), axis=0), np.float32)


def _goes_on(pyramid: Pyramid, quads: Floats, paper: Floats | None) -> NDArray[np.bool_]:
    """(n, 4) beyond which edges of (n, 4, 2) quads the colour of most that is within goes on for a little."""
    most = np.median(in_lab(colours(pyramid, quads, INNER, FINE)), axis=1)
    beyond = in_lab(np.median(_colours(pyramid, quads, NEXT), (2, 3)))
    further = in_lab(np.median(_colours(pyramid, quads, FURTHER), 3))
    on = np.linalg.norm(beyond - most[:, None], axis=2) <= ALIKE
    ends = np.linalg.norm(further - beyond[:, :, None], axis=3).max(2) >= UNLIKE
    bright = np.linalg.norm(most[:, 1:], axis=1) >= COLOURED
    if paper is not None:
        bright &= np.linalg.norm(most[:, 1:] - paper[1:], axis=1) >= OTHER
    return np.asarray(on & ends & bright[:, None], np.bool_)


def _endless(pyramid: Pyramid, quads: Floats, paper: Floats | None) -> NDArray[np.bool_]:
    """(n, 4) whether nothing ends at each edge of (n, 4, 2) quads. Under a red lamp a red back on wood is as
    bright as that: what differs shows in the light in which `paper` is grey."""
    inside, outside, on = (_colours(pyramid, quads, where) for where in (WITHIN, BEYOND, ON_IT))
    inner, outer, lines = np.median(inside, (2, 3)), np.median(outside, (2, 3)), np.median(on, 3)
    gap, line = _differing(inner, outer, lines)
    plain = np.maximum(gap, line) <= np.maximum(NOISE, NOTHING * inner.max(2))
    dark = gap <= DARK
    tint = np.ones(3) if paper is None else np.clip(paper.max() / np.maximum(paper, 1.0), 1.0, TINTED)
    gap, line = _differing(inner * tint, outer * tint, lines * tint)
    same = dark | (gap <= SAME * (inner * tint).max(2))
    return np.asarray(plain | (same & (line >= LINE) & (line > PLAINER * gap)), np.bool_)


def _differing(inner: Floats, outer: Floats, lines: Floats) -> tuple[Floats, Floats]:
    """(n, 4) levels by which both sides of each edge differ, and by which what is on it does from both."""
    line = np.minimum(*(np.abs(lines - side[:, :, None]).max(3) for side in (inner, outer))).max(2)
    return np.abs(inner - outer).max(2), line


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
