"""Find cards in rows of overlapping cards that show too little to be read: a Master's corner, a blurred
letter.

These rows have even steps. A step twice as wide has room for a hidden card, and the hidden card's edge is
visible on the card beneath. Without the card the word would be another word, or none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.crops import Outline, Pyramid
from vision.geometry.edges import support_near_corners
from vision.pieces.classify import Piece, corners_of
from vision.pieces.neighbours import MAX_NEIGHBOUR_ANGLE_DEGREES
from vision.tensor_format import LETTERS, Floats, axes, lean

HIDDEN_MASTER_PROBABILITY: Final = 0.5
"""The probability that a card found by its edge in a gap of a row is a Master, which has no letter to read.
Calibration turns it into 0.72. Of 17 cards found this way on traced tables 13 were Masters, and all were
cards. All letters share the rest of `HIDDEN_CARD_PROBABILITY`."""

HIDDEN_CARD_PROBABILITY: Final = 0.9
"""The probability given to a card that was found by its edge in a gap of a row. It is low enough that no
reading of the card is sure."""

ROW_STEP_BREADTHS: Final = (0.25, 0.8)
"""The range of the usual distance between the cards of a row in which hidden cards are searched, card
breadths. In narrower rows no edges show; in wider rows the reader would have found the card."""

EVEN_STEP_RANGE: Final = (0.6, 1.5)
"""The range of the distances between neighbours in an even row, apart from the one distance that may hide a
card, as shares of the median. The outline of a covered card is off by a fifth of the usual distance."""

DOUBLE_STEP_RANGE: Final = (1.5, 2.5)
"""The range of the distance between two neighbours in a row that has room for one hidden card between them,
as a multiple of the row's usual distance. The hidden card's edge must be visible, too."""

MIN_ROW_CARDS: Final = 4
"""The fewest cards of a row from which the usual distance between its cards is known. Shorter rows are not
searched for hidden cards."""

MAX_ROW_OFFSET_SHARE: Final = 0.2
"""The greatest sideways offset between two neighbours in a row of overlapping cards, as a share of the card's
side across the row. A card farther off belongs to another row."""


MIN_FREE_EDGE_SHARE: Final = 0.45
"""The share of the places along a hidden card's free edge at which the edge must be visible. Of 158 rendered
gaps with a card it is at least 0.47, of 159 without a card at most 0.38."""

ROW_END_EDGES: Final = ((1, 3), (0, 2))
"""The numbers of a card's two edges that face the ends of its row, the edge ahead first. The first pair is
for a row along the cards' width, the second for a row along their height."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of cards that overlap evenly."""

    pieces: tuple[Piece, ...]
    """The cards of the row, from one end to the other."""
    quads: Floats
    """The corners (n, 4, 2) of the cards, numbered so that all cards face the same way, photograph pixels."""
    turned: NDArray[np.bool_]
    """True (n,) for each card that faces the other way, whose corners in `quads` are therefore numbered from
    the opposite corner."""
    axis: int
    """The direction of the row: 1 along the cards' width, 0 along their height."""


def find_occluded(pyramid: Pyramid, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the unread cards for which even rows of overlapping cards have room, if their edges are
    visible."""
    lettered = [piece for piece in pieces if piece.letter_probability > piece.back_probability]
    if len(lettered) < MIN_ROW_CARDS:
        return ()
    rows = (row for axis in (0, 1) for row in _rows(lettered, axis))
    return tuple(
        piece for row in rows if (gaps := _gaps(row)) for piece in _with_visible_edges(pyramid, row, gaps)
    )


def _rows(pieces: Sequence[Piece], axis: int) -> Iterator[_Row]:
    """Yield the rows of at least `MIN_ROW_CARDS` cards along one axis of the cards: 1 for their width, 0 for
    their height."""
    follows = _neighbours(corners_of(pieces), axis)
    mutual = [{m for m in some if n in follows[m]} for n, some in enumerate(follows)]
    left = {n for n, some in enumerate(mutual) if some}
    for end in sorted(n for n in left if len(mutual[n]) == 1):
        row, at = list[int](), {end} & left
        while at:
            row.append(at.pop())
            left.discard(row[-1])
            at = mutual[row[-1]] & left
        if len(row) >= MIN_ROW_CARDS:
            yield _row([pieces[n] for n in row], axis)


def _neighbours(quads: Floats, axis: int) -> list[set[int]]:
    """Return for each card the numbers of the nearest cards ahead and behind that may be its neighbours in a
    row of overlapping cards."""
    frames = axes(quads)
    row_axes, cross_axes = frames[axis], frames[1 - axis]
    row_squares, cross_squares = (
        np.einsum("ij,ij->i", vectors, vectors) for vectors in (row_axes, cross_axes)
    )
    long = np.maximum(row_squares, np.median(row_squares))  # covered cards' outlines are often too narrow
    middles = quads.mean(1)
    off = middles[None] - middles[:, None]
    along = np.einsum("ijk,ik->ij", off, row_axes) / long[:, None]
    across = np.einsum("ijk,ik->ij", off, cross_axes) / cross_squares[:, None]
    cosine = (row_axes @ row_axes.T) / np.sqrt(row_squares[:, None] * row_squares)
    near = (np.abs(across) < MAX_ROW_OFFSET_SHARE) & (
        np.abs(cosine) > np.cos(np.radians(MAX_NEIGHBOUR_ANGLE_DEGREES))
    )
    near &= np.abs(along) < DOUBLE_STEP_RANGE[1] * ROW_STEP_BREADTHS[1]
    if not (
        near & (along > 0) & (along < ROW_STEP_BREADTHS[1])
    ).any():  # nothing overlaps: most tables stop here
        return [set() for _ in quads]
    sides = [np.where(near & (sign * along > 0), np.abs(along), np.inf) for sign in (1, -1)]
    return [
        {int(side[n].argmin()) for side in sides if np.isfinite(side[n]).any()} for n in range(len(quads))
    ]


def _row(pieces: Sequence[Piece], axis: int) -> _Row:
    quads = corners_of(pieces)
    whole = quads[-1].mean(0) - quads[0].mean(0)
    turned = axes(quads)[axis] @ whole < 0
    quads[turned] = np.roll(quads[turned], 2, axis=1)
    return _Row(tuple(pieces), quads, turned, axis)


def _gaps(row: _Row) -> list[int]:
    """Return the indices of the cards after which an even row has room for an unread card."""
    breadths = np.hypot(*axes(row.quads)[row.axis].T)
    breadth = np.sort(breadths)[len(breadths) // 2 :].mean()  # many covered cards seem too narrow
    steps = (np.hypot(*np.diff(row.quads.mean(1), axis=0).T) / breadth).tolist()
    gaps = list[int]()
    for n, step in enumerate(steps):
        others = steps[:n] + steps[n + 1 :]
        usual = median(others)
        even = EVEN_STEP_RANGE[0] * usual < min(others) and max(others) < EVEN_STEP_RANGE[1] * usual
        wide = DOUBLE_STEP_RANGE[0] < step / usual < DOUBLE_STEP_RANGE[1]
        if (
            even
            and ROW_STEP_BREADTHS[0] < usual < ROW_STEP_BREADTHS[1]
            and wide
            and not _are_neighbours(row, n)
        ):
            gaps.append(n)
    return gaps


def _are_neighbours(row: _Row, n: int) -> bool:
    """Return True if cards n and n + 1 of the row are neighbours, with no hidden card between them: their
    corner letters are no further apart than those of other neighbours. Their outlines only seem further
    apart, because one is off."""
    letters = [piece.letter_middle for piece in row.pieces]
    apart = [
        float(np.hypot(*(two - one))) if one is not None and two is not None else 0.0
        for one, two in pairwise(letters)
    ]
    others = [step for m, step in enumerate(apart) if m != n and step > 0]
    return len(others) >= MIN_ROW_CARDS - 2 and 0 < apart[n] < DOUBLE_STEP_RANGE[0] * median(others)


def _with_visible_edges(pyramid: Pyramid, row: _Row, gaps: Sequence[int]) -> Iterator[Piece]:
    """Yield the hidden cards in the gaps of a row, each if its free edge is visible. The free edge is on the
    side on which the other cards of the row show theirs."""
    between = np.stack([(row.quads[n] + row.quads[n + 1]) / 2 for n in gaps]).astype(np.float32)
    seen = support_near_corners(pyramid, np.concatenate([row.quads, between]))
    known, new = np.split(seen, [len(row.quads)])
    ahead, behind = ROW_END_EDGES[1 - row.axis]
    # The edge of the upper of two neighbours is visible. At the row's ends both edges are visible.
    sides = known[:-1, ahead], known[1:, behind]
    free, _ = max(zip((ahead, behind), sides, strict=True), key=lambda side: float(side[1].mean()))
    # The card has the direction of most of the row: a neighbour whose letter reads both ways may be read
    # upside down.
    over = bool(row.turned.mean() > 0.5)
    for n, quad, edge in zip(gaps, between, new[:, free].tolist(), strict=True):
        if edge >= MIN_FREE_EDGE_SHARE:
            yield _unread_card(row.pieces[n], np.roll(quad, 2, axis=0) if over else quad)


def _unread_card(neighbour: Piece, quad: Floats) -> Piece:
    """Return a piece whose letter is unknown, upright by its corners `quad`. It gets the finder's probability
    of its `neighbour`."""
    probabilities = np.full((4, len(LETTERS)), 0.0, np.float32)
    probabilities[0] = (HIDDEN_CARD_PROBABILITY - HIDDEN_MASTER_PROBABILITY) / (len(LETTERS) - 1)
    probabilities[0, LETTERS.index("?")] = HIDDEN_MASTER_PROBABILITY
    up, right = axes(quad)
    x, y = quad.mean(0).tolist()
    outline = Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up), neighbour.outline.score)
    return replace(
        neighbour,
        corners=quad,
        probabilities=probabilities,
        back_probability=0.0,
        other_probability=1 - HIDDEN_CARD_PROBABILITY,
        outline=outline,
        letter_corner=None,
        letter_middle=None,
        edge_fitted=False,
        unlettered_probability=0.0,
        only_corner_seen=False,
    )
