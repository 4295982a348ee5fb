"""The letters in a card's corners against the one in its middle: the upper left one stands as that does, the
lower right one on its head.

They are not cut out of what is printed there, which ornaments may touch and a few pixels may not tell from a
figure: the letter in the middle, made small, is looked for.
"""

from typing import Final

import cv2
import numpy as np

from vision.pieces.components import Component, Grey
from vision.tensor_format import Floats

CORNER_SHARES: Final = (0.36, 0.32)
"""Shares of the copy's width and height within which a corner letter lies, the surroundings of the card
included.
"""

RIM_PIXELS: Final = 4
"""Pixels of paper round the large letter that are taken with it: other print mostly has less free paper
around it.
"""

SMALL_LETTER_SHARES: Final = (0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.25, 0.28, 0.32, 0.36)
"""Heights of small letters, as shares of the large letter's, in steps within which they remain alike."""

MIN_LETTER_HEIGHT_PIXELS: Final = 6
"""Pixels of a small letter's height from which it has a shape."""

MIN_CORNER_CORRELATION: Final = 0.65
"""Least correlation of the print in both corners with the letter, in one direction or the other, to be the
letter: of 1,415 M and W on traced tables it is at most 0.61 without a corner letter, and at least 0.68 with a
visible one ...
"""

MIN_LIKENESS_DIFFERENCE: Final = 0.05
"""... and greater likeness in one direction than in the other in both corners: in 330 cases 0.04 and in the
others at least 0.10, and always in the right direction.
"""


def corners_say_upright(dark: Grey, letter: Component) -> bool | None:
    """Tell whether the letter stands as its twin at the copy's upper left corner (True), or as the one at the
    lower right (False); None if no corner letter tells.
    """
    top, left = max(0, letter.top - RIM_PIXELS), max(0, letter.left - RIM_PIXELS)
    low, right = letter.top + letter.height + RIM_PIXELS, letter.left + letter.width + RIM_PIXELS
    middle = dark[top:low, left:right].astype(np.float32)
    high, wide = round(CORNER_SHARES[1] * dark.shape[0]), round(CORNER_SHARES[0] * dark.shape[1])
    upper, lower = dark[:high, :wide], dark[-high:, -wide:]
    as_upper = _alike(upper, middle)
    if max(as_upper) < MIN_CORNER_CORRELATION:
        return None  # most packs have none, and to look for the other took as long
    as_lower = _alike(np.ascontiguousarray(lower[::-1, ::-1]), middle)
    if max(as_lower) < MIN_CORNER_CORRELATION:
        return None
    leans = as_upper[0] - as_upper[1], as_lower[0] - as_lower[1]
    return None if min(map(abs, leans)) < MIN_LIKENESS_DIFFERENCE or leans[0] * leans[1] < 0 else leans[0] > 0


def _alike(corner: Grey, letter: Floats) -> tuple[float, float]:
    """Return how alike the letter is to any print in the corner, in any of the `SMALL_LETTER_SHARES`,
    upright and upside down.
    """
    found = corner.astype(np.float32)
    small = (_smaller(letter, size) for size in SMALL_LETTER_SHARES)
    fitting = [one for one in small if min(one.shape) >= MIN_LETTER_HEIGHT_PIXELS]
    upright = max((_best(found, one) for one in fitting), default=0.0)
    upside_down = max((_best(found, np.ascontiguousarray(one[::-1, ::-1])) for one in fitting), default=0.0)
    return upright, upside_down


def _smaller(letter: Floats, size: float) -> Floats:
    width, height = (max(1, round(size * side)) for side in letter.shape[::-1])
    return np.asarray(cv2.resize(letter, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def _best(found: Floats, small: Floats) -> float:
    return float(cv2.matchTemplate(found, small, cv2.TM_CCOEFF_NORMED).max())
