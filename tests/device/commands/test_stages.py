"""Test the times of the reader's stages, which add up to the whole time."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.commands._doctor import stages
from device.lab.bench.crowd import crowded
from vision.reader import Reader


@pytest.fixture
def spend(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that moves the test's clock on by some milliseconds, of which the processor works
    half."""
    clock = np.zeros(2)

    def pass_(milliseconds: float) -> None:
        clock[:] += (milliseconds, milliseconds / 2)

    monkeypatch.setattr(stages, "now", clock.copy)
    return pass_


def test_a_stage_s_time_is_without_the_stages_within_it(spend: Any) -> None:
    parts = SimpleNamespace(inner=lambda: spend(5))

    def outer() -> None:
        spend(10)
        parts.inner()
        parts.inner()

    parts.outer = outer

    def work() -> None:
        spend(100)
        parts.outer()
        parts.inner()

    told = stages.time_by_stage(work, {"outer": ((parts, "outer"),), "inner": ((parts, "inner"),)}, 3)
    assert {name: took.wall for name, took in told.items()} == {"outer": 10, "inner": 15, stages.REST: 100}
    assert [took.processor for took in told.values()] == [5, 7.5, 50]


def test_everything_is_put_back_whatever_happens(spend: Any) -> None:
    def failing() -> None:
        raise LookupError

    parts = SimpleNamespace(failing=failing)
    with pytest.raises(LookupError):
        stages.time_once(lambda: parts.failing(), {"failing": ((parts, "failing"),)})
    assert parts.failing is failing


def test_a_crowded_table_passes_through_every_stage_and_network() -> None:
    """Each stage and each network that `stages` lists takes some time on a crowded table. If a stage's
    function had been renamed, its time would be 0, and this test would fail."""
    picture, reader = crowded((1640, 922)), Reader.load()
    for places in (stages.STAGES, stages.NETWORKS):
        told = stages.time_once(lambda: reader.read(picture, "cards"), places)
        assert not [name for name, took in told.items() if took[0] <= 0]
