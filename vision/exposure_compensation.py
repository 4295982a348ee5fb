"""A picture as it would look in the exposure of another one of the same scene.

A camera whose exposure follows the picture makes the table darker when white cards come to lie on it, without
anything on the table having changed. What it does to all of a picture is found from all of it, and taken out.
"""

from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

BRIGHTNESS_GROUPS: Final = 8
"""Number of groups of equally bright pixels, of equal size: the change of most of a group's pixels gives the
exposure. At worst cards and arms are most of two groups.
"""

MIN_BRIGHTNESS_RATIO: Final = 1.15
"""Ratio between the brightness of two groups: from this ratio on, they show a change of contrast and not
noise.
"""

MAX_CONTRAST_FACTOR: Final = 2.0
"""Greatest factor by which a camera raises contrast, and its reciprocal the least: cameras' curves are far
from it.
"""

COMPRESSED_GREY_LEVEL: Final = 200
"""Grey levels from which cameras compress bright places, if these are brighter than nearly all of the
picture: with less exposure a lamp's reflection darkens less than the rest of the table.
"""

_LEVELS: Final = np.arange(1, 257, dtype=np.float64)
"""Grey levels, each raised by one, so that black has a logarithm."""


def match_exposure(before: Grey, now: Grey) -> Grey:
    """Return the grey (h, w) picture `before` in the exposure of `now`, which has the same size. Unchanged
    places then agree except for noise. Light that changed on a part of the table remains a difference.
    """
    curve, known = _curve(before, now)
    usual = cv2.LUT(before, curve)
    low, high = cv2.min(usual, before), cv2.max(usual, before)
    glaring = np.asarray(cv2.min(cv2.max(now, low), high), np.uint8)
    return np.where((high >= COMPRESSED_GREY_LEVEL) & (before > known), glaring, usual).astype(np.uint8)


def _curve(before: Grey, now: Grey) -> tuple[Grey, float]:
    """Return (256,) grey levels of `now` by those of `before`: a gain and a power of the light where the
    groups give one; and the level above which no group gave any.
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
