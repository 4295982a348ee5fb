"""Sample grey levels across a card's edges at several places along each edge, from inside out: from paper
to table."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Pyramid
from vision.tensor_format import Floats

PLACES_PER_EDGE: Final = 12
"""The number of places along an edge at which the picture is sampled. With 16 the corners were no more
accurate, and it took longer."""

EDGE_END_SHARE: Final = 0.12
"""The share of a card's edge that is not sampled at each end. Cards' corners are round."""

LINE_STEP_CARD_LENGTHS: Final = 0.01
"""The distance between neighbouring lines that are tried as a card's edge, card lengths: two pixels of a card
200 pixels long. An edge is found more finely than this, since a line may lie askew."""

REACH_STEPS: Final = 12
"""The number of steps, of `LINE_STEP_CARD_LENGTHS` each, by which an edge is searched further in and further
out than the speller's outline. Nine in ten of the speller's edges are within eight."""

EDGE_POSITIONS: Final = 4 * REACH_STEPS + 1
"""The number of positions at which an edge's middle is tried: every half step, from the farthest inside the
outline to the farthest outside."""

HALF_STRENGTH_GREY_LEVELS: Final = 6.0
"""The fall in brightness from one step to the next, grey levels, at which a place counts half for an edge. A
larger fall counts at most as one place, so no strong stroke of a letter outvotes an edge. At the edge of a
white card on a white table the fall is some four."""

BRIGHTER_OUTSIDE_FACTOR: Final = 0.5
"""The factor on the support of a place where the picture is brighter outside the edge than inside. Paper is
mostly brighter than the table, so with this factor an edge from paper to a darker table wins."""


@dataclass(frozen=True, slots=True, eq=False)
class Bearings:
    """The directions of the four edges of n cards, in photograph pixels."""

    following: Floats
    """The vector from each corner of a card to the next, (n, 4, 2) pixels."""
    outward: Floats
    """A vector of length one for each edge, (n, 4, 2), that points outwards from the card."""
    long_sides: Floats
    """The length of each card's longest edge, (n,) pixels."""


def bearings(quads: Floats) -> Bearings:
    """Return the directions of the four edges of n cards, from their corners `quads` (n, 4, 2), pixels."""
    following = np.roll(quads, -1, 1) - quads
    lengths = np.hypot(following[..., 0], following[..., 1])
    long = np.maximum(lengths.max(1), 1.0).astype(np.float32)
    along = following / np.maximum(lengths, 1e-6)[..., None]
    outward = np.stack([along[..., 1], -along[..., 0]], -1).astype(np.float32)
    return Bearings(following, outward, long)


def sampled_shares() -> Floats:
    """Return the places (PLACES_PER_EDGE,) along an edge at which the picture is sampled, as shares of the
    edge's length."""
    return np.linspace(EDGE_END_SHARE, 1 - EDGE_END_SHARE, PLACES_PER_EDGE, dtype=np.float32)


def profiles(pyramid: Pyramid, quads: Floats) -> NDArray[np.uint8]:
    """Return the grey levels across each edge of n cards, (n, 4, PLACES_PER_EDGE, 27): at several places
    along the edge, at 27 points from inside out, one step apart. `quads` (n, 4, 2) are the corners,
    pixels."""
    run = bearings(quads)
    steps = (np.arange(-REACH_STEPS - 1, REACH_STEPS + 2) * LINE_STEP_CARD_LENGTHS).astype(np.float32)
    feet = quads[:, :, None] + run.following[:, :, None] * sampled_shares()[:, None]
    rays = (run.outward * run.long_sides[:, None, None])[:, :, None, None] * steps[:, None]
    points = feet[:, :, :, None] + rays
    grey = np.empty(points.shape[:-1], np.uint8)
    # Pixels about as large as a step: finer ones would be skipped.
    level = (
        np.floor(np.log2(np.maximum(1.0, run.long_sides * LINE_STEP_CARD_LENGTHS)))
        .astype(int)
        .clip(0, len(pyramid.levels) - 1)
    )
    for which in np.unique(level):
        source, mine = pyramid.levels[which], level == which
        shrunk = (points[mine] + 0.5) * (source.shape[1] / pyramid.levels[0].shape[1]) - 0.5
        x, y = np.moveaxis(shrunk.reshape(-1, PLACES_PER_EDGE * len(steps), 2), 2, 0).astype(np.float32)
        colours = cv2.remap(source, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        grey[mine] = cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY).reshape(-1, 4, PLACES_PER_EDGE, len(steps))
    return grey


def paper_ends(grey: NDArray[np.uint8], rising: float = BRIGHTER_OUTSIDE_FACTOR) -> Floats:
    """Return how strongly the paper seems to end, 0 to 1, at each sampled place of the edges of n cards and
    at each half step across the edge, (PLACES_PER_EDGE, EDGE_POSITIONS, 4 n). `grey` are the levels that
    `profiles` returns.

    `rising` is the factor where the picture is brighter outside.
    """
    levels = grey.reshape(-1, *grey.shape[2:]).transpose(1, 2, 0).astype(np.int16)
    whole = _counts(rising)[levels[:, :-2] - levels[:, 2:] + 255]
    halves = np.empty((PLACES_PER_EDGE, EDGE_POSITIONS, whole.shape[2]), np.float32)
    halves[:, ::2] = whole
    halves[:, 1::2] = (whole[:, 1:] + whole[:, :-1]) / 2
    return halves


@cache
def _counts(rising: float) -> Floats:
    """Return how much each fall in brightness counts towards an edge, 0 to 1: a table (511,) for falls of
    -255 to 255 grey levels. `rising` is the factor on negative falls, where the picture is brighter
    outside."""
    fall = np.arange(-255, 256, dtype=np.float32)
    count = np.abs(fall) / (np.abs(fall) + HALF_STRENGTH_GREY_LEVELS)
    return np.asarray(np.where(fall > 0, count, rising * count), np.float32)
