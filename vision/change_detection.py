"""Find the parts of a photograph that changed since the last photograph and must be read again.

Two small copies are compared, so a still table costs no more than shrinking a photograph. Everything near a
change is read again. A false alarm costs only time, but a missed change could lose a card.
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

CHANGE_COPY_SIDE_PIXELS: Final = 320
"""The longer side of the small copies by which two photographs are compared, pixels. The thinnest legible
stroke of a letter is then one pixel wide."""

CHANGED_GREY_LEVELS: Final = 14
"""The difference in grey levels from which a pixel of a blurred copy counts as changed. It is above the
noise of a dim evening and below the edge of a white card on a white table."""

MAX_LIGHT_DRIFT_GREY_LEVELS: Final = 12
"""The greatest change of the light at a place, grey levels, that is disregarded: a cloud, or a lamp that
warms up. A greater change counts as a change of the table."""

LIGHT_PLACE_PIXELS: Final = 61
"""The side of the square over which changes of brightness are averaged to find a change of the light, pixels
of a small copy. It is larger than a card, so that a new card does not count as a change of the light."""

EXPOSURE_CHANGED_SHARE: Final = 0.1
"""The share of changed pixels between two photographs above which the camera's exposure may have changed. The
earlier photograph's small copy is then converted to the new exposure, and compared again."""

MIN_CHANGED_PIXELS: Final = 4
"""The fewest adjacent pixels that count as a change between two photographs, in the small copies that are
compared. It is half a letter's stroke; smaller changes are noise."""

SEARCHED_SIDE_SHARE: Final = 0.88
"""The share of a piece's length and width, in its middle, that is searched for changes. A neighbour's change
blurs over the rim of the piece."""

MARGIN_SHARE: Final = SURROUNDINGS_PIXELS / LOOK_SIDE_PIXELS
"""The margin round a changed part of the photograph that is read again with it, as a share of the
photograph's longer side."""

REACH_PIXELS: Final = 6.0
"""The margin round changed pixels that counts as changed, too, pixels of the small copy. The edge of a change
may be faint."""

MAX_MIDDLE_DISTANCE_WIDTHS: Final = 0.2
"""The greatest distance between the middles of an outline and of a known piece for the outline to be that
piece, in widths of the outline. The middles of fanned cards lie further apart."""

MAX_REREAD_SHARE: Final = 0.45
"""The greatest share of the photograph that is read again in parts. Above it the whole photograph is read,
because the parts would take as long."""

READINGS_PER_FULL_LOOK: Final = 12
"""The number of readings after which the whole photograph is read again even without changes, in case a
change was missed."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The results of one reading that the next reading reuses."""

    small: Picture
    """A small copy of the photograph, with which the next photograph is compared."""
    classified: tuple[Piece, ...]
    """Every piece that was classified in the photograph, letter card or not."""
    marks: tuple[FoundMark, ...]
    """The marks of the printed mat that were found in the photograph."""
    piece_kind: str | None
    """The kind of the pieces, cards or tiles, if the caller named it, otherwise None."""
    age: int = 0
    """The number of readings since the whole photograph was read."""
    figures: Mapping[Outline, SeenFigure] = field(default_factory=dict)
    """The figures that were read on cards, by the cards' outlines."""
    orientations: Mapping[Outline, Orientation] = field(default_factory=dict)
    """Which way up each M, W or other letter that can be turned lies, by the outline of its card."""


@dataclass(frozen=True, slots=True)
class PictureChanges:
    """The changes between the last photograph and this one, to decide what must be read again."""

    kept_pieces: tuple[Piece, ...]
    """The pieces of the last photograph that lie unchanged. They keep their reading."""
    changed_places: tuple[PictureBox, ...]
    """The parts of the photograph that changed and must be read again."""
    changed_pieces: tuple[Piece, ...] = ()
    """The pieces of the last photograph whose places changed."""


NO_CHANGES: Final = PictureChanges((), ())
"""A comparison with no kept pieces and no changed places. It stands for a photograph that is read as a
whole."""


def downscale(pyramid: Pyramid) -> Picture:
    """Return a small, slightly blurred copy of the photograph, to be compared with the next photograph's."""
    source = pyramid.near(CHANGE_COPY_SIDE_PIXELS)
    scale = CHANGE_COPY_SIDE_PIXELS / max(source.shape[:2])
    size = max(1, round(source.shape[1] * scale)), max(1, round(source.shape[0] * scale))
    return np.asarray(cv2.blur(cv2.resize(source, size, interpolation=cv2.INTER_LINEAR), (3, 3)), np.uint8)


def find_changes(trace: Trace, small: Picture, full: Picture) -> PictureChanges | None:
    """Return the changes between the photograph of `trace` and `full`, whose small copy is `small`. None if
    the whole of `full` must be read."""
    if trace.small.shape != small.shape or trace.age + 1 >= READINGS_PER_FULL_LOOK:
        return None
    scale = full.shape[1] / small.shape[1]
    changed = change_mask(trace.small, small)
    if not changed.any():
        return PictureChanges(trace.classified, ())
    quads = np.array([p.corners for p in trace.classified], np.float32).reshape(-1, 4, 2) / scale
    is_changed = _have_changes(quads, changed)
    unchanged_pieces, changed_pieces = (
        tuple(compress(trace.classified, which)) for which in (~is_changed, is_changed)
    )
    places = _places(changed, quads[is_changed], scale)
    margin = MARGIN_SHARE * max(full.shape[:2])
    if sum(place.grown(margin).area for place in places) > MAX_REREAD_SHARE * full.shape[0] * full.shape[1]:
        return None
    return PictureChanges(unchanged_pieces, places, changed_pieces)


def change_mask(before: Picture, now: Picture) -> NDArray[np.uint8]:
    """Compare two pictures of one size, both reduced. Return an (h, w) mask: 1 where they differ by more than
    noise, light and exposure explain, else 0."""
    changed = _changed(before, now)
    if changed.mean() <= EXPOSURE_CHANGED_SHARE:
        return changed
    colours = zip(cv2.split(before), cv2.split(now), strict=True)
    exposed_alike = cv2.merge([match_exposure(np.asarray(one), np.asarray(two)) for one, two in colours])
    return _changed(np.asarray(exposed_alike, np.uint8), now)


def _changed(before: Picture, now: Picture) -> NDArray[np.uint8]:
    """Return a mask (h, w) of the places that changed between two small copies of the same exposure: 1 in
    patches of at least `MIN_CHANGED_PIXELS` changed pixels, else 0."""
    difference = cv2.subtract(now, before, dtype=cv2.CV_16S)
    light = cv2.blur(difference, (LIGHT_PLACE_PIXELS, LIGHT_PLACE_PIXELS), borderType=cv2.BORDER_REPLICATE)
    light = np.clip(light, -MAX_LIGHT_DRIFT_GREY_LEVELS, MAX_LIGHT_DRIFT_GREY_LEVELS)
    channels = cv2.split(cv2.absdiff(difference, light))
    changed = (cv2.max(cv2.max(channels[0], channels[1]), channels[2]) > CHANGED_GREY_LEVELS).astype(np.uint8)
    if not changed.any():
        return changed
    _, labels, stats, _ = cv2.connectedComponentsWithStats(changed)
    large = stats[:, cv2.CC_STAT_AREA] >= MIN_CHANGED_PIXELS
    large[0] = False
    return large.astype(np.uint8).take(np.asarray(labels, np.intp))


def is_already_known(kept_pieces: tuple[Piece, ...], outline: Outline) -> bool:
    """Return True if the outline belongs to one of the pieces `kept_pieces`: the middles of the outline and
    of the piece nearly coincide."""
    if not kept_pieces:
        return False
    near = MAX_MIDDLE_DISTANCE_WIDTHS * min(outline.height, outline.width)
    away = np.array([p.corners for p in kept_pieces]).mean(1) - (outline.x, outline.y)
    return bool((np.hypot(*away.T) < near).any())


def with_new_copy(trace: Trace, small: Picture) -> Trace:
    """Return the trace for the next photograph, when this photograph showed no change. Only the small copy
    and the age are new: the light may drift."""
    return replace(trace, small=small, age=trace.age + 1)


def _have_changes(quads: Floats, changed: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return a mask (n,): True for each piece of `quads` (n, 4, 2, pixels of the small copy) in whose inner
    part at least `MIN_CHANGED_PIXELS` pixels of the mask `changed` are set."""
    middles = quads.mean(1, keepdims=True)
    own = middles + (quads - middles) * SEARCHED_SIDE_SHARE
    low = np.maximum(np.floor(own.min(1)), 0).astype(int)
    high = np.maximum(np.ceil(own.max(1)).astype(int) + 1, low)
    boxes = zip(low.tolist(), high.tolist(), strict=True)
    near = np.array([changed[y:bottom, x:right].any() for (x, y), (right, bottom) in boxes], bool)
    for n in np.flatnonzero(near):
        (x, y), (right, bottom) = low[n], high[n]
        part = changed[y:bottom, x:right]
        inside = cv2.fillConvexPoly(np.zeros_like(part), np.round(own[n] - low[n]).astype(np.int32), 1)
        near[n] = cv2.countNonZero(cv2.bitwise_and(part, inside)) >= MIN_CHANGED_PIXELS
    return near


def _places(changed: NDArray[np.uint8], changed_quads: Floats, scale: float) -> tuple[PictureBox, ...]:
    """Return boxes round all changes of the mask `changed` and round the `changed_quads`, in photograph
    pixels. Boxes that meet are joined."""
    boxes = [*_patches(changed), *(_box_round(quad) for quad in changed_quads)]
    places: list[PictureBox] = []
    for box in (box.grown(REACH_PIXELS).times(scale) for box in boxes):
        while near := [place for place in places if place.meets(box)]:
            places = [place for place in places if place not in near]
            for other in near:
                box = box.joined(other)
        places.append(box)
    return tuple(places)


def _patches(changed: NDArray[np.uint8]) -> list[PictureBox]:
    """Return a box round each connected change. A ring of changes gives one box, with everything inside
    the ring."""
    rims, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = (cv2.boundingRect(rim) for rim in rims)
    return [PictureBox(float(x), float(y), float(x + w), float(y + h)) for x, y, w, h in boxes]


def _box_round(quad: Floats) -> PictureBox:
    (left, top), (right, bottom) = quad.min(0).tolist(), quad.max(0).tolist()
    return PictureBox(left, top, right, bottom)
