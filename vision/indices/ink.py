"""What colour a corner letter is printed in, seen against its own paper.

A pack's letters are printed in one ink and its figures mostly in another, red one: in a corner an 8 looks
much like a B, but not like a black B.
"""

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
