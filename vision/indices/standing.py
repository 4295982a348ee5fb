"""Where a pack's letters stand on its cards, and which card a letter stands on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.evidence import CLEAR as SURE
from vision.codes import GLYPH_REACH, GLYPH_SIDE, LETTERS, lean
from vision.crops import Outline
from vision.indices.shape import SEVERAL, Shape
from vision.indices.spots import Spot
from vision.pieces.letters import Piece

EVIDENT: Final = 0.5
"""How sure the spotter must be of a letter that tells where the pack's letters stand: likelier one than not,
for the middle of several is taken and the letter must be read for sure besides."""

MIDDLE: Final = 0.35
"""Card lengths from its corner at which no corner letter stands: those a quarter as tall as their card stand
at 0.2. A large A on its head is a V, 0.5 from any corner."""

SPREAD: Final = (0.055, 0.05)
"""Card lengths by which letters may stand elsewhere, to the right and below: an I is narrower than a W, but
all are of one height."""

OTHER: Final = 0.3
"""Difference of two inks' directions from which they are two. Of 289 letters of path-traced scenes none was
further from the others of its pack than 0.28, one in a hundred further than 0.2; red figures beside
black letters were 0.32 to 0.41 away."""

INKS: Final = (0.2, 6.0)
"""Where letters differ less among themselves, so does a figure: this far is another ink if it is so many
times their median difference. A dull red 8 beside dark blue letters is 0.29 away, and these 0.01."""

SAME: Final = 0.05
"""Difference of two inks within which they are one: a sixth of what makes them two (`OTHER`). Then it is the
corner that was misjudged, ..."""

WIDER: Final = (0.075, 0.1)
"""... if the letter stands no further off than this (card lengths, to the right and below), a third more and
twice as much as `SPREAD`, ..."""

WIDTHS: Final = 0.6
"""Share of the letters' height that may be more than that to the right: where all begin in one line, the
middle of an I and that of most W are 0.4 of it to either side of the others', and 0.5 that of a wide one. Of
letters an eighth of a card high it is as much as `WIDER`, of larger ones more."""

COLOURED: Final = 0.2
"""... and if the pack's figures, several of them, are printed in an ink further off than this, as one letter
in a hundred is: else figures are of the letters' ink, and it tells nothing."""

UNLIKE: Final = frozenset(LETTERS.index(letter) for letter in "AEFHKMNRUVWXY")
"""Letters that no figure of the same ink is taken for: 0 to 3 and 5 to 9 look like the others. Such
a one read for sure, however wide, is a letter, though the pack's figures do not tell their ink."""

SHORT: Final = 0.6
"""Share of the letters' usual height below which what figures look like is one: they are printed half as
tall. Of 4,200 corner letters in rendered and traced pictures ten such were so short, blurred ones, and of the
figures that were read as sure letters 17."""

TALL: Final = 0.8
"""The same from which on it is none. In three traced hands a plain letter, its corner misjudged, was left out
for looking like a figure; of 16 more in 487 scenes, read for sure, whose height could not be measured, all
were letters."""

UPRIGHT: Final = 0.9
"""Chance that a lone corner letter is the upper one, nine to one: hands are fanned to show those. By
judgement; a word's line settles it."""


def alike(spots: Sequence[Spot], shape: Shape) -> tuple[Spot, ...]:
    """The spots that stand in their corners as most of the sure ones do, in their ink, and as tall. A pack's
    letters are all printed in one place; what stands elsewhere in a corner, or is red where they are black,
    or shorter, is a figure or an ornament; what stands there, is as tall and is read for sure is a letter in
    whatever light its ink is seen. Where figures are, a letter of the very ink is one of the pack's,
    whose corner was misjudged. However few they are, none stands in a card's middle."""
    spots = [spot for spot in spots if (np.abs(_inwards(spot, shape)) < MIDDLE).all()]
    evident = [n for n, s in enumerate(spots) if s.score >= EVIDENT]
    plain = [n for n in evident if float(spots[n].chances.max()) >= SURE]
    if len(plain) < SEVERAL:
        return tuple(spots)
    lie = np.array([_inwards(spot, shape) for spot in spots])
    usual, lower = _usual(lie[plain])
    side, off = (lie[:, 0] > 0) | lower, np.abs(np.abs(lie) - usual)
    seen = _Print.of(spots, plain)
    near = (off < (max(WIDER[0], seen.wide), WIDER[1])).all(1) & side
    placed = (off < SPREAD).all(1) & side & ((seen.apart < seen.other) | seen.tall) & ~seen.figures
    one_ink = (seen.apart < SAME) | (seen.tall & (seen.apart < seen.other))
    moved = near & one_ink & seen.letters & ~(placed | seen.short)
    return tuple(compress(spots, placed | moved))


def _usual(sure: NDArray[np.float64]) -> tuple[NDArray[np.float64], bool]:
    """Where the (n, 2) sure letters stand, card lengths to the right of their corners and below; and whether
    they stand upright at the lower right as often as at the upper left."""
    upper = sure[sure[:, 0] > 0]
    usual = np.median(np.abs(upper if 2 * len(upper) > len(sure) else sure), axis=0)
    return usual, len(sure) - len(upper) > len(upper) / 3


@dataclass(frozen=True, slots=True)
class _Print:
    """How n spots are printed, against the pack's letters: how far `apart` (n,) their inks are, which is
    `other` ink from so much on; which are `short` (n,), which of these `figures`, which sure `letters`, which
    as `tall` as these; and card lengths by which the middles of `wide` letters may stand further off."""

    apart: NDArray[np.float64]
    other: float
    short: NDArray[np.bool_]
    figures: NDArray[np.bool_]
    letters: NDArray[np.bool_]
    tall: NDArray[np.bool_]
    wide: float

    @classmethod
    def of(cls, spots: Sequence[Spot], plain: Sequence[int]) -> "_Print":
        """Of these spots, `plain` of which, by number, are letters."""
        inks = np.array([spot.ink for spot in spots], np.float64)
        apart = np.linalg.norm(inks - np.median(inks[plain], axis=0), axis=1)
        talls = np.array([spot.tall for spot in spots])
        known, unlike = talls > 0, np.array([spot.letter in UNLIKE for spot in spots])
        heights = [talls[n] for n in plain if known[n]]
        height = float(np.median(heights)) if heights else 0.0
        short = (talls < SHORT * height) & known
        # Of unknown height where others' is known it is a letter, unless figures are of this ink, too.
        unknown = ~known & bool(heights) & ~(short & (apart < SAME)).any()
        tall = (talls > TALL * height) & bool(heights)
        sure = np.array([float(spot.chances.max()) >= SURE for spot in spots])
        told = (apart > COLOURED).sum() >= SEVERAL
        return cls(
            apart, min(OTHER, max(INKS[0], INKS[1] * float(np.median(apart[plain])))), short, short & ~unlike,
            told | (sure & (unlike | tall | unknown)), sure & tall,
            WIDTHS * height * GLYPH_REACH / GLYPH_SIDE,
        )  # fmt: skip


def _inwards(spot: Spot, shape: Shape) -> tuple[float, float]:
    """How far a corner letter stands from its corner, in card lengths: to the right of it, and below."""
    up, right = shape.card(spot.up, spot.middle)
    inwards = spot.middle - spot.corner
    across, down = inwards @ right / (right @ right), -(inwards @ up) / (up @ up)
    return float(across) * shape.wide, float(down)


def card_of(spot: Spot, shape: Shape) -> Piece | None:
    """The card that a corner letter stands on: at its upper left, or at its lower right where it is printed
    upright there. None for what stands at another corner, as figures do."""
    across, down = _inwards(spot, shape)
    if across * down <= 0:
        return None
    # Its middle lies further from or nearer to the camera than its corner.
    up, right = shape.card(spot.up, spot.corner)
    up, right = shape.card(spot.up, spot.corner + np.sign(across) * (right - up) / 2)
    top_left = spot.corner if across > 0 else spot.corner - right + up
    quad = np.array([top_left, top_left + right, top_left + right - up, top_left - up], np.float32)
    x, y = quad.mean(0).tolist()
    outline = Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up), spot.score)
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0], chances[2] = UPRIGHT * spot.chances, (1 - UPRIGHT) * spot.chances
    return Piece(quad, chances, 0.0, 0.0, outline, spot.corner, spot.middle, unseen=True)
