"""What of the table a photograph shows, in millimetres: where it ends, and what lies there unread."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.layout import View
from engine.observation import Quad
from vision.plane.flatten import Plane
from vision.reader import Seen

NEAR: Final = 0.15
"""Of the nearest corner's depth, that of one so near the horizon that its place on the table says nothing."""


def view_of(seen: Seen) -> View:
    """The picture's corners on the table, and the pieces of card without a letter."""
    strange = tuple(_quad(seen.plane.to_table(piece.corners)) for piece in seen.strangers)
    return View(_rim(seen.plane, seen.width, seen.height), strange)


def _rim(plane: Plane, width: int, height: int) -> Quad:
    """Where the picture ends on the table. Where the camera sees its horizon, that has no corners there: the
    oblong that holds all of it stands for it, so that nothing is taken to be near."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    depth = corners @ plane.matrix[2, :2] + plane.matrix[2, 2]
    if depth.min() <= NEAR * depth.max():
        return ((0, 0), (plane.width, 0), (plane.width, plane.height), (0, plane.height))
    return _quad(plane.to_table(corners))


def _quad(points: NDArray[np.float64]) -> Quad:
    (a, b), (c, d), (e, f), (g, h) = points.tolist()
    return ((a, b), (c, d), (e, f), (g, h))
