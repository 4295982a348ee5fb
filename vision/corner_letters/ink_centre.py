"""Find the centre of a corner letter's ink in its crop."""

from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.crops import Picture
from vision.tensor_format import GLYPH_SIDE, Floats

STROKE_CONTRAST_SHARE: Final = 0.5
"""The least darkness of a pixel for it to belong to a stroke of the corner letter, as a share of the contrast
between paper and ink. A half keeps the width of a blurred stroke."""


INK_RADIUS_PIXELS: Final = 8.0
"""The distance from the middle of the crop within which ink most likely belongs to the corner letter, pixels.
It is a little more than half of the letter's height. A figure printed beside the letter is twice as far.
Pixels of this crop are twice as large as those that the classifier sees."""

LEVELS_NEARNESS: Final = 0.2
"""The least nearness (`_nearness`) of a pixel to the crop's middle to count when the grey levels of paper and
ink are measured. Such pixels lie within 14 pixels of the middle, where only a letter and its paper are."""

DARKER_PIXEL_SHARES: Final = (0.6, 0.03)
"""The shares of the pixels near a corner letter that are darker than the level of its paper, and darker than
the level of its ink. So the two grey levels are found."""

LETTER_HEIGHT_PIXELS: Final = (5, GLYPH_SIDE / 2)
"""The least and the greatest height of a corner letter in its crop, pixels. A lower shape is a speck or a
stroke of a frame; a higher one is no letter."""

MIN_INK_CONTRAST: Final = 12.0
"""The difference in grey levels between paper and ink below which the ink may be noise."""

MAX_OFFSET_PIXELS: Final = 10.0
"""The greatest correction of a corner letter's middle, pixels of the crop. A larger offset is cut to it.
Offsets of up to a third of the letter's height were seen; ink further away is another letter."""


def ink_offset(crop: Picture) -> Floats:
    """Return the offset (2,) of a corner letter's centre from the centre of an (n, n, 3) crop, pixels to the
    right and down; 0 if no letter is found.

    The letter is the connected ink that has the most pixels near the centre and does not reach the crop's
    rim. The crop's pixels are twice as large as those of `glyph_crop`.
    """
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    near = _nearness(len(grey))
    inner = grey[near > LEVELS_NEARNESS]
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
    """Return the nearness (side, side) of each pixel of a crop to its middle: 1 in the middle, falling as a
    Gaussian of `INK_RADIUS_PIXELS`."""
    along = np.arange(side, dtype=np.float32) + 0.5 - side / 2
    apart = along[:, None] ** 2 + along**2
    return np.asarray(np.exp(-apart / (2 * INK_RADIUS_PIXELS**2)), np.float32)
