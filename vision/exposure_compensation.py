"""Convert a picture to the exposure of another picture of the same scene.

A camera with automatic exposure makes the table darker when white cards come to lie on it, although nothing
else on the table changed. The change that all of the picture shares is measured and removed.
"""

from itertools import combinations
from typing import Final

import cv2
import numpy as np

from vision.crops import Grey

BRIGHTNESS_GROUPS: Final = 8
"""The number of groups of equally bright pixels, each with the same number of pixels. The median change of
each group gives the exposure. Cards and arms are the majority in at most two of the groups."""

MIN_BRIGHTNESS_RATIO: Final = 1.15
"""The least ratio between the brightness of two groups of pixels for the two to measure the change of
contrast. With a smaller ratio, noise would decide."""

MAX_CONTRAST_FACTOR: Final = 2.0
"""The greatest factor by which a changed exposure can raise the contrast between two pictures; its reciprocal
is the least. Real cameras stay far within the two."""

COMPRESSED_GREY_LEVEL: Final = 200
"""The grey level above which cameras compress the brightness of a picture. If the exposure becomes shorter, a
lamp's reflection, which is above it, darkens less than the rest of the table."""

_LEVELS: Final = np.arange(1, 257, dtype=np.float64)
"""The grey levels 0 to 255, each raised by one, so that black has a logarithm."""


def match_exposure(before: Grey, now: Grey) -> Grey:
    """Return the grey (h, w) picture `before` in the exposure of `now`, which has the same size.

    Unchanged places then agree except for noise. A change of the light on a part of the table remains a
    difference.
    """
    curve, known = _exposure_curve(before, now)
    usual = cv2.LUT(before, curve)
    low, high = cv2.min(usual, before), cv2.max(usual, before)
    glaring = np.asarray(cv2.min(cv2.max(now, low), high), np.uint8)
    return np.where((high >= COMPRESSED_GREY_LEVEL) & (before > known), glaring, usual).astype(np.uint8)


def _exposure_curve(before: Grey, now: Grey) -> tuple[Grey, float]:
    """Return a table (256,) that converts the grey levels of `before` to the exposure of `now`, and the level
    in `before` above which the table is extrapolated.

    The pixels are divided into groups by their brightness in `before`. The table is a power curve with a
    gain, fitted to the groups' medians in the two pictures.
    """
    order = np.argsort(before, axis=None, kind="stable")
    was, became = (
        np.log(
            [np.median(part) + 1.0 for part in np.array_split(picture.reshape(-1)[order], BRIGHTNESS_GROUPS)]
        )
        for picture in (before, now)
    )
    pairs = [
        (i, j)
        for i, j in combinations(range(BRIGHTNESS_GROUPS), 2)
        if was[j] - was[i] >= np.log(MIN_BRIGHTNESS_RATIO)
    ]
    slopes = [(became[j] - became[i]) / (was[j] - was[i]) for i, j in pairs]
    power = float(np.clip(np.median(slopes), 1 / MAX_CONTRAST_FACTOR, MAX_CONTRAST_FACTOR)) if slopes else 1.0
    gain = float(np.median(became - power * was))
    levels = np.exp(gain + power * np.log(_LEVELS)) - 1.0
    return np.clip(np.round(levels), 0, 255).astype(np.uint8), float(np.exp(was[-1]))
