"""Test that several training processes follow the mean of their gradients. These tests need PyTorch."""

from functools import partial
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

from vision.lab.training.data_parallel import average_gradients, train_in_parallel  # noqa: E402


def _learn(folder: Path, rank: int) -> None:
    """Run as training process number `rank`: give all gradients the value `rank`, average them over the
    processes, and write the result to a file. One gradient has its channels last."""
    net = nn.Sequential(nn.Conv2d(2, 4, 3), nn.Flatten(), nn.Linear(4, 3))
    net.to(memory_format=torch.channels_last)
    for weight in net.parameters():
        weight.grad = torch.full_like(weight, float(rank))
    average_gradients(net)
    told = {value for weight in net.parameters() for value in weight.grad.unique().tolist()}
    (folder / str(rank)).write_text(repr(told))


def test_every_process_follows_the_mean(tmp_path: Path) -> None:
    train_in_parallel(2, partial(_learn, tmp_path))
    assert [(tmp_path / rank).read_text() for rank in "01"] == ["{0.5}", "{0.5}"]


def test_one_alone_follows_itself(tmp_path: Path) -> None:
    train_in_parallel(1, partial(_learn, tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["0"]
    assert (tmp_path / "0").read_text() == "{0.0}"


def test_what_goes_wrong_in_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="No such file"):
        train_in_parallel(2, partial(_learn, tmp_path / "nowhere"))
