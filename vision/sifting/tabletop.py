"""Letters that are printed on the table itself: headlines of a newspaper that tiles lie on, a cloth's motto.

What is read there has no edges but the fancied ones, so on all its sides the table is what it seems made of,
while cards and tiles differ from the table they lie on.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats
from vision.crops import Pyramid, colours, spread
from vision.pieces.letters import Piece, corners_of
from vision.sifting.choosing import CERTAIN, PLAIN, SURE
from vision.sifting.paper import in_lab

FINE: Final = 1000
"""Longer side, pixels, of the picture that is asked: between lines of small print paper is to be seen."""

SHARES: Final = np.linspace(-0.32, 1.32, 21, dtype=np.float32)
"""Shares of a piece's width and height at which it and what is around it are looked at: every twelfth, so
that a side has some forty places ..."""

OFF: Final = 0.12
"""... from as far beyond its edges, which are off by some hundredths and throw shadows, ..."""

WITHIN: Final = 0.06
"""... and those within from as far inside."""

GROWN: Final = 1.08
"""Times as large as they were seen that other pieces hide the table: for their edges' sake too."""

MAP: Final = 0.25
"""Scale of the map of what hides what: of a card's edge four pixels are nothing."""

PLACES: Final = 8
"""Places of a side, or within, that must lie free to be asked: fewer are the gap between two cards."""

SIDES: Final = 2
"""Sides that must lie free: one may be a neighbour that nobody saw."""

SEVERAL: Final = 3
"""Sure pieces from which on it is known how they differ from the table ..."""

MOST: Final = 6
"""... and so many of them are asked: their middle hardly moves with more, and to look costs time."""

APART: Final = 5.0
"""Difference in CIELAB, in the middle of them, below which they hardly differ, as white cards on a white
table; noise makes half of it."""

ALIKE: Final = 0.25
"""Share of that difference by which what is read differs from what is around it, below which both are one. Of
1,072 cards on traced tables none is below 0.48; of headlines' letters between real tiles nine in ten are
below 0.15."""

NEAREST: Final = 3
"""Sure pieces next to it, for light is not the same everywhere, ..."""

OTHER: Final = 0.4
"""... from whose paper it must differ by that share of the usual difference: what is around a card of a hand
may be cards that nobody saw. Of nine in ten letters of headlines it is more, of cards in hands 0.1."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What n pieces look like: `papers` (n, 3) in CIELAB; `tables` (n, 3) what lies free around them, not a
    number where too little does; and `gaps` (n,) how much each differs from that of its sides that differs
    most, infinite where too little of it or of its sides lies free."""

    papers: Floats
    tables: Floats
    gaps: Floats


def without_tabletop(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces without those that are made of what lies around them on all free sides, and of another paper
    than the pack's, whose sides are not. What finder and speller are sure of stays: a card may lie on a sheet
    of its own colour."""
    asked = [n for n, p in enumerate(pieces) if not _plain(p)]
    sure = [n for n, p in enumerate(pieces) if p.best >= SURE]
    if not asked or len(sure) < SEVERAL:
        return pieces
    some = sorted({*asked, *sure[:: max(1, len(sure) // MOST)]})
    look = _look(pyramid, corners_of(pieces), some)
    middles = np.array([pieces[n].corners.mean(0) for n in some])
    known = np.isin(some, sure) & np.isfinite(look.gaps)
    usual = float(np.median(look.gaps[known])) if known.sum() >= SEVERAL else 0.0
    backs = np.array([pieces[n].back > pieces[n].letter for n in some])
    gaps = np.where(backs, np.minimum(look.gaps, _enclosed(look, middles)), look.gaps)
    alike = gaps < ALIKE * usual
    if usual < APART or not alike.any():
        return pieces
    other = _others(look.papers, middles, known & ~alike)
    none = {some[i] for i in np.flatnonzero(alike & (other > OTHER * usual)).tolist()}
    return tuple(p for n, p in enumerate(pieces) if n not in none or _plain(p))


def _enclosed(look: _Look, middles: Floats) -> Floats:
    """(n,) how much pieces with no free side differ from what lies free around the others next to them: a
    cloth in a hole of a crossword. Infinite for all others."""
    open_ = np.asarray(np.isfinite(look.tables).all(1), np.bool_)
    away = np.full(len(middles), np.inf, np.float32)
    if open_.any():
        away[~open_] = _others(look.tables, middles, open_, of=look.papers)[~open_]
    return away


def _others(papers: Floats, middles: Floats, sure: NDArray[np.bool_], of: Floats | None = None) -> Floats:
    """(n,) how much the (n, 3) papers, or those given by `of`, differ from the papers of the sure pieces next
    to them; middles (n, 2)."""
    if not sure.any():
        return np.full(len(papers), np.inf, np.float32)
    apart = np.linalg.norm(middles[:, None] - middles[sure], axis=2)
    near = np.argsort(apart, axis=1)[:, :NEAREST]
    own = papers if of is None else of
    return np.asarray(np.linalg.norm(papers[sure][near] - own[:, None], axis=2).min(1), np.float32)


def _plain(piece: Piece) -> bool:
    """Whether it needs no second witness. A back does: that a cloth between its stripes is none the networks
    do not always say, and of 85 on traced tables none differed from its surroundings by less than 0.38 of
    what that table's cards did."""
    sure = piece.letter > piece.back and piece.best >= CERTAIN
    return sure and piece.outline.score >= PLAIN and not piece.unseen


def _look(pyramid: Pyramid, quads: Floats, some: list[int]) -> _Look:
    """What `some` of the (n, 4, 2) pieces look like among all of them."""
    tints = in_lab(colours(pyramid, quads[some], SHARES, FINE))
    over = _over(quads, spread(quads[some], SHARES), pyramid.levels[0].shape[:2])
    told = [_compared(*piece) for piece in zip(tints, over, strict=True)]
    papers, tables, gaps = zip(*told, strict=True)
    return _Look(*(np.array(part, np.float32) for part in (papers, tables, gaps)))


def _compared(tints: Floats, over: NDArray[np.int16]) -> tuple[Floats, Floats, float]:
    """The paper within (k * k, 3) colours, what lies free around it, and how much they differ; `over` says
    how many pieces lie at each place, -1 beyond the picture."""
    within, *sides = _regions()
    own = within & (over == 1)
    free = [side & (over == 0) for side in sides]
    free = [side for side in free if side.sum() >= PLACES]
    if own.sum() < PLACES or len(free) < SIDES:
        paper = np.full(3, np.inf, np.float32) if own.sum() < PLACES else _paper(tints[own])
        return paper, np.full(3, np.nan, np.float32), float("inf")
    paper, around = _paper(tints[own]), [_paper(tints[side]) for side in free]
    gap = max(float(np.linalg.norm(table - paper)) for table in around)
    return paper, _paper(tints[np.logical_or.reduce(free)]), gap


def _paper(tints: Floats) -> Floats:
    """(3,) what of (m, 3) colours is not print: the middle of the lighter half."""
    lighter = np.argsort(tints[:, 0])[len(tints) // 2 :]
    return np.asarray(np.sort(tints[lighter], axis=0)[len(lighter) // 2], np.float32)


@cache
def _regions() -> tuple[NDArray[np.bool_], ...]:
    """(k * k,) which places lie within, and to the left, to the right, above and below."""
    x, y = (axis.ravel() for axis in np.meshgrid(SHARES, SHARES))
    low, high = -OFF, 1 + OFF
    within = (np.minimum(x, y) > WITHIN) & (np.maximum(x, y) < 1 - WITHIN)
    beside, along = (y > low) & (y < high), (x > low) & (x < high)
    return within, (x < low) & beside, (x > high) & beside, (y < low) & along, (y > high) & along


def _over(quads: Floats, at: Floats, size: tuple[int, ...]) -> NDArray[np.int16]:
    """(n, m) how many of the pieces, (k, 4, 2), lie at (n, m, 2) places, -1 beyond the picture's `size`."""
    height, width = (max(1, round(MAP * side)) for side in size)
    counts, one = np.zeros((height, width), np.int16), np.zeros((height, width), np.uint8)
    middles = quads.mean(1, keepdims=True)
    for quad in MAP * (middles + GROWN * (quads - middles)):
        left, top = np.clip(np.floor(quad.min(0)), 0, (width, height)).astype(int)
        right, low = np.clip(np.ceil(quad.max(0)) + 1, 0, (width, height)).astype(int)
        part = one[top:low, left:right]
        part[:] = 0
        cv2.fillConvexPoly(one, np.rint(quad).astype(np.int32), 1)
        counts[top:low, left:right] += part
    x, y = np.moveaxis(np.floor(MAP * at).astype(np.intp), 2, 0)
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    return np.where(inside, counts[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)], -1).astype(np.int16)
