"""Decide which corner letters prove a card that detection missed: by their clarity, and by the hand around
them.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from engine.evidence import SURE_PROBABILITY
from vision.corner_letters.relations import meet
from vision.pieces.classify import Piece
from vision.tensor_format import LETTERS

CLEAR_SCORES: Final = ((0.36, 0.97), (0.5, 0.9), (0.7, 0.65))
"""Least probability of the spotter that a corner letter proves a missed card, and least probability of its
letter: on or above the line through these points. With (0.36, 0.95), (0.5, 0.85), (0.7, 0.5) four more were
found of 701 rendered cards in typefaces never seen, most of them covered, and in 280 pictures four more false
ones.
"""

LETTER_PAIR_SHARE: Final = 0.7
"""Share that counts if the letter is one of two: a slab I may be a T, but it is a letter."""

SUPPOSED: Final = ((0.5, 0.4),)
"""The same if the finder saw a card with its corner there: less is enough, because this is a second
witness.
"""

PLACED: Final = ((0.3, 0.75), (0.45, 0.75), (0.6, 0.5))
"""The same if its corner lies half-way between two others': the even step of a row is a witness, too. With
0.85 two letters of one traced row were left out, with no false card less; a slab I, spotted for sure, was
left out because it was 0.3 a T.
"""

MIN_UNSURE_CARD_PROBABILITY: Final = 0.6
"""Least probability of the finder for a card without a sure letter, under which others of a fan may lie: an
I is often a T as well. As for the only piece on a table (`suppression.ONLY_PIECE_PROBABILITY`), a little
more than for a block of newsprint, 0.54.
"""

MASTER: Final = LETTERS.index("?")
"""The class of the print in a Master's corners: a star, a word, anything."""


MIN_SUPPORTING_PROBABILITY: Final = 0.5
"""Least probability of the spotter for a sure letter that supports a fan: more likely a letter than not."""


def accept_in_fans(
    cards: Sequence[Piece], seen: Sequence[Piece], shown: Callable[[Piece], bool]
) -> list[Piece]:
    """Return the cards of a fan that lie, one over the other, with a card that was surely seen; no card
    covers the fan's last one. Letters printed on a box would hide one another. If no card was seen, a fan of
    many plain cards counts, or a fan whose edges are `shown`.
    """
    left = _unreached(cards, [piece for piece in seen if _founds(piece)])
    plain = [
        card
        for card in left
        if is_clear(card)
        and card.best >= SURE_PROBABILITY
        and card.outline.score >= MIN_SUPPORTING_PROBABILITY
    ]
    left = _unreached(left, [card for card in plain if shown(card)])
    return [card for card in cards if is_clear(card) and card not in left]


def _unreached(cards: Sequence[Piece], reached: Sequence[Piece]) -> list[Piece]:
    """Return the cards that are not linked, one over the other, with those `reached`."""
    left = [card for card in cards if card not in reached]
    while near := [card for card in left if any(meet(card, other) for other in reached)]:
        reached, left = near, [card for card in left if card not in near]
    return left


def _founds(piece: Piece) -> bool:
    """Tell whether the piece is surely a card, even without a sure letter."""
    if piece.best >= SURE_PROBABILITY:
        return piece.likely
    return piece.outline.score >= MIN_UNSURE_CARD_PROBABILITY and piece.nothing < 1 - SURE_PROBABILITY


def is_clear(card: Piece) -> bool:
    """Tell whether the detection is surely a corner letter. Figures and ornaments are printed in corners,
    too, and a Master may show anything.
    """
    return legible(card, CLEAR_SCORES) and (card.likeliest != MASTER or card.best >= SURE_PROBABILITY)


def legible(card: Piece, least: tuple[tuple[float, float], ...]) -> bool:
    """Tell whether spotter and glyph reader are as sure as for the card's own corner letter."""
    scores, letters = zip(*least, strict=True)
    score = card.outline.score
    two = float(np.sort(card.chances.sum(0))[-2:].sum())
    return score >= scores[0] and max(card.best, LETTER_PAIR_SHARE * two) >= float(
        np.interp(score, scores, letters)
    )
