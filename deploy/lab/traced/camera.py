"""Project points of the table into the picture of a camera whose lens distorts."""

from dataclasses import dataclass

import numpy as np

from deploy.lab.traced.solids import Floats


@dataclass(frozen=True, slots=True)
class PinholeCamera:
    """A pinhole camera whose lens distorts."""

    origin: tuple[float, float, float]
    """The place of the pinhole: x, y and z, mm. The table is at z = 0."""
    target: tuple[float, float, float]
    """The point of the table that lies in the middle of the picture, mm."""
    up: tuple[float, float, float]
    """The direction in the world that points upwards in the picture."""
    width: int
    """The width of the picture, pixels."""
    height: int
    """The height of the picture, pixels."""
    view: float
    """The horizontal angle of view of the camera, degrees."""
    bend: float = 0.0
    """The radial distortion of the lens at the middle of the picture's left edge, as a share of half the
    width. Negative for a barrel."""

    def axes(self) -> Floats:
        """Return three unit vectors in the world, as rows: the picture's right, the picture's up, and the
        view's forward."""
        forward = np.subtract(self.target, self.origin).astype(float)
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, np.array(self.up, float))
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(right, forward), forward])

    @property
    def focal(self) -> float:
        """The focal length of the camera, pixels."""
        return self.width / 2 / float(np.tan(np.radians(self.view) / 2))

    def project(self, points: Floats) -> Floats:
        """Return the places (n, 2) in the picture, pixels, of points (n, 3) in the world, mm.

        The middle of the picture's first pixel is (0, 0).
        """
        seen = (np.asarray(points, float) - np.array(self.origin)) @ self.axes().T
        flat = np.stack([seen[:, 0] / seen[:, 2], -seen[:, 1] / seen[:, 2]], 1) * self.focal
        middle = np.array([self.width / 2 - 0.5, self.height / 2 - 0.5])
        return np.asarray(self._bent(flat) + middle)

    def _bent(self, flat: Floats) -> Floats:
        """Return where the camera's lens shows points that a lens without distortion shows at `flat`. Both
        are offsets from the picture's middle, pixels."""
        half = self.width / 2
        square = ((flat / half) ** 2).sum(1, keepdims=True)
        return np.asarray(flat * (1 + self.bend * square) * self._fill())

    def _fill(self) -> float:
        """Return the factor by which the distorted picture is enlarged. Without it barrel distortion would
        leave the corners of the picture empty."""
        corner = 1 + (self.height / self.width) ** 2
        return 1 / (1 + min(0.0, self.bend) * corner)

    def straightened(self) -> tuple[Floats, Floats]:
        """Return the map that undoes the lens's distortion, as two arrays (height, width). For each pixel
        of the distorted picture they hold the column and the row at which a lens without distortion shows the
        same point."""
        y, x = np.mgrid[0 : self.height, 0 : self.width].astype(float)
        half = self.width / 2
        x, y = (x - self.width / 2 + 0.5) / half, (y - self.height / 2 + 0.5) / half
        scale = np.ones_like(x)
        for _ in range(8):
            square = (x * scale) ** 2 + (y * scale) ** 2
            scale = 1 / (1 + self.bend * square) / self._fill()
        return x * scale * half + self.width / 2 - 0.5, y * scale * half + self.height / 2 - 0.5
