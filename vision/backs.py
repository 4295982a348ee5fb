"""A card on its face, or bare table? Between two cards a card's width apart the table shows in just a
card's shape, and so does a block of a newspaper's print. Where the finder is not sure of a back the speller
must be, and no cards may frame it."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.letters import Piece

BARE: Final = 0.42
"""How sure the finder is of a card's back that needs no second witness."""

PATTERNED: Final = 0.98
"""How sure both together must be of one of which the finder is not: a card face down beside a word reaches
0.99, printed matter 0.65."""

FRAMED: Final = 2
"""Cards right beside what looks like a back from which on it may be the table between them. One is not
enough: the exposed card lies beside the stock."""

BESIDE: Final = 1.25
"""How far, in its own size about its middle, a back is grown to see which cards lie right beside it."""


def without_bare(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """`pieces` without the doubtful backs that may be bare table."""
    doubtful = {n for n, p in enumerate(pieces) if p.back > p.letter and p.outline.score < BARE}
    if not doubtful:
        return tuple(pieces)
    return tuple(
        p for n, p in enumerate(pieces)
        if n not in doubtful or (p.back >= PATTERNED and not _framed(p, pieces))
    )  # fmt: skip


def _framed(back: Piece, pieces: Sequence[Piece]) -> bool:
    middle = back.corners.mean(0)
    around = np.asarray(middle + (back.corners - middle) * BESIDE, np.float32)
    letters = (p.corners for p in pieces if p.letter > p.back)
    return sum(cv2.intersectConvexConvex(around, c)[0] > 0 for c in letters) >= FRAMED
