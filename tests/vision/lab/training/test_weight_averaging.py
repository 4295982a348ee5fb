"""Test that several trained networks can be merged into one whose weights are their mean. Only training
needs PyTorch."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch
from click.testing import CliRunner

from vision.lab.training.nets import GlyphReader
from vision.lab.training.weight_averaging import main, mean


def test_every_weight_is_the_mean_and_of_its_own_kind() -> None:
    one = {"weight": torch.tensor([1.0, 2.0]), "count": torch.tensor(4)}
    other = {"weight": torch.tensor([3.0, -2.0]), "count": torch.tensor(6)}
    made = mean([one, other])
    assert made["weight"].tolist() == [2.0, 0.0]
    assert made["count"].item() == 5
    assert made["count"].dtype == torch.int64


def test_the_mean_of_a_network_with_itself_is_that_network(tmp_path: Path) -> None:
    net, path, out = GlyphReader((8, 16, 32, 48)), tmp_path / "glyphs.pt", tmp_path / "mean.pt"
    torch.save({"glyphs": net.state_dict()}, path)
    done = CliRunner().invoke(main, ["glyphs", str(out), str(path), str(path), str(path)])
    assert done.exit_code == 0, done.output
    again = GlyphReader((8, 16, 32, 48))
    again.load_state_dict(torch.load(out, weights_only=True)["glyphs"])
    for mine, theirs in zip(net.parameters(), again.parameters(), strict=True):
        assert torch.allclose(mine, theirs)
