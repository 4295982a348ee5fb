"""Detect motion blur: edges across the movement become wide, edges along it stay sharp.

Only the print and the edges of cards are measured, all together. A wooden table is full of edges in one
direction.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.conditions.sharpness import CARD_SIDE_PIXELS, MIN_EDGE_SLOPE, EdgeWidths, object_edges, quantile
from vision.conditions.thumbnail import Thumbnail
from vision.tensor_format import Floats

COMPARED_DIRECTIONS: Final = 12
"""The number of directions, 15 degrees apart, in which the width of edges is measured and compared to find a
movement."""

DIRECTION_TOLERANCE_DEGREES: Final = 12
"""The angle to either side within which an edge belongs to a direction. It is a little more than half the
angle between directions, so that every edge belongs to one. A letter's strokes have only a few directions."""

DIRECTION_EDGES_SHARE: Final = 0.003
"""The number of edges that are measured in each direction, the steepest ones, as a share of all pixels in the
copies of the cards. They are selected for each direction alone, because the edges across a movement are
faint."""

WIDTH_QUANTILE: Final = 0.35
"""The quantile of the widths of the steepest edges in one direction that counts as the direction's width. A
higher quantile would include soft print, a lower one a neighbour's edge that crosses the copy."""

SHAKEN_WIDTH_RATIO: Final = 1.5
"""The ratio of the width of edges across the movement to the width of edges along it from which the picture
was shaken. A lens out of focus has 1.0-1.4."""

PICTURE_DIRECTION_EDGES_SHARE: Final = 0.0003
"""The number of edges that are measured in each direction where no card was found, as a share of the pixels
of the small copy. The edges of a shaken word of three cards cover as many pixels."""

HIDING_BLUR_PIXELS: Final = 3.0
"""The least blur along one direction, pixels of the small copy, that hides all cards. Sharp pictures of
tables with hardly any cards have less."""


@dataclass(frozen=True, slots=True)
class MotionBlur:
    """The blur of a photograph along one direction, by a movement of the camera or the cards."""

    blur: float
    """The standard deviation of the blur along the direction of the movement, photograph pixels."""
    softness: float = 0.0
    """The blur as a share of a card's long side, 0 when no card was seen."""


def motion_blur(seen: EdgeWidths) -> MotionBlur | None:
    """Return the motion blur that the cards' edges show, or None. The blur may be too slight to matter."""
    steep = seen.slopes > MIN_EDGE_SLOPE
    count = int(DIRECTION_EDGES_SHARE * seen.slopes.size)
    width = _widest(seen.widths[steep], seen.slopes[steep], seen.directions[steep], count)
    return (
        None if width is None else MotionBlur(width / float(np.median(seen.scales)), width / CARD_SIDE_PIXELS)
    )


def strong_motion_blur(small: Thumbnail) -> MotionBlur | None:
    """Return a motion blur so strong that no card can be found, or None. All edges of the picture are
    measured."""
    edges = object_edges(small)
    width = None if edges is None else _widest(*edges, int(PICTURE_DIRECTION_EDGES_SHARE * small.grey.size))
    return None if width is None or width < HIDING_BLUR_PIXELS else MotionBlur(width / small.scale)


def _widest(widths: Floats, slopes: Floats, directions: Floats, count: int) -> float | None:
    """Return the width of the edges along the most blurred direction, or None when all directions are
    alike."""
    degrees = np.mod(np.rint(np.degrees(directions)), 180).astype(np.uint8)
    single = [
        _width(widths, slopes, degrees, n * 180 // COMPARED_DIRECTIONS, count)
        for n in range(COMPARED_DIRECTIONS)
    ]
    # Motion blur widens neighbouring directions too; a double line, or an arc, widens only one.
    wide = [
        _middle([single[k % COMPARED_DIRECTIONS] for k in (n - 1, n, n + 1)])
        for n in range(COMPARED_DIRECTIONS)
    ]
    pairs = zip(wide, wide[COMPARED_DIRECTIONS // 2 :] + wide[: COMPARED_DIRECTIONS // 2], strict=True)
    known = [along for along, across in pairs if across and along >= SHAKEN_WIDTH_RATIO * across]
    return max(known, default=None)


def _width(widths: Floats, slopes: Floats, degrees: NDArray[np.uint8], direction: int, count: int) -> float:
    """Return how wide the steepest edges in one `direction` (degrees) are: a low quantile of the widths of
    `count` edges, pixels of the copy. 0 if the direction has too few edges."""
    angles = np.abs((np.arange(180) - direction + 90) % 180 - 90)
    near = np.flatnonzero((angles < DIRECTION_TOLERANCE_DEGREES)[degrees])
    if count == 0 or len(near) < count:
        return 0.0
    steepest = near[np.argpartition(slopes[near], -count)[-count:]]
    return quantile(widths[steepest], WIDTH_QUANTILE)


def _middle(three: list[float]) -> float:
    """Return the median of three widths, where 0 means that a width is unknown. With two known widths return
    the smaller one; with fewer return 0."""
    known = sorted(width for width in three if width)
    return known[(len(known) - 1) // 2] if len(known) > 1 else 0.0
