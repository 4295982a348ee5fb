"""Find the centre of a corner letter's ink in its crop."""

from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.crops import Picture
from vision.tensor_format import GLYPH_SIDE, Floats

STROKE_CONTRAST_SHARE: Final = 0.5
"""Share of the ink's difference from the paper from which a pixel is a stroke, so that blurred strokes stay
as wide.
"""


INK_RADIUS_PIXELS: Final = 8.0
"""Radius in pixels, half as fine as a glyph's crop, within which ink most likely belongs to the letter: a
little more than half of its height, and half of a figure's distance.
"""

INNER: Final = 0.2
"""Nearness within which paper and ink are distinguished: 14 pixels round the middle, a letter and its
paper.
"""

DARKER_PIXEL_SHARES: Final = (0.6, 0.03)
"""Shares of the pixels that are darker than paper, and than ink."""

LETTER_HEIGHT_PIXELS: Final = (5, GLYPH_SIDE / 2)
"""Range of a letter's height, pixels: less is a speck or a stroke of a frame, more is no letter."""

MIN_INK_CONTRAST: Final = 12.0
"""Steps of grey between paper and ink below which noise may be taken for ink."""

MAX_OFFSET_PIXELS: Final = 10.0
"""Greatest offset of a letter, pixels: a third of its height was seen. Further away stands another letter."""


def ink_offset(crop: Picture) -> Floats:
    """Return (2,) pixels to the right and down from the centre of an (n, n, 3) crop to the letter's centre; 0
    if no letter is found. The crop is half as fine as a glyph's, but wider. The ink nearest to the centre
    that does not reach the rim is the letter's.
    """
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    near = _nearness(len(grey))
    inner = grey[near > INNER]
    at = [int(share * len(inner)) for share in DARKER_PIXEL_SHARES]
    paper, black = np.partition(inner, at)[at].astype(float)
    strokes = (grey < paper - STROKE_CONTRAST_SHARE * (paper - black)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(strokes)
    starts, sizes = stats[:, :2], stats[:, 2:4]
    within = (starts > 0).all(1) & (starts + sizes < len(grey)).all(1)
    letters = within & (sizes[:, 1] >= LETTER_HEIGHT_PIXELS[0]) & (sizes[:, 1] <= LETTER_HEIGHT_PIXELS[1])
    letters[0] = False
    if paper - black < MIN_INK_CONTRAST or not letters.any():
        return np.zeros(2, np.float32)
    weights = np.bincount(labels.ravel(), near.ravel(), len(stats)) * letters
    best = int(weights.argmax())
    middle = starts[best] + sizes[best] / 2 - len(grey) / 2
    return np.asarray(np.clip(middle, -MAX_OFFSET_PIXELS, MAX_OFFSET_PIXELS), np.float32)


@cache
def _nearness(side: int) -> Floats:
    """Return (side, side) how near each pixel lies to the middle, 1 there."""
    along = np.arange(side, dtype=np.float32) + 0.5 - side / 2
    apart = along[:, None] ** 2 + along**2
    return np.asarray(np.exp(-apart / (2 * INK_RADIUS_PIXELS**2)), np.float32)
