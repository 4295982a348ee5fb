"""Gaps in a row of cards that something covers: a hand, a mug or a pencil.

The gap has room for a card or two. The card under the cover may belong to the word, which a reader otherwise
takes for two words. The cover is told from the table by its colour. The table's colours, with all stripes,
checks and print, are those of the free places beside all cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.conditions.rows import (
    BESIDE_STEPS,
    MAX_OFFSET_LENGTHS,
    Ends,
    ends,
    free,
    squarish,
    strips,
    without_overlaps,
)
from vision.crops import Picture, Pyramid, sample_colours
from vision.filtering.paper_colour import COPY_SIDE_PIXELS, to_lab
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats, axes

HIDDEN_CARD_STEPS: Final = (1.65, 3.35)
"""The range of steps in a row from a card to the next visible one with one or two hidden between: a hand's
width."""

MAX_STEP_DIFFERENCE: Final = 0.35
"""The greatest difference of that distance from a whole number of steps: cards are pushed together by
hand."""

MIN_SAME_LINE_COSINE: Final = 0.94
"""The least cosine of the angle between the next card and the row's last one, or that upside down: a lens
and a tilt turn one word's cards by as much. Those of another word mostly lie across."""

PLACES: Final = np.linspace(0.05, 0.95, 8, dtype=np.float32)
"""The shares of a place's width and height at which its colour is sampled: a finger is a fifth of a card."""

TABLE: Final = np.linspace(0.1, 0.9, 4, dtype=np.float32)
"""The same shares of each place that shows the table: there are many places."""

MIN_TABLE_PLACES: Final = 3
"""The fewest places that show the table, beside other cards than those two, over which the arm may lie."""

LIGHTER_WEIGHT: Final = 0.6
"""The weight of lightness against colour in CIELAB where a place is lighter than the table."""

DARKER_WEIGHT: Final = 0.3
"""The weight where it is darker: the shadow of a hand is no hand."""

MIN_COLOUR_SHARE: Final = 0.2
"""The least share of the visible table that a colour of its own has: a chequered cloth has a quarter of
its darkest, and another hand beside the cards takes up less."""

OTHER_COLOUR_DISTANCE: Final = 10.0
"""The weighted difference in CIELAB from which a colour is none of the table's."""

MIN_COVERED_SHARE: Final = 0.55
"""The share of the place that must have such colours. Of 132 hands drawn over a letter of a word on traced
tables 97 are detected; the others mostly hide the word's rest as well, or lie on tables of nearly the
skin's colour. Of 226 tables on which nothing was drawn and no rule found one is detected, and there a card
was not read."""


@dataclass(frozen=True, slots=True)
class _Gaps:
    """The g gaps between two of n cards: the pairs `cards` (g, 2), and the `places` (g, 4, 2) between
    them."""

    cards: NDArray[np.intp]
    places: Floats


def covered_gaps(picture: Picture, pieces: Sequence[Piece], others: Sequence[Piece]) -> tuple[Floats, ...]:
    """Return the places, (4, 2) photograph pixels, between two cards of a row where something covers the
    table.

    No piece of `pieces` or `others` was seen there.
    """
    quads = corners_of((*pieces, *others))
    if not len(pieces) or squarish(quads):
        return ()
    size = (picture.shape[1], picture.shape[0])
    gaps = _gaps(quads, np.array([piece.letter > piece.back for piece in pieces], bool))
    asked = np.flatnonzero(free(gaps.places, quads, size))
    if not len(asked):
        return ()
    whose, sides = _sides(quads)
    bare = free(sides, quads, size)
    pyramid = Pyramid.of(picture)
    table, seen = _colours(pyramid, sides[bare], TABLE), _colours(pyramid, gaps.places[asked], PLACES)
    known = [table[~np.isin(whose[bare], gaps.cards[n])] for n in asked]
    told = [
        n
        for n, at, it in zip(asked, seen, known, strict=True)
        if len(it) >= MIN_TABLE_PLACES and _covered(at, it)
    ]
    return tuple(gaps.places[told][without_overlaps(gaps.places[told])])


def _gaps(quads: Floats, faces: NDArray[np.bool_]) -> _Gaps:
    """Return the gaps from the ends of all rows to the nearest aligned card on the way out."""
    rows = ends(quads, faces)
    found = [_next(rows, n, quads[: len(faces)], faces) for n in range(len(rows.card))]
    kept = [n for n, there in enumerate(found) if there is not None]
    one, far = np.array([there for there in found if there is not None], np.float32).reshape(-1, 2).T
    margin = BESIDE_STEPS[0] * rows.step[kept]
    near, far = 0.5 + margin, np.maximum(far - margin, 0.5 + margin)
    places = strips(rows.middle[kept], rows.out[kept], rows.aside[kept], near, far)
    return _Gaps(np.stack([rows.card[kept], one.astype(np.intp)], 1), places)


def _next(rows: Ends, n: int, quads: Floats, faces: NDArray[np.bool_]) -> tuple[int, float] | None:
    """Return the nearest card out of the nth row's end, and the distance of its edge.

    The distance is in lengths of the row's last card. None when no card lies at the distance that one or two
    hidden cards make.
    """
    out, aside = rows.out[n], rows.aside[n]
    long = max(float(out @ out), 1e-6)
    ways = quads.mean(1) - rows.middle[n]
    along, across = ways @ out / long, ways @ aside / max(float(aside @ aside), 1e-6)
    there = faces & (along > 0) & (np.abs(across) <= MAX_OFFSET_LENGTHS)
    there[rows.card[n]] = False
    one = int(np.where(there, along, np.inf).argmin())
    steps = float(along[one] / rows.step[n])
    if (
        not there[one]
        or not HIDDEN_CARD_STEPS[0] <= steps <= HIDDEN_CARD_STEPS[1]
        or abs(steps - round(steps)) > MAX_STEP_DIFFERENCE
    ):
        return None
    ups = axes(quads[[rows.card[n], one]])[0]
    axis = max(axes(quads[one]), key=lambda side: abs(float(side @ out)))
    if abs(float(ups[0] @ ups[1])) < MIN_SAME_LINE_COSINE * max(float(np.hypot(*ups.T).prod()), 1e-6):
        return None
    return one, float(along[one]) - abs(float(axis @ out)) / long / 2


def _sides(quads: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return the places on all four sides of each of n cards, and the number of the card of each place."""
    up, right = axes(quads)
    near, far = (np.full(len(quads), 0.5 + share, np.float32) for share in BESIDE_STEPS)
    ways = ((up, right), (-up, right), (right, up), (-right, up))
    places = [strips(quads.mean(1), out, aside, near, far) for out, aside in ways]
    return np.tile(np.arange(len(quads)), len(ways)), np.concatenate(places)


def _colours(pyramid: Pyramid, places: Floats, shares: Floats) -> Floats:
    """Return the (n, k, 3) CIELAB colours of the places."""
    return to_lab(sample_colours(pyramid, places, shares, COPY_SIDE_PIXELS))


def _covered(seen: Floats, table: Floats) -> bool:
    """Tell whether most of the (k, 3) colours of a place are none of the (n, k, 3) table's."""
    off = seen[:, None] - table.reshape(1, -1, 3)
    off[..., 0] *= np.where(off[..., 0] > 0, LIGHTER_WEIGHT, DARKER_WEIGHT)
    far = np.linalg.norm(off, axis=2)
    return bool(
        (np.quantile(far, MIN_COLOUR_SHARE, axis=1) >= OTHER_COLOUR_DISTANCE).mean() >= MIN_COVERED_SHARE
    )
