"""Classify the figure on a card by its sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.crops import Pyramid
from vision.figures.rectified import COLUMNS, FIGURES, ROWS, sheet
from vision.network import run
from vision.tensor_format import Floats

TEMPERATURE: Final = 0.8
"""Divisor of the scores."""


OFFSET_CELLS: Final = 1
"""Cells by which a figure may stand beside its place: corners are known to a fiftieth of a card, which is
half a cell.
"""

NO_FIGURE_LOG_ODDS: Final = -30.0
"""Log odds of a figure where none is printed."""


@dataclass(frozen=True, slots=True)
class PrintedPlace:
    """Locate a figure's centre, in shares of the card's width from the left and of its height from the top,
    and tell whether the figure is upside down there.
    """

    across: float
    down: float
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """Hold the figures of `n` cards: `chances` (n, 16) of no legible figure and of 1 to 15,
    `upper_half_probabilities` (n,) probability that a figure shows in the upper half alone, by the card's
    corners; a half if there are two, or none.
    """

    chances: Floats
    above: Floats


def figure_maps(pyramid: Pyramid, quads: Floats) -> Floats:
    """Return (n, 2 * FIGURES, 30, 19) log odds of figures in the cells of cards with corners `quads` (n, 4,
    2), photograph pixels, n at least 1.
    """
    return mapped(np.stack([sheet(pyramid, quad) for quad in quads]))


def read_figures(pyramid: Pyramid, quads: Floats, places: Sequence[PrintedPlace] = ()) -> Read:
    """Read the figures of cards, anywhere or in the `places` of their deck."""
    maps = figure_maps(pyramid, quads)
    maps = masked_to_places(maps, places) if places else maps
    return Read(chances(maps, TEMPERATURE), upper_half_probabilities(maps))


def masked_to_places(maps: Floats, places: Sequence[PrintedPlace]) -> Floats:
    """Return the maps with figures only in `places`, or in the same places of a card that lies the other way
    up.
    """
    open_ = np.zeros((2, ROWS, COLUMNS), bool)
    for place in places:
        row, column, way = round(place.down * ROWS - 0.5), round(place.across * COLUMNS - 0.5), place.turned
        for r, c, w in ((row, column, way), (ROWS - 1 - row, COLUMNS - 1 - column, not way)):
            open_[
                int(w),
                max(0, r - OFFSET_CELLS) : r + OFFSET_CELLS + 1,
                max(0, c - OFFSET_CELLS) : c + OFFSET_CELLS + 1,
            ] = True
    split = maps.reshape(len(maps), 2, FIGURES, ROWS, COLUMNS)
    return (
        np.where(open_[None, :, None], split, np.float32(NO_FIGURE_LOG_ODDS))
        .reshape(maps.shape)
        .astype(np.float32)
    )


def mapped(sheets: NDArray[np.uint8]) -> Floats:
    """Map (n, 240, 152, 3) sheets to (n, 2 * FIGURES, 30, 19) log odds that each figure stands in a cell."""
    return run("figures", sheets)[0]


def chances(maps: Floats, temperature: float) -> Floats:
    """Map (n, 2 * FIGURES, rows, columns) log odds of cells to (n, 1 + FIGURES) probabilities of whole cards.
    A figure stands there once or twice, either way up.
    """
    cells = np.moveaxis(maps.reshape(len(maps), 2, FIGURES, -1), 1, 2).reshape(len(maps), FIGURES, -1)
    scores = np.concatenate([np.zeros((len(maps), 1), np.float32), _sum(cells)], 1) / temperature
    odds = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True), np.float32)


def upper_half_probabilities(maps: Floats) -> Floats:
    """Return (n,) probabilities that a figure stands in the upper half alone, and not in the lower one. Both
    share what is open. The figure itself does not tell: an 8 has no way up, and a 6 may be a 9.
    """
    halves = (maps[:, :, : ROWS // 2], maps[:, :, ROWS // 2 :])
    upper, lower = (any_figure_probabilities(half.reshape(len(maps), -1)) for half in halves)
    alone = upper * (1 - lower) + lower * (1 - upper)
    return np.asarray(upper * (1 - lower) + (1 - alone) / 2, np.float32)


def any_figure_probabilities(logs: Floats) -> Floats:
    """Return (...,) probabilities that any figure stands there, from log odds of each along the last axis."""
    return np.asarray(1 / (1 + np.exp(-_sum(logs))), np.float32)


def _sum(logs: Floats) -> NDArray[np.float32]:
    """Return the logarithm of the sum, from logarithms along the last axis."""
    top = logs.max(-1, keepdims=True)
    return np.asarray((top + np.log(np.exp(logs - top).sum(-1, keepdims=True)))[..., 0], np.float32)
