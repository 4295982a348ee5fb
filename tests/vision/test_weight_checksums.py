"""Test that the committed networks are intact, or are not used."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from vision import network, weight_checksums

NAMES = ("figures", "finder", "glyphs", "speller", "spotter")


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a copy of the folder of weights. The networks are loaded from this copy."""
    folder = tmp_path / "weights"
    shutil.copytree(network.WEIGHTS, folder)
    monkeypatch.setattr(network, "WEIGHTS", folder)
    network.session.cache_clear()
    yield folder
    network.session.cache_clear()


def flipped(content: bytes, at: int) -> bytes:
    """Return `content` with one bit of byte `at` flipped."""
    return content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]


def test_every_committed_file_is_in_the_list() -> None:
    listed = {
        line.split()[1] for line in (network.WEIGHTS / weight_checksums.LIST_NAME).read_text().splitlines()
    }
    there = {path.name for path in network.WEIGHTS.iterdir() if path.name != weight_checksums.LIST_NAME}
    assert listed == there == {*(f"{name}.onnx" for name in NAMES), "calibration.json"}
    network.check()


@pytest.mark.parametrize("name", [*(f"{name}.onnx" for name in NAMES), "calibration.json"])
def test_flipped_bits_and_cut_files_are_told_with_the_file(weights: Path, name: str) -> None:
    content = (weights / name).read_bytes()
    places = random.Random(name).sample(range(len(content)), 8)
    for damaged in (*(flipped(content, at) for at in places), content[: len(content) // 2], b""):
        (weights / name).write_bytes(damaged)
        with pytest.raises(OSError, match="damaged, install the program again") as told:
            network.check()
        assert told.value.filename == str(weights / name)


def test_a_damaged_network_reads_nothing(weights: Path) -> None:
    content = (weights / "glyphs.onnx").read_bytes()
    (weights / "glyphs.onnx").write_bytes(flipped(content, len(content) // 2))
    with pytest.raises(OSError, match="damaged"):
        network.run("glyphs", np.zeros((1, 80, 80, 3), np.uint8))


@pytest.mark.parametrize("content", [b"", b"not a list\n", b"\xff\xfe"])
def test_a_damaged_list_is_told_too(weights: Path, content: bytes) -> None:
    (weights / weight_checksums.LIST_NAME).write_bytes(content)
    with pytest.raises(OSError, match="damaged"):
        weight_checksums.read_checked(weights / "finder.onnx")


def test_the_list_is_written_of_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "finder.onnx").write_bytes(b"abc")
    weight_checksums.write(tmp_path)
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  finder.onnx\n"
    assert (tmp_path / weight_checksums.LIST_NAME).read_text() == expected
    assert weight_checksums.read_checked(tmp_path / "finder.onnx") == b"abc"
