"""Rectify the camera's picture to a view from straight above the table."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from device.hardware.camera import Image
from device.running.view import FrameReading

MAX_SIDE_PIXELS: Final = 1600
"""Maximum longer side of the rectified picture, in pixels. A large phone shows as many, and a Pi computes
them in a fraction of a second."""
SURROUND_SIDES: Final = 2.0
"""Width of the bare table that is shown around the cards or tiles, in longer sides of a card. With this
width a full board of blocks fills a phone's width. Without a limit, a camera at the side would show the
table up to the horizon."""
MIN_HORIZON_DISTANCE_SHARE: Final = 0.05
"""Pixels nearer to the table's horizon than this are not shown, because one of them covers metres
of the table. It is a share, 0 to 1, of the distance from the horizon to the farthest corner of
the picture."""
SURROUND_COLOUR: Final = (44, 52, 46)
"""Colour (blue, green, red) of the rectified picture outside the camera's view. It is dark, so that the
table's edge is visible."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rectification:
    """The map from a camera's picture to the same view from straight above, and the size of that view."""

    matrix: Floats
    """(3, 3) projective map from the camera's pixels to the rectified picture's pixels."""
    width: int
    """Width of the rectified picture in pixels."""
    height: int
    """Height of the rectified picture in pixels."""

    def points(self, pixels: Floats) -> Floats:
        """Map (n, 2) pixels of the camera's picture to fractions of the sides of the rectified picture."""
        out = pixels @ self.matrix[:, :2].T + self.matrix[:, 2]
        return np.asarray(out[:, :2] / out[:, 2:] / (self.width, self.height), np.float64)

    def picture(self, image: Image) -> Image:
        """Return the rectified picture of the camera's picture `image`."""
        return np.asarray(
            cv2.warpPerspective(
                image,
                self.matrix,
                (self.width, self.height),
                flags=cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=SURROUND_COLOUR,
            ),
            np.uint8,
        )


def view_from_above(reading: FrameReading | None, width: int, height: int) -> Rectification:
    """Return the rectification of a `width` by `height` picture with the reading `reading`. While the
    camera's position is unknown, the rectification only scales the picture."""
    if reading is None or reading.plane is None or not reading.corners:
        scale = min(1.0, MAX_SIDE_PIXELS / max(width, height))
        return Rectification(np.diag([scale, scale, 1.0]), round(width * scale), round(height * scale))
    plane, cards = np.array(reading.plane), np.array(reading.corners, np.float64)
    (left, top), (right, bottom) = _window(plane, cards.reshape(-1, 2), width, height)
    scale = min(_pixels_per_mm(plane, cards), MAX_SIDE_PIXELS / max(right - left, bottom - top))
    into = np.array([[scale, 0, -left * scale], [0, scale, -top * scale], [0, 0, 1.0]])
    return Rectification(
        into @ plane, max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale))
    )


def _window(plane: Floats, cards: Floats, width: int, height: int) -> tuple[Floats, Floats]:
    """Return two opposite corners (x, y), in millimetres, of the part of the table that is shown: the
    corner with the least x and y, and the one with the greatest.

    The part has a margin around the `cards`, and lies inside the camera's view. `cards` are (n, 2) pixels.
    """
    lying, seen = _mapped(plane, cards), _mapped(plane, _outline_below_horizon(plane, width, height))
    beyond = SURROUND_SIDES * np.median(_longer_sides(lying.reshape(-1, 4, 2)))
    near, far = lying.min(0) - beyond, lying.max(0) + beyond
    return np.maximum(near, seen.min(0)), np.minimum(far, seen.max(0))


def _outline_below_horizon(plane: Floats, width: int, height: int) -> Floats:
    """Return the outline of that part of a picture which shows the table's plane, without the part near
    or above its horizon. The outline is (n, 2) pixels."""
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    depth = sheet @ plane[2, :2] + plane[2, 2]
    depth = depth - MIN_HORIZON_DISTANCE_SHARE * depth.max()
    corners = list(sheet[depth >= 0])
    for i, j in ((0, 1), (1, 2), (2, 3), (3, 0)):
        if depth[i] * depth[j] < 0:
            corners.append(sheet[i] + (sheet[j] - sheet[i]) * depth[i] / (depth[i] - depth[j]))
    return np.array(corners)


def _pixels_per_mm(plane: Floats, cards: Floats) -> float:
    """Return the number of the camera's pixels per millimetre at the cards. At a larger scale the
    rectified picture would show no more."""
    flat = _mapped(plane, cards.reshape(-1, 2)).reshape(cards.shape)
    pixels, millimetres = (np.median([_area(quad) for quad in quads]) for quads in (cards, flat))
    return float(np.sqrt(pixels / max(1e-9, millimetres)))


def _longer_sides(quads: Floats) -> Floats:
    """Return the longer side of each of `quads`: (n,) from (n, 4, 2) corners."""
    sides = np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2)
    return np.asarray(sides.max(1), np.float64)


def _area(quad: Floats) -> float:
    return abs(cv2.contourArea(quad.astype(np.float32)))


def _mapped(plane: Floats, points: Floats) -> Floats:
    out = points @ plane[:, :2].T + plane[:, 2]
    return np.asarray(out[:, :2] / out[:, 2:], np.float64)
