"""Corner letters: the spotter's maps turned into letters, their direction and the card's corner by them."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.closer import Box
from vision.codes import CENTRE_UNIT, HEAT, SPOT_CORNER, SPOT_LETTER, SPOT_UP, STRIDE, Floats
from vision.crops import Picture
from vision.locate import scaled
from vision.network import run

FLOOR: Final = 0.3
"""Heat below which there is no corner letter."""

TEMPERATURE: Final = 1.0
"""Divisor of the letters' scores, measured on held-back pictures."""

TWICE: Final = 10.0
"""Pixels of the spotter's look within which two corners with one letter are the same one."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A corner letter. `middle` (2,) of it, photograph pixels; `up` (2,) its own up direction, of length one;
    `corner` (2,) the card's sharp corner beside it, pixels; `chances` (27,) say which of `LETTERS` it is;
    `score` that it is one."""

    middle: Floats
    up: Floats
    corner: Floats
    chances: Floats
    score: float

    @property
    def letter(self) -> int:
        """The likeliest letter's place in `LETTERS`."""
        return int(self.chances.argmax())


def spotted(picture: Picture, window: Box, scale: float) -> tuple[Spot, ...]:
    """The corner letters in a window of the picture, looked at times `scale`; the surest first."""
    left, top = int(window.left), int(window.top)
    part = picture[top : int(window.bottom), left : int(window.right)]
    if min(part.shape[:2]) < 1:
        return ()
    maps = run("spotter", scaled(part, scale)[None])[0][0]
    return tuple(once([_there(spot, left, top) for spot in peaks(maps, scale)], TWICE / scale))


def peaks(maps: Floats, scale: float) -> list[Spot]:
    """Corner letters from (SPOT_FIELDS, h, w) maps whose heat is already a probability; the surest first."""
    heat = maps[HEAT]
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= FLOOR))
    order = np.argsort(-heat[ys, xs])
    return [_spot(maps[:, ys[i], xs[i]], float(xs[i]), float(ys[i]), scale) for i in order]


def _spot(cell: Floats, x: float, y: float, scale: float) -> Spot:
    up = cell[SPOT_UP] / max(1e-6, float(np.hypot(*cell[SPOT_UP])))
    middle = np.array([x + 0.5, y + 0.5], np.float32) * STRIDE
    corner = (middle + cell[SPOT_CORNER] * CENTRE_UNIT) / scale
    odds = np.exp((cell[SPOT_LETTER] - cell[SPOT_LETTER].max()) / TEMPERATURE)
    return Spot(middle / scale, up, corner.astype(np.float32), odds / odds.sum(), float(cell[HEAT]))


def _there(spot: Spot, left: float, top: float) -> Spot:
    by = np.array([left, top], np.float32)
    return replace(spot, middle=spot.middle + by, corner=spot.corner + by)


def once(spots: list[Spot], near: float) -> list[Spot]:
    """Of spots with one letter at one corner the surest; `near`: pixels between two corners that are one."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda s: -s.score):
        if not any(
            spot.letter == k.letter and float(np.hypot(*(spot.corner - k.corner))) < near for k in kept
        ):
            kept.append(spot)
    return kept
