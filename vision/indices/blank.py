"""Whether a pack has corner letters alone: then little is to be read of a card, and stands there twice."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats
from vision.crops import Pyramid, colours

FINE: Final = 1000
"""Longer side, pixels, of the picture that is asked: a letter's strokes are to be seen there still."""

INNER: Final = np.linspace(0.32, 0.68, 9, dtype=np.float32)
"""Shares of a card's width and height at which it is looked at: corner letters stand further out."""

FAINT: Final = 0.25
"""Share of the paper's lightness by which that may differ, in noise and shadow, where nothing is printed:
most ink takes twice as much and more. By judgement."""


def blank(pyramid: Pyramid, quads: Floats) -> NDArray[np.bool_]:
    """(n,) whether the middles of (n, 4, 2) cards, pixels, are plain paper."""
    if not len(quads):
        return np.zeros(0, np.bool_)
    seen = colours(pyramid, quads, INNER, FINE)
    light = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)
    dark, paper = np.percentile(light, [4, 60], axis=1)
    return np.asarray(dark > (1 - FAINT) * paper, np.bool_)
