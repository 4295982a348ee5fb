"""Test what the marks of the printed mat tell from a camera's picture: where a pixel lies in millimetres,
at any tilt, and whether the camera was moved."""

from fractions import Fraction
from functools import cache

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from device.printing.mat import mat_pdf
from engine.shared.mat import LARGE_MAT, MATS, SMALL_MAT, Mat
from vision.crops import Outline, Picture
from vision.geometry.mat import (
    Pose,
    _grey,
    find,
    find_marks,
    fit_plane,
    fit_pose,
    mark_corners,
    off_marks,
    pose_shift,
)

PRINTED = 2.0
"""The resolution at which the mat's pages are drawn for the camera, pixels per millimetre."""


@cache
def _page(mat: Mat) -> Picture:
    with pypdfium2.PdfDocument(mat_pdf(mat, None)) as document:
        return np.asarray(document[0].render(scale=PRINTED * 25.4 / 72).to_numpy()[:, :, :3], np.uint8)


def _camera(
    mat: Mat, size: tuple[int, int], tilt: float = 0.0, turn: float = 0.0, near: float = 1.0
) -> NDArray[np.float64]:
    """Return the camera as a (3, 3) matrix from millimetres on the mat to pixels. The camera looks at the
    middle of the mat. `tilt` and `turn` are degrees. `near` is 1 at the usual distance, and greater when
    closer."""
    lean, spin = np.radians(tilt), np.radians(turn)
    away = 900.0 * mat.width / LARGE_MAT.width / near
    turned = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    leaning = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    pose = leaning @ turned
    middle = np.array([[1, 0, -mat.width / 2], [0, 1, -mat.height / 2], [0, 0, 1.0]])
    onto = np.column_stack([pose[:, 0], pose[:, 1], [0, 0, away]]) @ middle
    lens = np.array([[size[0] * 0.95, 0, size[0] / 2], [0, size[0] * 0.95, size[1] / 2], [0, 0, 1]])
    return np.asarray(lens @ onto, np.float64)


def _photo(mat: Mat, camera: NDArray[np.float64], size: tuple[int, int], blur: float = 0.5) -> Picture:
    onto = camera @ np.diag([1 / PRINTED, 1 / PRINTED, 1.0])
    # Drawn at twice the size and shrunk, as a sensor gathers light: the warp alone would skip pixels.
    fine = np.diag([2.0, 2.0, 1.0]) @ onto
    table = np.full((size[1] * 2, size[0] * 2, 3), (60, 90, 130), np.uint8)
    cv2.warpPerspective(
        _page(mat), fine, (size[0] * 2, size[1] * 2), table, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
    )
    seen = cv2.GaussianBlur(cv2.resize(table, size, interpolation=cv2.INTER_AREA), (0, 0), blur)
    noise = np.random.default_rng(0).normal(0, 3, seen.shape)
    return np.asarray(np.clip(seen * 0.8 + noise, 0, 255), np.uint8)


def _miss(lie: Pose | None, mat: Mat, camera: NDArray[np.float64]) -> float:
    """Return the largest error of the mat's detected pose `lie`, in mm. Points all over the mat are
    projected into the picture by `camera`, and back onto the mat by the pose."""
    assert lie is not None
    spots = np.stack(np.meshgrid(np.linspace(0, mat.width, 9), np.linspace(0, mat.height, 7)), -1)
    spots = spots.reshape(-1, 2)
    seen = np.column_stack([spots, np.ones(len(spots))]) @ camera.T
    gaps = lie.to_mat((seen[:, :2] / seen[:, 2:]).astype(np.float32)) - spots
    return float(np.hypot(*gaps.T).max())


@pytest.mark.parametrize("mat", MATS.values(), ids=MATS)
@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (20, 35), (35, 90), (35, 200)])
def test_the_map_is_right_within_a_millimetre_at_any_tilt(mat: Mat, tilt: float, turn: float) -> None:
    size = (1280, 960)
    camera = _camera(mat, size, tilt, turn, 0.7)
    lie = find(_photo(mat, camera, size))
    assert lie is not None
    assert (lie.mat, len(lie.found)) == (mat, len(mat.marks))
    assert _miss(lie, mat, camera) < 1.0
    assert lie.error < 1.0  # a pixel is more than a millimetre here


@pytest.mark.parametrize(
    ("size", "blur"),
    [((640, 480), 0.5), ((1280, 960), 2.5), ((2304, 1728), 4.0)],
    ids=["low", "soft", "blur"],
)
def test_few_pixels_or_poor_focus_cost_little(size: tuple[int, int], blur: float) -> None:
    camera = _camera(LARGE_MAT, size, 15, 10, 0.95)
    assert _miss(find(_photo(LARGE_MAT, camera, size, blur)), LARGE_MAT, camera) < 2.0


def test_marks_out_of_the_picture_are_done_without() -> None:
    size, cut = (1280, 960), 520
    camera = _camera(LARGE_MAT, size, 10, 0, 0.9)
    lie = find(np.ascontiguousarray(_photo(LARGE_MAT, camera, size)[:, cut:]))
    assert lie is not None
    assert [mark.number for mark in lie.found] == [2, 3, 6, 7]
    assert _miss(lie, LARGE_MAT, np.array([[1.0, 0, -cut], [0, 1, 0], [0, 0, 1]]) @ camera) < 3.0


def test_one_mark_is_no_mat_and_nor_is_a_table_without() -> None:
    size = (1280, 960)
    found = find_marks(_photo(LARGE_MAT, _camera(LARGE_MAT, size), size))
    assert fit_pose(found[:1]) is None
    assert fit_pose(()) is None
    assert find(np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)) is None
    assert find(np.zeros((1, 1, 3), np.uint8)) is None


def test_a_mark_that_lies_elsewhere_is_left_out() -> None:
    size = (1280, 960)
    camera = _camera(LARGE_MAT, size)
    found = list(find_marks(_photo(LARGE_MAT, camera, size)))
    odd = found[2]
    found[2] = type(odd)(odd.number, odd.corners + np.float32(60))
    lie = fit_pose(tuple(found))
    assert lie is not None
    assert odd.number not in [mark.number for mark in lie.found]
    assert _miss(lie, LARGE_MAT, camera) < 1.0


def test_two_marks_that_contradict_each_other_tell_nothing() -> None:
    size = (1280, 960)
    found = list(find_marks(_photo(LARGE_MAT, _camera(LARGE_MAT, size), size)))
    swapped = (
        type(found[0])(found[1].number, found[0].corners),
        type(found[0])(found[0].number, found[1].corners),
    )
    assert fit_pose(swapped) is None


def test_a_camera_that_was_not_touched_has_not_moved_and_a_nudge_shows_how_far() -> None:
    size = (1280, 960)
    camera = _camera(LARGE_MAT, size, 10, 5, 0.9)
    nudged = np.array([[1, 0, 7.0], [0, 1, -4.0], [0, 0, 1]]) @ camera
    before, after = find(_photo(LARGE_MAT, camera, size)), find(_photo(LARGE_MAT, nudged, size))
    again = find(_photo(LARGE_MAT, camera, size, 1.5))
    assert before is not None
    assert after is not None
    assert again is not None
    assert pose_shift(before, again).mm < 1.0
    shift = pose_shift(before, after)
    assert shift.pixels == pytest.approx(np.hypot(7, 4), abs=0.7)
    assert shift.mm == pytest.approx(np.hypot(7, 4) * 900 / 1280 / 0.95 / 0.9, rel=0.25)
    small = find(_photo(SMALL_MAT, _camera(SMALL_MAT, size), size))
    assert small is not None
    with pytest.raises(ValueError, match="large mat before, a small one after"):
        pose_shift(before, small)


@pytest.mark.parametrize("turn", [0, 90, 180, 250])
def test_the_plane_is_in_millimetres_and_turned_as_the_picture_is(turn: float) -> None:
    size = (1280, 960)
    camera = _camera(LARGE_MAT, size, 20, turn, 0.7)
    table = fit_plane(find_marks(_photo(LARGE_MAT, camera, size)), *size)
    assert table is not None
    middle = np.array([[640.0, 480.0], [700.0, 480.0], [640.0, 540.0]], np.float32)
    here, right, below = table.to_table(middle)
    assert right[0] > here[0] + 20
    assert right[1] == pytest.approx(here[1], abs=3)
    assert below[1] > here[1] + 20
    corners = np.array([[0, 0], [1280, 0], [1280, 960], [0, 960]], np.float32)
    flat = table.to_table(corners)
    assert (flat > -1e-6).all()
    assert (flat <= [table.width + 1e-6, table.height + 1e-6]).all()
    # A card laid on the mat comes out at its true size.
    card = np.array([[350, 200], [407, 200], [407, 289], [350, 289]], np.float64)
    seen = np.column_stack([card, np.ones(4)]) @ camera.T
    sides = table.to_table((seen[:, :2] / seen[:, 2:]).astype(np.float32))
    assert np.hypot(*(sides[1] - sides[0])) == pytest.approx(57, abs=0.5)
    assert np.hypot(*(sides[2] - sides[1])) == pytest.approx(89, abs=0.5)


def test_outlines_on_marks_are_left_out_and_others_kept() -> None:
    size = (1280, 960)
    found = find_marks(_photo(LARGE_MAT, _camera(LARGE_MAT, size), size))
    x, y = found[0].corners.mean(0).tolist()
    on, rim, off = Outline(x, y, 50, 50, 0), Outline(x + 24, y, 40, 40, 0), Outline(640, 480, 90, 57, 0)
    assert off_marks((on, rim, off), found) == (off,)
    assert off_marks((on, off), ()) == (on, off)


def test_a_mark_s_corners_run_clockwise_from_its_top_left() -> None:
    corners = mark_corners(LARGE_MAT, 0)
    assert corners.tolist() == [[12, 12], [48, 12], [48, 48], [12, 48]]


@pytest.mark.parametrize("scale", [Fraction(25, 72), Fraction(25, 63), Fraction(2, 5), Fraction(7, 9)])
@pytest.mark.parametrize("height", [72 * 63 * 5, 1001])
def test_bands_are_as_grey_as_the_whole(scale: Fraction, height: int) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (height, 40, 3), np.uint8)
    way = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
    grey, times = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), float(scale)
    assert np.array_equal(
        _grey(picture, scale), cv2.resize(grey, None, fx=times, fy=times, interpolation=way)
    )
