"""Detect corner letters: turn the spotter's maps into letters, each with its up direction and its card's
corner."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
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
"""The least heat (the spotter's probability, 0 to 1) for a corner letter to be detected at a place. It is
low, because the classifier of corner letters rejects false places, and faint letters need more proof
(`acceptance.CLEAR_SCORES`)."""

NO_CORNER_LETTER_PROBABILITY: Final = 0.5
"""The probability of no letter from which a detected corner letter is rejected. It is then more than that of
all letters together."""

SAME_CORNER_PIXELS: Final = 14.0
"""The greatest distance between the corners beside two equal corner letters for the two to be one detected
twice, pixels of the spotter's look. A wide W may give two peaks. Cards of a fan are 30 pixels apart, twice as
far."""


DOUBTFUL_DISTANCE_FACTOR: Final = 1.7
"""The factor on `SAME_CORNER_PIXELS` that gives the greatest distance between a doubtful and a sure corner
letter for the doubtful one to be a part of the sure one. The distance is half the width of a W. The next
letter of a fan is further away."""


@dataclass(frozen=True, slots=True)
class CornerLetter:
    """A corner letter in a photograph."""

    middle: Floats
    """The centre (2,) of the corner letter, photograph pixels."""
    up: Floats
    """The up direction (2,) of the corner letter, of length one."""
    corner: Floats
    """The corner (2,) of the card beside the letter, photograph pixels, as if the card's corners were
    sharp."""
    probabilities: Floats
    """The probabilities (27,) of the letters in `LETTERS`."""
    score: float
    """The probability, by the spotter, that the place shows a corner letter."""

    @property
    def letter(self) -> int:
        """Return the index in `LETTERS` of the likeliest reading of the corner letter."""
        return int(self.probabilities.argmax())


def detect_corner_letters(
    pyramid: Pyramid, window: PictureBox, long_side: float, scale: float, budget: Budget = FULL_BUDGET
) -> tuple[CornerLetter, ...]:
    """Return the corner letters in a window of the photograph, the surest first.

    The spotter sees the window scaled by `scale`. `long_side` is a card's long side in pixels.
    """
    left, top = int(window.left), int(window.top)
    part = pyramid.levels[0][top : int(window.bottom), left : int(window.right)]
    if min(part.shape[:2]) < 1:
        return ()
    maps = run("spotter", scaled(part, scale)[None])[0][0]
    spots = [_moved(spot, left, top) for spot in find_peaks(maps, scale)]
    return tuple(suppress_repeated(_read(pyramid, spots, long_side, budget), SAME_CORNER_PIXELS / scale))


def find_peaks(maps: Floats, scale: float) -> list[CornerLetter]:
    """Return the corner letters in the spotter's maps (5, h, w), the surest first, with their letters still
    unread. One lies where the heat, the probability of a corner letter's middle, is at a local maximum and at
    least `MIN_HEAT`."""
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


def _moved(spot: CornerLetter, left: float, top: float) -> CornerLetter:
    by = np.array([left, top], np.float32)
    return replace(spot, middle=spot.middle + by, corner=spot.corner + by)


def _read(
    pyramid: Pyramid, spots: list[CornerLetter], long_side: float, budget: Budget
) -> list[CornerLetter]:
    """Return those of `spots` that the classifier takes for letters, with its readings."""
    if not spots:
        return []
    at, ups = np.array([s.middle for s in spots]), np.array([s.up for s in spots])
    read = classify_corner_letters(pyramid, at, ups, long_side, budget)
    return [
        replace(
            spot,
            middle=read.middles[n],
            up=read.ups[n],
            corner=read.corners[n],
            probabilities=read.probabilities[n, :GLYPH_NOTHING],
        )
        for n, spot in enumerate(spots)
        if read.probabilities[n, GLYPH_NOTHING] < NO_CORNER_LETTER_PROBABILITY
    ]


def suppress_repeated(
    spots: list[CornerLetter], near: float, earlier_spots: Sequence[CornerLetter] = ()
) -> list[CornerLetter]:
    """Return the spots without repetitions. Of several spots with one letter at one corner the surest is
    kept.

    A spot that repeats one of `earlier_spots` is left out as well. Corners within `near` pixels are the same
    corner.
    """
    distinct: list[CornerLetter] = []
    for spot in sorted(spots, key=lambda s: -s.score):
        if not any(_repeats(spot, other, near) for other in (*earlier_spots, *distinct)):
            distinct.append(spot)
    return distinct


def _repeats(spot: CornerLetter, other: CornerLetter, near: float) -> bool:
    """Return True if `spot` is `other` detected again: the same letter with its card's corner within `near`
    pixels, or a doubtful letter so close to a sure one that it reads a part of it."""
    if spot.letter == other.letter:
        return float(np.hypot(*(spot.corner - other.corner))) < near
    plain, doubtful = (
        other.probabilities.max() >= MIN_SURE_LETTER_PROBABILITY,
        spot.probabilities.max() < MIN_SURE_LETTER_PROBABILITY,
    )
    return (
        bool(plain and doubtful)
        and float(np.hypot(*(spot.middle - other.middle))) < DOUBTFUL_DISTANCE_FACTOR * near
    )
