"""Reading a corner letter in an upright crop of its own."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import GLYPH_SIDE, Floats, glyph_matrix
from vision.crops import Picture, Pyramid
from vision.network import run

TEMPERATURE: Final = 1.0
"""Divisor of the scores, measured on held-back pictures."""


def glyph_crop(pyramid: Pyramid, onto: NDArray[np.float64]) -> Picture:
    """The (80, 80, 3) crop that the (2, 3) map `onto` takes from the picture; grey beyond it."""
    shrink = 1.0 / max(1e-6, float(np.hypot(onto[0, 0], onto[1, 0])))
    # A level whose pixels are at most twice as fine as the crop's: linear sampling then sees every pixel.
    level = int(np.clip(np.floor(np.log2(max(1.0, shrink / 1.25))), 0, len(pyramid.levels) - 1))
    source, full = pyramid.levels[level], pyramid.levels[0]
    stretch = np.diag([full.shape[1] / source.shape[1], full.shape[0] / source.shape[0], 1.0])
    crop = cv2.warpAffine(
        source, onto @ stretch, (GLYPH_SIDE, GLYPH_SIDE), flags=cv2.INTER_LINEAR, borderValue=(127, 127, 127)
    )
    return np.asarray(crop, np.uint8)


def glyph_chances(pyramid: Pyramid, middles: Floats, ups: Floats, long: float) -> Floats:
    """(n, 28): for corner letters at `middles` (n, 2), standing along `ups` (n, 2), the probability of each
    letter and of none. `long`: pixels of a card's long side."""
    crops = [glyph_crop(pyramid, glyph_matrix(m, u, long)) for m, u in zip(middles, ups, strict=True)]
    scores = run("glyphs", np.stack(crops))[0] / TEMPERATURE
    odds = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True), np.float32)
