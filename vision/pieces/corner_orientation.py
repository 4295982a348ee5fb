"""Tell the direction of a card by its corner letters: the upper left one is upright like the letter in the
middle, the lower right one is upside down.

The corner letters are not segmented, since ornaments may touch them, and with a few pixels they may look like
a figure. Instead, small copies of the letter in the middle are searched in the corners.
"""

from typing import Final

import cv2
import numpy as np

from vision.crops import Grey
from vision.pieces.components import Component
from vision.tensor_format import Floats

CORNER_SHARES: Final = (0.36, 0.32)
"""The part of a card's copy in which a corner letter is searched, from a corner of the copy: shares of its
width and height. The part includes the margin round the card."""

LETTER_RIM_PIXELS: Final = 4
"""The width in pixels of the blank paper round the large letter, which is compared with the corners together
with the letter. Most other print has less blank paper around it."""

SMALL_LETTER_SHARES: Final = (0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.25, 0.28, 0.32, 0.36)
"""The heights at which a small copy of the large letter is searched in the corners, as shares of the large
letter's height. Corner letters between two of these heights are found, too, since neighbouring sizes look
alike."""

MIN_LETTER_SIDE_PIXELS: Final = 6
"""The least height and width, pixels, of the small copies of the large letter that are compared with the
corners. A smaller letter has no shape."""

MIN_CORNER_CORRELATION: Final = 0.65
"""The least correlation between the letter in the middle and the print in each of the two corners, upright or
upside down, for the print to count as a corner letter. Of 1,415 M and W on traced tables it is at most 0.61
without a corner letter, and at least 0.68 with a visible one."""

MIN_CORNER_LIKENESS_DIFFERENCE: Final = 0.05
"""The least difference in likeness (correlation) between the letter upright and the letter upside down, in
each of the two corners. With a smaller difference the corners do not tell the direction. In 330 cases the
difference was 0.04 or at least 0.10, and the better direction was always the right one."""


def are_corners_upright(dark: Grey, letter: Component) -> bool | None:
    """Return True if the corner letters show that the card is upright, False if they show that it is upside
    down, and None if they do not tell."""
    top, left = max(0, letter.top - LETTER_RIM_PIXELS), max(0, letter.left - LETTER_RIM_PIXELS)
    low, right = (
        letter.top + letter.height + LETTER_RIM_PIXELS,
        letter.left + letter.width + LETTER_RIM_PIXELS,
    )
    middle = dark[top:low, left:right].astype(np.float32)
    high, wide = round(CORNER_SHARES[1] * dark.shape[0]), round(CORNER_SHARES[0] * dark.shape[1])
    upper, lower = dark[:high, :wide], dark[-high:, -wide:]
    as_upper = _corner_likeness(upper, middle)
    if max(as_upper) < MIN_CORNER_CORRELATION:
        return None  # most packs have no corner letters, and searching the other corner took as long
    as_lower = _corner_likeness(np.ascontiguousarray(lower[::-1, ::-1]), middle)
    if max(as_lower) < MIN_CORNER_CORRELATION:
        return None
    leans = as_upper[0] - as_upper[1], as_lower[0] - as_lower[1]
    return (
        None
        if min(map(abs, leans)) < MIN_CORNER_LIKENESS_DIFFERENCE or leans[0] * leans[1] < 0
        else leans[0] > 0
    )


def _corner_likeness(corner: Grey, letter: Floats) -> tuple[float, float]:
    """Return the greatest likeness of any print in the corner to the upright letter, and to the letter
    upside down. All `SMALL_LETTER_SHARES` are tried."""
    corner_floats = corner.astype(np.float32)
    small = (_smaller(letter, size) for size in SMALL_LETTER_SHARES)
    fitting = [one for one in small if min(one.shape) >= MIN_LETTER_SIDE_PIXELS]
    upright = max((_best(corner_floats, one) for one in fitting), default=0.0)
    upside_down = max(
        (_best(corner_floats, np.ascontiguousarray(one[::-1, ::-1])) for one in fitting), default=0.0
    )
    return upright, upside_down


def _smaller(letter: Floats, size: float) -> Floats:
    width, height = (max(1, round(size * side)) for side in letter.shape[::-1])
    return np.asarray(cv2.resize(letter, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def _best(corner: Floats, small: Floats) -> float:
    return float(cv2.matchTemplate(corner, small, cv2.TM_CCOEFF_NORMED).max())
