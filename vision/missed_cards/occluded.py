"""Cards in rows of overlapping ones that show too little to be read: a Master's corner, a blurred letter.

Such rows have even steps: where one is twice as wide there is room for a card, and where one lies there, its
edge is seen upon the card beneath. A word that lacked it would be another word, and perhaps none.
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
from vision.tensor_format import LETTERS, Floats, axes, lean

MASTER_PROBABILITY: Final = 0.5
"""Probability of a Master, which has no letter to read; with all readings calibrated it is 0.72. Of 17
cards recognised so on traced tables 13 were Masters, and all were cards. The rest of `CARD_PROBABILITY` is
left open.
"""

CARD_PROBABILITY: Final = 0.9
"""Probability of a card at all: never so high that a reading is sure."""

ROW_STEP_BREADTHS: Final = (0.25, 0.8)
"""Range of the row's usual step, in card breadths: narrower rows show no edges, and in wider ones a card
would be found.
"""

EVEN_STEP_RANGE: Final = (0.6, 1.5)
"""Greatest deviation of the other steps of an even row, as a share of the usual step: a covered card's
outline is off by a fifth of a step.
"""

DOUBLE_STEP_RANGE: Final = (1.5, 2.5)
"""Range of a step with room for one card, in usual steps: from the limit of an even row on, since the
outlines on both its sides are off; the card's edge must be visible, too.
"""

MIN_ROW_CARDS: Final = 4
"""Cards of a row: fewer have no usual step."""

MAX_OFFSET_SHARE: Final = 0.2
"""Greatest offset of the next card of a row, as a share of a card's other side."""

MAX_ANGLE_DEGREES: Final = 12.0
"""Greatest angle of the next card, degrees: fans turn by less for each card."""

MIN_VISIBLE_EDGE_SHARE: Final = 0.45
"""Share of the places along the hidden card's free edge at which it must be visible: of 158 rendered gaps
with a card it is at least 0.47, of 159 without one at most 0.38.
"""

SIDES: Final = ((1, 3), (0, 2))
"""Edges of a quad that face a row's ends, ahead and behind, in rows along the width and along the height."""


@dataclass(frozen=True, slots=True)
class _Row:
    """Cards in order; `quads` (n, 4, 2) are their corners, all turned alike; `turned` (n,) tells which were
    turned by half for this. `axis`: 1 for rows along the cards' width, 0 for those along their height.
    """

    pieces: tuple[Piece, ...]
    quads: Floats
    turned: NDArray[np.bool_]
    axis: int


def find_occluded(pyramid: Pyramid, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces that even rows of overlapping cards must hold besides the read ones."""
    lettered = [piece for piece in pieces if piece.letter > piece.back]
    if len(lettered) < MIN_ROW_CARDS:
        return ()
    rows = (row for axis in (0, 1) for row in _rows(lettered, axis))
    return tuple(piece for row in rows if (gaps := _gaps(row)) for piece in _borne_out(pyramid, row, gaps))


def _rows(pieces: Sequence[Piece], axis: int) -> Iterator[_Row]:
    """Yield the rows along one axis of the cards, without rows of one card."""
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
    """Return the nearest card on either side of each, as the next card of a row of overlapping ones may
    lie.
    """
    frames = axes(quads)
    ways, asides = frames[axis], frames[1 - axis]
    own, broad = (np.einsum("ij,ij->i", way, way) for way in (ways, asides))
    long = np.maximum(own, np.median(own))  # covered cards' outlines are often too narrow
    middles = quads.mean(1)
    off = middles[None] - middles[:, None]
    along = np.einsum("ijk,ik->ij", off, ways) / long[:, None]
    across = np.einsum("ijk,ik->ij", off, asides) / broad[:, None]
    cosine = (ways @ ways.T) / np.sqrt(own[:, None] * own)
    near = (np.abs(across) < MAX_OFFSET_SHARE) & (np.abs(cosine) > np.cos(np.radians(MAX_ANGLE_DEGREES)))
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
    """Return the cards after which an even row has room for an unread one."""
    breadths = np.hypot(*axes(row.quads)[row.axis].T)
    breadth = np.sort(breadths)[len(breadths) // 2 :].mean()  # of covered cards many seem too narrow
    steps = (np.hypot(*np.diff(row.quads.mean(1), axis=0).T) / breadth).tolist()
    found = list[int]()
    for n, step in enumerate(steps):
        others = steps[:n] + steps[n + 1 :]
        usual = median(others)
        even = EVEN_STEP_RANGE[0] * usual < min(others) and max(others) < EVEN_STEP_RANGE[1] * usual
        wide = DOUBLE_STEP_RANGE[0] < step / usual < DOUBLE_STEP_RANGE[1]
        if even and ROW_STEP_BREADTHS[0] < usual < ROW_STEP_BREADTHS[1] and wide and not _next(row, n):
            found.append(n)
    return found


def _next(row: _Row, n: int) -> bool:
    """Tell whether the corner letters of two cards stand no wider apart than others of the row, as far as
    these were seen: the cards are then neighbours, and an outline is off.
    """
    letters = [piece.glyph for piece in row.pieces]
    apart = [
        float(np.hypot(*(two - one))) if one is not None and two is not None else 0.0
        for one, two in pairwise(letters)
    ]
    others = [step for m, step in enumerate(apart) if m != n and step > 0]
    return len(others) >= MIN_ROW_CARDS - 2 and 0 < apart[n] < DOUBLE_STEP_RANGE[0] * median(others)


def _borne_out(pyramid: Pyramid, row: _Row, gaps: Sequence[int]) -> Iterator[Piece]:
    """Return the cards in the gaps whose free edges are visible, as those of the row's others are."""
    between = np.stack([(row.quads[n] + row.quads[n + 1]) / 2 for n in gaps]).astype(np.float32)
    seen = support_near_corners(pyramid, np.concatenate([row.quads, between]))
    known, new = np.split(seen, [len(row.quads)])
    ahead, behind = SIDES[1 - row.axis]
    # The edge of the upper of two neighbours is visible; at the row's ends both edges are.
    sides = known[:-1, ahead], known[1:, behind]
    free, _ = max(zip((ahead, behind), sides, strict=True), key=lambda side: float(side[1].mean()))
    # Turned as most of the row: a card whose letter reads both ways may be read upside down.
    over = bool(row.turned.mean() > 0.5)
    for n, quad, edge in zip(gaps, between, new[:, free].tolist(), strict=True):
        if edge >= MIN_VISIBLE_EDGE_SHARE:
            yield _unread(row.pieces[n], np.roll(quad, 2, axis=0) if over else quad)


def _unread(like: Piece, quad: Floats) -> Piece:
    """Return a piece of which only the place is known, with the direction of the one beside it."""
    chances = np.full((4, len(LETTERS)), 0.0, np.float32)
    chances[0] = (CARD_PROBABILITY - MASTER_PROBABILITY) / (len(LETTERS) - 1)
    chances[0, LETTERS.index("?")] = MASTER_PROBABILITY
    up, right = axes(quad)
    x, y = quad.mean(0).tolist()
    outline = Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up), like.outline.score)
    return replace(
        like, corners=quad, chances=chances, back=0.0, nothing=1 - CARD_PROBABILITY, outline=outline,
        index=None, glyph=None, edged=False, stranger=0.0, unseen=False,
    )  # fmt: skip
