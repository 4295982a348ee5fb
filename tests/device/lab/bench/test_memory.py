"""Test that memory is measured while all parts of the reader work, and that a small Pi has enough."""

from functools import cache

import pytest

from device.lab.bench import memory, resident
from vision.crops import Picture
from vision.network import WEIGHTS

CEILING = 215
"""The most memory that reading one picture may take, megabytes. The documents promise 200; the rest allows
for other processors and libraries. Earlier, decoding a large photograph took 223, and a phone's 48
megapixels took 570."""


@cache
def photographed(size: tuple[int, int]) -> Picture:
    """Return a drawn table of `size` pixels. It is drawn once for both tests."""
    return memory.draw_table(size)


@pytest.mark.skipif(not resident.STATUS.exists(), reason="the system does not tell")
@pytest.mark.parametrize("size", [(2304, 1296), (4608, 2592), (8000, 6000)])
def test_a_crowded_table_asks_every_network_and_fits(size: tuple[int, int]) -> None:
    held = memory.memory_of_files(photographed(size))
    assert held.networks == len(list(WEIGHTS.glob("*.onnx"))) >= 4
    assert 50 < held.mb < CEILING


@pytest.mark.skipif(not resident.STATUS.exists(), reason="the system does not tell")
@pytest.mark.parametrize("size", [(2304, 1296), (4608, 2592)])
def test_the_reader_holds_no_more_from_frame_to_frame(size: tuple[int, int]) -> None:
    held = memory.memory_of_frames(photographed(size))
    assert held.networks == len(list(WEIGHTS.glob("*.onnx"))) >= 4
    assert 50 < held.mb < CEILING
