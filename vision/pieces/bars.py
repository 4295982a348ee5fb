"""The bar under a letter that on its head is another: printers underline M and W, N and Z to tell them apart,
and so does the deck that `lexicon-table print` makes. It tells which way up a letter in the middle is."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import LETTERS, Floats
from vision.crops import Pyramid
from vision.pieces.letters import Piece

OTHER: Final[Mapping[str, str]] = MappingProxyType({"M": "W", "W": "M", "N": "N", "Z": "Z"})
"""What the underlined letters are when they are turned by half."""

ASKED: Final = 0.5
"""Probability of being one of these from which a piece is asked: of fewer the letter itself is in doubt."""

WIDTH: Final = 96
"""Pixels of the copy: a bar is a twelfth of its letter's height, three of them or more ..."""

HEIGHT: Final = 144
"""... and as high as cards are: tiles are copied higher than they are, which no measure below minds."""

INKED: Final = 0.5
"""Share of the way from the paper's brightness to the print's from which a place is print."""

LETTER: Final = (0.16, 0.85)
"""Shares of the copy's height between which a letter in the middle is high: a corner's is lower, and what is
higher is no letter."""

MIDDLE: Final = 0.25
"""Share of the copy's sides that the letter's middle may be off its own."""

WIDE: Final = (0.5, 1.5)
"""A bar's width, in letters: printed ones are as wide as theirs or a little wider or narrower ..."""

FLAT: Final = 0.22
"""... and at most so thick, in letters' heights ..."""

STRAIGHT: Final = 0.7
"""... of which so much of its upright box is inked: less is a frame's corner, or leans ..."""

BESIDE: Final = 0.2
"""... whose middle is at most so many letters' widths beside its letter's ..."""

GAP: Final = (0.02, 0.5)
"""... and so many letters' heights below it. All of these by judgement, generously: that nothing else of the
kind is on the other side is asked, too."""

SHARE: Final = 0.98
"""How much of what was said the other way round is said anew: a neighbour's edge may once look like a bar."""


class _Blot(NamedTuple):
    """A connected patch of print: its upright box, pixels, and how many of these are inked."""

    left: int
    top: int
    width: int
    height: int
    inked: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2


def turned_by_bars(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """`pieces`, those with an M, W, N or Z the way up that a bar beside the letter in the middle says; all
    others as they are."""
    return tuple(_turned(pyramid, piece) if _asked(piece) else piece for piece in pieces)


def _asked(piece: Piece) -> bool:
    return sum(float(piece.chances[:, LETTERS.index(letter)].sum()) for letter in OTHER) >= ASKED


def _turned(pyramid: Pyramid, piece: Piece) -> Piece:
    below = bar_below(_copy(pyramid, piece.corners))
    if below is None:
        return piece
    up, down = (0, 2) if below else (2, 0)
    chances = piece.chances.copy()
    for letter, other in OTHER.items():
        moved = SHARE * chances[down, LETTERS.index(letter)]
        chances[down, LETTERS.index(letter)] -= moved
        chances[up, LETTERS.index(other)] += moved
    first = int(chances.max(1).argmax())
    return replace(piece, corners=np.roll(piece.corners, -first, 0), chances=np.roll(chances, -first, 0))


def _copy(pyramid: Pyramid, quad: Floats) -> NDArray[np.uint8]:
    """(HEIGHT, WIDTH) the darkest channel of a card, as its likeliest reading has it upright."""
    long = float(np.hypot(*(quad[3] - quad[0])))
    picture = pyramid.near(HEIGHT / max(1.0, long) * max(pyramid.levels[0].shape[:2]))
    scale = picture.shape[1] / pyramid.levels[0].shape[1]
    to = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    onto = cv2.getPerspectiveTransform(np.asarray(quad * scale, np.float32), to)
    copy = cv2.warpPerspective(picture, onto, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(copy.min(2), np.uint8)


def bar_below(copy: NDArray[np.uint8]) -> bool | None:
    """Whether a bar stands below (True) or above (False) the letter in the middle of a card's (HEIGHT, WIDTH)
    copy; None when no bar is seen, or one on either side."""
    ink, paper = np.percentile(copy, (2, 75)).tolist()
    print_ = (copy < paper - INKED * (paper - ink)).astype(np.uint8)
    stats = cv2.connectedComponentsWithStats(print_, connectivity=8)[2][1:]
    blots = [_Blot(*row) for row in stats.tolist()]
    letter = max((b for b in blots if _central(b)), key=lambda b: b.inked, default=None)
    if letter is None:
        return None
    sides = {side for blot in blots if (side := _side(blot, letter)) is not None}
    return sides.pop() if len(sides) == 1 else None


def _central(blot: _Blot) -> bool:
    x, y = blot.middle
    off = max(abs(x / WIDTH - 0.5), abs(y / HEIGHT - 0.5))
    return off <= MIDDLE and LETTER[0] <= blot.height / HEIGHT <= LETTER[1]


def _side(blot: _Blot, letter: _Blot) -> bool | None:
    """On which side of the letter the blot is its bar: below (True), above (False), or none (None)."""
    wide = WIDE[0] <= blot.width / letter.width <= WIDE[1]
    flat = blot.height <= FLAT * letter.height and blot.inked >= STRAIGHT * blot.width * blot.height
    beside = abs(blot.middle[0] - letter.middle[0]) > BESIDE * letter.width
    if beside or not (wide and flat):
        return None
    under = blot.top - (letter.top + letter.height)
    over = letter.top - (blot.top + blot.height)
    for gap, below in ((under, True), (over, False)):
        if GAP[0] <= gap / letter.height <= GAP[1]:
            return below
    return None
