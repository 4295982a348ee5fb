"""Test that no sum of eight-bit products in the committed networks exceeds sixteen bits. Some processors
would then compute a wrong sum."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from vision.figures.rectified import FLAT_HEIGHT_PIXELS, FLAT_WIDTH_PIXELS
from vision.network import WEIGHTS
from vision.tensor_format import CROP_HEIGHT, CROP_WIDTH, GLYPH_SIDE

SIZES = {
    "finder": (96, 128),
    "spotter": (96, 128),
    "speller": (CROP_HEIGHT, CROP_WIDTH),
    "glyphs": (GLYPH_SIDE, GLYPH_SIDE),
    "figures": (FLAT_HEIGHT_PIXELS, FLAT_WIDTH_PIXELS),
}


def _session(path: Path, exact: str) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.x64quantprecision", exact)
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@pytest.mark.parametrize("name", SIZES)
def test_no_sum_leaves_sixteen_bits(name: str) -> None:
    """An x86 processor without VNNI limits a sum of two products to sixteen bits, and would compute a
    larger one wrongly. Other processors are exact in any case."""
    rng = np.random.default_rng(1933)
    noise = rng.integers(0, 256, (2, *SIZES[name], 3), np.uint8)
    stark = (rng.random((2, *SIZES[name], 1)) < 0.5).astype(np.uint8) * np.uint8(255)
    pictures = np.concatenate([noise, np.broadcast_to(stark, noise.shape), np.full_like(noise[:1], 255)])
    plain, exact = (
        _session(WEIGHTS / f"{name}.onnx", told).run(None, {"pictures": pictures}) for told in ("0", "1")
    )
    for fast, slow in zip(plain, exact, strict=True):
        assert np.array_equal(fast, slow)
