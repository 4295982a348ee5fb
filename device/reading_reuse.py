"""Find the pieces of an earlier picture that look the same in a later one. Their readings are still valid."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from device.hardware.camera import Image
from engine.observation import Quad

COMPARED_WIDTH_PIXELS: Final = 480
"""Width at which pictures are compared, pixels. A card is some thirty of them wide, enough for its letter,
and comparing takes about a millisecond."""
CHANGED_GREY_LEVELS: Final = 40
"""Minimum difference in grey levels at which a pixel counts as changed. A sensor's noise is a few levels;
print differs from paper by a hundred."""
MIN_CHANGED_SHARE: Final = 0.06
"""Minimum share of changed pixels, 0 to 1, at which a piece counts as changed, so that its earlier
letter is no longer shown. If another letter takes a card's place, a larger share changes in
nineteen of twenty cases (rendered pictures, 1920 pixels wide). If the camera trembles by 0.8 mm
of table, a smaller share of nearly every card changes."""


def unchanged_pieces(earlier: Image, later: Image, pieces: Sequence[Quad]) -> tuple[bool, ...]:
    """Return for each of `pieces` (corners in pixels of `earlier`) whether it looks the same in `later`. All
    are False if the pictures have different sizes."""
    if earlier.shape != later.shape:
        return (False,) * len(pieces)
    before, after = _small(earlier), _small(later)
    scale = COMPARED_WIDTH_PIXELS / earlier.shape[1]
    return tuple(_alike(before, after, np.array(quad) * scale) for quad in pieces)


def _small(image: Image) -> NDArray[np.int16]:
    height, width = image.shape[:2]
    size = (COMPARED_WIDTH_PIXELS, max(1, round(height * COMPARED_WIDTH_PIXELS / width)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return grey.astype(np.int16)


def _alike(before: NDArray[np.int16], after: NDArray[np.int16], quad: NDArray[np.float64]) -> bool:
    """Return True if a piece and its surroundings look alike in two pictures, apart from a uniform
    change of the light."""
    left, top = np.maximum(np.floor(quad.min(0)), 0).astype(int)
    right, bottom = np.ceil(quad.max(0)).astype(int) + 1
    difference = after[top:bottom, left:right] - before[top:bottom, left:right]
    if not difference.size:
        return False
    return (
        float((np.abs(difference - np.median(difference)) > CHANGED_GREY_LEVELS).mean()) < MIN_CHANGED_SHARE
    )
