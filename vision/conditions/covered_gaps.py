"""Find gaps in a row of cards that something covers: a hand, a mug or a pencil.

The gap has room for one or two cards. A hidden card may belong to the word, and the reader would otherwise
take the word for two words. The cover differs from the table in colour. The table's colours, with all
stripes, checks and print, are sampled in the free places beside all cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.conditions.rows import (
    BESIDE_STEPS,
    MAX_OFFSET_LENGTHS,
    RowEnds,
    are_free,
    are_squarish,
    find_row_ends,
    strips,
    without_overlaps,
)
from vision.crops import Picture, Pyramid, sample_colours
from vision.filtering.paper_colour import COLOUR_COPY_SIDE_PIXELS, to_lab
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats, axes

HIDDEN_CARD_STEPS: Final = (1.65, 3.35)
"""The range of the distance between two visible cards of a row that has room for one or two hidden cards
between them, in steps of the row. One hidden card makes two steps. Two hidden cards are as wide as a hand."""

MAX_STEP_DIFFERENCE: Final = 0.35
"""The greatest difference between the distance of two visible cards and a whole number of steps, in steps. A
step is the distance between neighbours in the row. A gap that differs more hides no whole card. People push
cards together by hand, so the steps are uneven."""

MIN_SAME_LINE_COSINE: Final = 0.94
"""The least cosine of the angle between a row's last card and the next card for the two to be in one line,
either way up. The lens and the tilt of the camera turn the cards of one word by up to this angle. Cards of
another word mostly lie across."""

GAP_SAMPLE_SHARES: Final = np.linspace(0.05, 0.95, 8, dtype=np.float32)
"""The points of a gap at which its colour is sampled, as shares of its width and height. They are close
enough for a finger, a fifth of a card wide."""

TABLE_SAMPLE_SHARES: Final = np.linspace(0.1, 0.9, 4, dtype=np.float32)
"""The points of a free place at which the table's colour is sampled, as shares of its width and height. Few
points are enough, since there are many places."""

MIN_TABLE_PLACES: Final = 3
"""The fewest free places that must show the table for a gap between two cards to be compared with it. Places
beside the gap's own two cards do not count, because the arm may lie over them."""

LIGHTER_WEIGHT: Final = 0.6
"""The weight of a difference in lightness where a place is lighter than the table. Colour has the weight 1. A
place whose weighted difference (CIELAB) is large counts as covered."""

DARKER_WEIGHT: Final = 0.3
"""The weight of a difference in lightness where a place is darker than the table. Colour has the weight 1. It
is small, because the shadow of a hand covers nothing."""

MIN_COLOUR_SHARE: Final = 0.2
"""The least share of the visible table that a colour needs to count as the table's own. A chequered cloth
has a quarter of its darkest colour; another hand beside the cards takes up less."""

OTHER_COLOUR_DISTANCE: Final = 10.0
"""The least weighted difference (CIELAB) from each of the table's colours for a colour not to be the
table's."""

MIN_COVERED_GAP_SHARE: Final = 0.55
"""The least share of a gap between two cards that must have colours other than the table's for the gap to
count as covered.

Of 132 hands drawn over a letter of a word on traced tables 97 are detected. Most of the others hide the rest
of the word as well, or lie on tables of nearly the skin's colour. 226 tables had no hand and no other
condition; a cover is detected on one of them, where a card was not read.
"""


@dataclass(frozen=True, slots=True)
class _Gaps:
    """The g gaps in the rows of cards, each between two cards of a row, where cards may be hidden."""

    cards: NDArray[np.intp]
    """The numbers of the two cards on the sides of each gap, (g, 2)."""
    places: Floats
    """The corners of each gap between two cards, (g, 4, 2) photograph pixels."""


def covered_gaps(picture: Picture, pieces: Sequence[Piece], others: Sequence[Piece]) -> tuple[Floats, ...]:
    """Return the gaps between two cards of a row where something covers the table, (4, 2) photograph
    pixels each.

    A gap in which a piece of `pieces` or `others` was seen does not count.
    """
    quads = corners_of((*pieces, *others))
    if not len(pieces) or are_squarish(quads):
        return ()
    size = (picture.shape[1], picture.shape[0])
    gaps = _gaps(
        quads, np.array([piece.letter_probability > piece.back_probability for piece in pieces], bool)
    )
    searched = np.flatnonzero(are_free(gaps.places, quads, size))
    if not len(searched):
        return ()
    whose, sides = _sides(quads)
    bare = are_free(sides, quads, size)
    pyramid = Pyramid.of(picture)
    table = _colours(pyramid, sides[bare], TABLE_SAMPLE_SHARES)
    seen = _colours(pyramid, gaps.places[searched], GAP_SAMPLE_SHARES)
    known = [table[~np.isin(whose[bare], gaps.cards[n])] for n in searched]
    covered = [
        n
        for n, gap_colours, colours in zip(searched, seen, known, strict=True)
        if len(colours) >= MIN_TABLE_PLACES and _is_covered(gap_colours, colours)
    ]
    return tuple(gaps.places[covered][without_overlaps(gaps.places[covered])])


def _gaps(quads: Floats, faces: NDArray[np.bool_]) -> _Gaps:
    """Return the gaps in the rows of cards: from the end of each row to the nearest card further out on the
    same line."""
    rows = find_row_ends(quads, faces)
    neighbours = [_nearest_beyond(rows, n, quads[: len(faces)], faces) for n in range(len(rows.card))]
    numbers = [n for n, card in enumerate(neighbours) if card is not None]
    cards, far = np.array([card for card in neighbours if card is not None], np.float32).reshape(-1, 2).T
    margin = BESIDE_STEPS[0] * rows.step[numbers]
    near, far = 0.5 + margin, np.maximum(far - margin, 0.5 + margin)
    places = strips(rows.middle[numbers], rows.outward[numbers], rows.across[numbers], near, far)
    return _Gaps(np.stack([rows.card[numbers], cards.astype(np.intp)], 1), places)


def _nearest_beyond(
    rows: RowEnds, n: int, quads: Floats, faces: NDArray[np.bool_]
) -> tuple[int, float] | None:
    """Return the nearest card beyond the end of row `n`, and the distance to the card's edge in lengths of
    the row's last card.

    None when no card lies at the distance that one or two hidden cards would make.
    """
    out, across = rows.outward[n], rows.across[n]
    long = max(float(out @ out), 1e-6)
    offsets = quads.mean(1) - rows.middle[n]
    along, sideways = offsets @ out / long, offsets @ across / max(float(across @ across), 1e-6)
    candidates = faces & (along > 0) & (np.abs(sideways) <= MAX_OFFSET_LENGTHS)
    candidates[rows.card[n]] = False
    nearest = int(np.where(candidates, along, np.inf).argmin())
    steps = float(along[nearest] / rows.step[n])
    if (
        not candidates[nearest]
        or not HIDDEN_CARD_STEPS[0] <= steps <= HIDDEN_CARD_STEPS[1]
        or abs(steps - round(steps)) > MAX_STEP_DIFFERENCE
    ):
        return None
    ups = axes(quads[[rows.card[n], nearest]])[0]
    axis = max(axes(quads[nearest]), key=lambda side: abs(float(side @ out)))
    if abs(float(ups[0] @ ups[1])) < MIN_SAME_LINE_COSINE * max(float(np.hypot(*ups.T).prod()), 1e-6):
        return None
    return nearest, float(along[nearest]) - abs(float(axis @ out)) / long / 2


def _sides(quads: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return two arrays about the places beside n cards, one along each of a card's four sides, where the
    table may be visible: the number of the card at each place, (4 n,), and the places, (4 n, 4, 2) photograph
    pixels."""
    up, right = axes(quads)
    near, far = (np.full(len(quads), 0.5 + share, np.float32) for share in BESIDE_STEPS)
    axis_pairs = ((up, right), (-up, right), (right, up), (-right, up))
    places = [strips(quads.mean(1), out, across, near, far) for out, across in axis_pairs]
    return np.tile(np.arange(len(quads)), len(axis_pairs)), np.concatenate(places)


def _colours(pyramid: Pyramid, places: Floats, shares: Floats) -> Floats:
    """Return the (n, k, 3) CIELAB colours of the places, sampled at the points `shares`."""
    return to_lab(sample_colours(pyramid, places, shares, COLOUR_COPY_SIDE_PIXELS))


def _is_covered(place_colours: Floats, table_colours: Floats) -> bool:
    """Return True if a place is covered: most of its colours (k, 3) are none of the table's (n, m, 3),
    CIELAB. A colour that takes up less than `MIN_COLOUR_SHARE` of the table does not count as the table's."""
    off = place_colours[:, None] - table_colours.reshape(1, -1, 3)
    off[..., 0] *= np.where(off[..., 0] > 0, LIGHTER_WEIGHT, DARKER_WEIGHT)
    far = np.linalg.norm(off, axis=2)
    return bool(
        (np.quantile(far, MIN_COLOUR_SHARE, axis=1) >= OTHER_COLOUR_DISTANCE).mean() >= MIN_COVERED_GAP_SHARE
    )
