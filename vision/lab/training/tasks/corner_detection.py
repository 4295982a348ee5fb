"""The spotter's training task: parts of rendered pictures, with the places of the corner letters in them.
The pictures should show overlapping cards (`training_set --overlapping`)."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.lab.training.bfloat16 import short_float_context
from vision.lab.training.nets import Spotter
from vision.lab.training.tasks.task import Batch, DrawnItems, Losses, Task, heat_loss, jolted, to_unit_range
from vision.lab.training.training_set import load
from vision.render.sample import CornerLetterTruth, PieceTruth
from vision.tensor_format import (
    CENTRE_UNIT,
    HEAT,
    LETTERS,
    SPOT_CARD_PIXELS,
    SPOT_CORNER,
    SPOT_FIELDS,
    SPOT_LETTER,
    SPOT_UP,
    STRIDE,
    Floats,
    axes,
)  # fmt: skip

WINDOW_PIXELS = 320
"""The side of the square part of a picture that is a training item, pixels. It is a card and a third in
the spotter's scale (`SPOT_CARD_PIXELS`), so that a corner letter is seen with its whole card and with
some of its neighbours in a fan."""

MIN_FOUND_VISIBLE_SHARE = 0.93
"""The visible share of a corner letter from which the spotter must find it. The hidden rest is then a
serif or an inexact label. By judgement."""

MAX_HIDDEN_VISIBLE_SHARE = 0.2
"""The visible share of a corner letter below which the spotter must not find it, because such a small part
could be any letter. Between this limit and `MIN_FOUND_VISIBLE_SHARE` the spotter may give any answer."""

Item = tuple[NDArray[np.uint8], Floats, Floats, Floats]


def spot_targets(labels: tuple[PieceTruth, ...], size: int) -> tuple[Floats, Floats, Floats]:
    """Return what the spotter should answer for a square picture of `size` pixels whose pieces are
    `labels`, and two maps of weights for the loss.

    The answer (SPOT_FIELDS, h, w) has the heat as its first map: near 1 at the middle of a corner letter. The
    second result (h, w) weights the other maps. The third (h, w) weights the heat: 0 where any answer is
    allowed.
    """
    cells = size // STRIDE
    out = np.zeros((SPOT_FIELDS, cells, cells), np.float32)
    centre_weights, heat_weights = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    for label in labels:
        for mark in label.corner_letters if label.letter is not None else ():
            if mark.visible_share >= MAX_HIDDEN_VISIBLE_SHARE:
                _mark(out, centre_weights, heat_weights, mark, label.letter or "?")
    return out, np.where(centre_weights > 0.45, centre_weights, 0).astype(np.float32), heat_weights


def _mark(
    out: Floats, centre_weights: Floats, heat_weights: Floats, mark: CornerLetterTruth, letter: str
) -> None:
    """Write the corner letter `mark` into the spotter's target maps `out` and into the weights
    `centre_weights` and `heat_weights`, which `spot_targets` explains."""
    up, right = axes(mark.quad)
    tall, wide = float(np.hypot(*up)), float(np.hypot(*right))
    x, y = (mark.quad.mean(0) / STRIDE - 0.5).tolist()
    # The bump of a narrow letter is not much narrower, so that it is found as easily. The bumps of two
    # letters in a fan must stay apart.
    sigma = max(0.8, 0.16 * float(np.sqrt(tall * max(wide, tall / 2))) / STRIDE)
    reach, cells = int(3 * sigma) + 2, heat_weights.shape[0]
    x0, y0 = max(0, round(x) - reach), max(0, round(y) - reach)
    x1, y1 = min(cells, round(x) + reach + 1), min(cells, round(y) + reach + 1)
    if x0 >= x1 or y0 >= y1:
        return
    region = np.s_[y0:y1, x0:x1]
    ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    bump = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * sigma**2))
    if mark.visible_share < MIN_FOUND_VISIBLE_SHARE:
        heat_weights[region] = np.where(bump > 0.05, 0.0, heat_weights[region])
        return
    if x0 <= round(x) < x1 and y0 <= round(y) < y1:
        bump[round(y) - y0, round(x) - x0] = 1.0
    values = np.zeros((SPOT_FIELDS, *bump.shape), np.float32)
    values[HEAT] = bump
    values[SPOT_UP] = (up / max(tall, 1e-6))[:, None, None]
    values[SPOT_CORNER] = (mark.corner[:, None, None] - (np.stack([xs, ys]) + 0.5) * STRIDE) / CENTRE_UNIT
    values[SPOT_LETTER.start + LETTERS.index(letter)] = 1
    out[:, y0:y1, x0:x1] = np.where(bump > centre_weights[region], values, out[:, y0:y1, x0:x1])
    centre_weights[region] = np.maximum(centre_weights[region], bump)


class Windows(DrawnItems):
    """The training items of the spotter: a part (WINDOW_PIXELS, WINDOW_PIXELS, 3) of one picture, with
    its maps (`spot_targets`). The seed, the epoch and the number of the picture decide the item."""

    def __getitem__(self, index: int) -> Item:
        rng = self.generator(index)
        image, labels = load(self.folder, index)
        window, shown = window_of(rng, image, labels)
        maps, centre_weights, heat_weights = spot_targets(shown, WINDOW_PIXELS)
        return jolted(rng, window, 0.5), maps, centre_weights, heat_weights


def window_of(
    rng: np.random.Generator, image: NDArray[np.uint8], labels: tuple[PieceTruth, ...]
) -> tuple[NDArray[np.uint8], tuple[PieceTruth, ...]]:
    """Return a part of the picture in a random scale and direction, mostly round a corner letter, and the
    labels with the corner letters' places in this part."""
    height, width = image.shape[:2]
    clear = [
        i for label in labels for i in label.corner_letters if i.visible_share >= MIN_FOUND_VISIBLE_SHARE
    ]
    long = float(np.median([np.hypot(*axes(label.quad)[0]) for label in labels])) if labels else 200.0
    # The reader knows the size of cards only roughly, so the scale varies. It never enlarges a photograph
    # much.
    scale = min(1.7, SPOT_CARD_PIXELS / long * float(np.exp(rng.uniform(np.log(0.62), np.log(1.5)))))
    focus = rng.random(2) * [width, height]
    if clear and rng.random() < 0.85:
        focus = clear[int(rng.integers(len(clear)))].corner + rng.normal(0, 50, 2) / scale
    angle = float(rng.uniform(0, 2 * np.pi))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    onto = np.column_stack([turn, WINDOW_PIXELS / 2 - turn @ focus])
    if scale < 0.6:  # linear sampling alone would skip pixels
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 / scale), np.uint8)
    window = cv2.warpAffine(image, onto, (WINDOW_PIXELS, WINDOW_PIXELS), borderValue=(114, 114, 114))
    return np.asarray(window, np.uint8), tuple(_moved(label, onto) for label in labels)


def _moved(label: PieceTruth, onto: NDArray[np.float64]) -> PieceTruth:
    def there(points: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(points @ onto[:, :2].T + onto[:, 2], np.float32)

    moved = (
        CornerLetterTruth(there(i.quad), there(i.corner[None])[0], i.visible_share)
        for i in label.corner_letters
    )
    return replace(label, corner_letters=tuple(moved))


def spotter_loss(output: Tensor, maps: Tensor, centre_weights: Tensor, heat_weights: Tensor) -> Losses:
    """Return the three parts of the loss. `heat` (the probability of a corner letter's middle) counts
    everywhere; `letters` and `places` (direction and corner) count near the middle of a corner letter."""
    heat = heat_loss(output[:, HEAT], maps[:, HEAT], heat_weights)
    total = centre_weights.sum().clamp(min=1)
    letters = -(maps[:, SPOT_LETTER] * output[:, SPOT_LETTER].log_softmax(1)).sum(1)
    places = slice(SPOT_UP.start, SPOT_CORNER.stop)
    error = nnf.smooth_l1_loss(output[:, places], maps[:, places], beta=0.1, reduction="none").sum(1)
    return {
        "heat": heat,
        "letters": (letters * centre_weights).sum() / total,
        "places": 2 * (error * centre_weights).sum() / total,
    }


def _losses(net: nn.Module, batch: Batch) -> Losses:
    windows, maps, centre_weights, heat_weights = batch
    with short_float_context(windows):
        output = net(to_unit_range(windows))
    return spotter_loss(output.float(), maps, centre_weights, heat_weights)


TASK = Task(Spotter, Windows, _losses, batch=4, rate=2e-3, steps=4000)
"""The spotter's training task. A step takes four windows, parts of pictures, which have about as many
pixels as the finder's two. All steps take some 16 minutes (docs/model-card.md)."""
