"""Tell a card's back from bare table.

Between two cards a card's width apart the table shows in a card's shape, and so does a block of a newspaper's
print. If the finder is not sure of a back, the speller must be sure, the back must have a card's size, and no
cards may frame it.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.pieces.classify import Piece
from vision.pieces.neighbours import nearest, size_ratio

LONE_BACK_PROBABILITY: Final = 0.65
"""The least probability of the finder for a card's back without further evidence. From 0.7 one outline in
a hundred is nothing."""

MIN_DOUBTED_BACK_PROBABILITY: Final = 0.93
"""The least probability of a back for a detection that the finder doubts. Below it the detection is no card.
The probability is that of the finder and the speller together.

On some 900 traced tables 86 of 103 doubtful backs reach it, and three of 77 other objects (clutter, cartons,
table between cards). The three are dark all over, and the finder gives them more than 0.55.
"""

MAX_AREA_RATIO: Final = 1.75
"""The greatest ratio of a doubtful back's area to the area of the nearest sure card. A larger outline is no
back. For 16 doubtful backs in path-traced scenes the ratio is up to 1.5, for three squares of a chequered
cloth and a fold 2 to 4."""

MIN_FRAMED_BACK_PROBABILITY: Final = 0.42
"""The least probability of the finder for a back that cards frame. Below 0.4 five in six of these outlines
are nothing."""

MIN_FRAMING_CARDS: Final = 2
"""The number of cards right beside an apparent back from which the back may be the table between the cards.
One card is not enough: the exposed card lies beside the stock."""

FRAMING_FACTOR: Final = 1.25
"""The factor by which a back is enlarged about its middle to find the cards right beside it: by 7 and 11
mm of a card to each side, more than lies between the cards of a crossword."""


def drop_bare_table(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return `pieces` without the doubtful backs that may be bare table or print."""
    return tuple(p for p in pieces if p.back_probability <= p.letter_probability or _is_confirmed(p, pieces))


def _is_confirmed(back: Piece, pieces: Sequence[Piece]) -> bool:
    if back.outline.score >= LONE_BACK_PROBABILITY:
        return True
    cards = [
        p
        for p in pieces
        if p.letter_probability > p.back_probability and p.best_probability >= MIN_SURE_LETTER_PROBABILITY
    ]
    if cards and size_ratio(back, nearest(back, cards)) > MAX_AREA_RATIO:
        return False
    return back.back_probability >= MIN_DOUBTED_BACK_PROBABILITY and (
        back.outline.score >= MIN_FRAMED_BACK_PROBABILITY or not _is_framed(back, pieces)
    )


def _is_framed(back: Piece, pieces: Sequence[Piece]) -> bool:
    middle = back.corners.mean(0)
    around = np.asarray(middle + (back.corners - middle) * FRAMING_FACTOR, np.float32)
    letters = (p.corners for p in pieces if p.letter_probability > p.back_probability)
    return sum(cv2.intersectConvexConvex(around, c)[0] > 0 for c in letters) >= MIN_FRAMING_CARDS
