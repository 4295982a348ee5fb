"""The training task of the classifier of figures. Its cards are drawn for it, because the labels of the
rendered pictures do not state the figures."""

from functools import cache
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.crops import Pyramid
from vision.figures.rectified import (
    CELL_COLUMNS,
    CELL_PIXELS,
    CELL_ROWS,
    FIGURE_COUNT,
    flatten_card,
    flattening_matrix,
)
from vision.lab.training.bfloat16 import short_float_context
from vision.lab.training.fonts import installed, split
from vision.lab.training.nets import FigureReader
from vision.lab.training.tasks.figure_views import (
    LONG_SIDE_PIXELS_RANGE,
    MANY_FIGURES,
    MIN_VISIBLE_SHARE,
    CardPhotograph,
    packs,
    print_any_card,
    strewn,
    view,
)
from vision.lab.training.tasks.task import Batch, DrawnItems, Losses, Task, to_unit_range
from vision.render.brushes import Rng
from vision.render.prints.typefaces import Faces
from vision.tensor_format import Floats

VIEWS_PER_CARD: Final = 3
"""The number of different photographs in training of each card that is drawn. Another photograph takes less
time than another drawing."""

FIRST_EPOCH_LONG_SIDE_PIXELS_RANGE: Final = (220.0, 420.0)
"""The range of the length of a card's long side, pixels, in the first epoch of training the classifier of
figures. This epoch shows only large cards that are strewn with figures, because digits are learnt fastest
where they are easy to see."""

UPSIDE_DOWN_SHARE: Final = 0.3
"""The share of cards that the network gets upside down. The reader meets many such cards, because some
letters look alike both ways up."""

CORNER_ERROR_LONG_SIDES: Final = 0.011
"""The standard error by which training misplaces a card's corners, in long sides of the card. The reader
finds corners with the same error."""

IGNORED_CELL: Final = -1
"""The content of a cell that does not count in the loss. Such a cell is next to a figure's cell, or holds
a partly covered figure."""

CELL_LOSS_WEIGHT: Final = 1.0
"""The weight of the loss of the single cells, relative to the loss of the whole card's figure."""

NO_FIGURE_LOSS_WEIGHT: Final = 0.2
"""The weight of the loss of cells without a figure (its sum over a card), relative to the loss of cells
with a figure (its mean)."""

Item = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]


@cache
def faces() -> Faces:
    """Return the typefaces for training that are installed on this machine."""
    return split(installed())[0]


class Figures(DrawnItems):
    """The training items of the classifier of figures. All their cards are drawn for the item; the pictures
    of the training folder are not used.

    The first part of an item has cards as the reader cuts them, (2 * VIEWS_PER_CARD, 240, 152, 3): two cards
    of one pack, the second strewn with figures. The second part has the figure of each card (2 *
    VIEWS_PER_CARD,): 0 if none is legible, and MANY_FIGURES for a strewn card. The third part has the content
    of each cell (2 * VIEWS_PER_CARD, 30, 19): 0 for no figure, a number for an upright figure, and
    `FIGURE_COUNT` more for an upside-down figure.
    """

    def __getitem__(self, index: int) -> Item:
        rng = self.generator(index)
        deck = next(packs(rng, faces()))
        easy = self.epoch == 0
        cards = strewn(rng, deck, faces()) if easy else print_any_card(rng, deck), strewn(rng, deck, faces())
        long = FIRST_EPOCH_LONG_SIDE_PIXELS_RANGE if easy else LONG_SIDE_PIXELS_RANGE
        shown = [
            training_item(rng, view(rng, card, cards[0], long))
            for card in cards
            for _ in range(VIEWS_PER_CARD)
        ]
        sheets, kinds, cells = zip(*shown, strict=True)
        return np.stack(sheets), np.array(kinds, np.int64), np.stack(cells)


def training_item(rng: Rng, seen: CardPhotograph) -> tuple[NDArray[np.uint8], int, NDArray[np.int64]]:
    """Return the card of a photograph as the reader cuts it, its figure (0 if none is legible), and the
    content of its cells."""
    over = bool(rng.random() < UPSIDE_DOWN_SHARE)
    long = float(np.hypot(*(seen.quad[3] - seen.quad[0])))
    quad = np.asarray(seen.quad + rng.normal(0, CORNER_ERROR_LONG_SIDES * long, (4, 2)), np.float32)
    quad = np.roll(quad, 2 * over, axis=0)
    cells = np.zeros((CELL_ROWS, CELL_COLUMNS), np.int64)
    onto = flattening_matrix(quad)
    for mark in seen.marks:
        column, row = (_middle(onto, mark.box) // CELL_PIXELS).astype(int).tolist()
        near = np.s_[max(0, row - 1) : max(0, row + 2), max(0, column - 1) : max(0, column + 2)]
        cells[near] = np.where(cells[near] > 0, cells[near], IGNORED_CELL)
        if mark.visible_share >= MIN_VISIBLE_SHARE and 0 <= row < CELL_ROWS and 0 <= column < CELL_COLUMNS:
            cells[row, column] = mark.figure + FIGURE_COUNT * (mark.turned != over)
    return flatten_card(Pyramid.of(seen.photo), quad), seen.figure * seen.legible, cells


def _middle(onto: NDArray[np.float64], box: Floats) -> Floats:
    x, y, w = onto @ np.append(box.mean(0), 1.0)
    return np.array([x / w, y / w], np.float32)


def pool_cells(maps: Tensor) -> Tensor:
    """Pool the network's maps of cells into one row for each card, (N, 1 + FIGURE_COUNT).

    `maps` (N, 2 * FIGURE_COUNT, rows, columns) holds the log odds of each figure, upright and upside down, in
    each cell of a card. Column 0 of the result stands for a card without a figure, and is 0. The other
    columns are the log of the summed odds of each figure over both directions and all cells.
    """
    both = maps.unflatten(1, (2, FIGURE_COUNT)).permute(0, 2, 1, 3, 4).flatten(2)
    return torch.cat([maps.new_zeros(len(maps), 1), both.logsumexp(2)], 1)


def cell_loss(maps: Tensor, cells: Tensor) -> Tensor:
    """Return the loss of the figures' `maps` against the true content `cells` of each cell: the mean loss
    of the cells with a figure, plus the loss of the cells without a figure, weighted by
    `NO_FIGURE_LOSS_WEIGHT`."""
    scores = torch.cat([maps.new_zeros(len(maps), 1, *maps.shape[2:]), maps], 1)
    wrong = nnf.cross_entropy(scores, cells, ignore_index=IGNORED_CELL, reduction="none")
    hit = cells > 0
    empty = NO_FIGURE_LOSS_WEIGHT * wrong[~hit].sum() / len(maps)
    return wrong[hit].sum() / hit.sum().clamp(min=1) + empty


def _losses(net: nn.Module, batch: Batch) -> Losses:
    sheets, kinds, cells = (part.flatten(0, 1) for part in batch)
    with short_float_context(sheets):
        maps = net(to_unit_range(sheets)).float()
    # If the batch has only strewn cards, the mean of the empty list would be NaN.
    wrong = nnf.cross_entropy(pool_cells(maps), kinds, ignore_index=MANY_FIGURES, reduction="sum")
    return {
        "figures": wrong / (kinds != MANY_FIGURES).sum().clamp(min=1),
        "places": CELL_LOSS_WEIGHT * cell_loss(maps, cells),
    }


TASK = Task(FigureReader, Figures, _losses, batch=3, rate=3e-3, steps=1800)
"""The training task of the classifier of figures: three items a step, 1800 steps (docs/reading.md)."""
