"""Reject print on a card that was taken for a small piece of its own: a corner letter, a ring."""

from collections.abc import Sequence
from itertools import compress
from typing import Final

import cv2
import numpy as np

from engine.evidence import SURE_PROBABILITY
from vision.crops import Pyramid
from vision.geometry.edges import edge_support
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats

PRINT_AREA_SHARE: Final = 0.2
"""Share of a card's area below which an outline is print in its corner: the largest letters there, a quarter
of the card's length, take a tenth, and an ornament round them as much again.
"""

PART_AREA_SHARE: Final = 0.35
"""Share of another piece's area below which a piece lying on it is a printed part of it: a ring round its
letter, two thirds of its width across, is 0.28 of a card."""

MIN_WITHIN_SHARE: Final = 0.7
"""Share of it that must lie there: most, with outlines slightly off, ..."""

MIN_SAME_READING_WITHIN_SHARE: Final = 0.5
"""... and if it reads the same, share that must lie within: half, because its letter is evidence, too, ..."""

ENLARGED_FACTOR: Final = 1.25
"""... the other outline enlarged by this factor: if a card's outline is wrong, its corner letter may lie
outside.
"""

SEEN_AS_WELL_SHARE: Final = 0.85
"""Share of the best card's visible edges from which others count as seen as well."""

SMALLER_AREA_SHARE: Final = 0.4
"""Share of the area of the cards with the best visible edges below which a piece beside them is none: five
eighths of their length, where a tilted camera leaves three quarters, ...
"""

LESS_VISIBLE_FACTOR: Final = 0.75
"""... if its own edges are that much less visible: of nine in ten cards in 820 pictures 0.52 to 0.94 of the
edges are visible, of corner letters taken for cards 0.19 to 0.55.
"""

WELL_READ_PROBABILITY: Final = 0.7
"""Probability from which a piece is read well enough to be no part of an unreadable one, ..."""

UNREADABLE_PROBABILITY: Final = 0.3
"""... which is below this (`suppression.MIN_READING_PROBABILITY`)."""

WHOLE_CARD_PROBABILITY: Final = 0.7
"""... and the finder's probability of a card that is plain to see, more than of a letter: it is no part
...
"""

SUSPECTED_PROBABILITY: Final = 0.5
"""... of a piece that nobody reads for sure and the finder only suspects
(`suppression.LIKELY_CARD_PROBABILITY`)."""


def read_alike(one: Piece, other: Piece) -> bool:
    """Tell whether both read the same letter, or are two backs."""
    turned = [piece.back > piece.letter for piece in (one, other)]
    return all(turned) or (not any(turned) and one.likeliest == other.likeliest)


def small_on(piece: Piece, card: Piece) -> bool:
    """Tell whether the piece is too small to be a card beside the other piece."""
    return piece.area < PRINT_AREA_SHARE * card.area


def without_edges(
    pyramid: Pyramid, pieces: Sequence[Piece], among: Sequence[Piece] = ()
) -> tuple[Piece, ...]:
    """Return the pieces without visible edges that are far smaller than the cards with the best edges: corner
    letters of a hand whose cards were not seen. `among` are other pieces there, which are not judged. The
    check costs nothing if all pieces have one size.
    """
    cards = [p for p in (*pieces, *among) if p.best >= SURE_PROBABILITY and p.letter > p.back]
    largest = max((card.area for card in cards), default=0.0)
    if not any(p.area < SMALLER_AREA_SHARE * largest for p in pieces):
        return ()
    seen = edge_support(pyramid, corners_of(cards))
    well = compress(cards, seen >= SEEN_AS_WELL_SHARE * seen.max())
    large = float(np.median([card.area for card in well]))
    unseen = edge_support(pyramid, corners_of(pieces)) < LESS_VISIBLE_FACTOR * seen.max()
    return tuple(p for p in compress(pieces, unseen) if p.area < SMALLER_AREA_SHARE * large)


def is_part_of(piece: Piece, other: Piece) -> bool:
    """Tell whether the piece is only a part of the print on a larger one, regardless of their letters.

    A piece that the finder is surer of and that reads better is no part: two cards, or one and its shadow,
    may look like one large card. Nor is a card whose corner letter was seen: a table may look like a picture
    card, large and vague.
    """
    small = piece.area
    if small > PART_AREA_SHARE * other.area or _believed_before(piece, other):
        return False
    middle = other.corners.mean(0)
    larger = np.asarray(middle + ENLARGED_FACTOR * (other.corners - middle), np.float32)
    return _shared(piece.corners, other.corners) > MIN_WITHIN_SHARE * small or (
        read_alike(piece, other) and _shared(piece.corners, larger) > MIN_SAME_READING_WITHIN_SHARE * small
    )


def _believed_before(piece: Piece, other: Piece) -> bool:
    score, vague = piece.outline.score, other.outline.score
    if piece.best > WELL_READ_PROBABILITY and other.best < UNREADABLE_PROBABILITY:
        return score > vague
    plain = score >= WHOLE_CARD_PROBABILITY or piece.index is not None
    return (
        piece.best >= SURE_PROBABILITY
        and plain
        and other.best < SURE_PROBABILITY
        and vague < SUSPECTED_PROBABILITY
    )


def _shared(one: Floats, other: Floats) -> float:
    return float(cv2.intersectConvexConvex(one, other)[0])
