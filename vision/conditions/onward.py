"""A row of cards that goes on where nothing could be read: of cards behind a smear on the lens, or under a
lamp's mirror image, the paper shows and no letter, and the word that is left is another one.

Beside the last card of a row the same paper is looked for. That says something only where the table is
plainly another thing than paper, which the places on the card's other two sides tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats, axes
from vision.crops import Picture, Pyramid, colours
from vision.pieces.letters import Piece, corners_of
from vision.sifting.paper import FINE, INNER, paper

STEP: Final = (0.6, 1.25)
"""Of a card's length along the row, how far the card before it lies: of a row of overlapping ones the last
card's own rest shows beside where it was read, and nobody leaves more than a quarter of a card free within a
word."""

ASIDE: Final = 0.25
"""Of a card's other side, how far that may lie off the row."""

NEAR: Final = (0.06, 0.45)
"""Of the row's step, the part beside the last card that is looked at: from where that card's own edge, a
little off, cannot reach, to where even a covered card would still show."""

BROAD: Final = 0.3
"""Of the card's other side, how far to both sides of the row's middle: the next card may lie a bit off."""

TAKEN: Final = 0.05
"""Share of such a place that a piece may cover of which something is known."""

LIKE: Final = 0.13
"""Of the paper's brightness, what its colour may differ by, in any channel: light that falls off across a
card, and what a smear takes from it."""

WHITE: Final = 250
"""Level of all channels of what can show no more light: that a card lies there is not known, but a lamp hides
it if one does."""

PLAINLY: Final = 1.6
"""Times as much that what is no paper must differ by: a table of nearly its colour says nothing."""

PAPER: Final = 0.6
"""Share of the place that is as paper is from which it is taken for some ..."""

TABLE: Final = 0.4
"""... and of the places on the card's other sides, in which nothing lies, at the most ..."""

USUAL: Final = 0.25
"""... which of those of all rows' last cards no more than so many may have: a table that is as pale as paper
is darker in a shadow."""

SQUARE: Final = 1.15
"""Times as long as broad that pieces are at the least: the squares of a board, printed in the tiles' own
colour, go on beside every word of letter tiles. Tarot cards have 1.6, cards and pictures askew 1.3."""


@dataclass(frozen=True, slots=True)
class Onward:
    """The place, (4, 2) photograph pixels, where a row's next card would lie; `burnt`: a lamp whitens it."""

    place: Floats
    burnt: bool


@dataclass(frozen=True, slots=True)
class _Ends:
    """m ends of rows: which `card` (m,) is the last, its `middle` (m, 2), the axes `out` of the row and
    `aside` (m, 2), as long as the card, and the row's `step` (m,), shares of `out`."""

    card: NDArray[np.intp]
    middle: Floats
    out: Floats
    aside: Floats
    step: Floats

    def before(self) -> Floats:
        """(m, 4, 2) the places that are looked at on the way out of the row."""
        near, far = (0.5 + share * self.step for share in NEAR)
        return _quads(self.middle, self.out, self.aside, near, far, BROAD)

    def beside(self, way: int) -> Floats:
        """The same on one of the other sides, `way` 1 or -1."""
        long, wide = (np.maximum(np.linalg.norm(axis, axis=1), 1e-6) for axis in (self.out, self.aside))
        near, far = (0.5 + share * self.step * long / wide for share in NEAR)
        return _quads(self.middle, way * self.aside, self.out, near, far, BROAD)

    def next(self) -> Floats:
        """(m, 4, 2) where the next cards would lie."""
        half = np.full(len(self.step), 0.5, np.float32)
        return _quads(self.middle, self.out, self.aside, half, half + self.step, 0.5)


def onward(picture: Picture, pieces: Sequence[Piece], others: Sequence[Piece]) -> tuple[Onward, ...]:
    """Where a row of `pieces` goes on, and neither a piece nor one of the `others` was seen."""
    quads = corners_of((*pieces, *others))
    if not len(pieces) or _squarish(quads):
        return ()
    ends = _ends(quads, np.array([piece.letter > piece.back for piece in pieces], bool))
    size = np.array(picture.shape[1::-1])
    there, sides = ends.before(), np.concatenate([ends.beside(1), ends.beside(-1)])
    free, free_sides = _free(there, quads, size), _free(sides, quads, size)
    if not free.any() or not free_sides.any():
        return ()
    pyramid = Pyramid.of(picture)
    white = paper(pyramid, quads[ends.card])
    tables = np.where(free_sides, _like(pyramid, sides, np.tile(white, (2, 1)), PLAINLY)[0], 0.0)
    if (tables[free_sides] > TABLE).mean() > USUAL:
        return ()
    asked = free & free_sides.reshape(2, -1).any(0) & (tables.reshape(2, -1).max(0) <= TABLE)
    like, burnt = _like(pyramid, there, white)
    places = ends.next()
    told = np.flatnonzero(asked & (like >= PAPER))
    return tuple(_apart([Onward(places[n], bool(burnt[n] >= 0.5)) for n in told]))


def _squarish(quads: Floats) -> bool:
    """Whether most pieces are about as broad as long."""
    up, right = (np.linalg.norm(axis, axis=1) for axis in axes(quads))
    return float(np.median(np.maximum(up, right) / np.maximum(np.minimum(up, right), 1e-6))) < SQUARE


def _ends(quads: Floats, faces: NDArray[np.bool_]) -> _Ends:
    """The ends of all rows: cards face up, as `faces` says, with another one behind them."""
    count, middles = len(faces), quads.mean(1)
    up, right = axes(quads[:count])
    outs = np.stack([up, right, -up, -right], 1)
    asides = outs[:, [1, 2, 3, 0]]
    gaps = middles[:count, None] - middles[None]
    along, across = (
        np.einsum("ijx,ikx->ikj", gaps, axis) / np.maximum((axis**2).sum(2), 1e-6)[:, :, None]
        for axis in (outs, asides)
    )
    behind = (along >= STEP[0]) & (along <= STEP[1]) & (np.abs(across) <= ASIDE)
    steps = np.where(behind, along, np.inf).min(2, initial=np.inf)
    card, way = np.nonzero(np.isfinite(steps) & faces[:, None])
    step = np.minimum(steps[card, way], 1).astype(np.float32)
    return _Ends(card, middles[card], outs[card, way], asides[card, way], step)


def _quads(middle: Floats, out: Floats, aside: Floats, near: Floats, far: Floats, broad: float) -> Floats:
    """(m, 4, 2) from `near` to `far` along `out`, and as far as `broad` to both sides."""
    corners = ((near, -broad), (far, -broad), (far, broad), (near, broad))
    return np.stack([middle + along[:, None] * out + across * aside for along, across in corners], 1).astype(
        np.float32
    )


def _free(places: Floats, quads: Floats, size: NDArray[np.int_]) -> NDArray[np.bool_]:
    """(m,) which places lie within the picture where no piece is known."""
    inside = np.asarray(((places >= 0) & (places <= size)).all((1, 2)), np.bool_)
    low, high = quads.min(1), quads.max(1)
    for n in np.flatnonzero(inside):
        place = places[n]
        near = np.flatnonzero(((low <= place.max(0)) & (high >= place.min(0))).all(1))
        shared = sum(float(cv2.intersectConvexConvex(place, quads[m])[0]) for m in near)
        inside[n] = shared <= TAKEN * cv2.contourArea(place)
    return inside


def _like(pyramid: Pyramid, places: Floats, white: Floats, times: float = 1.0) -> tuple[Floats, Floats]:
    """(m,) how much of each place is as the paper (m, 3), within so many times `LIKE`, or white; and how much
    is white."""
    seen = colours(pyramid, places, INNER, FINE).astype(np.float32)
    burnt = seen.min(2) >= WHITE
    same = np.abs(seen - white[:, None]).max(2) < times * LIKE * white.max(1)[:, None]
    return (same | burnt).mean(1, dtype=np.float32), burnt.mean(1, dtype=np.float32)


def _apart(found: Sequence[Onward]) -> list[Onward]:
    """Each place once, though two rows end at it."""
    kept = list[Onward]()
    for one in found:
        if all(cv2.intersectConvexConvex(one.place, other.place)[0] <= 0 for other in kept):
            kept.append(one)
    return kept
