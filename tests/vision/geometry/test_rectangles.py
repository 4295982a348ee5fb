"""Test the detection of a card by its four edges alone."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.crops import Pyramid
from vision.geometry.rectangles import find_rectangle
from vision.geometry.rectification import Plane

SIZE = (57.0, 89.0)

PLANE = Plane(np.diag([0.5, 0.5, 1.0]), 320.0, 240.0)
"""The table's plane in a picture without tilt, two pixels per millimetre."""


def _table(degrees: float, paper: int) -> tuple[Pyramid, NDArray[np.float64]]:
    """Return a picture of a card on a grey table, and the card's corners in mm. `paper` is the grey level
    of the card; a dark line is printed across it."""
    turn = np.radians(degrees)
    onto = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    box = np.array([[-57, -89], [57, -89], [57, 89], [-57, 89]]) / 2
    corners = box @ onto.T + (160, 120)
    picture = np.full((480, 640, 3), 120, np.uint8)
    cv2.fillConvexPoly(picture, np.round(corners * 2).astype(np.int32), (paper, paper, paper), cv2.LINE_AA)
    line = np.array([[-25, -4], [25, -4], [25, 4], [-25, 4]]) @ onto.T + (160, 120)
    cv2.fillConvexPoly(picture, np.round(line * 2).astype(np.int32), (30, 30, 30), cv2.LINE_AA)
    return Pyramid.of(picture), corners


@pytest.mark.parametrize("degrees", [0.0, 13.0, 45.0, 90.0, 118.0, 171.0])
@pytest.mark.parametrize("paper", [240, 160, 60])
def test_a_card_is_found_however_it_is_turned(degrees: float, paper: int) -> None:
    pyramid, corners = _table(degrees, paper)
    found = find_rectangle(pyramid, PLANE, SIZE, np.array([172.0, 106.0]))
    off = [np.hypot(*(np.roll(found, n, axis=0) - corners).T).max() for n in range(4)]
    assert min(off) < 6.0


def test_its_first_two_corners_lie_along_a_short_side() -> None:
    pyramid, _ = _table(30.0, 240)
    found = find_rectangle(pyramid, PLANE, SIZE, np.array([160.0, 120.0]))
    assert np.hypot(*(found[1] - found[0])) == pytest.approx(57.0)
    assert np.hypot(*(found[2] - found[1])) == pytest.approx(89.0)
