"""Flatten a card: make a small upright picture of it, in which its figure is searched.

Every card is stretched onto the same frame by its four corners, whatever its shape and direction. A figure is
then upright or upside down, and six to thirteen pixels high.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Picture, Pyramid
from vision.tensor_format import Floats

FLAT_WIDTH_PIXELS: Final = 152
"""The width of a card's flattened picture, in which its figure is read, pixels. The ratio of width
to height is 57 to 89, as for most cards, rounded up to a multiple of `CELL_PIXELS`."""

FLAT_HEIGHT_PIXELS: Final = 240
"""The height of a card's flattened picture, in which its figure is read, pixels: 2.6 a millimetre
of most cards. No photograph of a whole table shows finer detail."""

CARD_MARGIN_PIXELS: Final = 6
"""The pixels of margin round the card in its flattened picture, in which figures are read. The margin allows
for an error in the corners of a fiftieth of the card's long side."""

CELL_PIXELS: Final = 8
"""The side in pixels of one cell of a card's flattened picture. The network for figures tells for each cell
which figure it shows. A figure of one digit fills about one cell."""

CELL_ROWS: Final = FLAT_HEIGHT_PIXELS // CELL_PIXELS
"""The number of cells from top to bottom of a card, in the maps that the network for figures returns."""

CELL_COLUMNS: Final = FLAT_WIDTH_PIXELS // CELL_PIXELS
"""The number of cells from left to right of a card, in the maps that the network for figures returns."""

FIGURE_COUNT: Final = 15
"""The number of figures that are distinguished, 1 to 15; no known pack has others. The fields of a map are
the upright figures in order, then the upside-down figures."""

FLAT_CARD_CORNERS: Final = np.array(
    [
        [CARD_MARGIN_PIXELS, CARD_MARGIN_PIXELS],
        [FLAT_WIDTH_PIXELS - CARD_MARGIN_PIXELS, CARD_MARGIN_PIXELS],
        [FLAT_WIDTH_PIXELS - CARD_MARGIN_PIXELS, FLAT_HEIGHT_PIXELS - CARD_MARGIN_PIXELS],
        [CARD_MARGIN_PIXELS, FLAT_HEIGHT_PIXELS - CARD_MARGIN_PIXELS],
    ],
    np.float32,
)
"""The corners (4, 2) of the card within its flattened picture, pixels, inside the margin."""


def flattening_matrix(quad: Floats) -> NDArray[np.float64]:
    """Return the homography (3, 3) from photograph pixels to pixels of the flattened picture, for a card with
    corners `quad` (4, 2)."""
    return np.asarray(
        cv2.getPerspectiveTransform(np.ascontiguousarray(quad, np.float32), FLAT_CARD_CORNERS), np.float64
    )


def flatten_card(pyramid: Pyramid, quad: Floats) -> Picture:
    """Return the flattened upright picture (240, 152, 3) of a card, in which its figure is read.
    `quad` (4, 2) are the card's corners, photograph pixels. Places beyond the photograph are grey."""
    long = max(float(np.hypot(*(quad[3] - quad[0]))), float(np.hypot(*(quad[2] - quad[1]))), 1.0)
    shrink = long / (FLAT_HEIGHT_PIXELS - 2 * CARD_MARGIN_PIXELS)
    # A level whose pixels are at most twice as fine as the result's: linear sampling then sees every pixel.
    level = int(np.clip(np.floor(np.log2(max(1.0, shrink / 1.25))), 0, len(pyramid.levels) - 1))
    source, full = pyramid.levels[level], pyramid.levels[0]
    stretch = np.diag([full.shape[1] / source.shape[1], full.shape[0] / source.shape[0], 1.0])
    flat = cv2.warpPerspective(
        source,
        flattening_matrix(quad) @ stretch,
        (FLAT_WIDTH_PIXELS, FLAT_HEIGHT_PIXELS),
        flags=cv2.INTER_LINEAR,
        borderValue=(127, 127, 127),
    )
    return np.asarray(flat, np.uint8)
