"""Rows of cards that continue where nothing could be read.

Of a card behind a smear on the lens, or under glare, only the paper shows, and the rest of the word reads as
another word. The same paper is searched beside the last card of a row. Its presence proves something only
where the table is plainly different from paper, as the places on the card's other two sides show.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.conditions.rows import ends, free, squarish, without_overlaps
from vision.crops import Picture, Pyramid, sample_colours
from vision.filtering.paper_colour import COPY_SIDE_PIXELS, INNER, paper_colours
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats

MAX_PAPER_DIFFERENCE: Final = 0.13
"""The greatest difference in colour from the paper, in any channel, as a share of the paper's brightness:
light that falls off across a card, and the loss by a smear."""

WHITE_LEVEL: Final = 250
"""The level of all channels from which a place can show no more light: no card is known to lie there, but
a lamp hides it if one does."""

OTHER_THING_FACTOR: Final = 1.6
"""The factor by which another thing than paper must differ more: a table of nearly the paper's colour
proves nothing."""

MIN_PAPER_SHARE: Final = 0.6
"""The share of a place like paper from which it counts as paper."""

MAX_SIDE_PAPER_SHARE: Final = 0.4
"""The greatest such share of the places on the card's other sides, in which nothing lies."""

MAX_USUAL_PAPER_SHARE: Final = 0.25
"""The greatest share of the free places beside all rows' last cards that may look like paper: a table as
pale as paper is darker in a shadow."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """The place, (4, 2) photograph pixels, of a row's next card; `burnt` tells that a lamp whitens it."""

    place: Floats
    burnt: bool


def row_continuations(
    picture: Picture, pieces: Sequence[Piece], others: Sequence[Piece]
) -> tuple[Continuation, ...]:
    """Return the places where a row of `pieces` continues though no piece of `pieces` or `others` was
    seen."""
    quads = corners_of((*pieces, *others))
    if not len(pieces) or squarish(quads):
        return ()
    row = ends(quads, np.array([piece.letter > piece.back for piece in pieces], bool))
    size = (picture.shape[1], picture.shape[0])
    there, sides = row.before(), np.concatenate([row.beside(1), row.beside(-1)])
    open_, free_sides = free(there, quads, size), free(sides, quads, size)
    if not open_.any() or not free_sides.any():
        return ()
    pyramid = Pyramid.of(picture)
    white = paper_colours(pyramid, quads[row.card])
    tables = np.where(free_sides, _like(pyramid, sides, np.tile(white, (2, 1)), OTHER_THING_FACTOR)[0], 0.0)
    if (tables[free_sides] > MAX_SIDE_PAPER_SHARE).mean() > MAX_USUAL_PAPER_SHARE:
        return ()
    asked = open_ & free_sides.reshape(2, -1).any(0) & (tables.reshape(2, -1).max(0) <= MAX_SIDE_PAPER_SHARE)
    like, burnt = _like(pyramid, there, white)
    places = row.next()
    told = np.flatnonzero(asked & (like >= MIN_PAPER_SHARE))
    return tuple(Continuation(places[n], bool(burnt[n] >= 0.5)) for n in told[without_overlaps(places[told])])


def _like(pyramid: Pyramid, places: Floats, white: Floats, times: float = 1.0) -> tuple[Floats, Floats]:
    """Return (m,) the shares of each place that match the paper (m, 3) or are white, and the shares that
    are white.

    A place matches within `times` times `MAX_PAPER_DIFFERENCE`.
    """
    seen = sample_colours(pyramid, places, INNER, COPY_SIDE_PIXELS).astype(np.float32)
    burnt = seen.min(2) >= WHITE_LEVEL
    same = np.abs(seen - white[:, None]).max(2) < times * MAX_PAPER_DIFFERENCE * white.max(1)[:, None]
    return (same | burnt).mean(1, dtype=np.float32), burnt.mean(1, dtype=np.float32)
