"""Draw letters that are another letter when turned: an M that is a W after half a turn, an N that is a Z and
a C that is a U after a quarter turn. They are drawn in lines of equal thickness, so that nothing shows which
letter is meant.

In nearly every typeface the two letters differ a little, and a person who knows the typeface can distinguish
them.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from vision.render.brushes import Colour, Image, Patch, Points, polyline, xy
from vision.render.pieces import RenderedPiece

_BEND_ANGLES: Final = np.linspace(-np.pi / 2, -3 * np.pi / 2, 13)
"""The angles of the points of the half circle of a C, radians. They are 15 degrees apart, so that the
half circle looks round at the size of a card."""

_STROKES: Final[dict[str, Points]] = {
    "MW": xy([(0.0, 1.0), (0.18, 0.0), (0.5, 1.0), (0.82, 0.0), (1.0, 1.0)]),
    "NZ": xy([[0, 1], [0, 0], [1, 1], [1, 0]]),
    "CU": np.vstack(
        [xy([[1, 0]]), 0.5 + 0.5 * np.stack([np.cos(_BEND_ANGLES), np.sin(_BEND_ANGLES)], 1), xy([[1, 1]])]
    ),
}
"""For a pair of letters such as MW, the line that draws a letter which may be read as either of them.
Upright it is the first letter, turned it is the second. The line consists of points in a square of side 1."""

STROKE_HEIGHTS: Final = 0.17
"""The thickness of the strokes, as a share of the letter's height."""


def twofold(
    piece: RenderedPiece, bare: RenderedPiece, letters: str, size: float, ink: Colour
) -> RenderedPiece:
    """Return `piece` with one print on its upper side: a letter that may be read as either of the two
    `letters`, such as M and W. The rest of the print is that of `bare`, a piece without a letter.

    The letter's side is `size`, a share of the piece's width. Raise KeyError if `letters` is not MW, NZ or
    CU.
    """
    stroke = _STROKES[letters]

    def paint(ppm: float) -> Patch:
        patch = bare.paint(ppm)
        return replace(patch, image=_struck(patch.image, stroke, size, ink))

    return replace(piece, paint=paint)


def _struck(image: Image, stroke: Points, size: float, ink: Colour) -> Image:
    height, width = image.shape[:2]
    side = size * width
    out = image.copy()
    onto = stroke * side + xy([(width - side) / 2, (height - side) / 2])
    polyline(out, onto.astype(np.float32), ink, STROKE_HEIGHTS * side)
    return out
