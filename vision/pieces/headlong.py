"""Letters that on their heads are others: M and W. What is printed beside the one in a card's middle tells
which way up it is.

Printers underline them, and so does the deck that `lexicon-table print` makes: a bar says it. Corner letters
say it as well, for the upper left one stands as the large one does, and the lower right one on its head.
Where there is neither, an M may be a W in another typeface, and that is said: the word's line tells, or
nobody can.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np

from vision.codes import LETTERS, Floats
from vision.crops import Outline, Pyramid
from vision.pieces.blots import HEIGHT, INKED, WIDTH, Blot, darkest, printed, upright_copy
from vision.pieces.corners import stands
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

LETTER: Final = (0.16, 0.85)
"""Shares of the copy's height between which a letter in the middle is high: a corner's is lower, and what is
higher is no letter."""

FINER: Final = 2
"""Times as fine as for bars that the copy is in which corner letters are looked for: of a card of 150 pixels
they are eight high, and a W of six is no longer told from an M."""

MIDDLE: Final = 0.25
"""Share of the copy's sides that the letter's middle may be off its own."""

WIDE: Final = (0.5, 1.5)
"""A bar's width, in letters: printed ones are as wide as theirs or a little wider or narrower ..."""

FLAT: Final = 0.22
"""... and at most so thick, in letters' heights ..."""

STRAIGHT: Final = 0.7
"""... of which so much of its upright box is inked: less is a frame's corner, or leans ..."""

BROAD: Final = 0.5
"""Letters' heights that an M or W is wide at the least: what is narrower is one of its strokes, where it is
printed thin and pale."""

BESIDE: Final = 0.2
"""... whose middle is at most so many letters' widths beside its letter's ..."""

EDGE: Final = 0.1
"""... not where a card ends in the copy, for a board's lines run along tiles ..."""

GAP: Final = (0.02, 0.5)
"""... and so many letters' heights below it. All of these by judgement, generously: that nothing else of the
kind is on the other side is asked, too."""

SHARE: Final = 0.98
"""How much of what was said the other way round is said anew: a neighbour's edge may once look like a bar."""

ALONE: Final = 0.89
"""How sure it may be which of M and W a letter is that nothing but its shape tells: less than sure. Of 283
such cards on traced tables eight were the other one, of which the speller was as sure as of the rest."""


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
    doubt where nothing tells, all others as they are; and what was said, by the pieces' outlines. Of those in
    `before`, the photograph's before, that lie as they lay nothing is asked again."""
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
    dark = darkest(upright_copy(pyramid, piece.corners))
    blots, _ = printed(dark, INKED)
    letter = max((b for b in blots if _central(b)), key=lambda b: b.inked, default=None)
    if letter is None:
        return Way(piece.corners, None)
    upright = _bar_below(blots, letter)
    if upright is not None:
        return Way(piece.corners, upright)
    if _square(piece):
        return Way(piece.corners, None)
    alone = piece.index is None
    if letter.width < BROAD * letter.height:
        return Way(piece.corners, None, doubt=alone)
    upright = stands(darkest(upright_copy(pyramid, piece.corners, FINER)), letter.enlarged(FINER))
    return Way(piece.corners, upright, doubt=alone and upright is None)


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


def _central(blot: Blot) -> bool:
    """Whether it is a letter in the card's middle; what reaches the copy's rim is the table beside it."""
    x, y = blot.middle
    if min(blot.left, blot.top, WIDTH - blot.left - blot.width, HEIGHT - blot.top - blot.height) < 1:
        return False
    off = max(abs(x / WIDTH - 0.5), abs(y / HEIGHT - 0.5))
    return off <= MIDDLE and LETTER[0] <= blot.height / HEIGHT <= LETTER[1]


def _bar_below(blots: list[Blot], letter: Blot) -> bool | None:
    """Whether a bar stands below (True) or above (False) the letter; None when no bar is seen, or one on
    either side."""
    sides = {side for blot in blots if (side := _side(blot, letter)) is not None}
    return sides.pop() if len(sides) == 1 else None


def _side(blot: Blot, letter: Blot) -> bool | None:
    """On which side of the letter the blot is its bar: below (True), above (False), or none (None)."""
    wide = WIDE[0] <= blot.width / letter.width <= WIDE[1]
    flat = blot.height <= FLAT * letter.height and blot.inked >= STRAIGHT * blot.width * blot.height
    beside = abs(blot.middle[0] - letter.middle[0]) > BESIDE * letter.width
    rim = not EDGE * HEIGHT <= blot.middle[1] <= (1 - EDGE) * HEIGHT
    if beside or rim or not (wide and flat):
        return None
    under = blot.top - (letter.top + letter.height)
    over = letter.top - (blot.top + blot.height)
    for gap, below in ((under, True), (over, False)):
        if GAP[0] <= gap / letter.height <= GAP[1]:
            return below
    return None
