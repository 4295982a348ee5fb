"""Detect a moved camera, and changes behind the cards, by the background of an earlier picture.

Cards and arms move over a table all the time, but the table does not. Corners of the background, spread
evenly over the picture, are therefore tracked. A movement counts only if many of the corners share it.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.conditions.thumbnail import Thumbnail, mask_of
from vision.crops import Grey
from vision.geometry import mat
from vision.tensor_format import Floats

GRID_COLUMNS_ROWS: Final = (20, 12)
"""The columns and rows of a coarse grid over the picture. Only the best corner of each cell is tracked, so
that a newspaper at one side does not outvote the rest of the table."""

MIN_CORNER_STRENGTH: Final = 0.006
"""The least strength of a corner that is tracked: the square root of the smaller eigenvalue of its gradient
matrix, as OpenCV scales it. Sensor noise of eight grey levels reaches 0.004, the pores of a wooden table
0.008."""

MIN_CORNERS: Final = 12
"""The fewest corners of the background that must agree to prove a movement of the camera. Three corners could
all lie on a thumb."""

MIN_AGREEING_CORNERS_SHARE: Final = 0.3
"""The least share of the visible corners of the background that must agree on one movement of the camera. The
other corners may lie under new cards and arms, in sleeves and in moving shadows."""

MIN_SPREAD_SHARE: Final = 0.3
"""The share of the picture's width and height over which the agreeing corners must spread. Corners on a
pushed tray spread less."""

MIN_SHIFT_WIDTHS: Final = 0.004
"""The shift, in picture widths, from which the camera counts as moved: about a twentieth of a card. People
push words further than this, and a wooden floor trembles less."""

LOST_BACKGROUND_SHARE: Final = 0.08
"""The share of the corners that stayed in their places below which the background counts as lost, unless one
movement explains the other corners. By judgement it is far below `MIN_AGREEING_CORNERS_SHARE`, since values
between the two prove nothing."""

PATCH_PIXELS: Final = (17, 17)
"""The size of the tracked patch, pixels of the small copy. It is odd, so that the corner is its middle,
and large enough to contain more than the corner."""

PYRAMID_LEVELS: Final = 3
"""The number of times that the picture is halved to track a corner. A patch reaches eight pixels to each
side, and in the smallest picture these are some 60 pixels of the full one. So the corner is found if it moved
by less."""

MAX_MISS_PIXELS: Final = 1.2
"""The greatest distance of a background point from the place where the camera's movement would put it, for
the two to agree, pixels of the small copy."""

MIN_PATCH_CORRELATION: Final = 0.6
"""The least correlation between a corner's surroundings in two pictures for the corner to count as the same.
Where there is only noise a tracked corner reaches 0.4."""

MIN_CORRELATION_PEAK: Final = 0.14
"""The least height of the peak, when the table's texture in two pictures is correlated, for the texture alone
to prove a movement. It is used where corners are too few (baize, white laminate). A table that was moved has
0.2-0.45, another table below 0.1."""

UNMOVED_PEAK: Final = 0.07
"""The least height of the peak, when the table's texture in two pictures is correlated, for the table to
count as unmoved. It is less than `MIN_CORRELATION_PEAK`: an arm over the table leaves 0.08."""

OUTLINE_GROWTH_SHARE: Final = 0.25
"""The share of its size by which a card's outline is grown before it is left out of the background. The
card's shadow is then left out as well."""

LIGHTING_WINDOW_PIXELS: Final = 15
"""The side of the square over which the brightness is averaged to find the lighting, which is then removed,
pixels of the small copy. The square is smaller than shadows and larger than corners."""

MIN_DETAIL_GREY_LEVELS: Final = 5.0
"""The least fine detail, grey levels, that a cell of the coarse grid must have to be watched for a smear. A
cell with less shows only the sensor's noise, which no smear takes away."""

FADED_DETAIL_SHARE: Final = 0.5
"""The share below which a part of the picture counts as faded, as behind a smear on the lens. It is the share
of its earlier detail that the part kept, divided by the median share of all parts."""

MIN_FADED_CELLS: Final = 4
"""The fewest adjacent cells of a coarse grid over the picture that must have lost their detail for
the lens to count as smeared. A finger's smear on a lens covers a tenth of the picture."""

SHAPE_BLUR_PIXELS: Final = 3.0
"""The standard deviation of the blur after which two views are compared for a smear, pixels of the small
copy. A smear is a blur itself, so it changes the blurred view very little."""

MIN_SMEAR_CORRELATION: Final = 0.5
"""The least correlation between the blurred views of two pictures for lost detail to count as a smear on the
lens. It is half-way between the value of the same shapes and that of different shapes."""

MAX_SMEAR_GREY_LEVELS: Final = 30.0
"""The greatest change in brightness beyond the usual change of the picture, grey levels, for lost detail to
count as a smear on the lens. A plate or a sheet of paper laid on the table mostly changes the brightness by
more. By judgement."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The background of an earlier picture of the table. A later picture is compared with it to find whether
    the camera moved."""

    width: int
    """The width, pixels, of the photograph that shows the background."""
    height: int
    """The height, pixels, of the photograph that shows the background."""
    without_lighting: Grey
    """The small grey copy of the photograph with slow changes of brightness removed."""
    corners: Floats
    """The points of the background that can be tracked because they are corners, (n, 1, 2) pixels of the
    small copy."""
    free_mask: Grey
    """A mask of the small copy: 255 where no card lay, else 0."""
    grey: Grey
    """The small grey copy of the photograph as it was taken."""
    detail: Floats
    """The amount of fine detail in each cell of a coarse grid over the photograph, grey levels
    (`detail_of`)."""
    texture: cv2.typing.MatLike
    """A copy of the background alone, at half the size of the small copy and without its lighting, by which a
    movement is found where there are few corners."""
    cell_levels: Floats
    """The mean grey level of each cell of a coarse grid over the photograph."""
    mat_pose: mat.Pose | None = None
    """The pose of the printed mat, or None when no mat was in sight."""


@dataclass(frozen=True, slots=True)
class BackgroundShift:
    """The movement of the background against the reference. Both fields are None when the background was
    not found again."""

    distance: float | None
    """The distance by which the background moved, picture widths: the mean over the picture's corners and its
    middle, or, with a printed mat, the largest movement of a corner of its marks."""
    degrees: float | None
    """The turn of the background, degrees clockwise."""


def reference_of(small: Thumbnail, quads: list[Floats], mat_pose: mat.Pose | None = None) -> Reference:
    """Return the background of a picture, with which later pictures are compared. The cards at `quads`
    (photograph pixels) do not belong to it."""
    free = np.asarray(cv2.bitwise_not(mask_of(small, quads, OUTLINE_GROWTH_SHARE)), np.uint8)
    without_lighting = remove_lighting(small.grey)
    corners, detail = _corners(small.grey, free), detail_of(small)
    texture = _texture(without_lighting, free)
    cells = np.asarray(cv2.resize(small.grey, GRID_COLUMNS_ROWS, interpolation=cv2.INTER_AREA), np.float32)
    return Reference(
        small.width,
        small.height,
        without_lighting,
        corners,
        free,
        small.grey,
        detail,
        texture,
        cells,
        mat_pose,
    )


def remove_lighting(grey: Grey) -> Grey:
    """Return the picture without its lighting, so that a lamp switched on does not look like a movement."""
    size = (LIGHTING_WINDOW_PIXELS, LIGHTING_WINDOW_PIXELS)
    mean = cv2.blur(grey, size)
    spread = cv2.blur(cv2.absdiff(grey, mean), size).astype(np.float32)
    # Four levels keep the noise of a plain table from being enhanced to a pattern.
    contrast = cv2.subtract(grey, mean, dtype=cv2.CV_32F) * (40 / (spread + 4))
    return np.asarray(cv2.convertScaleAbs(np.maximum(contrast + 128, 0)), np.uint8)


def detail_of(small: Thumbnail) -> Floats:
    """Return the amount of fine detail in each cell of a coarse grid over the picture, grey levels. It is the
    mean size of the Laplacian."""
    fine = cv2.convertScaleAbs(cv2.Laplacian(small.grey, cv2.CV_16S))
    return np.asarray(
        cv2.resize(fine.astype(np.float32), GRID_COLUMNS_ROWS, interpolation=cv2.INTER_AREA), np.float32
    )


def _corners(grey: Grey, free: Grey) -> Floats:
    """Return the points of the background that can be tracked best, (n, 1, 2) pixels: at most one in each
    cell of a coarse grid. A cell without a strong corner gives none."""
    soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
    strength = np.sqrt(np.maximum(cv2.cornerMinEigenVal(soft, 7, ksize=3), 0))
    rim = PATCH_PIXELS[0] // 2
    usable = np.zeros(grey.shape, bool)
    usable[rim:-rim, rim:-rim] = cv2.erode(free, np.ones((5, 5), np.uint8))[rim:-rim, rim:-rim] > 0
    strength = np.where(usable, strength, 0)
    cells = [
        (x, y, cell)
        for y, band in _parts(strength, GRID_COLUMNS_ROWS[1])
        for x, cell in ((x, part.T) for x, part in _parts(band.T, GRID_COLUMNS_ROWS[0]))
    ]
    corners = []
    for x, y, cell in cells:
        row, column = np.unravel_index(int(cell.argmax()), cell.shape)
        if cell[row, column] >= MIN_CORNER_STRENGTH:
            corners.append((x + column, y + row))
    return np.array(corners, np.float32).reshape(-1, 1, 2)


def _parts(values: Floats, count: int) -> list[tuple[int, Floats]]:
    """Divide the rows of `values` into `count` bands. Return for each band the index of its first row, and
    its rows."""
    edges = np.linspace(0, len(values), count + 1).astype(int)
    return [(int(a), values[a:b]) for a, b in pairwise(edges) if b > a]


def background_shift(reference: Reference, small: Thumbnail, quads: list[Floats]) -> BackgroundShift | None:
    """Return the movement of the background since the reference. None if it did not move, or if too little of
    it can be seen to tell.

    `quads` are the corners of the present cards, (4, 2) photograph pixels each.
    """
    if reference.grey.shape != small.grey.shape or min(small.size) < 8 * PATCH_PIXELS[0]:
        return None
    without_lighting, covered = remove_lighting(small.grey), mask_of(small, quads, OUTLINE_GROWTH_SHARE)
    tracked = _tracked(reference, without_lighting, covered, np.zeros(2))
    move = _common_movement(*tracked, small)
    if move is None:
        texture_shift, peak = _texture_shift(reference, without_lighting, covered)
        move = _common_movement(*_tracked(reference, without_lighting, covered, texture_shift[:, 2]), small)
        if move is None and peak >= MIN_CORRELATION_PEAK:
            move = texture_shift
    return _lost_background(*tracked) if move is None else _shift(move, small)


def mat_shift(before: mat.Pose, after: mat.Pose, width: int) -> BackgroundShift | None:
    """Return the movement of the printed mat between two pictures `width` pixels wide, from its poses. None
    if it did not move, or if they are different mats."""
    if before.mat != after.mat:
        return None
    corner, edge = (pose.to_picture(np.array([[0, 0], [100, 0]], np.float32)) for pose in (before, after))
    directions = [np.degrees(np.arctan2(*(line[1] - line[0])[::-1])) for line in (corner, edge)]
    turned = (float(directions[1] - directions[0]) + 180) % 360 - 180
    distance = mat.pose_shift(before, after).pixels / width
    return BackgroundShift(distance, turned) if distance >= MIN_SHIFT_WIDTHS else None


def _shift(move: NDArray[np.float64], small: Thumbnail) -> BackgroundShift | None:
    """Convert a movement, an affine map (2, 3) in pixels of the small copy, to a `BackgroundShift`; None
    when it is negligible."""
    wide, tall = small.size
    edge = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall], [wide / 2, tall / 2]])
    distance = float(np.hypot(*(edge @ move[:, :2].T + move[:, 2] - edge).T).mean()) / wide
    degrees = float(np.degrees(np.arctan2(move[1, 0], move[0, 0])))
    return BackgroundShift(distance, degrees) if distance >= MIN_SHIFT_WIDTHS else None


def _texture_shift(
    reference: Reference, without_lighting: Grey, covered: Grey
) -> tuple[NDArray[np.float64], float]:
    """Return the shift of the background's texture as an affine map (2, 3) in pixels of the small copy,
    and the correlation's peak (0-1).

    Texture is coarse, so a rotation of a degree or two does not hide the shift. The rotation is not measured.
    """
    # Each picture has the mask of its own cards. A common mask would match itself best of all, without any
    # movement.
    before = reference.texture
    after = _texture(without_lighting, np.asarray(cv2.bitwise_not(covered), np.uint8))
    (x, y), peak = cv2.phaseCorrelate(before, after, _window(before.shape[1], before.shape[0]))
    unmoved = peak >= UNMOVED_PEAK and np.hypot(x, y) * 2 < MIN_SHIFT_WIDTHS * without_lighting.shape[1]
    return np.array([[1, 0, 2 * x], [0, 1, 2 * y]]), max(peak, MIN_CORRELATION_PEAK) if unmoved else peak


@lru_cache(maxsize=2)
def _window(width: int, height: int) -> cv2.typing.MatLike:
    return cv2.createHanningWindow((width, height), cv2.CV_32F)


def _texture(without_lighting: Grey, free: Grey) -> cv2.typing.MatLike:
    """Return the picture without its lighting at half its size, fading to 0 where cards lie."""
    bare = without_lighting.astype(np.float32)
    bare -= cv2.mean(bare, free)[0]
    share = cv2.blur(cv2.erode(free, np.ones((7, 7), np.uint8)), (7, 7))
    bare *= share * np.float32(1 / 255)
    half = (max(1, round(bare.shape[1] / 2)), max(1, round(bare.shape[0] / 2)))
    return cv2.resize(bare, half, interpolation=cv2.INTER_AREA)


def _tracked(
    reference: Reference, without_lighting: Grey, covered: Grey, guess: NDArray[np.float64]
) -> tuple[Floats, Floats]:
    """Return the earlier and the present places (n, 2) of the corners that no card covers now. The present
    place of a lost corner is nan."""
    old_points = reference.corners.reshape(-1, 2)
    start = old_points + guess.astype(np.float32)
    spots = np.round(np.clip(start, 0, np.array(covered.shape[::-1]) - 1)).astype(int)
    uncovered = covered[spots[:, 1], spots[:, 0]] == 0
    old_points, start = old_points[uncovered], start[uncovered]
    if not len(old_points):
        return old_points, old_points
    new_points, good, _ = cv2.calcOpticalFlowPyrLK(
        reference.without_lighting, without_lighting, old_points, start.copy(), winSize=PATCH_PIXELS,
        maxLevel=PYRAMID_LEVELS, flags=cv2.OPTFLOW_USE_INITIAL_FLOW, minEigThreshold=1e-3,
    )  # fmt: skip
    positions = np.where(good.reshape(-1, 1) > 0, new_points, np.nan)
    return old_points, np.where(
        _look_alike(reference.without_lighting, without_lighting, old_points, positions)[:, None],
        positions,
        np.nan,
    )


def _look_alike(before: Grey, after: Grey, old_points: Floats, new_points: Floats) -> NDArray[np.bool_]:
    """Return a mask (n,): True where the picture around a corner looks the same in both pictures.
    `old_points` and `new_points` are the corners' places in the pictures.

    The test is needed because optical flow returns a place even for a corner that is no longer visible.
    """
    alike = np.zeros(len(old_points), bool)
    known = np.flatnonzero(np.isfinite(new_points).all(1))
    if len(known):
        old_patches, new_patches = _patches(before, old_points[known]), _patches(after, new_points[known])
        spread = np.sqrt((old_patches**2).sum(1) * (new_patches**2).sum(1))
        alike[known] = (old_patches * new_patches).sum(1) >= MIN_PATCH_CORRELATION * np.maximum(spread, 1e-6)
    return alike


def _patches(grey: Grey, places: Floats) -> Floats:
    """Return the square patches of the picture round n points, (n, pixels), each less its mean grey level."""
    cut = [cv2.getRectSubPix(grey, PATCH_PIXELS, place) for place in places.tolist()]
    patches = np.asarray(np.stack(cut).reshape(len(cut), -1), np.float32)
    return np.asarray(patches - patches.mean(1, keepdims=True), np.float32)


def _common_movement(old_points: Floats, new_points: Floats, small: Thumbnail) -> NDArray[np.float64] | None:
    """Return the movement, an affine map (2, 3), that enough corners share, spread over enough of the
    picture. None if there is none."""
    is_tracked = np.isfinite(new_points).all(1)
    if is_tracked.sum() < MIN_CORNERS:
        return None
    move, agree = cv2.estimateAffinePartial2D(
        old_points[is_tracked], new_points[is_tracked], ransacReprojThreshold=MAX_MISS_PIXELS
    )
    inliers = old_points[is_tracked][agree.ravel() > 0] if move is not None else old_points[:0]
    if len(inliers) < max(MIN_CORNERS, MIN_AGREEING_CORNERS_SHARE * len(old_points)):
        return None
    wide = (np.ptp(inliers, axis=0) >= MIN_SPREAD_SHARE * np.array(small.size)).all()
    return np.asarray(move, np.float64) if wide else None


def _lost_background(old_points: Floats, new_points: Floats) -> BackgroundShift | None:
    """Return a shift of unknown size if the background is lost: hardly any corner stayed in its place. None
    if the background is not lost, or if too few corners are free of cards to tell."""
    unmoved = np.hypot(*(new_points - old_points).T) < MAX_MISS_PIXELS
    return (
        BackgroundShift(None, None)
        if len(old_points) >= 2 * MIN_CORNERS and unmoved.mean() < LOST_BACKGROUND_SHARE
        else None
    )


def faded_cells(
    reference: Reference, small: Thumbnail, quads: list[Floats]
) -> tuple[float, NDArray[np.bool_]]:
    """Return the largest region of the background that lost its fine detail while it kept its brightness and
    the other regions kept their detail: a smear on the lens. The result is the factor by which the detail
    faded, 1 without such a region, and a mask (rows, columns) over a coarse grid."""
    none = np.zeros(GRID_COLUMNS_ROWS[::-1], bool)
    if reference.grey.shape != small.grey.shape:
        return 1.0, none
    # Places where cards lay in the earlier picture count, too: a smear hides the cards, and nothing is read
    # there any more.
    bare = cv2.bitwise_not(mask_of(small, quads, OUTLINE_GROWTH_SHARE))
    free = cv2.resize(bare, GRID_COLUMNS_ROWS, interpolation=cv2.INTER_AREA) > 250
    known = free & (reference.detail >= MIN_DETAIL_GREY_LEVELS)
    if known.sum() < MIN_CORNERS:
        return 1.0, none
    detail_shares = detail_of(small) / np.maximum(reference.detail, 1e-3)
    usual = float(np.median(detail_shares[known]))
    faint = (
        known & (detail_shares < FADED_DETAIL_SHARE * usual) & _same_brightness(reference, small)
    ).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(faint)
    if (
        count < 2
        or (area := stats[1:, cv2.CC_STAT_AREA]).max() < MIN_FADED_CELLS
        or faint.sum() > known.sum() / 2
    ):
        return 1.0, none
    patch = labels == 1 + int(area.argmax())
    if _likeness(reference.grey, small.grey, patch) < MIN_SMEAR_CORRELATION:
        return 1.0, none
    return float(usual / max(1e-3, np.median(detail_shares[patch]))), patch


def _likeness(before: Grey, after: Grey, patch: NDArray[np.bool_]) -> float:
    """Return the correlation, -1 to 1, of two grey pictures within a mask, after blurring both pictures.

    If only a smear on the lens came between, the rough shapes stay alike. A sleeve or a book changes them.
    """
    size = (before.shape[1], before.shape[0])
    inside = cv2.resize(patch.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    one, two = (
        cv2.GaussianBlur(g.astype(np.float32), (0, 0), SHAPE_BLUR_PIXELS)[inside] for g in (before, after)
    )
    return float(np.corrcoef(one, two)[0, 1]) if one.std() > 0 and two.std() > 0 else 0.0


def _same_brightness(reference: Reference, small: Thumbnail) -> NDArray[np.bool_]:
    """Return a mask over a coarse grid: True in each cell whose brightness hardly changed since the
    reference. A smear leaves the brightness, while a plate or a sheet of paper changes it."""
    change = (
        cv2.resize(small.grey, GRID_COLUMNS_ROWS, interpolation=cv2.INTER_AREA).astype(float)
        - reference.cell_levels
    )
    return np.asarray(np.abs(change - np.median(change)) < MAX_SMEAR_GREY_LEVELS)
