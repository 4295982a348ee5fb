"""The letters in a card's corners against the one in its middle: the upper left one stands as that does, the
lower right one on its head."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Picture
from vision.pieces.blots import HEIGHT, WIDTH, Blot, Grey, level, printed, within

CORNER: Final = (0.3, 0.27)
"""Shares of a card's width and height within which the middle of a corner letter lies ..."""

SMALL: Final = (0.07, 0.2)
"""... and shares of the height that it is high: lower are figures, also of the letters' colour (0.055 at
most, on 168 cards without corner letters), while of 98 with such letters 96 have higher ones ..."""

FAINT: Final = 0.25
"""... printed as `INKED` has it, but paler, for a small letter's strokes are a pixel wide in the copy ..."""

DEEP: Final = 0.35
"""... and yet not as pale as a crease or a shadow ..."""

COLOUR: Final = 0.985
"""... and of the middle letter's colour (cosine between what each takes from the paper's): what is red and as
high is a figure in its frame."""

SHAPE: Final = 20
"""Pixels a side in which two letters' shapes are compared: a corner's has hardly more."""

ALIKE: Final = 0.3
"""How much more alike (correlation) the letters in both corners must be to the middle's one way up than the
other. Of 62 M and W on traced cards with corner letters 50 told the right way so, none the wrong one, and
twelve nothing; one later, whose small legs stood apart, the wrong one."""

WIDER: Final = 1.25
"""Times as wide for its height that a corner letter may be which is put together from patches: small ones are
printed a little wider ..."""

HIGHER: Final = 1.15
"""... and as high as its largest patch: what stands beside that as high is the same letter. By judgement."""


def corner_letters(copy: Picture, dark: Grey, letter: NDArray[np.uint8]) -> list[Blot]:
    """The patches of the middle `letter`'s colour, its (n, 3) places', in the corners where packs have their
    letters."""
    inner, grey = within(copy)[::2, ::2], within(dark)[::2, ::2]
    paper = inner[grey >= level(grey, 0.75)].mean(0)
    ink = paper - letter.mean(0)
    blots, labels = printed(dark, FAINT)
    return [
        blot for blot in blots if _cornered(blot) and _of_one_ink(copy[labels == blot.number], paper, ink)
    ]


def _of_one_ink(inked: NDArray[np.uint8], paper: NDArray[np.float64], ink: NDArray[np.float64]) -> bool:
    """Whether (n, 3) print takes of the paper's colour what the ink takes, where it is darkest."""
    dark = inked.min(1)
    taken = paper - inked[dark <= level(dark, 0.4)].mean(0)
    both = float(np.linalg.norm(taken) * np.linalg.norm(ink))
    return bool(np.linalg.norm(taken) > DEEP * np.linalg.norm(ink)) and float(taken @ ink) >= COLOUR * both


def stands(dark: Grey, letter: Blot, corners: list[Blot]) -> bool | None:
    """Whether the letter stands as the one at the upper left does, and on its head against that at the lower
    right (True), or the other way round (False); None when they do not tell."""
    middle = _shape(dark, letter)
    both = []
    for upper in (True, False):
        here = [blot for blot in corners if (blot.middle[0] < WIDTH / 2) == upper]
        if not here:
            return None
        small = _shape(dark, _whole(max(here, key=lambda blot: blot.inked), here, letter))
        alike, headlong = float((small * middle).sum()), float((small * middle[::-1, ::-1]).sum())
        both.append(alike - headlong if upper else headlong - alike)
    return None if min(abs(one) for one in both) < ALIKE or both[0] * both[1] < 0 else both[0] > 0


def _whole(part: Blot, others: list[Blot], letter: Blot) -> Blot:
    """The corner letter of which that is the largest patch: the middle of a small M is so thin that its legs
    stand apart. No wider for its height than the letter in the card's middle."""
    for other in others:
        left, top = min(part.left, other.left), min(part.top, other.top)
        right = max(part.left + part.width, other.left + other.width)
        low = max(part.top + part.height, other.top + other.height)
        narrow = (right - left) * letter.height <= WIDER * (low - top) * letter.width
        if narrow and low - top <= HIGHER * part.height:
            part = Blot(left, top, right - left, low - top, part.inked + other.inked, part.number)
    return part


def _shape(dark: Grey, blot: Blot) -> NDArray[np.float64]:
    """(SHAPE, SHAPE) the print in a patch's box, its mean 0 and its length 1."""
    inked = 255 - dark[blot.box].astype(np.float64)
    shape = cv2.GaussianBlur(cv2.resize(inked, (SHAPE, SHAPE), interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    shape = shape - shape.mean()
    return np.asarray(shape / max(1e-6, float(np.linalg.norm(shape))))


def _cornered(blot: Blot) -> bool:
    x, y = blot.middle[0] / WIDTH, blot.middle[1] / HEIGHT
    placed = (x < CORNER[0] and y < CORNER[1]) or (x > 1 - CORNER[0] and y > 1 - CORNER[1])
    inside = blot.left > 0 and blot.top > 0 and blot.left + blot.width < WIDTH
    small = SMALL[0] <= blot.height / HEIGHT <= SMALL[1] and blot.width <= 0.35 * WIDTH
    return placed and small and inside and blot.top + blot.height < HEIGHT
