"""The numbers that stand for pieces in the networks, shared by training, export and reading.

The finder gives the place of a piece without its direction, so that its output is continuous while a card is
turned all the way round. The doubled angle gives the axes of a card, which looks alike after a half turn. The
fourfold angle gives the axes of a square tile, which looks alike after a quarter turn. The speller sees an
upright crop and decides the direction. The spotter looks closely at crowded places, for corner letters alone.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

STRIDE: Final = 4
"""The picture pixels of one cell of the finder's and the spotter's maps. Corner letters of a fan, 30
pixels apart in the spotter's view, are then seven cells apart. At two pixels there would be four times as
many cells to compute."""

HEAT: Final = 0
"""The number of the map that holds, for each cell, the probability that a piece's middle lies there. The
order of the maps is that of the committed networks."""

CENTRE_FIELDS: Final = slice(1, 3)  # from the cell to the middle of the piece, in units of CENTRE_UNIT pixels
SIZE_FIELDS: Final = slice(3, 5)  # log of (height, width) / SIZE_UNIT
DOUBLED_ANGLE_FIELDS: Final = slice(5, 7)  # cos, sin of twice the height axis' angle; near zero for squares
QUADRUPLED_ANGLE_FIELDS: Final = slice(7, 9)  # cos, sin of four times the angle
FIELDS: Final = 9
"""The number of maps that the finder returns, each with one value for every cell of the picture."""

CENTRE_UNIT: Final = 16.0
"""The pixels of one unit of a distance in the networks' maps. Most distances are then about one: half of a
small card in the finder's look, and the 30 pixels from a letter to its card's corner in the spotter's. The
committed networks were trained with this unit."""

SIZE_UNIT: Final = 48.0
"""The unit of sizes in the networks' maps, pixels. The maps hold the logarithm of a size in this unit. A card
of 89 mm has 47 pixels in the finder's look if the look shows 1.2 m of table, so most values are near 0. The
committed networks were trained with this unit."""

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"
"""The classes of the networks, in the order of their outputs: the letters, and the Master."""

BACK: Final = 4 * len(LETTERS)
"""The speller's class of a card's back. It follows the classes of all letters in all four quarter turns."""

NOTHING: Final = BACK + 1
"""The speller's class of nothing to read: no piece, or no visible letter."""

UNLETTERED: Final = NOTHING + 1
"""The speller's class of a card that shows something other than a letter or a back."""

CLASSES: Final = UNLETTERED + 1
"""The number of the speller's classes. Letter `i` turned by `k` quarter turns is class `k * 27 + i`; then
follow the back, nothing to read, and print other than a letter."""

CROP_WIDTH: Final = 160
"""The width of the speller's crop of a piece, pixels. Pieces up to three quarters as wide as high are shown
as large as their height allows. It is a multiple of 16: the speller halves it four times."""

CROP_HEIGHT: Final = 208
"""The height of the speller's crop of a piece, pixels. A card 89 mm high then has some 1.9 pixels a
millimetre, enough for a corner letter of 6 mm. The speller halves it four times, so it is a multiple of
16."""

CROP_MARGIN: Final = 1.25
"""The ratio of the size that the speller's crop shows to the piece's size. The margin is wide enough for the
whole piece even if the outline is rough."""


def frames(height: NDArray[np.float64], width: NDArray[np.float64]) -> Floats:
    """Return the corners (n, 4, 2) of upright pieces inside their crops, 0 to 1 each way. `height` and
    `width` (n,) are the sizes of the pieces, pixels."""
    scale = crop_scale(height, width)
    half = np.stack([scale * width / (2 * CROP_WIDTH), scale * height / (2 * CROP_HEIGHT)], 1)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return (0.5 + signs * half[:, None].astype(np.float32)).astype(np.float32)


def crop_scale(height: NDArray[np.float64], width: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the enlargement (n,) of each piece in the speller's crop: crop pixels for one picture pixel.
    `height` and `width` (n,) are the sizes of the pieces, pixels."""
    return np.minimum(CROP_WIDTH / (CROP_MARGIN * width), CROP_HEIGHT / (CROP_MARGIN * height))


def axes(quad: Floats) -> tuple[Floats, Floats]:
    """Return the height axis (upwards) and the width axis (rightwards) of quads (..., 4, 2), pixels. Each
    axis (..., 2) is the mean of two opposite edges."""
    one, two, three, four = (quad[..., corner, :] for corner in range(4))
    up, right = (one + two - three - four) / 2, (two + three - one - four) / 2
    return up.astype(np.float32), right.astype(np.float32)


def lean(up: Floats) -> float:
    """Return the angle of an axis against the picture's up direction, radians clockwise as seen (y
    downwards)."""
    return float(np.arctan2(up[0], -up[1]))


SPOT_CARD_PIXELS: Final = 240.0
"""The long side of a card in the spotter's view, pixels. A corner letter is then some twenty pixels high."""

MIN_SPOT_CARD_PIXELS: Final = 100.0
"""The long side of the smallest card whose corner letters training shows, pixels of the spotter's view. A
letter of 6 mm is then seven pixels high, about the least that can be read. Some smaller letters are read,
too."""

SPOT_UP: Final = slice(1, 3)  # right, up of the corner letter's own up direction, length one
SPOT_CORNER: Final = slice(
    3, 5
)  # from the cell to the card's sharp corner there, in cells of CENTRE_UNIT pixels
SPOT_LETTER: Final = slice(5, 5 + len(LETTERS))  # one score a letter
SPOT_FIELDS: Final = 5 + len(LETTERS)
"""The number of the spotter's maps in training: the heat first, then the other fields and one map for each
letter. The committed network returns the first five only."""

GLYPH_SIDE: Final = 80
"""The side of the square, upright crop in which a corner letter is read, pixels: 3.2 pixels a millimetre of a
card, slightly more than in the spotter's view, so that nothing is lost. It is a multiple of 16: the network
halves it four times."""

GLYPH_REACH: Final = 0.28
"""The side of the crop in which a corner letter is read, card lengths. The largest corner letters, of
cards with nothing else, take 0.23."""

GLYPH_NOTHING: Final = len(LETTERS)
"""The class of a crop that shows no corner letter. It follows the classes of the letters, of which each has
one: the letters in these crops are upright."""

GLYPH_CLASSES: Final = GLYPH_NOTHING + 1
"""The number of classes that the classifier of corner letters tells apart: the letters, and
`GLYPH_NOTHING`."""


def glyph_matrix(middle: Floats, up: Floats, long_side: float) -> NDArray[np.float64]:
    """Return the affine map (2, 3) from picture pixels to the crop round a corner letter.

    `up` is the letter's up direction, of length one; `long_side` is the card's long side in pixels.
    """
    scale = GLYPH_SIDE / (GLYPH_REACH * long_side)
    turn = scale * np.array([[-up[1], up[0]], [-up[0], -up[1]]], np.float64)
    return np.column_stack([turn, GLYPH_SIDE / 2 - turn @ np.asarray(middle, np.float64)])
