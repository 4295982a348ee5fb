"""Compare two pieces: their sizes, their directions, and whether one lies on the other.

The other files of this package and `vision/corner_letters` use these functions.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pieces.classify import Piece, boxes_overlap, corners_of

MAX_TOUCHING_OVERLAP_SHARE: Final = 0.06
"""The least share of the smaller of two pieces that the two must share for them to count as overlapping.
Cards that touch seem to share less."""

MAX_NEIGHBOUR_ANGLE_DEGREES: Final = 12.0
"""The greatest angle between a card and the next card of its row, degrees. Cards of a fan turn by less from
one to the next."""


def lies_on(piece: Piece, others: Sequence[Piece]) -> bool:
    """Return True if the piece's middle lies on another piece."""
    x, y = piece.corners.mean(0).tolist()
    return any(cv2.pointPolygonTest(other.corners, (x, y), measureDist=False) >= 0 for other in others)


def are_lying_on(pieces: Sequence[Piece], others: Sequence[Piece]) -> NDArray[np.bool_]:
    """Return a mask (n,): True for each of the pieces whose middle lies on one of the `others`."""
    quads, middles = corners_of(others), corners_of(pieces).mean(1)
    sides = np.roll(quads, -1, 1) - quads
    off = middles[:, None, None] - quads
    turn = sides[..., 0] * off[..., 1] - sides[..., 1] * off[..., 0]
    return np.asarray(((turn >= 0).all(2) | (turn <= 0).all(2)).any(1), np.bool_)


def nearest(piece: Piece, others: Sequence[Piece]) -> Piece:
    """Return the one of `others` whose middle is nearest to the middle of `piece` in the photograph."""
    middle = piece.corners.mean(0)
    return min(others, key=lambda other: float(np.hypot(*(other.corners.mean(0) - middle))))


def size_ratio(one: Piece, other: Piece) -> float:
    """Return the ratio of the larger piece's area to the smaller piece's, at least 1."""
    small, large = sorted((one.area, other.area))
    return large / max(small, 1.0)


def angle_between(one: Piece, other: Piece) -> float:
    """Return the angle between the directions of two pieces, radians, 0 to a quarter turn. Turning a piece
    upside down does not change it."""
    return abs((one.lean - other.lean + np.pi / 2) % np.pi - np.pi / 2)


def are_not_overlapped(pieces: tuple[Piece, ...]) -> NDArray[np.bool_]:
    """Return a mask (n,): True for each piece that overlaps no other piece."""
    free = np.ones(len(pieces), bool)
    areas = [p.area for p in pieces]
    for n, m in np.argwhere(np.triu(boxes_overlap(pieces), 1)).tolist():
        shared = cv2.intersectConvexConvex(pieces[n].corners, pieces[m].corners)[0]
        if shared > MAX_TOUCHING_OVERLAP_SHARE * min(areas[n], areas[m]):
            free[[n, m]] = False
    return free
