"""Test the camera's picture from above: cards become equal upright rectangles in their places, whatever
the tilt."""

from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from device.running.view import FrameReading, Homography
from device.service.rectified_view import MAX_SIDE_PIXELS, SURROUND_SIDES, view_from_above
from engine.observation import Observation, Quad

SIZE = (1280, 720)
CARD = np.array([[0.0, 0.0], [57, 0], [57, 89], [0, 89]])
SPOTS = ((100, 150), (160, 150), (500, 330), (820, 90))
"""The top left corners of the cards on the table, mm."""
OVERHEAD = np.array([[1.1, 0.02, 40], [-0.03, 1.05, 30], [0.0, 0.0, 1.0]])
TILTED = np.array([[1.2, 0.25, 60], [0.02, 0.95, 60], [0.00004, 0.0007, 1.0]])
"""The matrices from millimetres to pixels, for an upright camera and a tilted one."""


def mapped(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    out = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(out[:, :2] / out[:, 2:])


def reading(camera: NDArray[np.float64]) -> FrameReading:
    quads = [mapped(camera, CARD + spot) for spot in SPOTS]
    plane = cast(Homography, tuple(map(tuple, np.linalg.inv(camera).tolist())))
    corners = cast(tuple[Quad, ...], tuple(tuple(map(tuple, quad.tolist())) for quad in quads))
    return FrameReading(Observation(1000, 600), corners, plane=plane)


@pytest.mark.parametrize("camera", [OVERHEAD, TILTED], ids=["overhead", "tilted"])
def test_cards_are_equal_upright_oblongs_from_above(camera: NDArray[np.float64]) -> None:
    seen = reading(camera)
    how = view_from_above(seen, *SIZE)
    quads = [how.points(np.array(quad)) * (how.width, how.height) for quad in seen.corners]
    sides = np.array([quad[2] - quad[0] for quad in quads])
    for quad in quads:
        assert np.allclose(quad[0, 1], quad[1, 1], atol=1)
        assert np.allclose(quad[1, 0], quad[2, 0], atol=1)
    assert np.ptp(sides, axis=0).max() < 1
    assert sides[0, 1] / sides[0, 0] == pytest.approx(89 / 57, abs=0.02)
    assert max(how.width, how.height) <= MAX_SIDE_PIXELS


def test_what_is_drawn_over_a_card_lies_on_it() -> None:
    seen = reading(TILTED)
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    middle = np.array(seen.corners[2]).mean(0).round().astype(int)
    image[middle[1] - 6 : middle[1] + 7, middle[0] - 6 : middle[0] + 7] = (10, 20, 250)
    how = view_from_above(seen, *SIZE)
    picture = how.picture(image)
    assert picture.shape == (how.height, how.width, 3)
    x, y = (how.points(middle[None].astype(float))[0] * (how.width, how.height)).round().astype(int)
    assert picture[y, x].tolist() == [10, 20, 250]


def test_of_a_table_seen_to_the_horizon_what_is_near_the_cards_is_shown() -> None:
    camera = np.array([[0.6, 0.0, 150], [0.0, -0.1, 400], [0.0, -0.001, 1.0]])
    seen = reading(camera)
    how = view_from_above(seen, *SIZE)
    top = min(how.points(np.array(quad))[:, 1].min() for quad in seen.corners) * how.height
    card = np.ptp(how.points(np.array(seen.corners[0]))[:, 1]) * how.height
    assert top / card == pytest.approx(SURROUND_SIDES, rel=0.05)


@pytest.mark.parametrize("known", [None, FrameReading(Observation(1, 1))])
def test_a_picture_of_which_nothing_is_known_stays_as_it_is(known: FrameReading | None) -> None:
    how = view_from_above(known, *SIZE)
    assert (how.width, how.height) == SIZE
    assert view_from_above(known, 3200, 1800).width == MAX_SIDE_PIXELS
