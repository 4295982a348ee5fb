"""Test labelled photographs that are spoiled on purpose: the labels move with their pieces."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.crops import Picture
from vision.lab.measuring.degraded import DEGRADATIONS, LIGHT_AND_OPTICS, VIEW_CHANGES, WIDER_VIEWS, degrade
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece

QUAD = np.array([[120, 60], [180, 60], [180, 150], [120, 150]], np.float32)
PHOTO = LabelledPhoto(Path("one.jpg"), (LabelledPiece("A", QUAD),))


def _picture() -> Picture:
    picture = np.full((240, 320, 3), 60, np.uint8)
    cv2.fillConvexPoly(picture, QUAD.astype(np.int32), (200, 210, 220))
    return picture


@pytest.mark.parametrize("way", [*VIEW_CHANGES, *WIDER_VIEWS])
def test_labels_move_with_their_pieces(way: str) -> None:
    picture, photo = degrade(way, _picture(), PHOTO)
    (piece,) = photo.pieces
    there = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(there, np.round(piece.quad).astype(np.int32), 1)
    bright = (picture[..., 1] > 135).astype(np.uint8)
    shared, either = int((bright & there).sum()), int((bright | there).sum())
    assert shared > 0.9 * either
    assert (piece.letter, piece.counted) == ("A", True)
    assert not np.allclose(piece.quad, QUAD)


@pytest.mark.parametrize("way", LIGHT_AND_OPTICS)
def test_spoilt_light_leaves_the_labels_where_they_were(way: str) -> None:
    picture, photo = degrade(way, _picture(), PHOTO)
    assert photo is PHOTO
    assert picture.shape == (240, 320, 3)
    assert picture.dtype == np.uint8
    assert not np.array_equal(picture, _picture())


def test_the_same_seed_spoils_alike() -> None:
    one, two, other = (degrade("noise 12", _picture(), PHOTO, seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)
    assert len(set(DEGRADATIONS)) == len(LIGHT_AND_OPTICS) + len(VIEW_CHANGES) + len(WIDER_VIEWS)
