"""Tell the direction of letters that become other letters when turned, by the print beside the letter: M
and W, on tiles also N and Z, C and U.

Printers underline these letters, and so does the deck of `lexicon-table print`: the bar shows the direction.
Corner letters show it, too: the upper left one is upright like the large letter, the lower right one upside
down. On tiles, the print beside the letter, mostly a figure, is in the same place as on tiles of known
direction.
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
from vision.pieces.corner_orientation import are_corners_upright
from vision.tensor_format import LETTERS, Floats

TURNING_LETTERS: Final = "MWNZCU"
"""The letters that become another letter when turned, so that their direction is examined. On oblong cards,
which lie one way or the other, only M and W are."""

ONE_WAY_LETTERS: Final = "ABDEFGJKLPQRTVY"
"""The letters that look like no letter when turned by a half or a quarter. Their direction is sure, so the
usual place of a tile's small print is learned from them."""

MIN_CHECKED_PROBABILITY: Final = 0.5
"""The least probability that a piece shows a letter for the piece's direction to be examined: a letter is
then likelier than none."""

SAME_CORNERS_PIXELS: Final = 1.0
"""The greatest movement of a card's corners since its orientation was judged for the orientation still to
hold, pixels. A card that the earlier reading passes on has the same corners."""

LETTER_HEIGHT_RANGE: Final = (0.16, 0.85)
"""The least and the greatest height of a patch of print for it to be the piece's large letter, as shares of
the copy's height. A corner letter is lower, and higher print is no letter."""

FINER_COPY_FACTOR: Final = 2
"""The enlargement of the copy in which a card's corner letters are compared, against the copy in which bars
are searched. On a card 150 pixels long, corner letters are then eight pixels high. At six pixels a W cannot
be told from an M."""

MAX_MIDDLE_OFFSET_SHARE: Final = 0.25
"""The greatest offset of a patch of print from the middle of a piece's copy, as a share of the copy's sides,
for the patch to be the piece's large letter."""

BAR_WIDTH_RANGE: Final = (0.5, 1.5)
"""The range of a bar's width, letter widths. Printed bars are as wide as their letters, or a little wider
or narrower. This and all other limits of a bar are by judgement. They are generous, because a bar counts
only if the other side of the letter has none."""

MAX_BAR_LETTER_HEIGHTS: Final = 0.22
"""The greatest thickness of the bar that is printed below a letter to tell which way is up, letter heights.
Thicker print is no bar."""

MIN_INKED_SHARE: Final = 0.7
"""The least share of its upright bounding box that a bar fills with print. A shape that fills less is the
corner of a frame, or leans."""

MAX_OFFSET_LETTER_WIDTHS: Final = 0.2
"""The greatest distance by which a bar's middle may lie beyond the letter's left or right end, letter widths.
A patch farther off is no bar."""

MIN_DOTS_IN_ROW: Final = 3
"""The fewest dots in a row that count as a bar below a letter, as on letter dice. They count on square pieces
only; on a card they are the noise of a dim picture."""

CARD_EDGE_SHARE: Final = 0.1
"""The width of the rim in which no bar is searched, as a share of the height or width of the piece's copy.
The lines of a board run along the edges of tiles."""

BAR_GAP_RANGE: Final = (0.02, 0.5)
"""The least and the greatest gap between a letter and the bar that belongs to it, letter heights."""

MIN_LETTER_WIDTH_HEIGHTS: Final = 0.5
"""The least width of an M or W, letter heights. In thin and pale print a narrower shape may be a single
stroke of the letter."""

MIN_SURE_LETTERS: Final = 4
"""The fewest tiles of known direction with small print from which the usual place of the pack's small print
is learned. With fewer it tells no direction."""

MAX_LETTERS_COMPARED: Final = 12
"""The greatest number of tiles of known direction, the largest first, from which the usual place of the
pack's small print is averaged. More tiles add nothing, because one pack is printed alike."""

PLACES_PER_SIDE: Final = 8
"""The number of cells across and down of the grid in which a tile's small print is located. One cell is as
large as a figure."""

MIN_PRINT_LIKENESS: Final = 0.5
"""The least likeness (cosine, at most 1) between the print beside a letter and the usual print beside letters
of the pack, in the best direction. With a smaller likeness the print does not tell the direction."""

MIN_PRINT_LIKENESS_DIFFERENCE: Final = 0.3
"""The least difference between the likeness (cosine) in the best direction and in any other. With a smaller
difference the print does not tell the direction."""


@dataclass(frozen=True, slots=True)
class Orientation:
    """The direction of a card as its print shows it."""

    corners: Floats
    """The corners (4, 2) that the card had when its orientation was judged, pixels."""
    turns: int | None
    """The number of quarter turns clockwise from the first corner to the upright letter's top left, or
    None if the print does not tell."""

    def holds_for(self, piece: Piece) -> bool:
        """Return True if this orientation still holds for `piece`, because the piece has the same corners as
        when it was judged."""
        return bool(np.abs(self.corners - piece.corners).max() < SAME_CORNERS_PIXELS)


def find_orientations(
    pyramid: Pyramid, pieces: Sequence[Piece], before: Mapping[Outline, Orientation]
) -> dict[Outline, Orientation]:
    """Return which way up the pieces lie, for the pieces whose letters become other letters when turned. The
    keys are the pieces' outlines.

    `before` are the results for the earlier photograph. A piece that has not moved since is not examined
    again.
    """
    checked = [piece for piece in pieces if _is_checked(piece)]
    known = {
        p.outline: before[p.outline]
        for p in checked
        if p.outline in before and before[p.outline].holds_for(p)
    }
    fresh = [_Print.of(pyramid, piece) for piece in checked if piece.outline not in known]
    turned = [_turns_by_bar_or_corners(pyramid, one) for one in fresh]
    # Cards are judged by their corner letters: faint print in a card's corners was taken for a figure.
    tiles = [one for one, turns in zip(fresh, turned, strict=True) if turns is None and _is_square(one.piece)]
    usual = _usual_print_shares(pyramid, pieces) if tiles else None
    for one, turns in zip(fresh, turned, strict=True):
        if turns is None and usual is not None and _is_square(one.piece):
            turns = _turns_by_place(one, usual)
        known[one.piece.outline] = Orientation(one.piece.corners, turns)
    return known


def _is_checked(piece: Piece) -> bool:
    letter = LETTERS[piece.likeliest_letter]
    return piece.letter_probability >= MIN_CHECKED_PROBABILITY and letter in (
        TURNING_LETTERS if _is_square(piece) else TURNING_LETTERS[:2]
    )


@dataclass(frozen=True, slots=True)
class _Print:
    """The print of a piece, in a copy that is upright by the piece's corners."""

    piece: Piece
    """The piece whose print this is."""
    letter: Component | None
    """The large letter in the piece's middle, a patch of print, or None if no patch lies there."""
    components: Sequence[Component]
    """All patches of print in the copy of the piece."""
    labels: NDArray[np.int32]
    """For each pixel of the copy, the number of its patch of print."""

    @classmethod
    def of(cls, pyramid: Pyramid, piece: Piece) -> "_Print":
        components, labels = print_components(
            darkest_channel(upright_copy(pyramid, piece.corners)), INK_CONTRAST_SHARE
        )
        letter = max((b for b in components if _is_central(b)), key=lambda b: b.ink_pixels, default=None)
        return cls(piece, letter, components, labels)


def _turns_by_bar_or_corners(pyramid: Pyramid, one: _Print) -> int | None:
    """Return the number of quarter turns that makes the letter upright, as a bar beside the letter or the
    card's corner letters tell it. None if neither tells it."""
    if one.letter is None:
        return None
    square = _is_square(one.piece)
    turns = _turns_by_bar(one.components, one.letter, square=square)
    if turns is not None or square or one.letter.width < MIN_LETTER_WIDTH_HEIGHTS * one.letter.height:
        return turns
    copy = darkest_channel(upright_copy(pyramid, one.piece.corners, FINER_COPY_FACTOR))
    upright = are_corners_upright(copy, one.letter.enlarged(FINER_COPY_FACTOR))
    return None if upright is None else 0 if upright else 2


def _usual_print_shares(pyramid: Pyramid, pieces: Sequence[Piece]) -> Floats | None:
    """Return a grid (PLACES_PER_SIDE, PLACES_PER_SIDE) of how much small print this pack's tiles have at each
    place beside the letter, the mean of tiles whose direction is sure. None if fewer than `MIN_SURE_LETTERS`
    of these show such print."""
    sure = [
        p
        for p in pieces
        if p.best_probability >= NO_SECOND_LOOK_PROBABILITY
        and p.letter_probability > p.back_probability
        and LETTERS[p.likeliest_letter] in ONE_WAY_LETTERS
    ]
    sure.sort(key=lambda p: -p.outline.height)
    shares_of_letters = [
        shares
        for p in sure[:MAX_LETTERS_COMPARED]
        if (shares := _print_shares(_Print.of(pyramid, p))) is not None
    ]
    return (
        np.asarray(np.mean(shares_of_letters, 0), np.float32)
        if len(shares_of_letters) >= MIN_SURE_LETTERS
        else None
    )


def _turns_by_place(one: _Print, usual: Floats) -> int | None:
    """Return the number of quarter turns that make the tile's small print lie most like `usual`, the places
    of the small print on this pack's sure tiles. None if no turn is plainly the best."""
    shares = _print_shares(one)
    if shares is None:
        return None
    turns = (0, 1, 2, 3) if _is_square(one.piece) else (0, 2)
    likeness = {k: float((np.rot90(shares, k) * usual).sum()) for k in turns}
    best = max(likeness, key=lambda k: likeness[k])
    second = max(other for k, other in likeness.items() if k != best)
    return (
        best
        if likeness[best] >= MIN_PRINT_LIKENESS and likeness[best] - second >= MIN_PRINT_LIKENESS_DIFFERENCE
        else None
    )


def _print_shares(one: _Print) -> Floats | None:
    """Return a grid (PLACES_PER_SIDE, PLACES_PER_SIDE) of how much small print lies at each place of a tile
    beside its letter, as a vector of length one. None if the tile has no letter in its middle or no print
    beside it."""
    if one.letter is None:
        return None
    beside = [b.number for b in one.components if _is_small_print(b, one.letter)]
    mask = np.isin(one.labels, beside).astype(np.float32)
    shares = cv2.resize(mask, (PLACES_PER_SIDE, PLACES_PER_SIDE), interpolation=cv2.INTER_AREA)
    shares = cv2.GaussianBlur(shares, (3, 3), 0)
    long = float(np.linalg.norm(shares))
    return np.asarray(shares / long, np.float32) if long > 0 else None


def _is_small_print(component: Component, letter: Component) -> bool:
    """Return True if a patch of print on a tile is not the tile's letter, is lower than the letter, and lies
    wholly within the tile. A figure is such a patch."""
    right, bottom = component.left + component.width, component.top + component.height
    within = min(
        component.left - GROWN_SIDE_SHARE * COPY_WIDTH_PIXELS,
        component.top - GROWN_SIDE_SHARE * COPY_HEIGHT_PIXELS,
        (1 - GROWN_SIDE_SHARE) * COPY_WIDTH_PIXELS - right,
        (1 - GROWN_SIDE_SHARE) * COPY_HEIGHT_PIXELS - bottom,
    )  # fmt: skip
    return component.number != letter.number and within >= 0 and component.height < letter.height


def _is_square(piece: Piece) -> bool:
    return piece.outline.height < MIN_CARD_SIDE_RATIO * piece.outline.width


def _is_central(component: Component) -> bool:
    """Return True if the patch is a letter in the card's middle. A patch at the copy's rim is the table
    beside the card."""
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


def _turns_by_bar(components: Sequence[Component], letter: Component, *, square: bool) -> int | None:
    """Return the number of quarter turns (as in `Orientation`) that makes the letter upright. The bar that
    the tile or card prints below its letter tells it. None if no side has a bar, or several sides have one.

    A letter on its side has the bar to its right or left. Only square pieces are tried that way.
    """
    sides = ((0, False, 1), (2, False, -1), (3, True, 1), (1, True, -1))[: 4 if square else 2]
    possible_turns = [
        turns
        for turns, across, after in sides
        if _has_bar(components, letter, after, across=across, dots=square)
    ]
    return possible_turns[0] if len(possible_turns) == 1 else None


def _has_bar(
    components: Sequence[Component], letter: Component, after: int, *, across: bool, dots: bool
) -> bool:
    """Return True if a bar is printed beside the letter: below it if `after` is 1, above it if -1.

    With `across`, the bar is sought to the right (1) or to the left (-1). With `dots`, a row of dots counts
    as a bar.
    """
    (_, length), _ = _spans(letter, across=across)
    near = [component for component in components if _is_bar_like(component, letter, after, across=across)]
    spans = [_spans(component, across=across)[0] for component in near]
    full = [b.ink_pixels >= MIN_INKED_SHARE * b.width * b.height for b in near]
    if any(
        BAR_WIDTH_RANGE[0] <= long / length <= BAR_WIDTH_RANGE[1] and one
        for (_, long), one in zip(spans, full, strict=True)
    ):
        return True
    far = max((at + long for at, long in spans), default=0) - min((at for at, _ in spans), default=0)
    return dots and len(near) >= MIN_DOTS_IN_ROW and BAR_WIDTH_RANGE[0] <= far / length <= BAR_WIDTH_RANGE[1]


def _is_bar_like(component: Component, letter: Component, after: int, *, across: bool) -> bool:
    """Return True if a patch of print is flat and close to one side of the letter, and does not reach beyond
    the letter's ends, as a bar does."""
    (start, length), (at, thick) = _spans(letter, across=across)
    (first, long), (off, flat) = _spans(component, across=across)
    whole = COPY_WIDTH_PIXELS if across else COPY_HEIGHT_PIXELS
    gap = off - (at + thick) if after > 0 else at - (off + flat)
    in_rim = not CARD_EDGE_SHARE * whole <= off + flat / 2 <= (1 - CARD_EDGE_SHARE) * whole
    is_beyond_letter = (
        not start - MAX_OFFSET_LETTER_WIDTHS * length
        <= first + long / 2
        <= start + (1 + MAX_OFFSET_LETTER_WIDTHS) * length
    )
    return (
        not (in_rim or is_beyond_letter)
        and flat <= MAX_BAR_LETTER_HEIGHTS * thick
        and BAR_GAP_RANGE[0] <= gap / thick <= BAR_GAP_RANGE[1]
    )


def _spans(component: Component, *, across: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the start and the length of a patch from left to right, then from top to bottom, pixels. With
    `across`, the two pairs are exchanged."""
    along, down = (component.left, component.width), (component.top, component.height)
    return (down, along) if across else (along, down)
