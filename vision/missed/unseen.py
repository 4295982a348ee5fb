"""Cards that the finder did not see beside one that was read.

Words are laid card to card, and of a blank card with corner letters, on a checked cloth, little is to be seen
from afar. Where a card would abut on one read for sure and the same paper shows, its edges are asked; what
they bear out is read.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.codes import Floats, axes
from vision.crops import Outline, Pyramid
from vision.enrol.prototypes import Prototypes
from vision.missed.lost import PAPER
from vision.pieces.letters import Piece, again, corners_of, meeting, overlap, spell
from vision.pieces.neighbours import SURE, lies_on
from vision.plane.edges import borne_out
from vision.sifting.paper import paper

SAME: Final = 20.0
"""Grey levels, in any colour, by which two cards' paper may differ side by side: what light falls off by
across a card, and a worn one beside a clean one. By judgement."""

CLOSE: Final = 0.6
"""Of a card's short side, how near the middle of a piece may be to where a card would abut: there is one
already, a little askew."""

SHARED: Final = 0.12
"""Overlap (intersection over union) that outlines of cards which abut may have."""


def unseen(
    pyramid: Pyramid,
    pieces: Sequence[Piece],
    others: Sequence[Piece],
    temperature: float = 1.0,
    known: Prototypes | None = None,
) -> tuple[Piece, ...]:
    """The cards that abut on one of `pieces` read for sure, and that are none of these or of the `others`."""
    every = (*pieces, *others)
    sure = _telling(pieces, every)
    if not sure:
        return ()
    quads, whose = _places(corners_of(sure))
    free = _free(pyramid, quads, every)
    quads, whose = quads[free], whose[free]
    same = paper(pyramid, quads) - paper(pyramid, corners_of(sure))[whose]
    alike = np.abs(same).max(1) < SAME
    if not alike.any():  # as on most tables
        return ()
    quads, whose = quads[alike], whose[alike]
    seen = borne_out(pyramid, quads) >= PAPER
    asked = (_outline(quad, sure[n]) for quad, n in zip(quads[seen], whose[seen].tolist(), strict=True))
    how = (temperature, known)
    looks = spell(pyramid, again(spell(pyramid, tuple(asked), *how)), *how)
    found = list[Piece]()
    for look, plain in zip(looks, borne_out(pyramid, corners_of(looks)), strict=True):
        if plain >= PAPER and look.best >= SURE and look.letter > look.back and not _lies(look, every, found):
            found.append(look)
    return tuple(found)


def _telling(pieces: Sequence[Piece], every: Sequence[Piece]) -> list[Piece]:
    """Those read for sure that lie beside all others: in a fan, cards lie otherwise."""
    meets = meeting(every)
    np.fill_diagonal(meets, val=False)
    over = [np.flatnonzero(row).tolist() for row in meets[: len(pieces)]]
    return [
        piece
        for piece, near in zip(pieces, over, strict=True)
        if piece.best >= SURE
        and piece.letter > piece.back
        and not any(overlap(piece.corners, every[m].corners) > SHARED for m in near)
    ]


def _places(quads: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """(4 n, 4, 2) where cards would abut on n with these (n, 4, 2) corners, and on which of them."""
    ups, rights = axes(quads)
    steps = np.stack([ups, rights, -ups, -rights], 1)
    placed = quads[:, None] + steps[:, :, None]
    return placed.reshape(-1, 4, 2).astype(np.float32), np.repeat(np.arange(len(quads)), 4)


def _free(pyramid: Pyramid, quads: Floats, every: Sequence[Piece]) -> NDArray[np.bool_]:
    """(n,) whether each lies within the picture, and no piece there already."""
    height, width = pyramid.levels[0].shape[:2]
    inside = ((quads >= 0) & (quads <= np.array([width, height]))).all((1, 2))
    gaps = quads.mean(1)[:, None] - corners_of(every).mean(1)[None]
    short = np.linalg.norm(axes(quads)[1], axis=1)
    return np.asarray(inside & (np.linalg.norm(gaps, axis=2).min(1) > CLOSE * short), np.bool_)


def _outline(quad: Floats, like: Piece) -> Outline:
    x, y = quad.mean(0).tolist()
    (own,) = again((like,))
    return Outline(x, y, own.height, own.width, own.angle, like.outline.score)


def _lies(look: Piece, every: Sequence[Piece], found: Sequence[Piece]) -> bool:
    return lies_on(look, every) or any(overlap(look.corners, o.corners) > SHARED for o in (*every, *found))
