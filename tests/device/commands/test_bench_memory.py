"""Memory is measured where all of the reader is at work, and stays small enough for a small Pi."""

import pytest

from device.commands._bench import alone, memory
from device.commands._bench.crowd import crowded
from vision.network import WEIGHTS

CEILING = 230
"""Megabytes: well above what is promised, since processors and libraries differ; well below 280, which large
photographs once took, and 360, which crowded tables did."""


@pytest.mark.skipif(not alone.STATUS.exists(), reason="the system does not tell")
@pytest.mark.parametrize("size", [(2304, 1296), (4608, 2592)])
def test_a_crowded_table_asks_every_network_and_fits(size: tuple[int, int]) -> None:
    held = memory.held(crowded(size))
    assert held.networks == len(list(WEIGHTS.glob("*.onnx"))) >= 4
    assert 50 < held.mb < CEILING
