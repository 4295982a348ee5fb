"""Classify the figure on a card, in the flattened picture of the card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.crops import Pyramid
from vision.figures.rectified import CELL_COLUMNS, CELL_ROWS, FIGURE_COUNT, flatten_card
from vision.network import run
from vision.tensor_format import Floats

TEMPERATURE: Final = 0.8
"""The divisor of the scores of the network for figures that calibrates its probabilities."""


MAX_OFFSET_CELLS: Final = 1
"""The greatest number of cells between a figure on a card and the place where its deck prints figures. A mark
farther off is no figure. A card's corners are known to a fiftieth of the card, which is half a cell."""

NO_FIGURE_LOG_ODDS: Final = -30.0
"""The log odds given to a figure in cells where the deck prints none, so low that the figure never counts."""


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """A place where a deck prints a figure."""

    across: float
    """The distance of the figure's centre from the card's left edge, as a share of the card's width."""
    down: float
    """The distance of the figure's centre from the card's top edge, as a share of the card's height."""
    is_upside_down: bool = False
    """True if the figure is upside down in this place."""


@dataclass(frozen=True, slots=True)
class FigureReadings:
    """The readings of the figures of n cards."""

    probabilities: Floats
    """The probabilities (n, 16) for each card: first that it has no legible figure, then of the figures 1 to
    15."""
    upper_half_probabilities: Floats
    """The probability (n,), for each card, that its only figure stands in the half of the card at its first
    two corners. It is 0.5 for a card with two figures, or none."""


def figure_maps(pyramid: Pyramid, quads: Floats) -> Floats:
    """Return the log odds (n, 2 * FIGURE_COUNT, 30, 19) of each figure in each cell of n cards, n at least 1.

    `quads` (n, 4, 2) are the cards' corners, photograph pixels.
    """
    return figure_maps_of_flattened(np.stack([flatten_card(pyramid, quad) for quad in quads]))


def read_figures(pyramid: Pyramid, quads: Floats, places: Sequence[PrintedPlace] = ()) -> FigureReadings:
    """Return the readings of the figures on n cards with the corners `quads` (n, 4, 2), pixels. The figures
    may stand anywhere, or only in the `places` of their deck."""
    maps = figure_maps(pyramid, quads)
    maps = masked_to_places(maps, places) if places else maps
    return FigureReadings(figure_probabilities(maps, TEMPERATURE), upper_half_probabilities(maps))


def masked_to_places(maps: Floats, places: Sequence[PrintedPlace]) -> Floats:
    """Return the log odds `maps` of figures in the cells of cards, with figures ruled out everywhere but in
    `places`, and in the same places of a card that lies upside down."""
    open_ = np.zeros((2, CELL_ROWS, CELL_COLUMNS), bool)
    for place in places:
        row, column, turned = (
            round(place.down * CELL_ROWS - 0.5),
            round(place.across * CELL_COLUMNS - 0.5),
            place.is_upside_down,
        )
        for r, c, w in ((row, column, turned), (CELL_ROWS - 1 - row, CELL_COLUMNS - 1 - column, not turned)):
            open_[
                int(w),
                max(0, r - MAX_OFFSET_CELLS) : r + MAX_OFFSET_CELLS + 1,
                max(0, c - MAX_OFFSET_CELLS) : c + MAX_OFFSET_CELLS + 1,
            ] = True
    split = maps.reshape(len(maps), 2, FIGURE_COUNT, CELL_ROWS, CELL_COLUMNS)
    return (
        np.where(open_[None, :, None], split, np.float32(NO_FIGURE_LOG_ODDS))
        .reshape(maps.shape)
        .astype(np.float32)
    )


def figure_maps_of_flattened(cards: NDArray[np.uint8]) -> Floats:
    """Return the log odds (n, 2 * FIGURE_COUNT, 30, 19) of each figure in each cell of the flattened
    `cards` (n, 240, 152, 3)."""
    return run("figures", cards)[0]


def figure_probabilities(maps: Floats, temperature: float) -> Floats:
    """Return the probabilities (n, 1 + FIGURE_COUNT) of the figures on n cards: first that a card has none,
    then of each figure. `maps` (n, 2 * FIGURE_COUNT, rows, columns) are the log odds of each figure in each
    cell of a card, upright and upside down.

    A card has its figure once or twice, either way up.
    """
    cells = np.moveaxis(maps.reshape(len(maps), 2, FIGURE_COUNT, -1), 1, 2).reshape(
        len(maps), FIGURE_COUNT, -1
    )
    scores = np.concatenate([np.zeros((len(maps), 1), np.float32), _sum(cells)], 1) / temperature
    odds = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True), np.float32)


def upper_half_probabilities(maps: Floats) -> Floats:
    """Return the probability (n,) that a card's only figure stands in its upper half.

    A card with figures in both halves, or in none, gets 0.5. The figure's own direction does not count,
    because an 8 has none, and a 6 may be a 9.
    """
    halves = (maps[:, :, : CELL_ROWS // 2], maps[:, :, CELL_ROWS // 2 :])
    upper, lower = (any_figure_probabilities(half.reshape(len(maps), -1)) for half in halves)
    alone = upper * (1 - lower) + lower * (1 - upper)
    return np.asarray(upper * (1 - lower) + (1 - alone) / 2, np.float32)


def any_figure_probabilities(logs: Floats) -> Floats:
    """Return the probability (...,) of any figure, from the log odds of each figure along the last axis."""
    return np.asarray(1 / (1 + np.exp(-_sum(logs))), np.float32)


def _sum(logs: Floats) -> NDArray[np.float32]:
    """Return the logarithm of the sum of numbers whose logarithms are given along the last axis."""
    top = logs.max(-1, keepdims=True)
    return np.asarray((top + np.log(np.exp(logs - top).sum(-1, keepdims=True)))[..., 0], np.float32)
