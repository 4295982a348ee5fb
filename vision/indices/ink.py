"""What colour a corner letter is printed in, seen against its own paper, how tall it is, and where it stands.

A pack's letters are printed in one ink and its figures mostly in another, red one, and smaller: in a corner
an 8 looks much like a B, but not like a black B as tall as the others.
"""

from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.codes import GLYPH_SIDE, Floats
from vision.crops import Picture

WITHIN: Final = 36
"""Pixels a side of a glyph's crop in which the letter stands; further out may be a card's edge."""

PAPER: Final = 50
"""Percentile of lightness from which a pixel there is paper: of a letter's surroundings more than half
is."""

INK: Final = 92
"""Percentile of the difference from the paper from which a pixel is ink: the strokes of an I fill a tenth."""

ABOUT: Final = 64
"""Pixels a side in which its height is looked for: letters are up to 45 high."""

MIDDLE: Final = 34
"""Pixels a side of the crop's middle, into which reaches what belongs to the letter."""

STROKE: Final = 0.5
"""Share of the ink's difference from the paper from which a pixel is a stroke: blurred ones stay as wide."""


NEAR: Final = 8.0
"""Pixels, half as fine as a glyph's crop, within which ink speaks most for being the letter's: a little more
than half of its height, and half of what a figure stands away."""

INNER: Final = 0.2
"""Nearness within which paper and ink are told apart: 14 pixels round the middle, a letter and its paper."""

LEVELS: Final = (0.6, 0.03)
"""Shares of what is there that are darker than paper, and than ink."""

HEIGHTS: Final = (5, GLYPH_SIDE / 2)
"""Pixels of a letter's height: less is a speck or a stroke of a frame, more no letter."""

FAINT: Final = 12.0
"""Steps of grey between paper and ink below which noise may be taken for ink."""

FURTHEST: Final = 10.0
"""Pixels by which a letter may stand off: a third of its height was seen. Further away stands another one."""


def tall(crop: Picture) -> float:
    """The height of the letter in the middle of a glyph's crop, pixels of the crop; 0 where it is not known.
    What runs on beyond where a letter may stand is a card's frame or edge."""
    start = (GLYPH_SIDE - ABOUT) // 2
    grey = cv2.cvtColor(crop[start : start + ABOUT, start : start + ABOUT], cv2.COLOR_BGR2GRAY)
    paper, black = np.percentile(grey, [60, 3])
    strokes = (grey < paper - STROKE * (paper - black)).astype(np.uint8)
    joined = cv2.morphologyEx(strokes, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    first = (ABOUT - MIDDLE) // 2
    own, ink_of = np.unique(labels[first : first + MIDDLE, first : first + MIDDLE], return_counts=True)
    own, ink_of = own[own > 0], ink_of[own > 0]
    boxes = stats[own]
    starts = boxes[:, [cv2.CC_STAT_LEFT, cv2.CC_STAT_TOP]]
    ends = starts + boxes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    within = (starts > 0).all(1) & (ends < ABOUT).all(1)
    if ink_of[within].sum() <= ink_of[~within].sum():  # empty, or the letter itself runs on into a frame
        return 0.0
    return float(ends[within, 1].max() - starts[within, 1].min())


def off_middle(crop: Picture) -> Floats:
    """(2,) how far, in pixels to the right and down, the letter's middle lies from that of a (n, n, 3) crop,
    half as fine as a glyph's but wider; 0 where no letter is made out. The ink nearest to the middle that
    does not run on to the rim is the letter's."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    near = _nearness(len(grey))
    inner = grey[near > INNER]
    at = [int(share * len(inner)) for share in LEVELS]
    paper, black = np.partition(inner, at)[at].astype(float)
    strokes = (grey < paper - STROKE * (paper - black)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(strokes)
    starts, sizes = stats[:, :2], stats[:, 2:4]
    within = (starts > 0).all(1) & (starts + sizes < len(grey)).all(1)
    letters = within & (sizes[:, 1] >= HEIGHTS[0]) & (sizes[:, 1] <= HEIGHTS[1])
    letters[0] = False
    if paper - black < FAINT or not letters.any():
        return np.zeros(2, np.float32)
    weights = np.bincount(labels.ravel(), near.ravel(), len(stats)) * letters
    best = int(weights.argmax())
    middle = starts[best] + sizes[best] / 2 - len(grey) / 2
    return np.asarray(np.clip(middle, -FURTHEST, FURTHEST), np.float32)


@cache
def _nearness(side: int) -> Floats:
    """(side, side) how near each pixel lies to the middle, 1 there."""
    along = np.arange(side, dtype=np.float32) + 0.5 - side / 2
    apart = along[:, None] ** 2 + along**2
    return np.asarray(np.exp(-apart / (2 * NEAR**2)), np.float32)


def ink(crop: Picture) -> Floats:
    """(3,) the direction, of length one, in which the ink of the letter in the middle of a glyph's crop
    differs from its paper: in lightness, from green to red, from blue to yellow (CIE Lab). Being a difference
    it is nearly the same under any light, and being a direction however blurred the letter is."""
    start = (GLYPH_SIDE - WITHIN) // 2
    part = np.ascontiguousarray(crop[start : start + WITHIN, start : start + WITHIN])
    pixels = cv2.cvtColor(part, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32)
    paper = np.median(pixels[pixels[:, 0] >= np.percentile(pixels[:, 0], PAPER)], axis=0)
    apart = pixels - paper
    far = np.linalg.norm(apart, axis=1)
    way = apart[far >= np.percentile(far, INK)].mean(0)
    return np.asarray(way / max(1e-6, float(np.linalg.norm(way))), np.float32)
