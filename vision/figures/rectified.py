"""The small upright picture of one card in which its figure is looked for.

Every card is stretched onto the same frame by its four corners, whatever its shape and however it lies: a
figure then stands upright or on its head, and is six to thirteen pixels high.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Picture, Pyramid
from vision.tensor_format import Floats

WIDTH: Final = 152
"""Pixels of the sheet across: 57 to 89 of its height, as most cards have, to the next whole `CELL_PIXELS`."""

HEIGHT: Final = 240
"""Pixels of the sheet down, 2.6 a millimetre of most cards: no photograph of a whole table shows more of
them."""

RIM_PIXELS: Final = 6
"""Pixels round the card in the sheet: its corners are known to a fiftieth of its long side."""

CELL_PIXELS: Final = 8
"""Pixels of one cell of the network's maps: a figure of one digit fills about one."""

ROWS: Final = HEIGHT // CELL_PIXELS
"""Cells of a map from its head to its foot ..."""

COLUMNS: Final = WIDTH // CELL_PIXELS
"""... and across."""

FIGURES: Final = 15
"""The figures told apart are 1 to 15: the packs known have no other. A map's fields are the upright figures
in turn, then those that stand on their heads."""

FRAME: Final = np.array(
    [
        [RIM_PIXELS, RIM_PIXELS],
        [WIDTH - RIM_PIXELS, RIM_PIXELS],
        [WIDTH - RIM_PIXELS, HEIGHT - RIM_PIXELS],
        [RIM_PIXELS, HEIGHT - RIM_PIXELS],
    ],
    np.float32,
)
"""(4, 2) where a card's corners are in its sheet."""


def sheet_matrix(quad: Floats) -> NDArray[np.float64]:
    """Return the (3, 3) map from photograph pixels to the sheet of a card with corners `quad` (4, 2)."""
    return np.asarray(cv2.getPerspectiveTransform(np.ascontiguousarray(quad, np.float32), FRAME), np.float64)


def sheet(pyramid: Pyramid, quad: Floats) -> Picture:
    """Return the (240, 152, 3) sheet of the card with corners `quad` (4, 2), photograph pixels; grey beyond
    the picture.
    """
    long = max(float(np.hypot(*(quad[3] - quad[0]))), float(np.hypot(*(quad[2] - quad[1]))), 1.0)
    shrink = long / (HEIGHT - 2 * RIM_PIXELS)
    # A level whose pixels are at most twice as fine as the sheet's: linear sampling then sees every pixel.
    level = int(np.clip(np.floor(np.log2(max(1.0, shrink / 1.25))), 0, len(pyramid.levels) - 1))
    source, full = pyramid.levels[level], pyramid.levels[0]
    stretch = np.diag([full.shape[1] / source.shape[1], full.shape[0] / source.shape[0], 1.0])
    flat = cv2.warpPerspective(
        source, sheet_matrix(quad) @ stretch, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR,
        borderValue=(127, 127, 127),
    )  # fmt: skip
    return np.asarray(flat, np.uint8)
