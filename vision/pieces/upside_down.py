"""Letters that are others when they are turned: M and W, of tiles N and Z, C and U as well. What is printed
beside the letter tells which way up it is.

Printers underline them, and so does the deck that `lexicon-table print` makes: a bar says it. Corner letters
say it as well, for the upper left one stands as the large one does, and the lower right one on its head. And
what all cards of a pack have beside their letters in one place, a figure mostly, stands where it does on
those that have one way up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Outline, Pyramid
from vision.filtering.suppression import MIN_CARD_SIDE_RATIO
from vision.pieces.classify import NO_SECOND_LOOK_PROBABILITY, Piece
from vision.pieces.components import (
    COPY_HEIGHT_PIXELS,
    COPY_WIDTH_PIXELS,
    GROWN_SIDE_SHARE,
    INK_CONTRAST_SHARE,
    Component,
    darkest_channel,
    print_components,
    upright_copy,
)
from vision.pieces.corner_orientation import corners_say_upright
from vision.tensor_format import LETTERS, Floats

TURNING: Final = "MWNZCU"
"""The letters that are checked: on oblong cards, which lie one way or the other, M and W alone."""

ONE_WAY: Final = "ABDEFGJKLPQRTVY"
"""Letters that are no letter upside down, nor on their side."""

MIN_CHECKED_PROBABILITY: Final = 0.5
"""Least probability of a letter for a piece, likeliest M or W, to be checked: likelier a letter than none."""

SAME_CORNERS_PIXELS: Final = 1.0
"""Pixels within which a card's corners stay the same: a card that is kept has the same corners."""

LETTER_HEIGHT_RANGE: Final = (0.16, 0.85)
"""Range of the height of a letter in the middle, as a share of the copy's: a corner's is lower, and higher
print is no letter.
"""

FINER_COPY_FACTOR: Final = 2
"""Factor by which the copy for corner letters is finer than that for bars: of a card of 150 pixels they are
eight high, and a W of six can't be told from an M.
"""

MAX_MIDDLE_OFFSET_SHARE: Final = 0.25
"""Share of the copy's sides by which the letter's middle may be off its own."""

BAR_WIDTH_RANGE: Final = (0.5, 1.5)
"""A bar's width, in letters: printed ones are as wide as theirs or a little wider or narrower ..."""

MAX_BAR_THICKNESS: Final = 0.22
"""... and at most so thick, in letter heights ..."""

MIN_INKED_SHARE: Final = 0.7
"""... with this share of its upright box inked: less is a frame's corner, or leans ..."""

MAX_OFFSET_LETTER_WIDTHS: Final = 0.2
"""... with its middle at most so many letter widths beside its letter ..."""

DOTS_IN_ROW: Final = 3
"""... or, below a die's letter, so many dots in a row: on a card these are noise of a dim picture ..."""

CARD_EDGE_SHARE: Final = 0.1
"""... not where a card ends in the copy, because a board's lines run along tiles ..."""

BAR_GAP_RANGE: Final = (0.02, 0.5)
"""... and so many letter heights below it. All of these by judgement, generously: the other side must also
show no other such bar.
"""

MIN_LETTER_WIDTH: Final = 0.5
"""Least width of an M or W, in letter heights: a narrower shape is one of its strokes, if it is printed thin
and pale.
"""

MIN_SURE_LETTERS: Final = 4
"""Number of sure letters with one direction that show where their pack prints something beside them, ..."""

MAX_LETTERS_COMPARED: Final = 12
"""... and the most that are compared: they look alike."""

PLACES_PER_SIDE: Final = 8
"""Number of places across and down by which the print is located: a figure is as large as one."""

MIN_PRINT_LIKENESS: Final = 0.5
"""Least likeness (cosine) of that print to the others' in one direction, ..."""

MIN_LIKENESS_DIFFERENCE: Final = 0.3
"""... and least greater likeness than in any other direction."""


@dataclass(frozen=True, slots=True)
class Orientation:
    """Hold the way up that print shows of a card at these `corners` (4, 2). `turns` is how many quarter turns
    clockwise the upright corners are ahead; None if the print does not tell.
    """

    corners: Floats
    turns: int | None

    def of(self, piece: Piece) -> bool:
        """Tell whether the orientation still holds for the piece, which lies in the same place."""
        return bool(np.abs(self.corners - piece.corners).max() < SAME_CORNERS_PIXELS)


def orientations(
    pyramid: Pyramid, pieces: Sequence[Piece], before: Mapping[Outline, Orientation]
) -> dict[Outline, Orientation]:
    """Return the ways up that the print shows of pieces whose letters turn, by their outlines. Pieces that
    lie as in `before`, the photograph before, are not looked at again.
    """
    asked = [piece for piece in pieces if _asked(piece)]
    said = {p.outline: before[p.outline] for p in asked if p.outline in before and before[p.outline].of(p)}
    fresh = [_Print.of(pyramid, piece) for piece in asked if piece.outline not in said]
    turned = [_by_letter(pyramid, one) for one in fresh]
    # Corner letters tell how a card stands; faint print in its corners was taken for a figure.
    tiles = [one for one, turns in zip(fresh, turned, strict=True) if turns is None and _square(one.piece)]
    usual = _usual(pyramid, pieces) if tiles else None
    for one, turns in zip(fresh, turned, strict=True):
        if turns is None and usual is not None and _square(one.piece):
            turns = _by_place(one, usual)
        said[one.piece.outline] = Orientation(one.piece.corners, turns)
    return said


def _asked(piece: Piece) -> bool:
    letter = LETTERS[piece.likeliest]
    return piece.letter >= MIN_CHECKED_PROBABILITY and letter in (TURNING if _square(piece) else TURNING[:2])


@dataclass(frozen=True, slots=True)
class _Print:
    """Hold the print of a piece, upright by its corners: the letter in its middle, if there is one, all
    patches of print, and the place of each in the copy.
    """

    piece: Piece
    letter: Component | None
    components: Sequence[Component]
    labels: NDArray[np.int32]

    @classmethod
    def of(cls, pyramid: Pyramid, piece: Piece) -> "_Print":
        components, labels = print_components(
            darkest_channel(upright_copy(pyramid, piece.corners)), INK_CONTRAST_SHARE
        )
        letter = max((b for b in components if _central(b)), key=lambda b: b.inked, default=None)
        return cls(piece, letter, components, labels)


def _by_letter(pyramid: Pyramid, one: _Print) -> int | None:
    """Return the way up by a bar, or by corner letters."""
    if one.letter is None:
        return None
    square = _square(one.piece)
    way = _bar(one.components, one.letter, square=square)
    if way is not None or square or one.letter.width < MIN_LETTER_WIDTH * one.letter.height:
        return way
    copy = darkest_channel(upright_copy(pyramid, one.piece.corners, FINER_COPY_FACTOR))
    upright = corners_say_upright(copy, one.letter.enlarged(FINER_COPY_FACTOR))
    return None if upright is None else 0 if upright else 2


def _usual(pyramid: Pyramid, pieces: Sequence[Piece]) -> Floats | None:
    """Return (PLACES, PLACES) where cards have print beside their letters, by those with a known direction;
    None if too few have any.
    """
    sure = [
        p
        for p in pieces
        if p.best >= NO_SECOND_LOOK_PROBABILITY and p.letter > p.back and LETTERS[p.likeliest] in ONE_WAY
    ]
    sure.sort(key=lambda p: -p.outline.height)
    found = [
        place for p in sure[:MAX_LETTERS_COMPARED] if (place := _places(_Print.of(pyramid, p))) is not None
    ]
    return np.asarray(np.mean(found, 0), np.float32) if len(found) >= MIN_SURE_LETTERS else None


def _by_place(one: _Print, usual: Floats) -> int | None:
    """Return the way up in which a piece's print beside its letter stands where the others' does."""
    places = _places(one)
    if places is None:
        return None
    turns = (0, 1, 2, 3) if _square(one.piece) else (0, 2)
    alike = {k: float((np.rot90(places, k) * usual).sum()) for k in turns}
    best = max(alike, key=lambda k: alike[k])
    second = max(other for k, other in alike.items() if k != best)
    return (
        best
        if alike[best] >= MIN_PRINT_LIKENESS and alike[best] - second >= MIN_LIKENESS_DIFFERENCE
        else None
    )


def _places(one: _Print) -> Floats | None:
    """Return (PLACES, PLACES) the amount of print at each place beside the letter, of length one; None if
    there is no print, or no letter in the middle.
    """
    if one.letter is None:
        return None
    beside = [b.number for b in one.components if _small(b, one.letter)]
    mask = np.isin(one.labels, beside).astype(np.float32)
    shares = cv2.resize(mask, (PLACES_PER_SIDE, PLACES_PER_SIDE), interpolation=cv2.INTER_AREA)
    shares = cv2.GaussianBlur(shares, (3, 3), 0)
    long = float(np.linalg.norm(shares))
    return np.asarray(shares / long, np.float32) if long > 0 else None


def _small(component: Component, letter: Component) -> bool:
    """Tell whether the patch is print of its own that lies wholly within the piece, and no letter."""
    right, bottom = component.left + component.width, component.top + component.height
    within = min(
        component.left - GROWN_SIDE_SHARE * COPY_WIDTH_PIXELS,
        component.top - GROWN_SIDE_SHARE * COPY_HEIGHT_PIXELS,
        (1 - GROWN_SIDE_SHARE) * COPY_WIDTH_PIXELS - right,
        (1 - GROWN_SIDE_SHARE) * COPY_HEIGHT_PIXELS - bottom,
    )  # fmt: skip
    return component.number != letter.number and within >= 0 and component.height < letter.height


def _square(piece: Piece) -> bool:
    return piece.outline.height < MIN_CARD_SIDE_RATIO * piece.outline.width


def _central(component: Component) -> bool:
    """Tell whether the patch is a letter in the card's middle; a patch at the copy's rim is the table beside
    the card.
    """
    x, y = component.middle
    if (
        min(
            component.left,
            component.top,
            COPY_WIDTH_PIXELS - component.left - component.width,
            COPY_HEIGHT_PIXELS - component.top - component.height,
        )
        < 1
    ):
        return False
    off = max(abs(x / COPY_WIDTH_PIXELS - 0.5), abs(y / COPY_HEIGHT_PIXELS - 0.5))
    return (
        off <= MAX_MIDDLE_OFFSET_SHARE
        and LETTER_HEIGHT_RANGE[0] <= component.height / COPY_HEIGHT_PIXELS <= LETTER_HEIGHT_RANGE[1]
    )


def _bar(components: Sequence[Component], letter: Component, *, square: bool) -> int | None:
    """Return the way up by a bar, which stands below its letter; None if none is seen, or several. On its
    side a letter has the bar to its right or left.
    """
    sides = ((0, False, 1), (2, False, -1), (3, True, 1), (1, True, -1))[: 4 if square else 2]
    ways = [
        way for way, across, after in sides if _barred(components, letter, after, across=across, dots=square)
    ]
    return ways[0] if len(ways) == 1 else None


def _barred(
    components: Sequence[Component], letter: Component, after: int, *, across: bool, dots: bool
) -> bool:
    """Tell whether a bar, or a row of `dots` where one may be, stands below (`after` 1) or above (-1) the
    letter; right or left of it if the bar runs `across` the lines of print.
    """
    (_, length), _ = _spans(letter, across=across)
    near = [component for component in components if _beside(component, letter, after, across=across)]
    spans = [_spans(component, across=across)[0] for component in near]
    full = [b.inked >= MIN_INKED_SHARE * b.width * b.height for b in near]
    if any(
        BAR_WIDTH_RANGE[0] <= long / length <= BAR_WIDTH_RANGE[1] and one
        for (_, long), one in zip(spans, full, strict=True)
    ):
        return True
    far = max((at + long for at, long in spans), default=0) - min((at for at, _ in spans), default=0)
    return dots and len(near) >= DOTS_IN_ROW and BAR_WIDTH_RANGE[0] <= far / length <= BAR_WIDTH_RANGE[1]


def _beside(component: Component, letter: Component, after: int, *, across: bool) -> bool:
    """Tell whether a patch is flat and stands close to one side of the letter, within its length."""
    (start, length), (at, thick) = _spans(letter, across=across)
    (first, long), (off, flat) = _spans(component, across=across)
    whole = COPY_WIDTH_PIXELS if across else COPY_HEIGHT_PIXELS
    gap = off - (at + thick) if after > 0 else at - (off + flat)
    rim = not CARD_EDGE_SHARE * whole <= off + flat / 2 <= (1 - CARD_EDGE_SHARE) * whole
    aside = (
        not start - MAX_OFFSET_LETTER_WIDTHS * length
        <= first + long / 2
        <= start + (1 + MAX_OFFSET_LETTER_WIDTHS) * length
    )
    return (
        not (rim or aside)
        and flat <= MAX_BAR_THICKNESS * thick
        and BAR_GAP_RANGE[0] <= gap / thick <= BAR_GAP_RANGE[1]
    )


def _spans(component: Component, *, across: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the start and length of a patch along a line of print, and at right angles to it."""
    along, down = (component.left, component.width), (component.top, component.height)
    return (down, along) if across else (along, down)
