"""Decide which corner letters prove a card that detection missed: by how clear the letters are, and by the
fan around them."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.corner_letters.relations import are_overlapping
from vision.filtering.suppression import ONLY_PIECE_PROBABILITY
from vision.pieces.classify import Piece
from vision.tensor_format import LETTERS

CLEAR_SCORES: Final = ((0.36, 0.97), (0.5, 0.9), (0.7, 0.65))
"""The least probabilities from which a corner letter proves a card that was missed. Each pair is a
probability of the spotter, and the least probability of the letter that is needed with it. Between the pairs,
the need is interpolated; below the first, nothing is proved.

With (0.36, 0.95), (0.5, 0.85), (0.7, 0.5), four more of 701 rendered cards in typefaces never seen were
found, most of them covered. But four more false cards were found in 280 pictures.
"""

LETTER_PAIR_FACTOR: Final = 0.7
"""The factor on the sum of the probabilities of the two likeliest letters, which counts as the letter's
probability if it is larger than that of the best letter. An I with slab serifs may be a T, but it is
certainly a letter."""

GUESSED_CARD_SCORES: Final = ((0.5, 0.4),)
"""The least probabilities, in the form of `CLEAR_SCORES`, for a corner letter at the corner of a card that
the finder guessed. They are lower than those, because the finder is a second witness."""

HALFWAY_SCORES: Final = ((0.3, 0.75), (0.45, 0.75), (0.6, 0.5))
"""The limits, as in `CLEAR_SCORES`, for a corner letter half-way between two others. They are lower, because
the even step of a row is a second witness.

With 0.85 instead of 0.75 two letters of one traced row were left out, and no fewer false cards were found.
One of the two was an I with slab serifs of which the spotter was sure; the classifier gave 0.3 to a T.
"""


MASTER: Final = LETTERS.index("?")
"""The class of the print in a Master's corners, which may be a star, a word or anything."""


MIN_SUPPORTING_PROBABILITY: Final = 0.5
"""The least probability of the spotter for a corner letter to prove that the cards overlapping its card are a
fan. The letter must also be clear and sure, and the edges of its card visible."""


def accept_in_fans(
    cards: Sequence[Piece], seen: Sequence[Piece], edges_visible: Callable[[Piece], bool]
) -> list[Piece]:
    """Return the clear cards that belong to a fan.

    A fan counts if one of its overlapping cards was surely seen. Without such a card, one card of the fan
    must be clear and sure, and `edges_visible(card)` must be true. Letters printed on a box therefore do not
    count.
    """
    left = _unconnected(cards, [piece for piece in seen if _is_surely_card(piece)])
    plain = [
        card
        for card in left
        if is_clear(card)
        and card.best_probability >= MIN_SURE_LETTER_PROBABILITY
        and card.outline.score >= MIN_SUPPORTING_PROBABILITY
    ]
    left = _unconnected(left, [card for card in plain if edges_visible(card)])
    return [card for card in cards if is_clear(card) and card not in left]


def _unconnected(cards: Sequence[Piece], connected: Sequence[Piece]) -> list[Piece]:
    """Return the cards that overlap none of the cards `connected`, not even through other cards."""
    left = [card for card in cards if card not in connected]
    while near := [card for card in left if any(are_overlapping(card, other) for other in connected)]:
        connected, left = near, [card for card in left if card not in near]
    return left


def _is_surely_card(piece: Piece) -> bool:
    """Return True if the piece is surely a card, with or without a sure letter."""
    if piece.best_probability >= MIN_SURE_LETTER_PROBABILITY:
        return piece.is_likely
    return (
        piece.outline.score >= ONLY_PIECE_PROBABILITY
        and piece.other_probability < 1 - MIN_SURE_LETTER_PROBABILITY
    )


def is_clear(card: Piece) -> bool:
    """Return True if the card's corner letter surely is one. Figures and ornaments are printed in corners,
    too, and the corner of a Master may show anything."""
    return is_legible(card, CLEAR_SCORES) and (
        card.likeliest_letter != MASTER or card.best_probability >= MIN_SURE_LETTER_PROBABILITY
    )


def is_legible(card: Piece, limits: tuple[tuple[float, float], ...]) -> bool:
    """Return True if the spotter and the classifier of corner letters are sure enough of the card's corner
    letter. `limits` are least probabilities in the form of `CLEAR_SCORES`."""
    scores, letters = zip(*limits, strict=True)
    score = card.outline.score
    best_two = float(np.sort(card.probabilities.sum(0))[-2:].sum())
    return score >= scores[0] and max(card.best_probability, LETTER_PAIR_FACTOR * best_two) >= float(
        np.interp(score, scores, letters)
    )
