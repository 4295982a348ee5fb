"""Test the bench for JPEG quality: it compares what is read in a coarsely compressed picture with what is
read in the same picture at high quality."""

from pathlib import Path

import numpy as np
import pytest

from device.lab.bench import qualities
from vision.picture import load
from vision.reader import Reader

SCENE = Path(__file__).parents[3] / "vision" / "scenes" / "table-pale-wood.jpg"


def test_a_plain_table_is_read_alike_at_every_quality(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qualities, "JPEG_QUALITIES", (95, 60))
    told = qualities.measure([(load(SCENE), "cards")], Reader.load())
    assert told["clear_letters"] > 5
    assert told["otherwise"] == {"60": 0.0}


def test_letters_that_are_gone_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qualities, "JPEG_QUALITIES", (95, 60))
    own = qualities.stored
    monkeypatch.setattr(qualities, "stored", lambda p, q: own(p, q) if q > 60 else np.full_like(p, 90))
    told = qualities.measure([(load(SCENE), "cards")], Reader.load())
    assert told["otherwise"] == {"60": 1.0}
