"""The finder's training task: parts of rendered pictures, with the places of the pieces in them."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.lab.training.bfloat16 import short_float_context
from vision.lab.training.nets import Finder
from vision.lab.training.tasks.targets import finder_targets
from vision.lab.training.tasks.task import (
    Batch,
    DrawnItems,
    Losses,
    Task,
    foreshortened,
    heat_loss,
    jolted,
    place_to_look,
    to_unit_range,
)
from vision.lab.training.training_set import labels_of, load
from vision.render.sample import PieceTruth
from vision.tensor_format import HEAT, Floats

WINDOW_PIXELS = 448
"""The side of the square part of a picture that is a training item, pixels. It is a multiple of 32, the
cell of the finder's coarsest layer. A whole card from close by fits into it. It is less than the 640
pixels of the reader, so that a step is short and more pictures are seen in the same time."""

OVERLAPPING_WEIGHT: Final = 1.5
"""The weight added for a picture whose pieces are all mostly covered. If only a share of its pieces is, the
same share of this weight is added. Every picture has the weight 1 besides, and is drawn for training as often
as its whole weight says.

A third of the pictures show covered pieces anyway. With a weight of 6, the finder found only 91 of 100 whole
tiles at first look.
"""

RARE_WEIGHT: Final = 1.0
"""The weight added for a picture with a back or for a picture of an empty table. Every picture has the
weight 1 besides, and is drawn for training as often as its whole weight says. The addition is needed because
few pictures show backs or empty tables."""

SQUARE_WEIGHT: Final = 0.5
"""The weight added for a picture that shows tiles. Every picture has the weight 1 besides, and is drawn for
training as often as its whole weight says. Without the addition whole tiles are lost: an earlier finder found
98 of 100."""

Item = tuple[NDArray[np.uint8], Floats, Floats, Floats]

_FIELD_WEIGHTS = torch.tensor([2.0, 2.0, 3.0, 3.0, 3.0, 3.0, 2.0, 2.0]).reshape(1, 8, 1, 1)
"""The weight of the error of each geometry map in the loss. It is higher for the sizes and for the angles
of oblong pieces, because they are learnt most slowly, and their errors harm the speller most."""


class Windows(DrawnItems):
    """The training items of the finder: a part (448, 448, 3) of one picture, with its maps
    (`finder_targets`). The seed, the epoch and the number of the picture decide the item."""

    def __getitem__(self, index: int) -> Item:
        rng = self.generator(index)
        window, shown = _window(rng, *load(self.folder, index))
        return jolted(rng, window, 0.5), *finder_targets(shown, WINDOW_PIXELS, WINDOW_PIXELS)


def _window(
    rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[PieceTruth, ...]
) -> tuple[NDArray[np.uint8], tuple[PieceTruth, ...]]:
    """Return a random part of the picture as a training item of the finder: a square, scaled, turned, and
    sometimes mirrored or foreshortened. Return also the labels of the pieces in this part, with their places
    in it."""
    height, width = image.shape[:2]
    # The reader reduces a photograph to 640 pixels for the finder, or to twice as many for a closer look.
    scale = min(1.2, 640 / max(height, width) * float(np.exp(rng.uniform(np.log(0.7), np.log(2.2)))))
    quarter = int(rng.integers(4)) * np.pi / 2
    flip = -1.0 if rng.random() < 0.5 else 1.0
    turn = scale * np.array([[np.cos(quarter), -np.sin(quarter)], [np.sin(quarter), np.cos(quarter)]])
    turn = turn @ np.diag([flip, 1.0]) @ foreshortened(rng)
    focus = place_to_look(rng, image, [label.anchor for label in labels])
    onto = np.column_stack([turn, WINDOW_PIXELS / 2 - turn @ focus])
    if scale < 0.6:  # linear sampling alone would skip pixels
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 / scale), np.uint8)
    window = cv2.warpAffine(image, onto, (WINDOW_PIXELS, WINDOW_PIXELS), borderValue=(114, 114, 114))
    moved = tuple(m for label in labels if (m := _moved(label, onto)) is not None)
    return np.asarray(window, np.uint8), moved


def _moved(label: PieceTruth, onto: NDArray[np.float64]) -> PieceTruth | None:
    quad = (label.quad @ onto[:, :2].T + onto[:, 2]).astype(np.float32)
    anchor = (onto[:, :2] @ label.anchor + onto[:, 2]).astype(np.float32)
    if not ((anchor > 2) & (anchor < WINDOW_PIXELS - 2)).all():
        return None
    sheet = np.array(
        [[0, 0], [WINDOW_PIXELS, 0], [WINDOW_PIXELS, WINDOW_PIXELS], [0, WINDOW_PIXELS]], np.float32
    )
    area = abs(cv2.contourArea(quad)) or 1.0
    inside = float(cv2.intersectConvexConvex(quad, sheet)[0]) / area
    return replace(label, quad=quad, anchor=anchor, visible_share=label.visible_share * min(1.0, inside))


def picture_weights(
    folder: Path, count: int, overlapping: float = OVERLAPPING_WEIGHT, rare: float = RARE_WEIGHT
) -> Floats:
    """Return the relative frequency (count,) with which the finder's training draws each of the first
    `count` pictures of `folder`. It is higher for pictures of what is learnt most slowly: pieces that are
    mostly covered but legible, and backs, empty tables and tiles, which most pictures lack."""
    return np.array(
        [_picture_weight(labels_of(folder, index), overlapping, rare) for index in range(count)], np.float32
    )


def _picture_weight(labels: tuple[PieceTruth, ...], overlapping: float, rare: float) -> float:
    covered = (
        np.mean([label.is_readable and 0.08 < label.visible_share < 0.6 for label in labels])
        if labels
        else 0.0
    )
    lacking = not labels or any(label.kind == "back" for label in labels)
    square = any(label.kind == "tile" for label in labels)
    return float(1 + overlapping * covered + rare * lacking + SQUARE_WEIGHT * square)


def finder_loss(output: Tensor, maps: Tensor, centre_weights: Tensor, heat_weights: Tensor) -> Losses:
    """Return the two parts of the loss. `heat` (the probability of a piece's middle) counts everywhere;
    `shape` (the geometry) counts near the middle of a piece."""
    error = nnf.smooth_l1_loss(output[:, 1:], maps[:, 1:], beta=0.1, reduction="none") * _FIELD_WEIGHTS
    shape = (error.sum(1) * centre_weights).sum() / centre_weights.sum().clamp(min=1)
    return {"heat": heat_loss(output[:, HEAT], maps[:, HEAT], heat_weights), "shape": shape}


def _losses(net: nn.Module, batch: Batch) -> Losses:
    windows, maps, centre_weights, heat_weights = batch
    with short_float_context(windows):
        output = net(to_unit_range(windows))
    return finder_loss(output.float(), maps, centre_weights, heat_weights)


TASK = Task(Finder, Windows, _losses, batch=2, rate=2e-3, steps=15_000, favour=picture_weights)
"""The finder's training task. A step takes two windows, parts of pictures; with one the finder learnt less.
A ratio of AdamW's learning rate to Muon's of 1/8 was worse than 1/2; twice Muon's rate with half of AdamW's
was no better (docs/model-card.md). All steps take an hour."""
