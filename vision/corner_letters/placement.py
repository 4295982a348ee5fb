"""Find the card on which a corner letter stands."""

from typing import Final

import numpy as np

from vision.corner_letters.card_size import PhotoCardSize
from vision.corner_letters.detect import CornerLetter
from vision.crops import Outline
from vision.pieces.classify import Piece
from vision.tensor_format import LETTERS, lean

NO_LETTER_CARD_LENGTHS: Final = 0.35
"""The distance from a card's corner, in card lengths, from which no corner letter stands. Corner letters a
quarter as tall as their card stand at 0.2. A large upside-down A looks like a V, 0.5 from any corner."""

UPPER_LETTER_PROBABILITY: Final = 0.9
"""The probability that a lone corner letter is its card's upper one. Nine in ten are, because people fan a
hand so that the upper letters show. By judgement. The line of a word then settles the direction."""


def _inwards(spot: CornerLetter, card_size: PhotoCardSize) -> tuple[float, float]:
    """Return two distances from a card's corner to the middle of its corner letter, card lengths: to the
    letter's right, and down."""
    up, right = card_size.card_sides(spot.up, spot.middle)
    inwards = spot.middle - spot.corner
    across, down = inwards @ right / (right @ right), -(inwards @ up) / (up @ up)
    return float(across) * card_size.width_share, float(down)


def card_at_corner(spot: CornerLetter, card_size: PhotoCardSize) -> Piece | None:
    """Return the card to which a corner letter belongs. None for print that is no corner letter: a figure at
    another corner, or a letter in a card's middle.

    The letter stands at the card's upper left, or at its lower right if the pack prints that letter upright
    too.
    """
    across, down = _inwards(spot, card_size)
    if across * down <= 0 or max(abs(across), abs(down)) >= NO_LETTER_CARD_LENGTHS:
        return None
    # The card's middle lies further from or nearer to the camera than its corner.
    up, right = card_size.card_sides(spot.up, spot.corner)
    up, right = card_size.card_sides(spot.up, spot.corner + np.sign(across) * (right - up) / 2)
    top_left = spot.corner if across > 0 else spot.corner - right + up
    quad = np.array([top_left, top_left + right, top_left + right - up, top_left - up], np.float32)
    x, y = quad.mean(0).tolist()
    outline = Outline(x, y, float(np.hypot(*up)), float(np.hypot(*right)), lean(up), spot.score)
    probabilities = np.zeros((4, len(LETTERS)), np.float32)
    probabilities[0], probabilities[2] = (
        UPPER_LETTER_PROBABILITY * spot.probabilities,
        (1 - UPPER_LETTER_PROBABILITY) * spot.probabilities,
    )
    return Piece(quad, probabilities, 0.0, 0.0, outline, spot.corner, spot.middle, only_corner_seen=True)
