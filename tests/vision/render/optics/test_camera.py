"""Test the renderer's camera: at which pixel a point of the table appears, with and without lens
distortion, and how much of a piece is visible."""

import cv2
import numpy as np
import pytest

from vision.render.brushes import Patch, rounded, xy
from vision.render.canvas import Canvas, visibility_of, visible_share
from vision.render.optics.camera import look_at


def test_straight_above_is_a_plain_scale() -> None:
    camera = look_at((800, 600), (100, 50), 400, view=90)
    points = camera.project(np.array([[100, 50], [200, 50], [100, 150]], np.float32))
    assert np.allclose(points, [[400, 300], [500, 300], [400, 400]], atol=1e-3)
    assert camera.scale_at(100, 50) == pytest.approx(1.0, abs=0.01)


def test_what_is_higher_looks_bigger() -> None:
    camera = look_at((800, 600), (0, 0), 400, view=90)
    corner = np.array([[100, 50]], np.float32)
    low, high = camera.project(corner, 0.0), camera.project(corner, 200.0)
    assert np.allclose(high - [400, 300], 2 * (low - [400, 300]), atol=1e-2)


@pytest.mark.parametrize("azimuth", [0, 60, 200])
def test_a_tilted_camera_keeps_its_target_in_the_middle(azimuth: float) -> None:
    camera = look_at((800, 600), (30, -20), 500, tilt=35, azimuth=azimuth, roll=10)
    assert np.allclose(camera.project(np.array([[30, -20]], np.float32)), [[400, 300]], atol=1e-2)
    assert camera.position[2] == pytest.approx(500 * np.cos(np.deg2rad(35)))


@pytest.mark.parametrize("lens", [-0.06, 0.05])
def test_the_lens_moves_points_as_it_moves_the_picture(lens: float) -> None:
    camera = look_at((400, 300), (0, 0), 400, lens=lens)
    spots = np.array([[60, 50], [340, 240], [200, 150], [330, 40]], np.float32)
    image = np.zeros((300, 400, 3), np.uint8)
    for x, y in spots.astype(int):
        cv2.circle(image, (int(x), int(y)), 4, (255, 255, 255), -1)
    count, _, _, middles = cv2.connectedComponentsWithStats(
        (camera.through_lens(image)[..., 0] > 128).astype(np.uint8)
    )
    assert count == len(spots) + 1
    for bent in camera.bend(spots):
        assert np.hypot(*(middles[1:] - bent).T).min() < 0.7
    assert np.abs(camera.bend(spots) - spots).max() > 1.5


def square(side: int) -> Patch:
    return Patch(np.full((side, side, 3), 200, np.uint8), np.full((side, side), 255, np.uint8))


def test_sight_counts_what_others_leave_visible() -> None:
    canvas = Canvas(np.zeros((100, 100, 3), np.uint8))
    first = rounded(40, 40, 0) + xy([20, 20])
    canvas.lay(square(40), first, owner=0)
    canvas.lay(square(40), first + xy([20, 0]), owner=1)
    seen = visibility_of(canvas, 0, first)
    assert seen.share == pytest.approx(0.5, abs=0.02)
    assert seen.anchor == pytest.approx((30, 40), abs=1)
    assert visibility_of(canvas, 1, first + xy([20, 0])).share == pytest.approx(1, abs=0.03)
    assert visible_share(canvas, 0, rounded(10, 10, 0) + xy([22, 25])) == 1.0
    assert visible_share(canvas, 0, rounded(20, 10, 0) + xy([30, 25])) == pytest.approx(0.5, abs=0.06)
    assert visible_share(canvas, 0, rounded(10, 10, 0) + xy([45, 25])) == 0.0


def test_the_anchor_of_a_bent_remainder_lies_in_it() -> None:
    canvas = Canvas(np.zeros((120, 120, 3), np.uint8))
    first = rounded(100, 100, 0) + xy([10, 10])
    canvas.lay(square(100), first, owner=0)
    canvas.lay(square(100), rounded(90, 90, 0) + xy([20, 20]), owner=1)
    x, y = visibility_of(canvas, 0, first).anchor
    assert canvas.owner[int(y), int(x)] == 0


def test_pieces_outside_the_picture_are_not_seen() -> None:
    canvas = Canvas(np.zeros((50, 50, 3), np.uint8))
    outside = rounded(20, 20, 0) + xy([200, 200])
    canvas.lay(square(20), outside, owner=0)
    assert visibility_of(canvas, 0, outside).share == 0.0
    half = rounded(20, 20, 0) + xy([40, 10])
    canvas.lay(square(20), half, owner=1)
    assert visibility_of(canvas, 1, half).share == pytest.approx(0.5, abs=0.03)
    assert visible_share(canvas, 1, half) == pytest.approx(0.5, abs=0.06)
