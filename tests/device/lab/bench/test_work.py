"""Test that the work of a reading is counted, and is the same each time for one picture."""

import numpy as np
import pytest

from device.lab.bench import mixed, rivals
from device.lab.bench.work import counted, multiply_adds
from vision.pieces import classify

RUN = vars(classify)["run"]


def test_a_network_takes_as_many_multiply_adds_as_its_picture_is_large() -> None:
    small, large = (multiply_adds("finder", (side, 320, 3)) for side in (320, 640))
    assert large == 2 * small > 1_000_000


def test_every_picture_of_a_batch_counts() -> None:
    """The work of three crops, spelled as one batch, is three times the work of one crop. A crop has 208 x
    160 pixels."""
    one, three = (counted(lambda n=n: _spelt(n)) for n in (1, 3))  # type: ignore[misc]
    assert three.multiply_adds == 3 * one.multiply_adds > 1_000_000
    assert three.calls == one.calls > 0


def _spelt(count: int) -> None:
    vars(classify)["run"]("speller", np.zeros((count, 208, 160, 3), np.uint8))


def test_nothing_is_changed_afterwards() -> None:
    counted(lambda: _spelt(1))
    assert vars(classify)["run"] is RUN


def test_unseen_tables_are_read_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(rivals, "RAPID_MODULE", "no_such_reader")
    monkeypatch.setattr(mixed, "PICTURE_PIXELS", (960, 540))
    told = mixed.measure(2, 3)
    assert told["tables"] == 2
    assert told["times_faster_than"] == {}
    assert 0 < told["letters_right"]["lexicon-table"] <= told["letters"]
    assert min(told["processor_ms"], told["multiply_adds_millions"], told["python_calls"]) > 0
