"""What colour the paper of cards is: a pack is printed on one."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats
from vision.crops import Pyramid, colours

FINE: Final = 640
"""Longer side, pixels, of the picture whose colours are asked: paper and table are all that it must show."""

INNER: Final = np.linspace(0.15, 0.85, 6, dtype=np.float32)
"""Shares of a card's width and height at which its colour is looked at."""


def paper(pyramid: Pyramid, quads: Floats) -> Floats:
    """(n, 3) the colour that most of each (n, 4, 2) card shows, blue, green, red; letters left out."""
    return np.asarray(np.median(colours(pyramid, quads, INNER, FINE), axis=1), np.float32)


def in_lab(seen: NDArray[np.generic]) -> Floats:
    """(..., 3) blue, green, red of 0 to 255 in CIELAB, lightness 0 to 100."""
    flat = np.ascontiguousarray(seen, np.float32).reshape(-1, 1, 3) / 255
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(seen.shape), np.float32)
