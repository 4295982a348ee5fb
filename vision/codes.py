"""How numbers stand for pieces in the networks: shared by training, export and reading.

The finder says where pieces are without saying which way up they are, so that nothing jumps when a card is
turned all the way round: axes are given by the doubled angle (a card looks alike after a half turn) and the
fourfold angle (a square tile after a quarter turn). The speller looks at an
upright crop and settles the rest. The spotter looks closely at crowded places, for corner letters alone.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

STRIDE: Final = 4
"""Picture pixels of one cell of the finder's maps."""

HEAT: Final = 0
CENTRE: Final = slice(1, 3)  # from the cell to the middle of the piece, in cells of STRIDE * 4 pixels
SIZE: Final = slice(3, 5)  # log of (height, width) / SIZE_UNIT
TWICE: Final = slice(5, 7)  # cos, sin of twice the height axis' angle; near zero for squares
FOURFOLD: Final = slice(7, 9)  # cos, sin of four times the angle
FIELDS: Final = 9

CENTRE_UNIT: Final = 16.0
SIZE_UNIT: Final = 48.0

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"
BACK: Final = 4 * len(LETTERS)
NOTHING: Final = BACK + 1
STRANGER: Final = NOTHING + 1
CLASSES: Final = STRANGER + 1
"""Letter `i` turned by `k` quarter turns is class `k * 27 + i`; then a card's back; then nothing to read: no
piece, or no letter of it to be seen; then a piece that bears something else than a letter."""

CROP_WIDTH: Final = 160
CROP_HEIGHT: Final = 208
"""Pixels of a crop. A card 89 mm high then has some 1.9 a millimetre: enough for an index letter of 6 mm."""

CROP_MARGIN: Final = 1.25
"""The crop shows this much of the piece's own size, so that a rough outline still holds the whole piece."""


def frame(height: float, width: float) -> Floats:
    """(4, 2) corners, in crop units 0..1, of an upright piece of that size inside its crop."""
    scale = min(CROP_WIDTH / (CROP_MARGIN * width), CROP_HEIGHT / (CROP_MARGIN * height))
    half_x, half_y = scale * width / 2 / CROP_WIDTH, scale * height / 2 / CROP_HEIGHT
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return (0.5 + signs * np.array([half_x, half_y], np.float32)).astype(np.float32)


def crop_matrix(centre: Floats, height: float, width: float, angle: float) -> NDArray[np.float64]:
    """(2, 3) affine map from picture pixels to crop pixels.

    `angle` (radians, clockwise as seen) turns the picture's up direction into the piece's height axis.
    """
    scale = min(CROP_WIDTH / (CROP_MARGIN * width), CROP_HEIGHT / (CROP_MARGIN * height))
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[cos, sin], [-sin, cos]])
    shift = np.array([CROP_WIDTH / 2, CROP_HEIGHT / 2]) - turn @ np.asarray(centre, float)
    return np.column_stack([turn, shift])


def axes(quad: Floats) -> tuple[Floats, Floats]:
    """Height axis (upwards) and width axis (rightwards) of a (4, 2) quad, in pixels, as mean edges."""
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    return up.astype(np.float32), right.astype(np.float32)


def lean(up: Floats) -> float:
    """Angle, radians clockwise as seen (y downwards), of an axis against the picture's up direction."""
    return float(np.arctan2(up[0], -up[1]))


INDEX_LONG: Final = 240.0
"""Pixels of a card's long side in what the spotter is shown: a corner letter is then some twenty high."""

INDEX_LEAST: Final = 100.0
"""Pixels of a card's long side from which lessons show its corner letters; some smaller ones are read too."""

SPOT_UP: Final = slice(1, 3)  # right, up of the corner letter's own up direction, length one
SPOT_CORNER: Final = slice(
    3, 5
)  # from the cell to the card's sharp corner there, in cells of CENTRE_UNIT pixels
SPOT_LETTER: Final = slice(5, 5 + len(LETTERS))  # one score a letter
SPOT_FIELDS: Final = 5 + len(LETTERS)

GLYPH_SIDE: Final = 80
"""Pixels of the square, upright crop in which a corner letter is read."""

GLYPH_REACH: Final = 0.28
"""Side of that crop in card lengths: the largest corner letters, of cards with nothing else, take 0.23."""

GLYPH_NOTHING: Final = len(LETTERS)
GLYPH_CLASSES: Final = GLYPH_NOTHING + 1


def glyph_matrix(middle: Floats, up: Floats, long: float) -> NDArray[np.float64]:
    """(2, 3) affine map from picture pixels to the crop round a corner letter whose up direction (length one)
    is `up`; `long`: pixels of the card's long side."""
    scale = GLYPH_SIDE / (GLYPH_REACH * long)
    turn = scale * np.array([[-up[1], up[0]], [-up[0], -up[1]]], np.float64)
    return np.column_stack([turn, GLYPH_SIDE / 2 - turn @ np.asarray(middle, np.float64)])
