"""Measure how large a card appears at each place and angle of a photograph."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.geometry.rectification import MAX_TILE_SIDE_RATIO
from vision.pieces.classify import Piece
from vision.tensor_format import Floats, axes

MIN_SIZED_CARD_PROBABILITY: Final = 0.4
"""The least probability of the finder for a card that helps to measure the size of cards. Two in three pieces
below this probability are no cards."""

MIN_SURE_PIECES: Final = 4
"""The fewest sure cards from which the size of a card in the photograph is measured on sure cards alone. The
median of four is right even if one of them has another size."""

USUAL_OUTLINE_ERROR_SHARE: Final = 0.04
"""The usual error of a card's outline, as a share of the card's size. The larger it is, the less do
differences in size between cards count as an effect of the camera's tilt."""

GROWTH_PER_CARD_LENGTH: Final = 0.06
"""The usual logarithm of the factor by which a card appears larger if it lies one card's length nearer to a
tilted camera. At 35 degrees and 60 cm it is 0.09. The larger it is, the more do differences in size between
cards count as an effect of the tilt."""

MAX_LOG_SCALE: Final = 0.35
"""The greatest difference in size, as a logarithm, between a card and the usual card in the photograph. A
piece that differs by more is no card. The size that is extrapolated to the picture's rim is limited to it,
too."""


@dataclass(frozen=True, slots=True)
class PhotoCardSize:
    """The size of a card at each place of a photograph."""

    table_to_picture: NDArray[np.float64]
    """The map (2, 2) from card lengths on the table to photograph pixels, valid at `middle`. The direction of
    the table's axes is arbitrary."""
    width_share: float
    """The width of a card of the pack, as a share of its length."""
    middle: NDArray[np.float64]
    """The place (2,) at which `table_to_picture` holds, photograph pixels. Elsewhere `growth` changes the
    size."""
    growth: NDArray[np.float64]
    """The logarithm (2,) by which a card grows for each pixel to the right and down. A tilted camera makes
    nearer cards larger."""

    def card_sides(self, up: Floats, place: Floats) -> tuple[Floats, Floats]:
        """Return the sides of a card near `place` (2,) in the photograph, as two vectors (2,), pixels:
        upwards along the card and to its right. `up` is the card's up direction in the picture."""
        scale = float(np.exp(np.clip((place - self.middle) @ self.growth, -MAX_LOG_SCALE, MAX_LOG_SCALE)))
        ahead = np.linalg.solve(self.table_to_picture, up)
        ahead /= np.hypot(*ahead)
        # Rows count downwards, so a quarter turn clockwise takes (x, y) to (-y, x).
        right = self.table_to_picture @ np.array([-ahead[1], ahead[0]]) * self.width_share
        return (scale * self.table_to_picture @ ahead).astype(np.float32), (scale * right).astype(np.float32)


def card_size_of(pieces: Sequence[Piece]) -> PhotoCardSize | None:
    """Return the size of a card in the photograph, measured on the cards that were read, or None if all
    pieces are square."""
    oblong = [p for p in pieces if p.outline.height > MAX_TILE_SIDE_RATIO * p.outline.width]
    if not oblong:
        return None
    # A median of few well-read cards is no better than that of all cards, and in a fan even their outlines
    # are off. A weak detection does not count: it may be the corner letter of a large card.
    clear = [
        p
        for p in oblong
        if p.best_probability >= MIN_SURE_LETTER_PROBABILITY and p.outline.score >= MIN_SIZED_CARD_PROBABILITY
    ]
    clear = clear if len(clear) >= MIN_SURE_PIECES else oblong
    edges = [axes(p.corners) for p in clear]
    # Tilt makes some cards seem narrow and others short. The median over cards turned every way is right.
    wide = float(np.median([np.hypot(*right) / max(1e-6, np.hypot(*up)) for up, right in edges]))
    maps = [np.column_stack([right / wide, up]) for up, right in edges]
    spread = np.median([m @ m.T for m in maps], axis=0)
    # The symmetric root of the spread: m @ m.T does not depend on the card's turn on the table.
    values, vectors = np.linalg.eigh(spread)
    onto = vectors @ np.diag(np.sqrt(np.maximum(values, 1.0))) @ vectors.T
    sizes = np.array([np.sqrt(abs(np.linalg.det(m))) for m in maps])
    stiff = (USUAL_OUTLINE_ERROR_SHARE / GROWTH_PER_CARD_LENGTH * float(np.median(sizes))) ** 2
    return PhotoCardSize(
        onto, wide, *_place_and_growth(np.array([p.corners.mean(0) for p in clear], np.float64), sizes, stiff)
    )


def _place_and_growth(
    middles: NDArray[np.float64], sizes: NDArray[np.float64], stiff: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the place (2,) where cards have their usual size, pixels, and the logarithm (2,) by which cards
    grow for each pixel to the right and down.

    `middles` (n, 2) and `sizes` (n,) are those of the cards. `stiff` is the weight of the ridge regression
    against growth, so that a few cards close together give hardly any.
    """
    off = np.log(np.maximum(sizes, 1.0) / max(float(np.median(sizes)), 1.0))
    alike = np.abs(off) < MAX_LOG_SCALE  # a piece with a larger difference is no card
    if not alike.any():  # the median lies between two cards of very different size
        return middles.mean(0), np.zeros(2)
    off, middle = off[alike], middles[alike].mean(0)
    off, apart = off - off.mean(), middles[alike] - middle
    growth = np.linalg.solve(apart.T @ apart + stiff * np.eye(2), apart.T @ off)
    return middle, np.asarray(growth, np.float64)
