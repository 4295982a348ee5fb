"""Find the printed table mat by its marks. The marks give the scale and the tilt, and show whether the
camera was moved.

The places of a mark's four corners on the mat are known in millimetres. Two marks therefore give the whole
map from picture to table (a homography), without assumptions about the size of the cards.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.shared.mat import MARK_MODULES, MATS, Mat, MatMark
from vision.crops import Outline, Picture
from vision.geometry.rectification import Plane, shift_to_origin
from vision.tensor_format import Floats

MARK_SEARCH_SIDE_PIXELS: Final = 1600
"""The longer side of the picture in which marks are searched, pixels. A larger photograph is shrunk to it.
Marks are then at least 20 pixels wide wherever a card can be read."""

BAND_ROWS: Final = 256
"""The number of rows of a large photograph that are made grey at once. The whole photograph would take 12
megabytes."""

MIN_AGREEING_MARKS: Final = 2
"""The fewest marks of the mat that must agree for the mat's pose to be known. With one mark alone, a small
error would move the far side of the table by centimetres."""

MAX_CORNER_MISS_MM: Final = 6.0
"""The greatest distance of a mark's corner from its place on the mat for the mark to agree, mm. A carelessly
joined mat and an uncorrected lens together stay below; a chance pattern taken for a mark does not."""


_MIN_SIDE_PIXELS: Final = 4 * MARK_MODULES
"""The shorter side, pixels, of the smallest picture in which two marks can be found. Each square of a mark
then has two pixels."""

_GROWTH_FACTOR: Final = (MARK_MODULES + 3) / MARK_MODULES
"""The factor by which a mark's black square is enlarged to cover its white border and a little more. A piece
detected within is a part of the mark and no card."""


@dataclass(frozen=True, slots=True)
class FoundMark:
    """A mark of the printed mat that was found in a picture."""

    number: int
    """The number that the mark encodes. It tells the mark's place on the mat."""
    corners: Floats
    """The mark's corners (4, 2), pixels, clockwise from the mark's own top left."""


@dataclass(frozen=True, slots=True)
class Pose:
    """The pose of a mat in a picture: the map from the picture to the mat, and the marks that gave it."""

    mat: Mat
    """The printed mat whose marks were found."""
    matrix: NDArray[np.float64]
    """The homography (3, 3) from picture pixels to millimetres from the mat's top left corner."""
    found: tuple[FoundMark, ...]
    """The marks, as found in the picture, from which the pose was computed."""
    error: float
    """The root mean square distance, mm, of the marks' corners from their places on the mat."""

    def to_mat(self, points: Floats) -> NDArray[np.float64]:
        """Map pixels (n, 2) to millimetres (n, 2) on the mat."""
        return _mapped(self.matrix, points)

    def to_picture(self, points: Floats) -> NDArray[np.float64]:
        """Map millimetres (n, 2) on the mat to pixels (n, 2)."""
        return _mapped(np.linalg.inv(self.matrix), points)


@dataclass(frozen=True, slots=True)
class MatShift:
    """The movement of the camera between two pictures of the mat: the largest movement of any corner of the
    mat's marks. For a camera at rest it is well below 1 mm."""

    mm: float
    """The largest movement of a mark's corner, mm on the table."""
    pixels: float
    """The largest movement of a mark's corner, pixels of the picture."""


def find(picture: Picture) -> Pose | None:
    """Return the pose of the mat in a (h, w, 3) picture. None when fewer than two of its marks are seen,
    or when they disagree."""
    return fit_pose(find_marks(picture))


def find_marks(picture: Picture) -> tuple[FoundMark, ...]:
    """Return the printed marks in a picture that belong to a known mat, in the order of their numbers."""
    if min(picture.shape[:2]) < _MIN_SIDE_PIXELS:
        return ()
    scale = min(Fraction(1), Fraction(MARK_SEARCH_SIDE_PIXELS, max(picture.shape[:2])))
    quads, numbers, _ = _detector().detectMarkers(_grey(picture, scale))
    if numbers is None:
        return ()
    seen = [
        FoundMark(int(n), _unshrunk(q, float(scale))) for n, q in zip(numbers.ravel(), quads, strict=True)
    ]
    return tuple(sorted((f for f in seen if f.number in _marks_by_number()), key=lambda f: f.number))


def fit_pose(found: tuple[FoundMark, ...]) -> Pose | None:
    """Return the pose of the mat of which the most marks were found. None if too few marks agree
    (`MIN_AGREEING_MARKS`)."""
    groups = [tuple(f for f in found if _marks_by_number()[f.number][0] == mat) for mat in MATS.values()]
    best = max(groups, key=len)
    while len(best) >= MIN_AGREEING_MARKS:
        mat = _marks_by_number()[best[0].number][0]
        matrix, misses = _fit(best)
        if matrix is not None and misses.max() <= MAX_CORNER_MISS_MM:
            return Pose(mat, matrix, best, float(np.sqrt((misses**2).mean())))
        if len(best) == MIN_AGREEING_MARKS:
            return None
        # Of three or more marks, drop the one without which the others agree best.
        best = min((best[:n] + best[n + 1 :] for n in range(len(best))), key=lambda left: _fit(left)[1].max())
    return None


def pose_shift(before: Pose, after: Pose) -> MatShift:
    """Return the largest movement of a mark's corner between two poses of the same mat.

    Raise ValueError if the two are different mats.
    """
    if before.mat != after.mat:
        raise ValueError(f"a {before.mat.name} mat before, a {after.mat.name} one after")
    spots = np.concatenate([mark_corners(before.mat, f.number) for f in before.found])
    was, now = before.to_picture(spots), after.to_picture(spots)
    slid = after.to_mat(was.astype(np.float32)) - spots
    return MatShift(float(np.hypot(*slid.T).max()), float(np.hypot(*(now - was).T).max()))


def fit_plane(found: tuple[FoundMark, ...], width: int, height: int) -> Plane | None:
    """Return the map between a `width` x `height` picture and the table, in true millimetres, from the marks
    of the mat. None if the marks do not give it.

    The table is turned as in the picture, however the mat lies, so that "to the right" means the same for all
    maps.
    """
    pose = fit_pose(found)
    if pose is None:
        return None
    middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2]])
    centre, beside = pose.to_mat(middle)
    across, down = (beside - centre) / np.hypot(*(beside - centre))
    turned = np.array([[across, down, 0], [-down, across, 0], [0, 0, 1.0]]) @ pose.matrix
    picture_corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    seen = np.concatenate([f.corners for f in found])
    return shift_to_origin(turned, picture_corners, _mapped(turned, seen))


def off_marks(outlines: tuple[Outline, ...], found: tuple[FoundMark, ...]) -> tuple[Outline, ...]:
    """Return the outlines whose middle lies neither on a mark nor on its white margin, so that no mark is
    read as a card."""
    grown = [f.corners.mean(0) + (f.corners - f.corners.mean(0)) * _GROWTH_FACTOR for f in found]
    return tuple(
        o for o in outlines if all(cv2.pointPolygonTest(quad, (o.x, o.y), False) < 0 for quad in grown)
    )


def mark_corners(mat: Mat, number: int) -> Floats:
    """Return the corners (4, 2) of a mark of `mat`, mm, clockwise from its top left."""
    mark = next(m for m in mat.marks if m.number == number)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return np.asarray(square * (mat.mark_side / 2) + (mark.x, mark.y), np.float32)


def _grey(picture: Picture, scale: Fraction) -> Picture:
    """Return the picture in grey, scaled by `scale`.

    A large picture is converted in bands. Each band begins exactly at a row of the scaled picture, so the
    result equals that of converting the whole picture at once.
    """
    if scale == 1:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    if scale >= 0.5:  # linear interpolation is faster, and skips no pixel yet
        return _shrunk(picture, float(scale), cv2.INTER_LINEAR)
    rows = max(1, BAND_ROWS // scale.denominator) * scale.denominator
    starts = [n * rows for n in range(1, len(picture) // rows)]
    bands = np.split(picture, starts)
    return np.concatenate([_shrunk(band, float(scale), cv2.INTER_AREA) for band in bands])


def _shrunk(picture: Picture, scale: float, interpolation: int) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=interpolation), np.uint8)


@cache
def _marks_by_number() -> dict[int, tuple[Mat, MatMark]]:
    return {mark.number: (mat, mark) for mat in MATS.values() for mark in mat.marks}


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    wanted = cv2.aruco.DetectorParameters()
    # One window instead of three: of 480 marks drawn at every tilt, blur and light it finds as many (303,
    # before 301), in 0.41 of the time.
    wanted.adaptiveThreshWinSizeMin = wanted.adaptiveThreshWinSizeMax = 17
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), wanted)


def _unshrunk(quad: NDArray[Any], scale: float) -> Floats:
    """Map a quad of the shrunk picture to pixels of the whole picture. In both pictures (0, 0) is the
    middle of the first pixel."""
    return np.asarray((quad.reshape(4, 2) + 0.5) / scale - 0.5, np.float32)


def _fit(mat_marks: tuple[FoundMark, ...]) -> tuple[NDArray[np.float64] | None, NDArray[np.float64]]:
    """Return the homography that fits the marks best, and the distance of each of their corners from its
    place, mm."""
    seen = np.concatenate([f.corners for f in mat_marks])
    spots = np.concatenate([mark_corners(_marks_by_number()[f.number][0], f.number) for f in mat_marks])
    matrix, _ = cv2.findHomography(seen, spots)
    if matrix is None:
        return None, np.array([np.inf])
    return np.asarray(matrix, np.float64), np.hypot(*(_mapped(matrix, seen) - spots).T)


def _mapped(matrix: NDArray[Any], points: NDArray[Any]) -> NDArray[np.float64]:
    flat = points.reshape(-1, 2).astype(np.float64)
    out = flat @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray((out[:, :2] / out[:, 2:]).reshape(points.shape), np.float64)
