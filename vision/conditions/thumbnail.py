"""The small copy of a picture, on which most conditions are judged."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.crops import Grey, Picture
from vision.tensor_format import Floats

THUMBNAIL_SIDE_PIXELS: Final = 576
"""The longer side, pixels, of the small copy on which most conditions are judged. It is a quarter of the Pi
camera's 2304, so that halving the picture twice, which is quick, makes the copy."""

CLIPPED_LEVEL: Final = 253
"""The level, of 255, from which a colour channel counts as at its maximum. JPEG and halving make the maximum
a little darker than 255."""

BURNT_OUT_MEAN_LEVEL: Final = 200
"""The least mean of the three channels of a burnt-out place. A bright red cloth reaches the maximum in the
red channel only."""


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """The small copy of a photograph, on which most conditions are judged."""

    grey: Grey
    """The small copy in grey levels, (h, w)."""
    scale: float
    """The size of the small copy as a share of the photograph's."""
    width: int
    """The photograph's width, pixels."""
    height: int
    """The photograph's height, pixels."""
    burnt: float = 0.0
    """The share of the photograph that is burnt out, 0-1."""

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and height of the small copy, pixels."""
        return self.grey.shape[1], self.grey.shape[0]


def make_thumbnail(picture: Picture) -> Thumbnail:
    """Return the small copy of a picture. A picture that is small already keeps its size."""
    height, width = picture.shape[:2]
    copy: Picture = picture
    # Halving is the only cheap way to shrink; the last resize works on an already small copy.
    while max(copy.shape[:2]) >= 2 * THUMBNAIL_SIDE_PIXELS and min(copy.shape[:2]) >= 2:
        half = (copy.shape[1] // 2, copy.shape[0] // 2)
        copy = np.asarray(cv2.resize(copy, half, interpolation=cv2.INTER_AREA), np.uint8)
    grey = np.asarray(cv2.cvtColor(copy, cv2.COLOR_BGR2GRAY), np.uint8)
    if max(grey.shape) > THUMBNAIL_SIDE_PIXELS:
        share = THUMBNAIL_SIDE_PIXELS / max(grey.shape)
        size = (max(1, round(grey.shape[1] * share)), max(1, round(grey.shape[0] * share)))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Thumbnail(grey, grey.shape[1] / width, width, height, _burnt(copy))


def _burnt(picture: Picture) -> float:
    """Return the share of the picture that is burnt out: bright, with at least one channel at its maximum."""
    few = picture[::4, ::4].reshape(-1, 3)
    return float(((few.max(1) >= CLIPPED_LEVEL) & (few.mean(1) >= BURNT_OUT_MEAN_LEVEL)).mean())


def mask_of(small: Thumbnail, quads: list[Floats], grow: float) -> Grey:
    """Return a mask of the small copy: 255 inside the card outlines, else 0.

    Each outline, (4, 2) photograph pixels, is first grown by `grow` of its size.
    """
    mask = np.zeros(small.grey.shape, np.uint8)
    for quad in quads:
        grown = (quad + (quad - quad.mean(0)) * grow) * small.scale
        cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 255)
    return mask
