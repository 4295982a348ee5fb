"""Where the pieces are: the finder's maps turned into rough outlines in photograph pixels."""

from dataclasses import replace

import cv2
import numpy as np

from vision.codes import CENTRE, CENTRE_UNIT, FOURFOLD, HEAT, SIZE, SIZE_UNIT, STRIDE, TWICE, Floats
from vision.crops import Outline, Picture
from vision.network import run

LOOK = 640
"""Longer side, pixels, of what the finder is shown: with less, cards of crowded tables are lost, and
with 896 nothing is found that was not. `bench` measures it."""

COARSEST = 32
"""Pixels of a cell on the finder's coarsest level: it halves the picture five times."""

SEEN = 64
"""Surroundings, pixels of the look, that tell the finder what a piece is. Of 200 cards looked at alone on
labelled tables the heat is 0.004 off what the whole picture gives, half of what eight bits cost, and 0.04 at
most; with 32 it is 0.012 and 0.09, with 96 0.002 and half as much again is looked at."""

FLOOR = 0.25
"""Heat below which a cell is no piece. Low, because the speller throws out what is no card; below 0.4 five in
six are none."""


def fit(picture: Picture, look: int = LOOK) -> tuple[Picture, float]:
    """The picture at the finder's scale, padded to whole cells, and the scale."""
    scale = look / max(picture.shape[:2])
    return scaled(picture, scale), scale


def scaled(picture: Picture, scale: float) -> Picture:
    """The picture times `scale`, padded to whole coarsest cells."""
    width, height = (max(1, round(picture.shape[i] * scale)) for i in (1, 0))
    # Down to half, every pixel still counts in a linear mean of its neighbours, which is six times as fast.
    way = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
    small = cv2.resize(picture, (width, height), interpolation=way)
    padded = np.full((*(-(-side // COARSEST) * COARSEST for side in (height, width)), 3), 114, np.uint8)
    padded[:height, :width] = small
    return padded


def locate(picture: Picture, look: int = LOOK, floor: float = FLOOR) -> tuple[Outline, ...]:
    """Rough outlines of everything that looks like a piece, the surest first."""
    return seen_in(picture, look / max(picture.shape[:2]), floor)


def seen_in(picture: Picture, scale: float, floor: float = FLOOR) -> tuple[Outline, ...]:
    """Rough outlines in picture pixels, found on the picture times `scale`; the surest first."""
    maps = run("finder", scaled(picture, scale)[None])[0][0]
    return peaks(maps, scale, floor)


def windowed(
    picture: Picture, corners: tuple[float, float, float, float], look: int = LOOK, floor: float = FLOOR
) -> tuple[Outline, ...]:
    """What `locate` finds between `corners` (left, top, right, bottom, picture pixels) and a little round
    them, by looking only there. A window cut on the network's own grid, with the surroundings it sees, shows
    a card as the whole picture does; cut anywhere else one can be missed."""
    small, scale = fit(picture, look)
    left, top = (max(0, int(c * scale - SEEN) // COARSEST * COARSEST) for c in corners[:2])
    right, bottom = (-(-int(c * scale + SEEN) // COARSEST) * COARSEST for c in corners[2:])
    part = small[top:bottom, left:right]
    if part.size == 0:
        return ()
    found = peaks(run("finder", np.ascontiguousarray(part)[None])[0][0], scale, floor)
    return tuple(replace(o, x=o.x + left / scale, y=o.y + top / scale) for o in found)


def peaks(maps: Floats, scale: float, floor: float = FLOOR) -> tuple[Outline, ...]:
    """Outlines from (FIELDS, h, w) maps whose heat is already a probability."""
    heat = maps[HEAT]
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= floor))
    order = np.argsort(-heat[ys, xs])
    return tuple(_outline(maps[:, ys[i], xs[i]], float(xs[i]), float(ys[i]), scale) for i in order)


def _outline(cell: Floats, x: float, y: float, scale: float) -> Outline:
    dx, dy = (cell[CENTRE] * CENTRE_UNIT).tolist()
    tall, wide = (np.exp(np.clip(cell[SIZE], -4, 4)) * SIZE_UNIT).tolist()
    twice, four = cell[TWICE], cell[FOURFOLD]
    # A card's height axis is known up to a half turn; a square's up to a quarter turn.
    square = float(np.hypot(*four)) > float(np.hypot(*twice))
    angle = float(np.arctan2(four[1], four[0])) / 4 if square else float(np.arctan2(twice[1], twice[0])) / 2
    middle = ((x + 0.5) * STRIDE + dx) / scale, ((y + 0.5) * STRIDE + dy) / scale
    return Outline(middle[0], middle[1], tall / scale, wide / scale, angle, float(cell[HEAT]))
