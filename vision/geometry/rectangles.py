"""Find a rectangle of a known size on the table by its four edges alone, at any angle.

The table around an unreadable object is viewed from straight above. For every angle, each place has a score
for how plain an edge in that direction is there. A card lies where two pairs of parallel edges are as far
apart as a card's sides.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Picture, Pyramid
from vision.geometry.rectification import Plane
from vision.tensor_format import Floats

SEARCH_LONG_SIDE_PIXELS: Final = 36
"""The long side of a card, pixels, in the patch of flattened table that is searched for a rectangle. In
nearly every photograph cards are at least as long, and fine print disappears at this size."""

PATCH_LONG_SIDES: Final = 2.3
"""The side of the searched patch of table, in long sides of a card. A card whose middle is half a card away
from the middle of the patch still lies inside."""

TURN_STEP_DEGREES: Final = 4.0
"""The step between the turns that are tried, degrees. A turn that is wrong by half a step moves the end of
half a long side by less than a pixel."""

PLAIN_EDGE_GREY_LEVELS: Final = 32.0
"""The difference in grey levels, in any colour, between the two sides of an edge from which the edge counts
as fully plain. Larger differences count no more. Otherwise one very dark edge could replace all four edges of
a card."""

MEASURED_SIDE_SHARE: Final = 0.8
"""The share of each side of a rectangle, in the middle of the side, along which the strength of the edge is
measured. The ends are left out, because cards have round corners."""

ALL_SIDES_WEIGHT: Final = 0.5
"""The weight of the mean strength of all four sides in a rectangle's score. The strength of its faintest side
has weight 1. The faintest side counts most, because lines on a table may imitate some sides of a card, but
seldom all four."""

DISTANCE_COST: Final = 0.25
"""The cost in score of a rectangle whose middle is one long side away from the given point. That point lies
on the card, so near rectangles are preferred."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The best place for a rectangle in a patch of the flattened photograph, at one angle."""

    score: float
    """The score of the place: the strength of the edges along the rectangle's four sides, less a cost for
    distance."""
    x: float
    """The distance of the rectangle's middle from the left edge of the patch, pixels."""
    y: float
    """The distance of the rectangle's middle from the top edge of the patch, pixels."""
    turn: float
    """The angle of the rectangle, degrees."""


def find_rectangle(
    pyramid: Pyramid, plane: Plane, size: tuple[float, float], at: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the corners (4, 2) of the likeliest rectangle of `size` near `at` (2,), mm on the table,
    clockwise.

    The size is the short and the long side, mm; the first two corners lie along a short side. There is always
    a result: the caller decides whether a card lies there.
    """
    short, long = size
    scale = SEARCH_LONG_SIDE_PIXELS / long
    slopes = _slopes(_patch(pyramid, plane, at, scale))
    breadth = max(2, round(short * scale))
    turns = (_turned(slopes, degrees, breadth) for degrees in np.arange(0.0, 90.0, TURN_STEP_DEGREES))
    best = max((rectangle for pair in turns for rectangle in pair), key=lambda rectangle: rectangle.score)
    box = np.array([[-short, -long], [short, -long], [short, long], [-short, long]]) / 2
    middle = (np.array([best.x, best.y]) - (slopes.shape[0] - 1) / 2) / scale
    cos, sin = np.cos(np.radians(best.turn)), np.sin(np.radians(best.turn))
    return np.asarray(box @ np.array([[cos, sin], [-sin, cos]]) + middle + at, np.float64)


def _patch(pyramid: Pyramid, plane: Plane, at: NDArray[np.float64], scale: float) -> Picture:
    """Return the table round `at` from straight above, `scale` pixels a millimetre, with an odd number of
    pixels each way."""
    side = round(PATCH_LONG_SIDES * SEARCH_LONG_SIDE_PIXELS) | 1
    reach = side / 2 / scale
    pixels = plane.to_picture(at + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach).astype(np.float32)
    finer = float(np.hypot(*(pixels[1] - pixels[0]))) / side
    level = int(np.clip(np.floor(np.log2(max(1.0, finer / 1.25))), 0, len(pyramid.levels) - 1))
    source, full = pyramid.levels[level], pyramid.levels[0]
    pixels *= np.array([source.shape[1] / full.shape[1], source.shape[0] / full.shape[0]], np.float32)
    onto = cv2.getPerspectiveTransform(
        pixels, np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    )
    flat = cv2.warpPerspective(source, onto, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _slopes(patch: Picture) -> Floats:
    """Return the gradient (h, w, 2), to the right and downwards, of the colour that changes most."""
    across, down = (cv2.Sobel(patch, cv2.CV_32F, *order, ksize=3, scale=1 / 4) for order in ((1, 0), (0, 1)))
    most = (across**2 + down**2).argmax(2)[..., None]
    both = [np.take_along_axis(slope, most, 2)[..., 0] for slope in (across, down)]
    return np.asarray(np.stack(both, 2), np.float32)


def _turned(slopes: Floats, degrees: float, short: int) -> tuple[_Place, _Place]:
    """Return the best place of a rectangle whose long side is turned by `degrees`, and of one turned by a
    quarter turn more. `slopes` is the gradient of the searched patch, and `short` the rectangle's short side,
    pixels."""
    side = slopes.shape[0]
    middle = (side - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    plain = [
        np.minimum(np.abs(along), PLAIN_EDGE_GREY_LEVELS) / PLAIN_EDGE_GREY_LEVELS
        for along in (slopes @ np.array([cos, sin], np.float32), slopes @ np.array([-sin, cos], np.float32))
    ]
    flat = np.asarray(cv2.warpAffine(np.dstack(plain), turn, (side, side)), np.float32)
    upright, level = flat[..., 0].copy(), flat[..., 1].copy()
    back = cv2.invertAffineTransform(turn)
    places = []
    for wide, tall, quarter_turn in (
        (short, SEARCH_LONG_SIDE_PIXELS, 0.0),
        (SEARCH_LONG_SIDE_PIXELS, short, 90.0),
    ):
        x, y, score = _best_place(upright, level, wide, tall)
        x, y = (back @ np.array([x, y, 1.0])).tolist()
        places.append(_Place(score, x, y, degrees + quarter_turn))
    return places[0], places[1]


def _best_place(upright: Floats, level: Floats, wide: int, tall: int) -> tuple[float, float, float]:
    """Return the best place for an upright rectangle of `wide` by `tall` pixels: its middle (x, y), pixels,
    and its score.

    At each pixel, `upright` holds the strength of a vertical edge and `level` the strength of a horizontal
    edge.
    """
    sides = cv2.dilate(cv2.blur(upright, (1, _measured_length(tall))), np.ones((1, 3), np.uint8))
    ends = cv2.dilate(cv2.blur(level, (_measured_length(wide), 1)), np.ones((3, 1), np.uint8))
    side, left, top = upright.shape[0], wide // 2, tall // 2
    edge = max(wide, tall) // 2 + 1
    inner = slice(edge, side - edge)
    four = np.stack(
        [
            ends[edge - top : side - edge - top, inner],
            ends[edge + tall - top : side - edge + tall - top, inner],
            sides[inner, edge - left : side - edge - left],
            sides[inner, edge + wide - left : side - edge + wide - left],
        ]
    )
    score = four.min(0) + ALL_SIDES_WEIGHT * four.mean(0) - _distance_costs(side)[inner, inner]
    y, x = np.unravel_index(int(score.argmax()), score.shape)
    return edge + float(x) + wide / 2 - left, edge + float(y) + tall / 2 - top, float(score[y, x])


def _measured_length(length: int) -> int:
    return max(1, round(MEASURED_SIDE_SHARE * length))


@cache
def _distance_costs(side: int) -> Floats:
    """Return the cost (side, side) of placing a rectangle's middle at each pixel of the searched patch: it
    grows with the distance from the patch's middle."""
    off = np.arange(side, dtype=np.float32) - (side - 1) / 2
    return np.asarray(DISTANCE_COST / SEARCH_LONG_SIDE_PIXELS * np.hypot(off[:, None], off[None]), np.float32)
