"""Learn the places of a deck's figures, and the figure of each letter, from cards with known letters.

An edition prints its figures in the same places of every card. Once these places are known, a mark elsewhere,
such as the serif of a corner letter or a stain, is no figure. Figures are then evidence even for a deck whose
figures belong to no known pack.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figures.classify import (
    MAX_OFFSET_CELLS,
    TEMPERATURE,
    PrintedPlace,
    any_figure_probabilities,
    figure_probabilities,
    masked_to_places,
)
from vision.figures.rectified import CELL_COLUMNS, CELL_ROWS, FIGURE_COUNT
from vision.tensor_format import Floats

MIN_PLACE_SHARE: Final = 0.5
"""The share of a deck's cards that must have a figure in a place for the deck to print one there. On six
rendered decks 0.7 and more have a figure at its printed place, and 0.35 and fewer anywhere else. On 14 other
decks all printed places were found, and no other place."""

MAX_FIGURE_PLACES: Final = 4
"""The greatest number of places on a card in which one deck prints figures: each corner."""

MIN_PLACE_DISTANCE_CELLS: Final = 3
"""The distance around a place within which there is no other place, cells. Figures of two digits fill two
cells."""

MIN_LETTER_FIGURE_PROBABILITY: Final = 0.95
"""The least probability of a letter's figure, from all cards of the letter together. On 14 rendered decks
with figures in any order 288 of 369 letters were this sure, and one of them wrong; at 0.8 four of 322 were
wrong."""


@dataclass(frozen=True, slots=True)
class FigureLayout:
    """Where a deck prints its figures, and which figure each letter has."""

    places: tuple[PrintedPlace, ...] = ()
    """The places where the deck prints figures, empty if none were seen."""
    figures: Mapping[str, int] | None = None
    """The figure of each letter on the deck's cards, or None if unknown."""


NO_FIGURES: Final = FigureLayout()
"""The layout of a deck that prints no figures, or whose figures are not known."""


def learn_layout(maps: Floats, letters: Sequence[str]) -> FigureLayout:
    """Return the places and the figures that a deck prints, learned from n upright cards with these
    `letters`. `maps` (n, 2 * FIGURE_COUNT, CELL_ROWS, CELL_COLUMNS) are the log odds of each figure at each
    place of each card."""
    places = tuple(_places(maps)) if len(maps) else ()
    if not places:
        return NO_FIGURES
    log_probabilities = np.log(
        np.clip(figure_probabilities(masked_to_places(maps, places), TEMPERATURE), 1e-6, None)
    )
    figures = {}
    for letter in sorted(set(letters)):
        by_letter = log_probabilities[[one == letter for one in letters]].sum(0)
        odds = np.exp(by_letter - by_letter.max())
        best = int(odds.argmax())
        if best and odds[best] >= MIN_LETTER_FIGURE_PROBABILITY * odds.sum():
            figures[letter] = best
    return FigureLayout(places, figures)


def _places(maps: Floats) -> Iterator[PrintedPlace]:
    """Yield the places on a card where enough of the deck's cards have a figure, the commonest first. `maps`
    are the log odds of each figure at each place of each card."""
    seen = any_figure_probabilities(
        np.moveaxis(maps.reshape(len(maps), 2, FIGURE_COUNT, CELL_ROWS, CELL_COLUMNS), 2, -1)
    )
    mean, common = seen.mean(0), _figure_shares(seen)
    for _ in range(MAX_FIGURE_PLACES):
        turned, row, column = (int(i) for i in np.unravel_index(common.argmax(), common.shape))
        if common[turned, row, column] < MIN_PLACE_SHARE:
            return
        yield _mean_place(mean, turned, row, column)
        common[
            :,
            max(0, row - MIN_PLACE_DISTANCE_CELLS) : row + MIN_PLACE_DISTANCE_CELLS + 1,
            max(0, column - MIN_PLACE_DISTANCE_CELLS) : column + MIN_PLACE_DISTANCE_CELLS + 1,
        ] = 0


def _figure_shares(seen: Floats) -> NDArray[np.float64]:
    """Return the share (2, CELL_ROWS, CELL_COLUMNS) of the cards with a figure in or next to each cell: first
    upright figures, then figures upside down.

    `seen` (n, 2, CELL_ROWS, CELL_COLUMNS) are the cards' probabilities of any figure.
    """
    near = np.ones((2 * MAX_OFFSET_CELLS + 1, 2 * MAX_OFFSET_CELLS + 1), np.uint8)
    return np.asarray(np.mean([[cv2.dilate(half, near) for half in card] for card in seen], 0), np.float64)


def _mean_place(mean: Floats, turned: int, row: int, column: int) -> PrintedPlace:
    """Return the place of the deck's figures near the cell (`row`, `column`): the middle of the figures in
    and next to it, weighted by `mean`, the mean probability of a figure in each cell."""
    rows, columns = (
        np.arange(max(0, middle - MAX_OFFSET_CELLS), min(size, middle + MAX_OFFSET_CELLS + 1))
        for middle, size in ((row, CELL_ROWS), (column, CELL_COLUMNS))
    )
    weight = mean[turned][np.ix_(rows, columns)]
    down, across = (weight.sum(1) @ rows, weight.sum(0) @ columns) / weight.sum()
    return PrintedPlace(
        round(float(across + 0.5) / CELL_COLUMNS, 3), round(float(down + 0.5) / CELL_ROWS, 3), bool(turned)
    )
