"""Test that a committed network of eight-bit numbers can be turned back into one of real numbers, to be
trained further. Only training needs PyTorch."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from onnxruntime import InferenceSession

pytest.importorskip("torch")
pytest.importorskip("onnx")

import onnx
import torch
from torch import Tensor, nn

from vision.lab.training.nets import Finder, GlyphReader, Speller, Spotter
from vision.lab.training.quantisation.dequantise import reopen
from vision.lab.training.tasks.task import to_unit_range
from vision.network import WEIGHTS

Made = Callable[[], nn.Module]
NETS: dict[str, tuple[Made, tuple[int, int]]] = {
    "finder": (Finder, (96, 128)),
    "speller": (Speller, (208, 160)),
    "spotter": (Spotter, (96, 128)),
    "glyphs": (GlyphReader, (80, 80)),
}


def blotches(name: str) -> Tensor:
    """Return (4, height, width, 3) bytes: patches of colour, as large as the print on a card."""
    height, width = NETS[name][1]
    rng = np.random.default_rng(1933)
    coarse = rng.integers(0, 256, (4, height // 16 + 1, width // 16 + 1, 3), np.uint8)
    return torch.from_numpy(coarse.repeat(16, 1).repeat(16, 2)[:, :height, :width].copy())


def outputs(net: nn.Module, pictures: Tensor) -> list[Tensor]:
    with torch.no_grad():
        out = net(to_unit_range(pictures))
    return list(out) if isinstance(out, tuple) else [out]


@pytest.mark.parametrize("name", NETS)
def test_it_answers_as_the_exported_network_but_for_what_eight_bits_round_off(name: str) -> None:
    pictures, path = blotches(name), WEIGHTS / f"{name}.onnx"
    made = NETS[name][0]
    net = reopen(made(), onnx.load(path), lambda trained: outputs(trained, pictures))
    exported = InferenceSession(path).run(None, {"pictures": pictures.numpy()})
    for mine, theirs in zip(outputs(net.eval(), pictures), map(torch.from_numpy, exported), strict=False):
        if mine.ndim == 4:  # maps: export makes the heat a probability, and may leave maps out
            mine = torch.cat([mine[:, :1].sigmoid(), mine[:, 1 : theirs.shape[1]]], 1)
        spread = float(theirs.std())
        assert float((mine - theirs).abs().mean()) < 0.1 * spread


def test_what_it_normalises_by_is_what_it_met() -> None:
    """A normalisation layer stores the mean and variance of the pictures that it met. So a network that is
    reopened for training gives nearly the same outputs, though in training each batch is normalised by its
    own values."""
    pictures = blotches("glyphs")
    net = reopen(
        GlyphReader(), onnx.load(WEIGHTS / "glyphs.onnx"), lambda trained: outputs(trained, pictures)
    )
    before = outputs(net.eval(), pictures)[0]
    assert torch.allclose(outputs(net.train(), pictures)[0], before, atol=0.05 * float(before.std()))


def test_a_network_of_another_build_is_told(tmp_path: Path) -> None:
    model = onnx.load(WEIGHTS / "glyphs.onnx")
    with pytest.raises(ValueError, match=r"no layer of \(16, 3, 3, 3\)"):
        reopen(GlyphReader((8, 16, 32, 48)), model, lambda _: None)
