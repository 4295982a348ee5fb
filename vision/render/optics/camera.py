"""Place the camera, and project the table into its picture.

The table is the plane z = 0 in millimetres, x to the right, y downwards as the untilted camera sees it.
Heights above the table are positive. A projection maps straight lines to straight lines: its result is in
*pixels before lens distortion*. Then `bend` adds the distortion of the lens.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brushes import Image, Points, xy

Matrix = NDArray[np.float64]


_MIN_DEPTH_MM: Final = 20.0
"""The least distance from the camera, measured along its view, with which a point is projected, mm. A
nearer point, or one behind the camera such as an elbow, is projected as if it were at this distance. Any
small length would do, because it only avoids a division by zero."""

_SCALE_RANGE: Final = (0.05, 40.0)
"""The limits of the scale at a table point, pixels per millimetre. At the horizon the computed scale would
be useless. Any wide range would do: letters are legible from about 1."""


@dataclass(frozen=True, slots=True)
class RenderCamera:
    """A pinhole camera with a little lens distortion."""

    width: int
    """The width of the picture, pixels."""
    height: int
    """The height of the picture, pixels."""
    rows: Matrix
    """The projection matrix (3, 4) from (x, y, height, 1) in mm to homogeneous pixels before lens
    distortion."""
    position: tuple[float, float, float]
    """The camera's place: x, y and height above the table, mm."""
    lens: float = 0.0
    """The strength of the lens distortion: 0 for none, positive for barrel distortion."""

    def plane(self, height: float = 0.0) -> Matrix:
        """Return the homography (3, 3) from millimetres on the plane at `height` mm to pixels before lens
        distortion."""
        lifted = self.rows[:, 3] + self.rows[:, 2] * height
        return np.stack([self.rows[:, 0], self.rows[:, 1], lifted], 1)

    def project(self, points: Points, height: float | NDArray[np.floating] = 0.0) -> Points:
        """Map table points (n, 2), mm, to pixels before lens distortion. `height`, mm, is one number for
        all points or one for each point."""
        heights = np.broadcast_to(np.asarray(height, np.float64), (len(points),))
        full = np.column_stack([points, heights, np.ones(len(points))]) @ self.rows.T
        return (full[:, :2] / np.maximum(full[:, 2:], _MIN_DEPTH_MM)).astype(np.float32)

    def scale_at(self, x: float, y: float) -> float:
        """Return the scale near a table point, pixels per millimetre: the greater of the scales along x
        and along y."""
        near = self.project(np.array([[x, y], [x + 1, y], [x, y + 1]], np.float32))
        return float(np.clip(np.hypot(*(near[1:] - near[0]).T).max(), *_SCALE_RANGE))

    def ground(self, pixels: Points, height: float = 0.0) -> Points:
        """Return the points (n, 2), mm, on the plane at `height` mm that are seen at `pixels` (before lens
        distortion)."""
        back = np.linalg.inv(self.plane(height))
        full = np.column_stack([pixels, np.ones(len(pixels))]) @ back.T
        return np.asarray(full[:, :2] / full[:, 2:], np.float32)

    def bend(self, pixels: Points) -> Points:
        """Map pixels before lens distortion to pixels of the finished picture."""
        if self.lens == 0.0:
            return pixels
        straight = self._normal(pixels)
        bent = straight.copy()
        for _ in range(6):
            bent = straight / (1 + self.lens * (bent**2).sum(1, keepdims=True))
        return self._pixels(bent)

    def through_lens(self, image: Image) -> Image:
        """Distort `image` as the lens does, and return a picture of the same size. `image` is the picture
        before lens distortion."""
        if self.lens == 0.0:
            return image
        y, x = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        x, y = x - self.width / 2, y - self.height / 2
        factor = 1 + self.lens * (x * x + y * y) / xy(self._reach**2)
        return np.asarray(
            cv2.remap(
                image, x * factor + self.width / 2, y * factor + self.height / 2,
                cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )  # fmt: skip

    @property
    def _reach(self) -> float:
        return float(np.hypot(self.width, self.height) / 2)

    def _normal(self, pixels: Points) -> Points:
        return ((pixels - xy([self.width / 2, self.height / 2])) / xy(self._reach)).astype(np.float32)

    def _pixels(self, normal: Points) -> Points:
        return (normal * xy(self._reach) + xy([self.width / 2, self.height / 2])).astype(np.float32)


def look_at(
    size: tuple[int, int],
    target: tuple[float, float],
    distance: float,
    *,
    tilt: float = 0.0,
    azimuth: float = 0.0,
    roll: float = 0.0,
    view: float = 62.0,
    lens: float = 0.0,
) -> RenderCamera:
    """Return a camera with the table point `target` in the middle of its picture, `distance` mm away.

    `tilt` is the angle from straight down, towards the direction `azimuth`. `roll` turns the picture. `view`
    is the angle across the picture's width. All four are in degrees. `lens` is the strength of the lens
    distortion.
    """
    lean, heading, spin = np.deg2rad([tilt, azimuth, roll])
    # Camera axes in table coordinates with z pointing down into the table, so that no tilt is the identity.
    turn_z = _about_z(heading)
    tilted = (
        turn_z
        @ np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        @ turn_z.T
    )
    rotation = _about_z(spin) @ tilted
    centre = np.array([*target, 0.0]) - distance * rotation[2]
    focal = size[0] / 2 / np.tan(np.deg2rad(view) / 2)
    inner = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    rows = inner @ np.column_stack([rotation, -rotation @ centre])
    rows[:, 2] *= -1  # heights are up
    return RenderCamera(size[0], size[1], rows, (float(centre[0]), float(centre[1]), float(-centre[2])), lens)


def _about_z(angle: float) -> Matrix:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])
