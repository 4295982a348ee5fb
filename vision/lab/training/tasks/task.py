"""The interface of a training task: the network, its training items, and the loss."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import BatchSampler, DataLoader, Dataset, WeightedRandomSampler

from vision.render.optics.sensor import quick_post
from vision.tensor_format import Floats

FORESHORTENED_SHARE: Final = 0.35
"""The share of training items that are foreshortened, by judgement. It is low, because most cameras look
straight down, and some pictures are tilted already."""

MIN_FORESHORTENING: Final = 0.62
"""The least factor by which training pictures are shortened in one direction. It is the factor for a camera
that sees the table at 52 degrees from the vertical."""

BATCHES_AHEAD: Final = 4
"""The number of batches that each worker process keeps ready. They are enough that training never waits for
a worker, and few enough to fit into memory."""

Bytes = NDArray[np.uint8]
Batch = list[Tensor]
Losses = dict[str, Tensor]
"""The parts of a loss, by name. The training reduces their sum."""


def equal_weights(_folder: Path, count: int) -> Floats:
    """Return equal weights (count,), with which every picture is drawn equally often."""
    return np.ones(count, np.float32)


class DrawnItems(Dataset[Any]):
    """The training items of one epoch, one from each of the first `count` pictures of a folder. The seed,
    the epoch and the number of the picture decide an item."""

    def __init__(self, folder: Path, count: int, seed: int, epoch: int = 0) -> None:
        self.folder, self.count, self.seed, self.epoch = folder, count, seed, epoch

    def __len__(self) -> int:
        return self.count

    def generator(self, index: int) -> np.random.Generator:
        """Return the source of random choices for the item of picture number `index`."""
        return np.random.default_rng((self.seed, self.epoch, index))


@dataclass(frozen=True, slots=True)
class Task:
    """The training task of one network: its items, its loss, and the settings of its training."""

    net: Callable[[], nn.Module]
    """A function that makes the untrained network."""
    items: Callable[[Path, int, int, int], DrawnItems]
    """A function of (folder, count, seed, epoch) that returns the items of that epoch, one from each
    picture."""
    losses: Callable[[nn.Module, Batch], Losses]
    """A function of the network and a batch that returns the parts of the loss."""
    batch: int
    """The number of training items in a step."""
    rate: float
    """The greatest learning rate of a training from scratch."""
    steps: int
    """The number of steps of a training from scratch."""
    adamw_rate_ratio: float = 0.5
    """The ratio of AdamW's learning rate to Muon's learning rate."""
    favour: Callable[[Path, int], Floats] = equal_weights
    """A function of (folder, count). It returns the relative frequency with which training draws each of
    the first `count` pictures of the folder."""


def epochs(task: Task, folder: Path, count: int, seed: int, workers: int = 0) -> Iterator[Batch]:
    """Yield batches of training items without end, epoch after epoch. The task, the pictures and `seed`
    decide the batches.

    `workers` processes prepare the batches, or this process if `workers` is 0. Raise ValueError if `count`
    pictures are too few for one batch.
    """
    if count < task.batch:
        raise ValueError(f"{count} pictures do not fill a batch of {task.batch}")
    ahead = BATCHES_AHEAD if workers else None
    yield from DataLoader(
        _EndlessItems(task, folder, count, seed), batch_sampler=_order(task, folder, count, seed),
        num_workers=workers, worker_init_fn=_use_one_thread, prefetch_factor=ahead,
    )  # fmt: skip


class _EndlessItems(Dataset[Any]):
    """The training items of all epochs. The index of an item is a pair: the epoch, and the number of the
    picture."""

    def __init__(self, task: Task, folder: Path, count: int, seed: int) -> None:
        self._epoch = partial(task.items, folder, count, seed)

    def __getitem__(self, which: tuple[int, int]) -> Any:
        epoch, index = which
        return self._epoch(epoch)[index]


def _order(task: Task, folder: Path, count: int, seed: int) -> Iterator[list[tuple[int, int]]]:
    weights = task.favour(folder, count)
    # Equal weights need no replacement. With it, an epoch would show a third of the pictures never, and a
    # tenth of them three times or more.
    again = len(np.unique(weights)) > 1
    for epoch in range(10_000):
        order = torch.Generator().manual_seed(seed + epoch)
        drawn = WeightedRandomSampler(weights.tolist(), count, replacement=again, generator=order)
        for batch in BatchSampler(drawn, task.batch, drop_last=True):
            yield [(epoch, index) for index in batch]


def _use_one_thread(_worker: int) -> None:
    cv2.setNumThreads(1)  # there is a process for each core already


def to_unit_range(pictures: Tensor) -> Tensor:
    """Convert pictures as bytes (N, H, W, 3) to floats (N, 3, H, W) in 0..1. They are stored with
    channels last, with which convolutions in bfloat16 are four times as quick."""
    flat = pictures.float() / 255
    return flat.permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)


def heat_loss(output: Tensor, target: Tensor, cell_weights: Tensor) -> Tensor:
    """Return the loss of the heat: the map of the probability that the middle of a piece or of a corner
    letter lies in a cell. It is the penalty-reduced focal loss (Zhou et al., Objects as Points, 2019).
    `cell_weights` is the weight of each cell."""
    p = output.sigmoid().clamp(1e-5, 1 - 1e-5)
    hit = target.ge(0.999).float()
    gain = hit * (1 - p) ** 2 * p.log() + (1 - hit) * (1 - target) ** 4 * p**2 * (1 - p).log()
    return -(gain * cell_weights).sum() / hit.sum().clamp(min=1)


def jolted(rng: np.random.Generator, image: Bytes, chance: float) -> Bytes:
    """Return the picture with changed light, focus and noise. It is changed with the probability
    `chance`, so that a rendered picture looks different from epoch to epoch."""
    return quick_post(rng, image) if rng.random() < chance else image


def foreshortened(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a linear map (2, 2) for a picture. With the probability `FORESHORTENED_SHARE` it shortens
    the picture in a random direction, as a camera at the side of the table does, or else it changes
    nothing. Rendered pictures themselves are seldom foreshortened."""
    if rng.random() >= FORESHORTENED_SHARE:
        return np.eye(2)
    along = float(rng.uniform(0, np.pi))
    turn = np.array([[np.cos(along), -np.sin(along)], [np.sin(along), np.cos(along)]])
    return turn @ np.diag([float(rng.uniform(MIN_FORESHORTENING, 1.0)), 1.0]) @ turn.T


def place_to_look(rng: np.random.Generator, image: Bytes, places: list[Floats]) -> Floats:
    """Return a random point of the image for the middle of a training crop, x and y in pixels. It is mostly
    near one of the `places`, where pieces lie, and sometimes anywhere."""
    height, width = image.shape[:2]
    if places and rng.random() < 0.8:
        near = places[int(rng.integers(len(places)))]
        return (near + rng.normal(0, 60, 2)).astype(np.float32)
    return (rng.random(2) * [width, height]).astype(np.float32)
