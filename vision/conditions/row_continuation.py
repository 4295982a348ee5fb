"""Find rows of cards that continue where nothing could be read.

Behind a smear on the lens, or under glare, a card shows only its paper, and the rest of the word reads as
another word. The cards' paper is therefore searched beside the last card of a row. Paper there proves a card
only where the table is plainly different from paper, as the places on the card's other two sides show.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.conditions.pale_print import WHITE_LEVEL
from vision.conditions.rows import are_free, are_squarish, find_row_ends, without_overlaps
from vision.crops import Picture, Pyramid, sample_colours
from vision.filtering.paper_colour import COLOUR_COPY_SIDE_PIXELS, INNER_SAMPLE_SHARES, paper_colours
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats

MAX_PAPER_DIFFERENCE: Final = 0.13
"""The greatest difference between a place's colour and the card's paper at which the place looks like paper,
in any channel, as a share of the paper's brightness. Light falls off across a card, and a smear takes some
light away."""


OTHER_MATERIAL_FACTOR: Final = 1.6
"""The factor on `MAX_PAPER_DIFFERENCE` for the table beside a row. A table that differs from paper by less
looks like paper, and a paper-coloured place on it proves no further card."""

MIN_PAPER_SHARE: Final = 0.6
"""The least share of the place beyond a row's end that must have the colour of paper, or be burnt out, for a
card to lie there."""

MAX_SIDE_PAPER_SHARE: Final = 0.4
"""The greatest share of the places on the two other sides of a row's last card that may have the colour of
paper. With more, the table looks like paper there, and paper beyond the row's end proves no card."""

MAX_USUAL_PAPER_SHARE: Final = 0.25
"""The greatest share of the free places beside all rows' last cards that may look like paper. With a larger
share no row is searched: a table as pale as paper looks different only where a shadow falls."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A place where a row of cards seems to continue with a card that was not read."""

    place: Floats
    """The place where the row's next card would lie, (4, 2) photograph pixels."""
    is_burnt_out: bool
    """True if a lamp whitens most of the place."""


def row_continuations(
    picture: Picture, pieces: Sequence[Piece], others: Sequence[Piece]
) -> tuple[Continuation, ...]:
    """Return the places where a row of `pieces` continues, though the reader saw no piece there. `others` are
    further pieces, without a known letter."""
    quads = corners_of((*pieces, *others))
    if not len(pieces) or are_squarish(quads):
        return ()
    row = find_row_ends(
        quads, np.array([piece.letter_probability > piece.back_probability for piece in pieces], bool)
    )
    size = (picture.shape[1], picture.shape[0])
    beyond_ends, sides = row.beyond(), np.concatenate([row.beside(1), row.beside(-1)])
    free_ends, free_sides = are_free(beyond_ends, quads, size), are_free(sides, quads, size)
    if not free_ends.any() or not free_sides.any():
        return ()
    pyramid = Pyramid.of(picture)
    white = paper_colours(pyramid, quads[row.card])
    tables = np.where(
        free_sides, _paper_shares(pyramid, sides, np.tile(white, (2, 1)), OTHER_MATERIAL_FACTOR)[0], 0.0
    )
    if (tables[free_sides] > MAX_SIDE_PAPER_SHARE).mean() > MAX_USUAL_PAPER_SHARE:
        return ()
    searched = (
        free_ends & free_sides.reshape(2, -1).any(0) & (tables.reshape(2, -1).max(0) <= MAX_SIDE_PAPER_SHARE)
    )
    paper_shares, burnt = _paper_shares(pyramid, beyond_ends, white)
    places = row.next_cards()
    continued = np.flatnonzero(searched & (paper_shares >= MIN_PAPER_SHARE))
    return tuple(
        Continuation(places[n], bool(burnt[n] >= 0.5)) for n in continued[without_overlaps(places[continued])]
    )


def _paper_shares(
    pyramid: Pyramid, places: Floats, white: Floats, times: float = 1.0
) -> tuple[Floats, Floats]:
    """Return two shares (m,) of each of m places: the share with the colour of paper or burnt out, and the
    share burnt out.

    `white` (m, 3) is the paper's colour for each place. A pixel is paper if it differs by less than `times`
    times `MAX_PAPER_DIFFERENCE`.
    """
    seen = sample_colours(pyramid, places, INNER_SAMPLE_SHARES, COLOUR_COPY_SIDE_PIXELS).astype(np.float32)
    burnt = seen.min(2) >= WHITE_LEVEL
    same = np.abs(seen - white[:, None]).max(2) < times * MAX_PAPER_DIFFERENCE * white.max(1)[:, None]
    return (same | burnt).mean(1, dtype=np.float32), burnt.mean(1, dtype=np.float32)
