"""What is printed on a card and was taken for a small piece of its own: a corner letter, a ring."""

from collections.abc import Sequence
from itertools import compress
from typing import Final

import numpy as np

from engine.evidence import CLEAR as SURE
from vision.crops import Pyramid
from vision.pieces.letters import Piece, corners_of
from vision.plane.edges import borne_out

PRINTED: Final = 0.2
"""Share of a card's area below which an outline is what is printed in its corner: the largest letters there,
a quarter of the card's length, take a tenth, and an ornament round them as much again."""

PART: Final = 0.35
"""Share of another piece's area below which a piece lying on it is a printed part of it: a ring round its
letter, two thirds of its width across, is 0.28 of a card."""

BEST: Final = 0.85
"""Share of the best seen card's edges from which others are seen as well."""

SMALLER: Final = 0.4
"""Share of the area of the cards whose edges are seen best, below which a piece is none beside them: five
eighths of their length, where a tilted camera leaves three quarters, ..."""

EDGED: Final = 0.75
"""... if its own are seen so much less: of nine in ten cards in 820 pictures 0.52 to 0.94 of the edges bore
them out, of corner letters taken for cards 0.19 to 0.55."""


def read_alike(one: Piece, other: Piece) -> bool:
    """Whether they read the same: one letter, or two backs."""
    turned = [piece.back > piece.letter for piece in (one, other)]
    return all(turned) or (not any(turned) and one.likeliest == other.likeliest)


def small_on(piece: Piece, card: Piece) -> bool:
    """Whether the piece is too small to be a card beside that one."""
    return piece.area < PRINTED * card.area


def without_edges(
    pyramid: Pyramid, pieces: Sequence[Piece], among: Sequence[Piece] = ()
) -> tuple[Piece, ...]:
    """Those of the pieces that are far smaller than the cards whose edges are seen best, and whose own are
    not: corner letters of a hand whose cards were not seen. `among`: other pieces there, which are not
    asked. Costs nothing where all are of one size."""
    cards = [p for p in (*pieces, *among) if p.best >= SURE and p.letter > p.back]
    largest = max((card.area for card in cards), default=0.0)
    if not any(p.area < SMALLER * largest for p in pieces):
        return ()
    seen = borne_out(pyramid, corners_of(cards))
    well = compress(cards, seen >= BEST * seen.max())
    large = float(np.median([card.area for card in well]))
    unseen = borne_out(pyramid, corners_of(pieces)) < EDGED * seen.max()
    return tuple(p for p in compress(pieces, unseen) if p.area < SMALLER * large)
