"""Find the parts of a photograph that changed since the last one and must be read again.

Two small copies are compared, so a still table is recognised in the time that it takes to shrink a
photograph. Every place near a change is read again: a doubtful comparison costs time, never a card.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Outline, Picture, Pyramid
from vision.exposure_compensation import match_exposure
from vision.figures.selection import SeenFigure
from vision.geometry.mat import FoundMark
from vision.pieces.classify import Piece
from vision.pieces.detect import LOOK_SIDE_PIXELS, SURROUNDINGS_PIXELS
from vision.pieces.upside_down import Orientation
from vision.pieces.zoom import PictureBox
from vision.tensor_format import Floats

COPY_SIDE_PIXELS: Final = 320
"""Longer side of the copies, pixels: the thinnest legible stroke of a letter is then one pixel."""

CHANGED_GREY_LEVELS: Final = 14
"""Grey levels by which a pixel of a blurred copy differs where the table changed: above the noise of a dim
evening, below the edge of a white card on a white table.
"""

MAX_LIGHT_DRIFT_GREY_LEVELS: Final = 12
"""Greatest change in grey levels of the light over a whole place, by a cloud or a lamp warming up."""

LIGHT_PLACE_PIXELS: Final = 61
"""Size of such a place, pixels of a copy: larger than a card, so that a card does not count as light."""

EXPOSURE_CHANGED_SHARE: Final = 0.1
"""Share of a copy that differs from which the camera may have changed its exposure: below it, the changed
parts are read anew in any case.
"""

MIN_CHANGED_PIXELS: Final = 4
"""Number of changed pixels of a copy from which a change is more than a speck: half a letter's stroke."""

OWN_SIDE_SHARE: Final = 0.88
"""Share of a piece's length and width that is its own: the change of a neighbour blurs over its rim."""

AROUND: Final = SURROUNDINGS_PIXELS / LOOK_SIDE_PIXELS
"""Surroundings of a changed place that are read with it, in longer sides of the photograph."""

REACH_PIXELS: Final = 6.0
"""Pixels of a copy by which a changed place extends beyond its changed pixels: an edge may be faint."""

SAME_MIDDLE_WIDTHS: Final = 0.2
"""Share of a piece's width within which two middles are the same: fanned cards lie further apart."""

MAX_CHANGED_SHARE: Final = 0.45
"""Share of the photograph above which only parts are no cheaper to read than all of it."""

READINGS_PER_FULL_LOOK: Final = 12
"""Number of readings after which everything is read again, whatever changed: a safety net against unseen
changes.
"""


@dataclass(frozen=True, slots=True)
class Trace:
    """Hold what one reading leaves for the next: its small copy, every classified outline, the mat's marks,
    the pieces' readings, how many readings ago the whole picture was read, and the figures and the way up of
    M and W seen on cards, by their outlines.
    """

    small: Picture
    classified: tuple[Piece, ...]
    marks: tuple[FoundMark, ...]
    kind: str | None
    age: int = 0
    figures: Mapping[Outline, SeenFigure] = field(default_factory=dict)
    ways: Mapping[Outline, Orientation] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PictureChanges:
    """Hold the changes between two pictures: `kept` pieces lie unchanged, the `places` show something new,
    and `gone` pieces lay there before.
    """

    kept: tuple[Piece, ...]
    places: tuple[PictureBox, ...]
    gone: tuple[Piece, ...] = ()


NO_CHANGES: Final = PictureChanges((), ())
"""The changes when nothing was read before."""


def downscale(pyramid: Pyramid) -> Picture:
    """Return a small, slightly blurred copy."""
    source = pyramid.near(COPY_SIDE_PIXELS)
    scale = COPY_SIDE_PIXELS / max(source.shape[:2])
    size = max(1, round(source.shape[1] * scale)), max(1, round(source.shape[0] * scale))
    return np.asarray(cv2.blur(cv2.resize(source, size, interpolation=cv2.INTER_LINEAR), (3, 3)), np.uint8)


def find_changes(trace: Trace, small: Picture, full: Picture) -> PictureChanges | None:
    """Return the changes between the traced photograph and `full`, whose small copy is `small`; None if all
    of it must be read.
    """
    if trace.small.shape != small.shape or trace.age + 1 >= READINGS_PER_FULL_LOOK:
        return None
    scale = full.shape[1] / small.shape[1]
    odd = change_mask(trace.small, small)
    if not odd.any():
        return PictureChanges(trace.classified, ())
    quads = np.array([p.corners for p in trace.classified], np.float32).reshape(-1, 4, 2) / scale
    lost = _touched(quads, odd)
    kept, gone = (tuple(compress(trace.classified, lost == touched)) for touched in (False, True))
    places = _places(odd, quads[lost], scale)
    around = AROUND * max(full.shape[:2])
    if sum(place.grown(around).area for place in places) > MAX_CHANGED_SHARE * full.shape[0] * full.shape[1]:
        return None
    return PictureChanges(kept, places, gone)


def change_mask(before: Picture, now: Picture) -> NDArray[np.uint8]:
    """Return (h, w) ones where two small copies differ by more than light, exposure and noise."""
    odd = _odd(before, now)
    if odd.mean() <= EXPOSURE_CHANGED_SHARE:
        return odd
    colours = zip(cv2.split(before), cv2.split(now), strict=True)
    there = cv2.merge([match_exposure(np.asarray(one), np.asarray(two)) for one, two in colours])
    return _odd(np.asarray(there, np.uint8), now)


def _odd(before: Picture, now: Picture) -> NDArray[np.uint8]:
    """Do the same for pictures of one exposure."""
    gap = cv2.subtract(now, before, dtype=cv2.CV_16S)
    light = cv2.blur(gap, (LIGHT_PLACE_PIXELS, LIGHT_PLACE_PIXELS), borderType=cv2.BORDER_REPLICATE)
    light = np.clip(light, -MAX_LIGHT_DRIFT_GREY_LEVELS, MAX_LIGHT_DRIFT_GREY_LEVELS)
    planes = cv2.split(cv2.absdiff(gap, light))
    odd = (cv2.max(cv2.max(planes[0], planes[1]), planes[2]) > CHANGED_GREY_LEVELS).astype(np.uint8)
    if not odd.any():
        return odd
    _, labels, stats, _ = cv2.connectedComponentsWithStats(odd)
    large = stats[:, cv2.CC_STAT_AREA] >= MIN_CHANGED_PIXELS
    large[0] = False
    return large.astype(np.uint8).take(np.asarray(labels, np.intp))


def already_known(kept: tuple[Piece, ...], outline: Outline) -> bool:
    """Tell whether the outline belongs to a piece that still lies in its place: their middles nearly meet."""
    if not kept:
        return False
    near = SAME_MIDDLE_WIDTHS * min(outline.height, outline.width)
    away = np.array([p.corners for p in kept]).mean(1) - (outline.x, outline.y)
    return bool((np.hypot(*away.T) < near).any())


def refreshed(trace: Trace, small: Picture) -> Trace:
    """Return the trace after a photograph without changes. It takes the new copy, because the light may
    drift.
    """
    return replace(trace, small=small, age=trace.age + 1)


def _touched(quads: Floats, odd: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return for each quad, (n, 4, 2) pixels of the small copy, whether enough pixels of the mask `odd` are
    set inside it: (n,).
    """
    middles = quads.mean(1, keepdims=True)
    own = middles + (quads - middles) * OWN_SIDE_SHARE
    low = np.maximum(np.floor(own.min(1)), 0).astype(int)
    high = np.maximum(np.ceil(own.max(1)).astype(int) + 1, low)
    boxes = zip(low.tolist(), high.tolist(), strict=True)
    near = np.array([odd[y:bottom, x:right].any() for (x, y), (right, bottom) in boxes], bool)
    for n in np.flatnonzero(near):
        (x, y), (right, bottom) = low[n], high[n]
        part = odd[y:bottom, x:right]
        inside = cv2.fillConvexPoly(np.zeros_like(part), np.round(own[n] - low[n]).astype(np.int32), 1)
        near[n] = cv2.countNonZero(cv2.bitwise_and(part, inside)) >= MIN_CHANGED_PIXELS
    return near


def _places(odd: NDArray[np.uint8], gone: Floats, scale: float) -> tuple[PictureBox, ...]:
    """Return the boxes in the photograph's pixels round all that changed, joined where they meet."""
    boxes = [*_patches(odd), *(_round(quad) for quad in gone)]
    places: list[PictureBox] = []
    for box in (box.grown(REACH_PIXELS).times(scale) for box in boxes):
        while near := [place for place in places if place.meets(box)]:
            places = [place for place in places if place not in near]
            for other in near:
                box = box.joined(other)
        places.append(box)
    return tuple(places)


def _patches(odd: NDArray[np.uint8]) -> list[PictureBox]:
    """Return boxes round the changes; a place within a ring of changes lies within its box."""
    rims, _ = cv2.findContours(odd, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = (cv2.boundingRect(rim) for rim in rims)
    return [PictureBox(float(x), float(y), float(x + w), float(y + h)) for x, y, w, h in boxes]


def _round(quad: Floats) -> PictureBox:
    (left, top), (right, bottom) = quad.min(0).tolist(), quad.max(0).tolist()
    return PictureBox(left, top, right, bottom)
