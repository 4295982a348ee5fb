"""Test the pictures of `bench --only sizes`: their cards have the requested size."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.lab.bench import sizes


@pytest.mark.parametrize("narrow", sizes.NARROW_SIDE_PIXELS)
def test_filmed_cards_are_as_narrow_as_asked_and_all_in_the_picture(
    narrow: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizes, "virtual_table", lambda *_: lambda *_: np.zeros((1, 1, 3), np.uint8))
    _, there = sizes._filmed("club", 0, narrow)
    sides = [sizes._narrow(piece) for piece in there.pieces]
    assert len(sides) == sizes.CARDS_PER_PICTURE
    assert float(np.median(sides)) == pytest.approx(narrow, rel=0.15)
    corners = np.concatenate([piece.quad for piece in there.pieces])
    assert (corners >= 0).all()
    assert (corners <= sizes.PICTURE_PIXELS).all()


def test_photographs_are_shrunk_to_it_and_never_enlarged(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    cv2.imwrite(str(tmp_path / "photos" / "a.jpg"), np.full((300, 400, 3), 90, np.uint8))
    quad = [[10, 10], [110, 10], [110, 170], [10, 170]]
    label = {"image": "photos/a.jpg", "width": 400, "height": 300, "cards": [{"letter": "A", "quad": quad}]}
    (tmp_path / "labels.json").write_text(json.dumps([label]))
    ((picture, there),) = sizes._shrunk(tmp_path, 50)
    assert picture.shape[:2] == (150, 200)
    assert sizes._narrow(there.pieces[0]) == pytest.approx(50)
    assert list(sizes._shrunk(tmp_path, 101)) == []
