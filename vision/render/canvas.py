"""Build the picture, and record the piece that each pixel shows."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brushes import Colour, Image, Mask, Patch, Points, polygon, xy

NO_OWNER = -1
"""The value of `Canvas.owner` for pixels that show no piece. Pieces are numbered from 0."""


@dataclass(slots=True)
class Canvas:
    """A picture under construction."""

    image: Image
    """The pixels of the picture."""
    owner: NDArray[np.int16] = field(init=False)
    """The number of the piece that each pixel shows, (rows, columns), or `NO_OWNER`."""
    gloss: Mask = field(init=False)
    """The gloss of each pixel, 0-255: the strength of reflections there."""

    def __post_init__(self) -> None:
        self.owner = np.full(self.image.shape[:2], NO_OWNER, np.int16)
        self.gloss = np.zeros(self.image.shape[:2], np.uint8)

    def lay(
        self, patch: Patch, quad: Points, owner: int = NO_OWNER, gloss: float = 0.0, gain: float = 1.0
    ) -> None:
        """Draw `patch` with its corners at `quad` (4, 2), pixels, and its brightness multiplied by `gain`."""
        height, width = patch.alpha.shape
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        onto = np.asarray(cv2.getPerspectiveTransform(source, quad.astype(np.float32)), np.float64)
        self.warp(patch, onto, quad, owner, gloss, gain)

    def warp(
        self,
        patch: Patch,
        matrix: NDArray[np.float64],
        extent: Points,
        owner: int,
        gloss: float,
        gain: float = 1.0,
    ) -> None:
        """Draw `patch` warped by `matrix` (3, 3), which maps the patch's pixels to the canvas's pixels.
        Only the part of the canvas around the points `extent` is drawn, so they must surround the patch."""
        window = _window(extent, self.owner.shape, 1)
        if window is None:
            return
        x, y, width, height = window
        # OpenCV counts pixels from their centres, this module from their corners. A rim keeps edges from
        # darkening.
        shift = np.array([[1, 0, -x - 0.5], [0, 1, -y - 0.5], [0, 0, 1]])
        local = shift @ matrix @ np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
        image = cv2.copyMakeBorder(patch.image, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        alpha = cv2.copyMakeBorder(patch.alpha, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
        size = (width, height)
        seen = cv2.warpPerspective(
            image, local, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        cover = cv2.warpPerspective(alpha, local, size, flags=cv2.INTER_LINEAR)
        if gain != 1.0:
            seen = cv2.convertScaleAbs(seen, alpha=gain)
        self._blend(window, np.asarray(seen, np.uint8), np.asarray(cover, np.uint8))
        self._claim(window, np.asarray(cover, np.uint8), owner, gloss)

    def fill(self, points: Points, colour: Colour, owner: int = NO_OWNER, gloss: float = 0.0) -> None:
        """Draw a polygon in one colour. Its pixels then belong to piece number `owner`."""
        window = _window(points, self.owner.shape, 1)
        if window is None:
            return
        x, y, width, height = window
        cover = np.zeros((height, width), np.uint8)
        polygon(cover, points - xy([x + 0.5, y + 0.5]), 255)
        seen = np.empty((height, width, 3), np.uint8)
        seen[:] = np.clip(np.round(colour), 0, 255).astype(np.uint8)
        self._blend(window, seen, cover)
        self._claim(window, cover, owner, gloss)

    def shade(self, points: Points, strength: float, blur: float) -> None:
        """Draw a soft-edged shadow in the shape of a polygon. `blur` is in pixels; `strength`, 0-1, is the
        share of light that the shadow takes."""
        window = _window(points, self.owner.shape, int(3 * blur) + 2)
        if window is None:
            return
        x, y, width, height = window
        mask = np.zeros((height, width), np.uint8)
        polygon(mask, points - xy([x + 0.5, y + 0.5]), 255 * strength)
        if blur > 0.2:
            mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
        area = self.image[y : y + height, x : x + width]
        keep = cv2.cvtColor(cv2.bitwise_not(mask), cv2.COLOR_GRAY2BGR)
        cv2.multiply(area, keep, dst=area, scale=1 / 255)

    def _blend(self, window: tuple[int, int, int, int], seen: Image, cover: Mask) -> None:
        x, y, width, height = window
        area = self.image[y : y + height, x : x + width]
        wide = cv2.cvtColor(cover, cv2.COLOR_GRAY2BGR)
        background = cv2.multiply(area, cv2.bitwise_not(wide), scale=1 / 255)
        cv2.add(cv2.multiply(seen, wide, scale=1 / 255), background, dst=area)

    def _claim(self, window: tuple[int, int, int, int], cover: Mask, owner: int, gloss: float) -> None:
        x, y, width, height = window
        solid = cover > 127
        self.owner[y : y + height, x : x + width][solid] = owner
        self.gloss[y : y + height, x : x + width][solid] = round(255 * gloss)


def _window(points: Points, shape: tuple[int, ...], margin: int) -> tuple[int, int, int, int] | None:
    """Return the x, y, width and height of the part of the picture around `points`, with a `margin`,
    pixels. Return None if that part lies outside the picture."""
    low, high = np.floor(points.min(0)) - margin, np.ceil(points.max(0)) + margin
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(shape[1], int(high[0])), min(shape[0], int(high[1]))
    return (x0, y0, x1 - x0, y1 - y0) if x1 > x0 and y1 > y0 else None


@dataclass(frozen=True, slots=True)
class Visibility:
    """The visible part of a piece."""

    share: float
    """The visible share of the piece, 0-1."""
    anchor: tuple[float, float]
    """The middle of the visible part, x and y in pixels."""


def visibility_of(canvas: Canvas, owner: int, outline: Points) -> Visibility:
    """Return the visible share of piece number `owner`, and the middle of its visible part. `outline` is
    the outline of the whole piece in the picture before lens distortion, pixels."""
    window = _window(outline, canvas.owner.shape, 1)
    area = max(1.0, float(cv2.contourArea(outline)))
    centre = outline.mean(0)
    if window is None:
        return Visibility(0.0, (float(centre[0]), float(centre[1])))
    x, y, width, height = window
    mine = (canvas.owner[y : y + height, x : x + width] == owner).astype(np.uint8)
    count = int(cv2.countNonZero(mine))
    if count == 0:
        return Visibility(0.0, (float(centre[0]), float(centre[1])))
    return Visibility(min(1.0, count / area), _middle(mine, x, y))


def _middle(mine: Mask, x: int, y: int) -> tuple[float, float]:
    """Return the centroid of the mask, pixels of the canvas. If the centroid lies outside the mask, return
    the mask's pixel farthest from its rim. `x` and `y` are the mask's place on the canvas."""
    moments = cv2.moments(mine, binaryImage=True)
    column, row = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    if not mine[round(row), round(column)]:
        far = cv2.distanceTransform(
            cv2.copyMakeBorder(mine, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0), cv2.DIST_L2, 3
        )
        _, _, _, (column, row) = cv2.minMaxLoc(far)
        column, row = column - 1, row - 1
    return (column + x + 0.5, row + y + 0.5)


def visible_share(canvas: Canvas, owner: int, quad: Points) -> float:
    """Return the visible share of a region of piece number `owner`. `quad` (4, 2) is the region before lens
    distortion, pixels. Parts beyond the picture count as not visible."""
    low, high = np.floor(quad.min(0)).astype(int) - 1, np.ceil(quad.max(0)).astype(int) + 1
    if np.any(high - low > 4000):
        return 0.0
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad - low - 0.5) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    total = int(cv2.countNonZero(mask))
    window = _window(quad, canvas.owner.shape, 1)
    if total == 0 or window is None:
        return 0.0
    x, y, width, height = window
    part = mask[y - low[1] : y - low[1] + height, x - low[0] : x - low[0] + width]
    mine = canvas.owner[y : y + part.shape[0], x : x + part.shape[1]] == owner
    return float((mine & (part > 0)).sum()) / total
