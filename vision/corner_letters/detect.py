"""Corner letters: the spotter's maps turned into letters, their direction and the card's corner by them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from engine.evidence import SURE_PROBABILITY
from vision.corner_letters.classify import classify_corner_letters
from vision.crops import Pyramid
from vision.detection_budget import FULL_BUDGET, Budget
from vision.network import run
from vision.pieces.detect import scaled
from vision.pieces.zoom import PictureBox
from vision.tensor_format import (
    CENTRE_UNIT,
    GLYPH_NOTHING,
    HEAT,
    LETTERS,
    SPOT_CORNER,
    SPOT_UP,
    STRIDE,
    Floats,
)

MIN_HEAT: Final = 0.3
"""Heat below which there is no corner letter: low, because the glyph reader rejects false ones, and faint
ones need more proof (`acceptance.CLEAR_SCORES`).
"""

NO_LETTER: Final = 0.5
"""Probability from which a spot is no corner letter after all: likelier none than all letters together."""

SAME_CORNER_PIXELS: Final = 14.0
"""Distance in pixels of the spotter's look within which two corners with one letter are the same: two peaks
on one wide W. It is half of the 30 between cards of a fan.
"""


DOUBTFUL_DISTANCE_FACTOR: Final = 1.7
"""Factor on this distance within which a doubtful letter is a part of a plain one: half of a wide W, whose
middle is hardly a tenth of a card away, less than the next letter of a fan.
"""


@dataclass(frozen=True, slots=True)
class CornerLetter:
    """Hold a corner letter: its centre `middle` (2,), photograph pixels; its up direction `up` (2,), of
    length one; the card's sharp corner `corner` (2,) beside it, pixels; the probabilities `chances` (27,) of
    `LETTERS`; and the `score` of being a corner letter at all.
    """

    middle: Floats
    up: Floats
    corner: Floats
    chances: Floats
    score: float

    @property
    def letter(self) -> int:
        """Return the index of the likeliest letter in `LETTERS`."""
        return int(self.chances.argmax())


def detect_corner_letters(
    pyramid: Pyramid, window: PictureBox, long: float, scale: float, budget: Budget = FULL_BUDGET
) -> tuple[CornerLetter, ...]:
    """Return the corner letters in a window of the photograph, detected at `scale` and read, the surest
    first. `long` is the pixels of a card's long side.
    """
    left, top = int(window.left), int(window.top)
    part = pyramid.levels[0][top : int(window.bottom), left : int(window.right)]
    if min(part.shape[:2]) < 1:
        return ()
    maps = run("spotter", scaled(part, scale)[None])[0][0]
    found = [_there(spot, left, top) for spot in peaks(maps, scale)]
    return tuple(suppress_repeated(_read(pyramid, found, long, budget), SAME_CORNER_PIXELS / scale))


def peaks(maps: Floats, scale: float) -> list[CornerLetter]:
    """Return the places of corner letters, yet to be read, from (5, h, w) maps whose heat is already a
    probability; the surest first.
    """
    heat = maps[HEAT]
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= MIN_HEAT))
    order = np.argsort(-heat[ys, xs])
    return [_spot(maps[:, ys[i], xs[i]], float(xs[i]), float(ys[i]), scale) for i in order]


def _spot(cell: Floats, x: float, y: float, scale: float) -> CornerLetter:
    up = cell[SPOT_UP] / max(1e-6, float(np.hypot(*cell[SPOT_UP])))
    middle = np.array([x + 0.5, y + 0.5], np.float32) * STRIDE
    corner = ((middle + cell[SPOT_CORNER] * CENTRE_UNIT) / scale).astype(np.float32)
    unread = np.zeros(len(LETTERS), np.float32)
    return CornerLetter(middle / scale, up, corner, unread, float(cell[HEAT]))


def _there(spot: CornerLetter, left: float, top: float) -> CornerLetter:
    by = np.array([left, top], np.float32)
    return replace(spot, middle=spot.middle + by, corner=spot.corner + by)


def _read(pyramid: Pyramid, spots: list[CornerLetter], long: float, budget: Budget) -> list[CornerLetter]:
    """Return the spots that turn out to be letters."""
    if not spots:
        return []
    at, ups = np.array([s.middle for s in spots]), np.array([s.up for s in spots])
    said = classify_corner_letters(pyramid, at, ups, long, budget)
    return [
        replace(
            spot,
            middle=said.middles[n],
            up=said.ups[n],
            corner=said.corners[n],
            chances=said.chances[n, :GLYPH_NOTHING],
        )
        for n, spot in enumerate(spots)
        if said.chances[n, GLYPH_NOTHING] < NO_LETTER
    ]


def suppress_repeated(
    spots: list[CornerLetter], near: float, among: Sequence[CornerLetter] = ()
) -> list[CornerLetter]:
    """Return the surest of the spots with one letter at one corner, without those that `among` has already.
    Corners within `near` pixels are one.
    """
    kept: list[CornerLetter] = []
    for spot in sorted(spots, key=lambda s: -s.score):
        if not any(_twice(spot, other, near) for other in (*among, *kept)):
            kept.append(spot)
    return kept


def _twice(spot: CornerLetter, other: CornerLetter, near: float) -> bool:
    """Tell whether `spot` is the other letter seen again, or a part of it."""
    if spot.letter == other.letter:
        return float(np.hypot(*(spot.corner - other.corner))) < near
    plain, doubtful = (
        other.chances.max() >= SURE_PROBABILITY,
        spot.chances.max() < SURE_PROBABILITY,
    )
    return (
        bool(plain and doubtful)
        and float(np.hypot(*(spot.middle - other.middle))) < DOUBTFUL_DISTANCE_FACTOR * near
    )
