"""A row of cards that goes on where nothing could be read: of cards behind a smear on the lens, or under a
lamp's mirror image, the paper shows and no letter, and the word that is left is another one.

Beside the last card of a row the same paper is looked for. That says something only where the table is
plainly another thing than paper, which the places on the card's other two sides tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.codes import Floats
from vision.conditions.rows import apart, ends, free, squarish
from vision.crops import Picture, Pyramid, colours
from vision.pieces.letters import Piece, corners_of
from vision.sifting.paper import FINE, INNER, paper

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


@dataclass(frozen=True, slots=True)
class Onward:
    """The place, (4, 2) photograph pixels, where a row's next card would lie; `burnt`: a lamp whitens it."""

    place: Floats
    burnt: bool


def onward(picture: Picture, pieces: Sequence[Piece], others: Sequence[Piece]) -> tuple[Onward, ...]:
    """Where a row of `pieces` goes on, and neither a piece nor one of the `others` was seen."""
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
    white = paper(pyramid, quads[row.card])
    tables = np.where(free_sides, _like(pyramid, sides, np.tile(white, (2, 1)), PLAINLY)[0], 0.0)
    if (tables[free_sides] > TABLE).mean() > USUAL:
        return ()
    asked = open_ & free_sides.reshape(2, -1).any(0) & (tables.reshape(2, -1).max(0) <= TABLE)
    like, burnt = _like(pyramid, there, white)
    places = row.next()
    told = np.flatnonzero(asked & (like >= PAPER))
    return tuple(Onward(places[n], bool(burnt[n] >= 0.5)) for n in told[apart(places[told])])


def _like(pyramid: Pyramid, places: Floats, white: Floats, times: float = 1.0) -> tuple[Floats, Floats]:
    """(m,) how much of each place is as the paper (m, 3), within so many times `LIKE`, or white; and how much
    is white."""
    seen = colours(pyramid, places, INNER, FINE).astype(np.float32)
    burnt = seen.min(2) >= WHITE
    same = np.abs(seen - white[:, None]).max(2) < times * LIKE * white.max(1)[:, None]
    return (same | burnt).mean(1, dtype=np.float32), burnt.mean(1, dtype=np.float32)
