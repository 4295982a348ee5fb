"""Cut an upright crop of one piece out of a photograph. All crops have one size, whatever the
photograph's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tensor_format import CROP_HEIGHT, CROP_WIDTH, Floats, axes, crop_scale, lean

Picture = NDArray[np.uint8]
"""The pixels of a picture: (height, width, 3) blue, green, red."""

Grey = NDArray[np.uint8]
"""The grey levels of a picture, (height, width), 0 for black."""

MAX_BEYOND_PICTURE_PIXELS: Final = 3.0
"""The greatest distance that a card's corner may lie beyond the picture's edge for the card to count as
wholly visible, pixels. Outlines are off by a few pixels."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A rough rectangle round a detected piece."""

    x: float
    """The distance of the piece's middle from the picture's left edge, pixels."""
    y: float
    """The distance of the piece's middle from the picture's top edge, pixels."""
    height: float
    """The length of the piece along its up direction, pixels. The finder cannot tell up from down."""
    width: float
    """The length of the piece across its up direction, pixels."""
    angle: float
    """The angle of the piece's up direction, clockwise from the picture's, radians. The finder cannot tell up
    from down."""
    score: float = 1.0
    """The probability that a piece lies here."""


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A picture with smaller copies of it. To shrink the picture strongly, one begins at a copy, so that no
    pixels are skipped."""

    levels: tuple[Picture, ...]
    """The picture, then each copy at half the size of the one before."""

    @classmethod
    def of(cls, picture: Picture, smallest: int = 200) -> "Pyramid":
        """Return the pyramid of a picture, halved until its longer side would fall below `smallest`
        pixels."""
        levels = [picture]
        while max(levels[-1].shape[:2]) >= 2 * smallest:
            last = levels[-1]
            half = cv2.resize(
                last, (max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)), interpolation=cv2.INTER_AREA
            )
            levels.append(np.asarray(half, np.uint8))
        return cls(tuple(levels))

    def near(self, longest: float) -> Picture:
        """Return the smallest copy whose longer side is at least `longest` pixels. If the picture itself is
        smaller, return the picture."""
        return next((p for p in reversed(self.levels) if max(p.shape[:2]) >= longest), self.levels[0])


def outline_of(corners: Floats, score: float = 1.0) -> Outline:
    """Return the outline of a piece from its corners (4, 2), pixels, clockwise from the piece's top left."""
    up, right = axes(corners)
    x, y = corners.mean(0).tolist()
    return Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up), score)


def enlarged(outline: Outline, times: float) -> Outline:
    """Return the outline as it lies in a copy of the picture that is `times` as large."""
    size = {name: getattr(outline, name) * times for name in ("x", "y", "height", "width")}
    return replace(outline, **size)


def quarter_turned(outline: Outline, quarters: int) -> Outline:
    """Return the outline as seen when its up direction is turned by `quarters` quarter turns clockwise. An
    odd number swaps its height and width."""
    tall, wide = (outline.height, outline.width) if quarters % 2 == 0 else (outline.width, outline.height)
    return replace(outline, height=tall, width=wide, angle=outline.angle + quarters * np.pi / 2)


def matrices(outlines: Sequence[Outline]) -> NDArray[np.float64]:
    """Return the affine maps (n, 2, 3) from the picture's pixels to the pixels of each outline's crop."""
    x, y, height, width, angle = measures(outlines)
    # Outlines come from the networks' floats of this length. A crop's pixel may depend on the last digit.
    x, y = x.astype(np.float32), y.astype(np.float32)
    scale = crop_scale(height, width)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    right = np.stack([cos, sin, CROP_WIDTH / 2 - (cos * x + sin * y)], 1)
    down = np.stack([-sin, cos, CROP_HEIGHT / 2 - (cos * y - sin * x)], 1)
    return np.stack([right, down], 1)


def measures(outlines: Sequence[Outline]) -> NDArray[np.float64]:
    """Return the x, y, height, width and angle of n outlines as the five rows of a (5, n) array."""
    each = [(o.x, o.y, o.height, o.width, o.angle) for o in outlines]
    return np.array(each, np.float64).reshape(-1, 5).T


def cut_crops(pyramid: Pyramid, outlines: Sequence[Outline]) -> Picture:
    """Return the crops (n, 208, 160, 3) of the outlines. Each crop includes a margin round its piece.
    Places beyond the picture are grey."""
    crops = np.empty((len(outlines), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    for crop, onto in zip(crops, matrices(outlines), strict=True):
        warped(pyramid, onto, CROP_WIDTH, CROP_HEIGHT, crop)
    return crops


def warped(
    pyramid: Pyramid, onto: NDArray[np.float64], width: int, height: int, into: Picture | None = None
) -> Picture:
    """Return the (height, width, 3) crop of the picture. `onto` (2, 3) is the affine map from the
    picture's pixels to the crop's. Places beyond the picture are grey.

    If the array `into` is given, the crop is written to it.
    """
    shrink = 1.0 / max(1e-6, float(np.hypot(onto[0, 0], onto[1, 0])))
    # A level whose pixels are at most twice as fine as the crop's: linear sampling then sees every pixel.
    level = int(np.clip(np.floor(np.log2(max(1.0, shrink / 1.25))), 0, len(pyramid.levels) - 1))
    source, full = pyramid.levels[level], pyramid.levels[0]
    stretch = np.diag([full.shape[1] / source.shape[1], full.shape[0] / source.shape[0], 1.0])
    onto, size, grey = onto @ stretch, (width, height), (127, 127, 127)
    crop = cv2.warpAffine(source, onto, size, into, cv2.INTER_LINEAR, cv2.BORDER_CONSTANT, grey)
    return np.asarray(crop, np.uint8)


def sample_colours(pyramid: Pyramid, quads: Floats, shares: Floats, longest: float) -> Picture:
    """Return the colours (n, k * k, 3) of cards, sampled at all pairs of the (k,) `shares` of their width
    and height.

    `quads` (n, 4, 2) are pixels. The smallest copy of the picture whose longer side is at least `longest`
    pixels is sampled.
    """
    if not len(quads):
        return np.zeros((0, len(shares) ** 2, 3), np.uint8)
    picture = pyramid.near(longest)
    scale = picture.shape[1] / pyramid.levels[0].shape[1]
    x, y = np.moveaxis(sample_places(quads, shares) * np.float32(scale), 2, 0)
    places = np.ascontiguousarray(x), np.ascontiguousarray(y)
    seen = cv2.remap(picture, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def sample_places(quads: Floats, shares: Floats) -> Floats:
    """Return the places (n, k * k, 2) on n cards at which they are sampled, from their corners (n, 4, 2).
    They lie at all pairs of the k `shares` of a card's width and height, row by row."""
    across, down = (axis.reshape(-1, 1) for axis in np.meshgrid(shares, shares))
    top = quads[:, None, 0] + across * (quads[:, 1] - quads[:, 0])[:, None]
    low = quads[:, None, 3] + across * (quads[:, 2] - quads[:, 3])[:, None]
    return np.asarray(top + down * (low - top), np.float32)


def to_picture(outlines: Sequence[Outline], points: Floats) -> Floats:
    """Map points (n, k, 2) in the outlines' crops, 0 to 1 each way, to picture pixels."""
    onto = matrices(outlines)
    inverse = np.linalg.inv(onto[:, :, :2])
    pixels = points * np.array([CROP_WIDTH, CROP_HEIGHT], np.float32) - onto[:, None, :, 2]
    return np.asarray(pixels @ inverse.transpose(0, 2, 1), np.float32)
