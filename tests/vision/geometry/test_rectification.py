"""Test that the cards alone tell the camera's tilt."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry.rectification import rectify


def _cards(rng: np.random.Generator, n: int, tall: float, wide: float) -> NDArray[np.float64]:
    middles = rng.uniform(100, 500, (n, 2))
    angles = rng.uniform(0, 2 * np.pi, n)
    shape = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    turn = np.stack([np.cos(angles), -np.sin(angles), np.sin(angles), np.cos(angles)], 1).reshape(-1, 2, 2)
    return np.asarray(np.einsum("nij,kj->nki", turn, shape) + middles[:, None], np.float64)


def _camera(tilt: float, azimuth: float) -> NDArray[np.float64]:
    """Return the matrix from millimetres to pixels, for a camera 700 mm above the centre, tilted by `tilt`
    radians."""
    cz, sz = np.cos(azimuth), np.sin(azimuth)
    spin = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    place = np.array([[1, 0, -300], [0, 1, -300], [0, 0, 700.0]])
    rotated = lean @ spin
    view = np.column_stack(
        [rotated[:, 0], rotated[:, 1], rotated @ place[:, 2] * 0 + np.array([0, 0, 700.0])]
    )
    flat = np.array([[1, 0, -300], [0, 1, -300], [0, 0, 1.0]])
    return np.asarray(np.array([[900, 0, 640], [0, 900, 480], [0, 0, 1.0]]) @ view @ flat, np.float64)


def _seen(points: NDArray[np.float64], camera: NDArray[np.float64]) -> NDArray[np.float32]:
    out = points @ camera[:, :2].T + camera[:, 2]
    return np.asarray(out[..., :2] / out[..., 2:], np.float32)


@pytest.mark.parametrize("tilt", [0, 12, 25, 35])
@pytest.mark.parametrize("shape", [(89.0, 57.0), (19.0, 19.0)])
def test_equal_oblongs_come_out_equal_and_square_cornered(tilt: int, shape: tuple[float, float]) -> None:
    rng = np.random.default_rng(tilt)
    quads = _seen(_cards(rng, 14, *shape), _camera(np.radians(tilt), 0.7))
    flat = rectify(quads, 1280, 960).to_table(quads)
    sides = np.hypot(*(flat - np.roll(flat, 1, axis=1)).transpose(2, 0, 1))
    assert np.abs(sides[:, [0, 2]] / shape[0] - 1).max() < 0.03
    assert np.abs(sides[:, [1, 3]] / shape[1] - 1).max() < 0.03


def test_one_odd_outline_does_not_bend_the_table() -> None:
    rng = np.random.default_rng(5)
    quads = _seen(_cards(rng, 12, 89, 57), _camera(0.4, 2.0))
    quads[3] += rng.normal(0, 25, (4, 2)).astype(np.float32)
    flat = np.delete(rectify(quads, 1280, 960).to_table(quads), 3, 0)
    sides = np.hypot(*(flat - np.roll(flat, 1, axis=1)).transpose(2, 0, 1))
    assert np.abs(sides[:, [0, 2]] / 89 - 1).max() < 0.06


def test_an_empty_table_still_has_a_size() -> None:
    plane = rectify(np.zeros((0, 4, 2), np.float32), 1280, 960)
    assert plane.width > 0
    assert plane.height == pytest.approx(plane.width * 0.75)


def test_the_table_starts_at_nought() -> None:
    quads = _seen(_cards(np.random.default_rng(1), 6, 89, 57), _camera(0.3, 0))
    plane = rectify(quads, 1280, 960)
    flat = plane.to_table(quads).reshape(-1, 2)
    assert (flat >= -1e-6).all()
    assert (flat <= [plane.width + 1e-6, plane.height + 1e-6]).all()


@pytest.mark.parametrize("tilt", [0, 12, 25, 35])
def test_the_plane_is_the_same_whether_the_last_one_is_known(tilt: int) -> None:
    """The plane is computed from the cards alone. The plane of the last picture only speeds this up, even
    if it was wrong or had one card fewer."""
    quads = _seen(_cards(np.random.default_rng(tilt), 14, 89, 57), _camera(np.radians(tilt), 0.7))
    plane = rectify(quads, 1280, 960)
    wrong = rectify(_seen(_cards(np.random.default_rng(2), 9, 89, 57), _camera(0.5, 2.0)), 1280, 960)
    for last in (plane, rectify(quads[:-1], 1280, 960), wrong):
        again = rectify(quads, 1280, 960, None, last)
        assert np.abs(again.to_table(quads) - plane.to_table(quads)).max() < 0.5


@pytest.mark.parametrize("lens", [800, 900, 1024, 1100])
@pytest.mark.parametrize("wide", [57.0, 89.0])
def test_cards_that_lie_one_way_keep_their_shape_seen_aslant(lens: float, wide: float) -> None:
    """All cards lie the same way under a tilted camera. The picture could be stretched in several ways that
    make the cards equal rectangles. The right one is that of a usual lens."""
    middles = np.array([[x, y] for x in (150, 250, 350, 450) for y in (240, 340)])
    shape = np.array([[-wide, -89], [wide, -89], [wide, 89], [-wide, 89]]) / 2
    focus = np.array(
        [[lens / 900, 0, 640 * (1 - lens / 900)], [0, lens / 900, 480 * (1 - lens / 900)], [0, 0, 1]]
    )
    quads = _seen(middles[:, None] + shape, focus @ _camera(np.radians(50), 0.0))
    flat = rectify(quads, 1280, 960).to_table(quads)
    sides = np.median(np.hypot(*(flat - np.roll(flat, 1, axis=1)).transpose(2, 0, 1)), axis=0)
    assert (sides[0] + sides[2]) / (sides[1] + sides[3]) == pytest.approx(89 / wide, rel=0.18)
