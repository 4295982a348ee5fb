"""Reject print on a card that was taken for a small piece: a corner letter, or a ring."""

from collections.abc import Sequence
from itertools import compress
from typing import Final

import cv2
import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.crops import Pyramid
from vision.geometry.edges import edge_support
from vision.pieces.classify import Piece, corners_of
from vision.tensor_format import Floats

PRINT_AREA_SHARE: Final = 0.2
"""The share of a card's area below which an outline on the card is print in its corner. The largest corner
letters, a quarter of the card's length, take a tenth, and an ornament round them as much again."""

PART_AREA_SHARE: Final = 0.35
"""The share of a larger piece's area below which a piece on it is a printed part of the larger piece. A ring
round the letter of a card, two thirds of the card's width across, has 0.28 of the card's area."""

MIN_WITHIN_SHARE: Final = 0.7
"""The share of a small piece that must lie within the larger piece for the small one to be its part. A
little less than all is enough, because outlines are slightly off."""

MIN_SAME_READING_WITHIN_SHARE: Final = 0.5
"""The share of a small piece that must lie within the larger piece for the small one to be its part, if
both have the same reading. Half is enough, because the equal letter is evidence, too."""

OUTLINE_GROWTH_FACTOR: Final = 1.25
"""The factor by which a card's outline is enlarged to test whether a small piece with the same letter is a
part of the card. If the outline is wrong, the card's corner letter may lie outside it."""

WELL_VISIBLE_SHARE: Final = 0.85
"""The visible share of a card's edges, relative to the card with the plainest edges, from which the card
counts as well visible. The usual size of a card is measured on well visible cards."""

SMALLER_AREA_SHARE: Final = 0.4
"""The area below which a piece may be a corner letter taken for a card, as a share of the area of the cards
with the plainest edges. It means five eighths of their length. A tilted camera leaves a far card three
quarters of the area."""

MIN_VISIBLE_EDGE_RATIO: Final = 0.75
"""The visible share of a small piece's edges, relative to the card with the plainest edges, below which the
piece counts as a corner letter taken for a card. A piece is small if its area is below `SMALLER_AREA_SHARE`.
In 820 pictures, nine in ten cards show 0.52 to 0.94 of their edges, corner letters taken for cards 0.19 to
0.55."""

WELL_READ_PROBABILITY: Final = 0.7
"""The probability above which a small piece is read well enough not to be part of an unreadable piece."""

MIN_DOUBTED_READING_PROBABILITY: Final = 0.3
"""The least probability of a reading for an outline that the finder doubts. A piece with less counts as
unreadable: hands, newsprint, seams. Of 2,483 held-back cards the limit costs 12, one of them read rightly. Of
the golden scenes' 15 false pieces it removes eight."""

WHOLE_CARD_PROBABILITY: Final = 0.7
"""The finder's probability from which a small outline on a larger one is a card of its own and no print on
the larger one. The small outline must also be read for sure, and the larger one be doubtful, with a finder's
probability below `LIKELY_CARD_PROBABILITY`."""

LIKELY_CARD_PROBABILITY: Final = 0.5
"""The finder's probability of an outline below which the outline is more likely no card than a card."""


def read_alike(one: Piece, other: Piece) -> bool:
    """Return True if both pieces have the same letter, or are both backs."""
    turned = [piece.back_probability > piece.letter_probability for piece in (one, other)]
    return all(turned) or (not any(turned) and one.likeliest_letter == other.likeliest_letter)


def is_print_sized(piece: Piece, card: Piece) -> bool:
    """Return True if the piece is so small beside `card` that it is print on a card."""
    return piece.area < PRINT_AREA_SHARE * card.area


def small_edgeless_pieces(
    pyramid: Pyramid, pieces: Sequence[Piece], kept_pieces: Sequence[Piece] = ()
) -> tuple[Piece, ...]:
    """Return the pieces that are far smaller than the cards with the best edges and have no visible edges
    themselves. They are corner letters of a hand whose cards were not seen.

    `kept_pieces` are other pieces at the same place, which are not judged. If all pieces have one size, the
    check costs nothing.
    """
    cards = [
        p
        for p in (*pieces, *kept_pieces)
        if p.best_probability >= MIN_SURE_LETTER_PROBABILITY and p.letter_probability > p.back_probability
    ]
    largest = max((card.area for card in cards), default=0.0)
    if not any(p.area < SMALLER_AREA_SHARE * largest for p in pieces):
        return ()
    seen = edge_support(pyramid, corners_of(cards))
    well = compress(cards, seen >= WELL_VISIBLE_SHARE * seen.max())
    large = float(np.median([card.area for card in well]))
    unseen = edge_support(pyramid, corners_of(pieces)) < MIN_VISIBLE_EDGE_RATIO * seen.max()
    return tuple(p for p in compress(pieces, unseen) if p.area < SMALLER_AREA_SHARE * large)


def is_part_of(piece: Piece, other: Piece) -> bool:
    """Return True if the piece is only a part of the print on `other`, a much larger piece: most of it lies
    within `other`, whatever their letters.

    The piece is no part if it reads well, `other` reads badly, and the finder is surer of the piece or its
    corner letter was seen. Two cards, or a card and its shadow, may look like one large card, and a table
    like a large, vague picture card.
    """
    small = piece.area
    if small > PART_AREA_SHARE * other.area or _is_surer(piece, other):
        return False
    middle = other.corners.mean(0)
    larger = np.asarray(middle + OUTLINE_GROWTH_FACTOR * (other.corners - middle), np.float32)
    return _shared(piece.corners, other.corners) > MIN_WITHIN_SHARE * small or (
        read_alike(piece, other) and _shared(piece.corners, larger) > MIN_SAME_READING_WITHIN_SHARE * small
    )


def _is_surer(piece: Piece, other: Piece) -> bool:
    score, vague = piece.outline.score, other.outline.score
    if (
        piece.best_probability > WELL_READ_PROBABILITY
        and other.best_probability < MIN_DOUBTED_READING_PROBABILITY
    ):
        return score > vague
    plain = score >= WHOLE_CARD_PROBABILITY or piece.letter_corner is not None
    return (
        piece.best_probability >= MIN_SURE_LETTER_PROBABILITY
        and plain
        and other.best_probability < MIN_SURE_LETTER_PROBABILITY
        and vague < LIKELY_CARD_PROBABILITY
    )


def _shared(one: Floats, other: Floats) -> float:
    return float(cv2.intersectConvexConvex(one, other)[0])
