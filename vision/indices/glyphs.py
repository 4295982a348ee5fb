"""Reading a corner letter in an upright crop of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.codes import GLYPH_SIDE, Floats, glyph_matrix
from vision.crops import Picture, Pyramid, warped
from vision.network import run

TEMPERATURE: Final = 1.4
"""Divisor of the scores: the one with the least calibration error on 740 letters of held-back typefaces."""


def glyph_crop(pyramid: Pyramid, onto: NDArray[np.float64]) -> Picture:
    """The (80, 80, 3) crop that the (2, 3) map `onto` takes from the picture."""
    return warped(pyramid, onto, GLYPH_SIDE, GLYPH_SIDE)


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What `n` corner letters are: `chances` (n, 28) of each letter and of none, `ups` (n, 2) their up
    directions, of length one, `corners` (n, 2) the cards' corners beside them, photograph pixels, and `crops`
    what was looked at."""

    chances: Floats
    ups: Floats
    corners: Floats
    crops: Sequence[Picture]


def read_glyphs(pyramid: Pyramid, middles: Floats, ups: Floats, long: float) -> Glyphs:
    """Read the letters at `middles` (n, 2) that stand about along `ups` (n, 2). `long`: pixels of a card's
    long side."""
    maps = [glyph_matrix(middle, up, long) for middle, up in zip(middles, ups, strict=True)]
    crops = [glyph_crop(pyramid, onto) for onto in maps]
    scores, places = run("glyphs", np.stack(crops))
    odds = np.exp((scores - scores.max(1, keepdims=True)) / TEMPERATURE)
    back = [np.linalg.inv(onto[:, :2]) for onto in maps]
    there = [turn @ place[:2] for turn, place in zip(back, places, strict=True)]
    corners = [
        turn @ ((place[2:] + 0.5) * GLYPH_SIDE - onto[:, 2])
        for turn, place, onto in zip(back, places, maps, strict=True)
    ]
    return Glyphs(
        (odds / odds.sum(1, keepdims=True)).astype(np.float32),
        np.array([up / max(1e-9, float(np.hypot(*up))) for up in there], np.float32),
        np.array(corners, np.float32),
        crops,
    )
