"""Reading a corner letter in an upright crop of its own."""

from dataclasses import dataclass, replace
from math import cos, sin
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.corner_letters.ink_centre import ink_offset
from vision.crops import Picture, Pyramid, warped
from vision.detection_budget import FULL_BUDGET, Budget
from vision.network import run
from vision.tensor_format import GLYPH_SIDE, Floats, glyph_matrix

LOOKS_PER_LETTER: Final = 2
"""Number of looks at each letter, the second time upright by the first result: crops in training are askew by
13 degrees, and one look corrects that.
"""

MIDDLE_SQUARE_PIXELS: Final = 56
"""Side in pixels, half as fine as a crop's, of the square in which a letter's middle is found: the spotter's
may be off by a quarter of it. Without it further looks cut the letter, and a C without its top was an L.
"""

NO_MORE_LOOKS_PROBABILITY: Final = 0.99
"""Probability from which these looks are enough: four in ten letters reach it."""

VIEWS: Final = (
    (1.0, 0.1, 0.02, 0.0), (1.0, -0.1, -0.02, 0.0), (0.95, 0.03, 0.0, 0.02), (1.05, -0.03, 0.0, -0.02),
    (0.87, 0.0, 0.0, 0.0), (1.15, 0.0, 0.0, 0.0),
)  # fmt: skip
"""Sizes, turns (radians) and places (card lengths to the letter's right and down) of the further looks at the
other letters. Of 1,197 corner letters in traced scenes the mean of five looks read 1,000 for sure (0.9), one
of them wrong; one look, at the temperature with as few wrong, 952. Two more looks keep it steadier.
"""


def glyph_crop(pyramid: Pyramid, onto: NDArray[np.float64]) -> Picture:
    """Return the (80, 80, 3) crop of the picture by the (2, 3) map `onto`."""
    return warped(pyramid, onto, GLYPH_SIDE, GLYPH_SIDE)


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Hold `n` corner letters: `chances` (n, 28) of each letter and of none, `middles` (n, 2) their centres,
    `ups` (n, 2) their up directions of length one, `corners` (n, 2) the cards' corners beside them;
    photograph pixels.
    """

    chances: Floats
    middles: Floats
    ups: Floats
    corners: Floats


def classify_corner_letters(
    pyramid: Pyramid, middles: Floats, ups: Floats, long: float, budget: Budget = FULL_BUDGET
) -> Glyphs:
    """Read the letters at `middles` (n, 2) that stand about along `ups` (n, 2), in doubt the mean of several
    looks. `long`: pixels of a card's long side."""
    there = [letter_centre(pyramid, middle, up, long) for middle, up in zip(middles, ups, strict=True)]
    middles = np.array(there, np.float32).reshape(-1, 2)
    for _ in range(budget.of(LOOKS_PER_LETTER)):
        said = _look(pyramid, middles, ups, np.full(len(middles), long, np.float32))
        ups = said.ups
    doubtful = np.flatnonzero(said.chances.max(1) < NO_MORE_LOOKS_PROBABILITY)
    if not len(doubtful):
        return said
    views = VIEWS[: budget.of(len(VIEWS))]
    looks = [_from(middles[doubtful], ups[doubtful], long, *view) for view in views]
    views_there = (np.concatenate(part) for part in zip(*looks, strict=True))
    others = _look(pyramid, *views_there).chances.reshape(len(views), len(doubtful), -1)
    chances = said.chances.copy()
    chances[doubtful] = np.mean([said.chances[doubtful], *others], axis=0)
    return replace(said, chances=chances)


def letter_centre(pyramid: Pyramid, middle: Floats, up: Floats, long: float) -> Floats:
    """Return the centre (2,) of the letter near `middle` along `up`, in photograph pixels like the card's
    `long` side.
    """
    onto = glyph_matrix(middle, up, long) / 2
    rim = np.array([[0, 0, 1], [0, 0, 1]]) * (MIDDLE_SQUARE_PIXELS - GLYPH_SIDE / 2) / 2
    off = ink_offset(warped(pyramid, onto + rim, MIDDLE_SQUARE_PIXELS, MIDDLE_SQUARE_PIXELS))
    return np.asarray(middle + np.linalg.solve(onto[:, :2], off), np.float32)


def _from(
    middles: Floats, ups: Floats, long: float, size: float, turn: float, right: float, down: float
) -> tuple[Floats, Floats, Floats]:
    """Return the places for a further look at letters: middles, up directions and card lengths."""
    rights = np.stack([-ups[:, 1], ups[:, 0]], 1)
    turned = cos(turn) * ups + sin(turn) * rights
    there = middles + long * (right * rights - down * ups)
    return there.astype(np.float32), turned, np.full(len(middles), size * long, np.float32)


def _look(pyramid: Pyramid, middles: Floats, ups: Floats, longs: Floats) -> Glyphs:
    maps = [glyph_matrix(m, up, long) for m, up, long in zip(middles, ups, longs.tolist(), strict=True)]
    crops = [glyph_crop(pyramid, onto) for onto in maps]
    scores, places = run("glyphs", np.stack(crops))
    odds = np.exp(scores - scores.max(1, keepdims=True))
    back = [np.linalg.inv(onto[:, :2]) for onto in maps]
    there = [turn @ place[:2] for turn, place in zip(back, places, strict=True)]
    corners = [
        turn @ ((place[2:] + 0.5) * GLYPH_SIDE - onto[:, 2])
        for turn, place, onto in zip(back, places, maps, strict=True)
    ]
    return Glyphs(
        (odds / odds.sum(1, keepdims=True)).astype(np.float32),
        middles,
        np.array([up / max(1e-9, float(np.hypot(*up))) for up in there], np.float32),
        np.array(corners, np.float32),
    )
