"""Test that training batches are the same for any number of processes that draw them. These tests need
PyTorch."""

from itertools import islice
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

from vision.lab.training.tasks.task import Batch, DrawnItems, Losses, Task, epochs  # noqa: E402


class _Told(DrawnItems):
    def __getitem__(self, index: int) -> list[float]:
        return [self.epoch, index, float(self.generator(index).random())]


def _losses(_net: nn.Module, _batch: Batch) -> Losses:
    return {}


LESSON = Task(nn.Identity, _Told, _losses, batch=2, rate=1.0, steps=1)


@pytest.mark.parametrize("workers", [0, 2])
def test_every_epoch_draws_each_picture_once_and_anew(workers: int) -> None:
    batches = list(islice(epochs(LESSON, Path(), 5, 7, workers), 4))
    epoch, index, drawn = (torch.cat([batch[part] for batch in batches]).tolist() for part in range(3))
    assert epoch == [0, 0, 0, 0, 1, 1, 1, 1]
    assert len(set(index[:4])) == len(set(index[4:])) == 4
    assert len(set(drawn)) == 8
    alone = list(islice(epochs(LESSON, Path(), 5, 7), 4))
    for one, other in zip(alone, batches, strict=True):
        assert all(map(torch.equal, one, other))


def test_too_few_pictures_are_told() -> None:
    with pytest.raises(ValueError, match="1 pictures do not fill a batch of 2"):
        next(epochs(LESSON, Path(), 1, 7))
