"""Letters that on their heads are others: M and W. What is printed beside the one in a card's middle tells
which way up it is.

Printers underline them, and so does the deck that `lexicon-table print` makes: a bar says it. Corner letters
say it as well, for the upper left one stands as the large one does, and the lower right one on its head.
Where there is neither, an M may be a W in another typeface, and that is said: a word's other letters tell, or
nobody can.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import LETTERS, Floats
from vision.crops import Outline, Picture, Pyramid
from vision.pieces.letters import Piece

OTHER: Final[Mapping[str, str]] = MappingProxyType({"M": "W", "W": "M"})
"""What the letters are when they are turned by half. N and Z are themselves then, and a word's line turns
them: to ask every N as well took longer than it told."""

ASKED: Final = 0.5
"""Probability of being a letter from which one that is likeliest an M or W is asked: likelier than none."""

OBLONG: Final = 1.25
"""Times as high as wide that a card is at least. Tiles bear their figure below one side, and that tells the
speller which is the lower one."""

STILL: Final = 1.0
"""Pixels within which a card's corners lie as they lay: those of one that is kept are the same ones."""

WIDTH: Final = 96
"""Pixels of the copy: a bar is a twelfth of its letter's height, three of them or more ..."""

HEIGHT: Final = 144
"""... and as high as cards are: tiles are copied higher than they are, which no measure below minds."""

GROWN: Final = 0.06
"""Share of a card's sides by which the copy shows more on each: outlines are off, and a corner letter that
touches the copy's rim may be anything."""

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
twelve nothing."""

ALONE: Final = 0.89
"""How sure it may be which of M and W a letter is that nothing but its shape tells: less than sure. Of 194
such cards on traced tables 15 were the other one."""


Grey = NDArray[np.uint8]


class _Blot(NamedTuple):
    """A connected patch of print: its upright box, pixels, how many of these are inked, and its number."""

    left: int
    top: int
    width: int
    height: int
    inked: int
    number: int

    @property
    def box(self) -> tuple[slice, slice]:
        """Its rows and columns."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Way:
    """What print said of a card at these `corners` (4, 2): that it lies `upright`, or not; None where it said
    nothing, and then whether it is in `doubt` which letter it is."""

    corners: Floats
    upright: bool | None
    doubt: bool = False

    def of(self, piece: Piece) -> bool:
        """Whether that is still said of the piece, which lies where it lay."""
        return bool(np.abs(self.corners - piece.corners).max() < STILL)


def settled_by_print(
    pyramid: Pyramid, pieces: tuple[Piece, ...], before: Mapping[Outline, Way]
) -> tuple[tuple[Piece, ...], dict[Outline, Way]]:
    """`pieces`, those with an M or W in the middle the way up that a bar or the corner letters say, or in
    doubt where there is neither, all others as they are; and what was said, by the pieces' outlines. Of those
    in `before`, the photograph's before, that lie as they lay nothing is asked again."""
    now, said = list(pieces), dict[Outline, Way]()
    for n, piece in enumerate(pieces):
        if LETTERS[piece.likeliest] not in OTHER or piece.letter < ASKED:
            continue
        known = before.get(piece.outline)
        way = known if known is not None and known.of(piece) else _way(pyramid, piece)
        said[piece.outline] = way
        if way.upright is not None:
            now[n] = _turned(piece, way.upright)
        elif way.doubt:
            now[n] = _doubted(piece)
    return tuple(now), said


def _way(pyramid: Pyramid, piece: Piece) -> Way:
    copy = _copy(pyramid, piece.corners)
    dark = _darkest(copy)
    blots, labels = _printed(dark, INKED)
    letter = max((b for b in blots if _central(b)), key=lambda b: b.inked, default=None)
    if letter is None:
        return Way(piece.corners, None)
    upright = _bar_below(blots, letter)
    if upright is not None:
        return Way(piece.corners, upright)
    corners = _corner_letters(copy, dark, copy[letter.box][labels[letter.box] == letter.number])
    told = bool(corners) or piece.index is not None or _square(piece)
    return Way(piece.corners, _upright(dark, letter, corners), doubt=not told)


def _turned(piece: Piece, upright: bool) -> Piece:
    """With what was said the other way round said of the way up that was told."""
    up, down = (0, 2) if upright else (2, 0)
    chances = piece.chances.copy()
    for letter, other in OTHER.items():
        moved = SHARE * chances[down, LETTERS.index(letter)]
        chances[down, LETTERS.index(letter)] -= moved
        chances[up, LETTERS.index(other)] += moved
    first = int(chances.max(1).argmax())
    return replace(piece, corners=np.roll(piece.corners, -first, 0), chances=np.roll(chances, -first, 0))


def _doubted(piece: Piece) -> Piece:
    """With a part of what one of M and W has given to the other, on its head."""
    said = LETTERS[piece.likeliest]
    over = float(piece.chances[:, piece.likeliest].sum()) - ALONE
    if said not in "MW" or over <= 0:
        return piece
    one, other = piece.likeliest, LETTERS.index(OTHER[said])
    moved = over / (over + ALONE) * piece.chances[:, one]
    chances = piece.chances.copy()
    chances[:, one] -= moved
    chances[:, other] += np.roll(moved, 2)
    return replace(piece, chances=chances)


def _square(piece: Piece) -> bool:
    return piece.outline.height < OBLONG * piece.outline.width


def _copy(pyramid: Pyramid, quad: Floats) -> Picture:
    """(HEIGHT, WIDTH, 3) a card as its likeliest reading has it upright, with a little round it."""
    quad = np.asarray(quad + (quad - quad.mean(0)) * (2 * GROWN), np.float32)
    long = float(np.hypot(*(quad[3] - quad[0])))
    picture = pyramid.near(HEIGHT / max(1.0, long) * max(pyramid.levels[0].shape[:2]))
    scale = picture.shape[1] / pyramid.levels[0].shape[1]
    to = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    onto = cv2.getPerspectiveTransform(np.asarray(quad * scale, np.float32), to)
    copy = cv2.warpPerspective(picture, onto, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(copy, np.uint8)


def _darkest(copy: Picture) -> Grey:
    """The darkest of the three channels."""
    blue, green, red = cv2.split(copy)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def _level(grey: Grey, share: float) -> float:
    """The grey level below which so much of it is, without NumPy's interpolation, which took most of the
    time."""
    flat = grey.ravel()
    place = int(share * (len(flat) - 1))
    return float(np.partition(flat, place)[place])


def _printed(dark: Grey, share: float) -> tuple[list[_Blot], NDArray[np.int32]]:
    """The patches of print so far from the paper's brightness to the darkest, and where each lies."""
    inner = _within(dark)[::2, ::2]
    ink, paper = _level(inner, 0.02), _level(inner, 0.75)
    mask = (dark < paper - share * (paper - ink)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    blots = [_Blot(*(*row, n)) for n, row in enumerate(stats[1:].tolist(), start=1)]
    return blots, np.asarray(labels, np.int32)


def _within(copy: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The copy without what lies round about the card."""
    return copy[
        round(2 * GROWN * HEIGHT) : -round(2 * GROWN * HEIGHT),
        round(2 * GROWN * WIDTH) : -round(2 * GROWN * WIDTH),
    ]


def _central(blot: _Blot) -> bool:
    x, y = blot.middle
    off = max(abs(x / WIDTH - 0.5), abs(y / HEIGHT - 0.5))
    return off <= MIDDLE and LETTER[0] <= blot.height / HEIGHT <= LETTER[1]


def _bar_below(blots: list[_Blot], letter: _Blot) -> bool | None:
    """Whether a bar stands below (True) or above (False) the letter; None when no bar is seen, or one on
    either side."""
    sides = {side for blot in blots if (side := _side(blot, letter)) is not None}
    return sides.pop() if len(sides) == 1 else None


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


def _corner_letters(copy: Picture, dark: Grey, letter: NDArray[np.uint8]) -> list[_Blot]:
    """The patches of the middle `letter`'s colour, its (n, 3) places', in the corners where packs have their
    letters."""
    inner, level = _within(copy)[::2, ::2], _within(dark)[::2, ::2]
    paper = inner[level >= _level(level, 0.75)].mean(0)
    ink = paper - letter.mean(0)
    blots, labels = _printed(dark, FAINT)
    return [
        blot for blot in blots if _cornered(blot) and _of_one_ink(copy[labels == blot.number], paper, ink)
    ]


def _of_one_ink(inked: NDArray[np.uint8], paper: NDArray[np.float64], ink: NDArray[np.float64]) -> bool:
    """Whether (n, 3) print takes of the paper's colour what the ink takes, where it is darkest."""
    dark = inked.min(1)
    taken = paper - inked[dark <= _level(dark, 0.4)].mean(0)
    both = float(np.linalg.norm(taken) * np.linalg.norm(ink))
    return bool(np.linalg.norm(taken) > DEEP * np.linalg.norm(ink)) and float(taken @ ink) >= COLOUR * both


def _upright(dark: Grey, letter: _Blot, corners: list[_Blot]) -> bool | None:
    """Whether the letter stands as the one at the upper left does, and on its head against that at the lower
    right (True), or the other way round (False); None when they do not tell."""
    middle = _shape(dark, letter)
    both = []
    for upper in (True, False):
        here = [blot for blot in corners if (blot.middle[0] < WIDTH / 2) == upper]
        if not here:
            return None
        small = _shape(dark, max(here, key=lambda blot: blot.inked))
        alike, headlong = float((small * middle).sum()), float((small * middle[::-1, ::-1]).sum())
        both.append(alike - headlong if upper else headlong - alike)
    return None if min(abs(one) for one in both) < ALIKE or both[0] * both[1] < 0 else both[0] > 0


def _shape(dark: Grey, blot: _Blot) -> NDArray[np.float64]:
    """(SHAPE, SHAPE) the print in a patch's box, its mean 0 and its length 1."""
    inked = 255 - dark[blot.box].astype(np.float64)
    shape = cv2.GaussianBlur(cv2.resize(inked, (SHAPE, SHAPE), interpolation=cv2.INTER_AREA), (0, 0), 1.2)
    shape = shape - shape.mean()
    return np.asarray(shape / max(1e-6, float(np.linalg.norm(shape))))


def _cornered(blot: _Blot) -> bool:
    x, y = blot.middle[0] / WIDTH, blot.middle[1] / HEIGHT
    placed = (x < CORNER[0] and y < CORNER[1]) or (x > 1 - CORNER[0] and y > 1 - CORNER[1])
    inside = blot.left > 0 and blot.top > 0 and blot.left + blot.width < WIDTH
    small = SMALL[0] <= blot.height / HEIGHT <= SMALL[1] and blot.width <= 0.35 * WIDTH
    return placed and small and inside and blot.top + blot.height < HEIGHT
