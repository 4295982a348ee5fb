"""The numbers that stand for pieces in the networks: shared by training, export and reading.

The finder gives the places of pieces without telling which way up they are, so that its output stays
continuous when a card is turned all the way round: the doubled angle gives the axes of a card (which looks
alike after a half turn), the fourfold angle those of a square tile (after a quarter turn). The speller looks
at an upright crop and decides the rest. The spotter looks closely at crowded places, for corner letters
alone.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

STRIDE: Final = 4
"""Picture pixels of one cell of the finder's and the spotter's maps: corner letters of a fan, 30 pixels apart
in the spotter's view, are then seven cells apart; at two there would be four times as many cells to compute.
"""

HEAT: Final = 0
"""Field of the probability that a piece's middle is here. The order of these fields is free, but the
committed networks have it.
"""

CENTRE: Final = slice(1, 3)  # from the cell to the middle of the piece, in cells of STRIDE * 4 pixels
SIZE: Final = slice(3, 5)  # log of (height, width) / SIZE_UNIT
TWICE: Final = slice(5, 7)  # cos, sin of twice the height axis' angle; near zero for squares
FOURFOLD: Final = slice(7, 9)  # cos, sin of four times the angle
FIELDS: Final = 9
"""The number of fields."""

CENTRE_UNIT: Final = 16.0
"""Pixels of one unit of a place: about the usual distances (half of a small card in the finder's look, the 30
from a letter to its card's corner in the spotter's), so that the networks learn numbers about one. The
committed networks were trained with it.
"""

SIZE_UNIT: Final = 48.0
"""Pixels whose logarithm is zero: a card, 89 mm, is 47 of the finder's 640 if these show 1.2 m of table, so
that the networks learn numbers about zero. The committed networks were trained with it.
"""

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"
"""The classes of the networks, in the order of their outputs: the letters, and the Master."""

BACK: Final = 4 * len(LETTERS)
"""The class after all letters in all four quarter turns."""

NOTHING: Final = BACK + 1
"""The class of nothing to read: no piece, or no visible letter."""

STRANGER: Final = NOTHING + 1
"""The class of a piece that shows something else than a letter."""

CLASSES: Final = STRANGER + 1
"""Letter `i` turned by `k` quarter turns is class `k * 27 + i`; the three others follow."""

CROP_WIDTH: Final = 160
"""Width of a crop, pixels: enough for pieces up to three quarters as wide as high to be shown as large as
their height allows. A multiple of 16: the speller halves it four times.
"""

CROP_HEIGHT: Final = 208
"""Height of a crop, pixels: a card 89 mm high then has some 1.9 a millimetre, enough for an index letter of 6
mm. Likewise a multiple of 16.
"""

CROP_MARGIN: Final = 1.25
"""Extent of the crop, in sizes of the piece, so that a rough outline still holds the whole piece."""


def frames(height: NDArray[np.float64], width: NDArray[np.float64]) -> Floats:
    """Return (n, 4, 2) corners, in crop units 0..1, of upright pieces of (n,) sizes inside their crops."""
    scale = crop_scale(height, width)
    half = np.stack([scale * width / (2 * CROP_WIDTH), scale * height / (2 * CROP_HEIGHT)], 1)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return (0.5 + signs * half[:, None].astype(np.float32)).astype(np.float32)


def crop_scale(height: NDArray[np.float64], width: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (n,) crop pixels per picture pixel, for pieces of (n,) sizes."""
    return np.minimum(CROP_WIDTH / (CROP_MARGIN * width), CROP_HEIGHT / (CROP_MARGIN * height))


def axes(quad: Floats) -> tuple[Floats, Floats]:
    """Return the height axis (upwards) and the width axis (rightwards) of a (..., 4, 2) quad, in pixels, as
    mean edges: (..., 2) each.
    """
    one, two, three, four = (quad[..., corner, :] for corner in range(4))
    up, right = (one + two - three - four) / 2, (two + three - one - four) / 2
    return up.astype(np.float32), right.astype(np.float32)


def lean(up: Floats) -> float:
    """Return the angle, radians clockwise as seen (y downwards), of an axis against the picture's up
    direction.
    """
    return float(np.arctan2(up[0], -up[1]))


INDEX_LONG: Final = 240.0
"""Long side of a card in the spotter's view, pixels: a corner letter is then some twenty high."""

INDEX_LEAST: Final = 100.0
"""Long side of a card, pixels, from which training shows its corner letters: one of 6 mm is then seven pixels
high, and hardly a letter below. Some smaller ones are read, too.
"""

SPOT_UP: Final = slice(1, 3)  # right, up of the corner letter's own up direction, length one
SPOT_CORNER: Final = slice(
    3, 5
)  # from the cell to the card's sharp corner there, in cells of CENTRE_UNIT pixels
SPOT_LETTER: Final = slice(5, 5 + len(LETTERS))  # one score a letter
SPOT_FIELDS: Final = 5 + len(LETTERS)
"""The number of fields, heat included."""

GLYPH_SIDE: Final = 80
"""Side of the square, upright crop in which a corner letter is read, pixels: 3.2 a millimetre of a card,
slightly more than in the spotter's view, so that nothing is lost. A multiple of 16: the network halves it
four times.
"""

GLYPH_REACH: Final = 0.28
"""Side of that crop in card lengths: the largest corner letters, of cards with nothing else, take 0.23."""

GLYPH_NOTHING: Final = len(LETTERS)
"""The class of no corner letter, after all letters, which stand upright there."""

GLYPH_CLASSES: Final = GLYPH_NOTHING + 1
"""The letters, then that it is none."""


def glyph_matrix(middle: Floats, up: Floats, long: float) -> NDArray[np.float64]:
    """Return (2, 3) affine map from picture pixels to the crop round a corner letter whose up direction
    (length one) is `up`; `long`: pixels of the card's long side.
    """
    scale = GLYPH_SIDE / (GLYPH_REACH * long)
    turn = scale * np.array([[-up[1], up[0]], [-up[0], -up[1]]], np.float64)
    return np.column_stack([turn, GLYPH_SIDE / 2 - turn @ np.asarray(middle, np.float64)])
