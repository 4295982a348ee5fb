"""Batches without end: epoch after epoch of a set that is drawn anew each time."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.utils.data import DataLoader, Dataset, RandomSampler


def epochs(drawn: Callable[[int], Dataset[Any]], seed: int, batch: int, workers: int) -> Iterator[Any]:
    """Lists of tensors: batches of `drawn(epoch)`, shuffled by `seed` and the epoch."""
    for epoch in range(1000):
        items = drawn(epoch)
        order = RandomSampler(items, generator=torch.Generator().manual_seed(seed + epoch))  # type: ignore[arg-type]
        yield from DataLoader(
            items, batch, sampler=order, num_workers=workers, drop_last=True, prefetch_factor=3
        )
