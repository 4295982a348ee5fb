"""Which way all that lies there faces. On a board, and on most tables, that is one: a letter that is another
on its head (M, W) then lies as the others do."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.codes import LETTERS, Floats, axes
from vision.pieces.letters import Piece, corners_of

TELLING: Final = frozenset(LETTERS.index(letter) for letter in "ABCDEFGJKLPQRTUVY")
"""Letters that nothing looks like on its head: not H, I, N, O, S, X, Z, which are themselves, and not M and
W, which are asked about."""

SURE: Final = 0.9
"""Probability from which a letter is clear (`engine.evidence.CLEAR`): only such ones tell."""

SEVERAL: Final = 4
"""How many must tell: two or three may be one player's word."""

ASTRAY: Final = np.cos(np.radians(25.0))
"""How far off the others' direction one may lie: cards laid by hand lie askew by ten degrees, and a tilted
camera shows as much; the next in a fan lies eight off the last."""


NEXT: Final = 1.15
"""Card lengths between the middles of two that lie in one word: side by side two thirds, one above the other
one. What lies further off, a card thrown away or the exposed one, may lie as it fell."""


def facing(pieces: Sequence[Piece]) -> Floats | None:
    """(2,) the up direction, of length one, of all pieces whose letters tell theirs; None where these are few
    or do not agree."""
    telling = [p for p in pieces if p.likeliest in TELLING and p.best >= SURE and p.letter > p.back]
    if len(telling) < SEVERAL:
        return None
    ups = np.array([up_of(piece) for piece in telling])
    mean = ups.mean(0)
    mean = mean / max(1e-6, float(np.hypot(*mean)))
    return np.asarray(mean, np.float32) if (ups @ mean >= ASTRAY).all() else None


def in_a_word(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether a letter lies next to the piece."""
    here, reach = piece.corners.mean(0), NEXT * max(piece.outline.height, piece.outline.width)
    others = (p for p in pieces if p is not piece and p.letter > p.back)
    return any(float(np.hypot(*(other.corners.mean(0) - here))) <= reach for other in others)


def up_of(piece: Piece) -> Floats:
    """(2,) the piece's own, pixels of the photograph made length one."""
    up = axes(corners_of((piece,)))[0][0]
    return np.asarray(up / max(1e-6, float(np.hypot(*up))), np.float32)
