"""Cards, or letters printed on a thing that lies on the table: the carton that cards come in has some drawn
on its lid, as neat as real ones, and hardly smaller. What they are on tells: it is hardly larger than they,
has straight sides, along which they lie, and other print."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats, axes
from vision.crops import Pyramid
from vision.pieces.letters import Piece, corners_of
from vision.plane.flatten import Plane
from vision.sifting.paper import in_lab

FEW: Final = 6
"""Pieces side by side up to which that is asked: a lid has room for no more."""

SQUARE: Final = 1.15
"""Times as high as wide up to which pieces are tiles: cards drawn on a lid may be 1.2."""

SMALLER: Final = 0.7
"""Of the others' area that they have at most where others lie: cards are of one size, and a lid in the hand's
reach is no farther from the camera."""

NEAR: Final = 1.3
"""How far, in its own size, a piece reaches to those beside it."""

LONG: Final = 640
"""Longer side, pixels, of the copy in which the thing is looked for: its print need not be read."""

RING: Final = (0.08, 0.3)
"""Card lengths round about the pieces where what they lie on shows."""

LIGHT: Final = 0.6
"""Weight of lightness against colour: light falls off over a thing."""

ALIKE: Final = 12.0
"""Difference in CIELAB, so weighed, within which a place belongs to what the pieces lie on. By judgement:
more than light and noise make of one colour, and less than print differs by."""

GROUND: Final = 0.5
"""Share of the places round about that must be of that ground: else it is no one thing."""

TIMES: Final = 15.0
"""Times as large as what the pieces take up that the thing is at most: three lids on traced tables have 3 to
6. By judgement; a notebook under one card is less, and the other questions keep that."""

OBLONG_ENOUGH: Final = 0.85
"""Share of the smallest oblong round it that the thing fills: those lids had 0.95, seen from aslant."""

ALONG: Final = 8.0
"""Degrees by which a piece may lie against the thing's sides: 0.2 and 2.8 on those, and what a lens and a
slant make of right angles."""

PRINT: Final = 0.02
"""Share of the thing that must be other print: those had 0.05 and 0.09. A card on a plain notebook is
one."""


def without_things(pyramid: Pyramid, pieces: tuple[Piece, ...], plane: Plane) -> tuple[Piece, ...]:
    """The pieces without those that are printed on one thing that lies there: a few side by side, which are
    all there are, or smaller than the others on the table's `plane`."""
    areas = np.abs([cv2.contourArea(quad) for quad in plane.to_table(corners_of(pieces)).astype(np.float32)])
    if len(pieces) > FEW and areas.min() >= SMALLER * np.median(areas):  # as on most tables
        return pieces
    none = set[int]()
    for group in _side_by_side(corners_of(pieces)):
        others = np.delete(areas, group)
        small = bool(len(others)) and float(np.median(areas[group])) < SMALLER * float(np.median(others))
        if len(group) > FEW or not (small or not len(others)):
            continue
        if _printed(pyramid, corners_of([pieces[n] for n in group]), cut=small):
            none.update(group)
    return tuple(piece for n, piece in enumerate(pieces) if n not in none)


def _side_by_side(quads: Floats) -> list[list[int]]:
    """The (n, 4, 2) quads, by number, in groups of which each lies near another."""
    middles = quads.mean(1, keepdims=True)
    wide = (middles + (quads - middles) * NEAR).astype(np.float32)
    groups = list[list[int]]()
    for n, quad in enumerate(wide):
        near = [g for g in groups if any(cv2.intersectConvexConvex(quad, wide[m])[0] > 0 for m in g)]
        groups = [g for g in groups if g not in near] + [[n, *(m for g in near for m in g)]]
    return groups


def _printed(pyramid: Pyramid, quads: Floats, *, cut: bool) -> bool:
    """Whether (n, 4, 2) quads of the photograph, no tiles, are print on a thing, which the photograph's rim
    may `cut`: where nothing else speaks against real cards, a part of the table may look like that."""
    if _tiles(quads):
        return False
    picture = pyramid.near(LONG)
    scale = min(1.0, LONG / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    there = quads * (small.shape[1] / pyramid.levels[0].shape[1])
    return _on_a_thing(in_lab(small), there.astype(np.float32), cut)


def _tiles(quads: Floats) -> bool:
    """Whether most are square: boards are things with print, along whose sides tiles lie."""
    ups, rights = axes(quads)
    return float(np.median(np.hypot(*ups.T) / np.maximum(1e-6, np.hypot(*rights.T)))) < SQUARE


def _on_a_thing(seen: Floats, quads: Floats, cut: bool) -> bool:
    """Whether (n, 4, 2) quads in an (h, w, 3) CIELAB picture are print on a thing."""
    long = float(np.median(np.hypot(*(quads[:, 0] - quads[:, 3]).T)))
    inner, outer = (_grown(seen.shape[:2], quads, share * long) for share in RING)
    ring = outer & ~inner
    if not ring.any():
        return False
    weight = np.array([LIGHT, 1, 1], np.float32)
    like = np.linalg.norm((seen - np.median(seen[ring], axis=0)) * weight, axis=2) <= ALIKE
    thing = _thing(like, inner, cut)
    if thing is None or like[ring].mean() < GROUND:
        return False
    whole, box = thing
    small = whole.sum() <= TIMES * _grown(seen.shape[:2], quads, 0).sum()
    oblong = whole.sum() >= OBLONG_ENOUGH * box[1][0] * box[1][1]
    within = cv2.erode(whole.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    printed = (within & ~inner & ~like).sum() >= PRINT * whole.sum()
    return bool(small and oblong and printed and (_aslant(quads, box[2]) <= ALONG).all())


def _grown(shape: tuple[int, ...], quads: Floats, by: float) -> NDArray[np.bool_]:
    """What lies within so many pixels of the pieces' common hull."""
    mask = np.zeros(shape, np.uint8)
    hull = cv2.convexHull(quads.reshape(-1, 2))
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    reach = 2 * max(1, round(by)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    return np.asarray((cv2.dilate(mask, kernel) if by > 0 else mask) > 0, np.bool_)


def _thing(
    like: NDArray[np.bool_], pieces: NDArray[np.bool_], cut: bool
) -> tuple[NDArray[np.bool_], tuple[tuple[float, float], tuple[float, float], float]] | None:
    """All of the ground that the pieces lie on, print and pieces on it counted, and the smallest oblong round
    it, as OpenCV has it; None where it reaches to the picture's rim, a table, unless that may `cut` it."""
    ground = cv2.morphologyEx((like | pieces).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels = cv2.connectedComponents(np.maximum(ground, pieces.astype(np.uint8)), connectivity=4)
    one = (labels == np.bincount(labels[pieces]).argmax()).astype(np.uint8)
    if not cut and (one[[0, -1]].any() or one[:, [0, -1]].any()):
        return None
    outlines, _ = cv2.findContours(one, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    whole = cv2.drawContours(np.zeros_like(one), [outline], -1, 1, -1) > 0
    (x, y), (width, height), angle = cv2.minAreaRect(outline)
    return whole, ((float(x), float(y)), (float(width), float(height)), float(angle))


def _aslant(quads: Floats, angle: float) -> NDArray[np.float64]:
    """(n,) degrees between each quad's sides and an oblong's, whichever of its sides."""
    across = quads[:, 1] - quads[:, 0]
    off = (np.degrees(np.arctan2(across[:, 1], across[:, 0])) - angle) % 90
    return np.asarray(np.minimum(off, 90 - off), np.float64)
