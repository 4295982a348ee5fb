"""Find the map from photograph pixels to table millimetres from the cards alone.

All pieces of one pack are the same rectangle. The map that turns every outline into the same rectangle
therefore undoes the camera's tilt (metric rectification: Liebowitz & Zisserman, 1998, with congruent shapes
as constraints).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.tensor_format import Floats

CARD_MM: Final = 89.0
"""The long side that cards are assumed to have when the scale of the table is set, mm. Lexicon's cards
measure 57 x 89 mm."""

TILE_MM: Final = 19.0
"""The side that letter tiles are assumed to have when the scale of the table is set, mm. With tiles of
another size everything is scaled alike, which does no harm."""

MAX_TILE_SIDE_RATIO: Final = 1.2
"""The ratio of height to width below which a piece is a tile: half-way between tiles and the squarest
cards (1.4)."""

MIN_MISFIT_REDUCTION: Final = 1e-5
"""The share by which a step must reduce the misfit of the flattened cards for the search for the camera's
tilt to go on. At ten times this, further steps moved corners by at most a third of a millimetre, less than is
visible."""

DERIVATIVE_STEP: Final = 1e-4
"""The change of each of the four numbers that describe the camera's tilt, by which the derivative of the
misfit is computed. Within this change the misfit is linear, and the change is far above rounding errors."""

MIN_MISFIT_REDUCTION_FROM_LAST: Final = 1e-4
"""The share by which a step must reduce the misfit of the flattened cards for the search to go on, when the
search for the camera's tilt starts from the tilt of the last photograph. Otherwise it is
`MIN_MISFIT_REDUCTION`."""

USUAL_FOCAL_LENGTH: Final = 0.8
"""The focal length that the search for the camera's tilt assumes, in long sides of the picture. Pi cameras
have 0.77 to 0.83, phones and webcams 0.72 to 0.87."""

PARALLELOGRAM_WEIGHT: Final = 0.5
"""The weight of an outline's misfit as a parallelogram, beside its other misfits. The misfit is the sum of
the outline's corners with alternating signs, as a share of its side. Half of this sum is the distance between
the middles of the diagonals, and so has the same scale as the other misfits."""

LINEAR_MISFIT: Final = 0.1
"""The size of a card's misfit above which it counts linearly, no longer squared, in the search for the
camera's tilt. It is five times the usual error of corners, so that one odd card does not bend the table."""

ALL_CARDS_WEIGHT: Final = 4.0
"""The weight of the misfit of all cards together, against the usual view, in the search for the camera's
tilt. It does not depend on the number of cards."""

USUAL_VIEW_WEIGHT: Final = 0.05
"""The weight of the usual view, from above, against the cards in the search for the camera's tilt. By
judgement: with less, the errors of two or three cards decide the tilt; with more, a tilted camera's table
stays bent."""

MAX_STEPS: Final = 12
"""The greatest number of steps of the search for the camera's tilt. Of 118 golden scenes 112 settled within
six steps, and one took all twelve."""

MAX_STEP_CHANGE: Final = 0.3
"""The greatest change in one step of each of the four numbers that describe the camera's tilt. Farther away
the derivatives do not hold. One in fifty of the golden scenes' steps would have been larger."""

MAX_HALVINGS: Final = 5
"""The greatest number of tries, each with half of the step before, to find a step that reduces the misfit of
the flattened cards. The search for the camera's tilt ends if none does, as after 13 of the golden scenes' 510
steps."""

UNSCALED_MM: Final = 600.0
"""The longer side of the table assumed for a picture without pieces, mm. It is about that of a real table. No
result depends on it."""

MIN_DEPTH_SHARE: Final = 0.15
"""The least distance of a picture's corner from the horizon of the table, as a share of that of the corner
farthest from it. A corner below it has no meaningful place on the table and is left out."""

FARTHEST_MM: Final = 2000.0
"""The distance from the pieces at which the visible table is cut, mm. People reach nothing there, and near
the horizon a pixel is metres."""

_PRIOR_WEIGHTS: Final = np.array([1.5, 1.5, 20.0, 20.0])
"""The weights of the usual view in the search for the camera's tilt: two for the tilt, which is none in the
usual view, then one for the stretch and one for the skew that a usual lens gives. The usual view decides when
there are few cards. Stretch and skew have far greater weights, because lenses differ less than the ways
people hold a camera."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The map between the picture's pixels and millimetres on the table."""

    matrix: NDArray[np.float64]
    """The homography (3, 3) from photograph pixels to millimetres on the table."""
    width: float
    """The width of the visible table, mm."""
    height: float
    """The height of the visible table, mm."""

    def to_table(self, points: Floats) -> NDArray[np.float64]:
        """Map photograph pixels (n, 2) to millimetres (n, 2) on the table."""
        return _apply(self.matrix, points)

    def to_picture(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map millimetres (n, 2) on the table to photograph pixels (n, 2)."""
        return _apply(np.asarray(np.linalg.inv(self.matrix), np.float64), points)


def _apply(matrix: NDArray[np.float64], points: NDArray[np.floating]) -> NDArray[np.float64]:
    flat = points.reshape(-1, 2)
    out = flat @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray((out[:, :2] / out[:, 2:]).reshape(points.shape), np.float64)


def _upright(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the homography that undoes a camera's tilt, from the four numbers `p` that describe it: a tilt
    each way (a, b), a stretch and a skew."""
    a, b, stretch, skew = p.tolist()
    return np.array([[1.0, skew, 0], [0, np.exp(stretch), 0], [a, b, 1]], np.float64)


def _from_above(p: NDArray[np.float64], quads: NDArray[np.float64]) -> NDArray[np.complex128]:
    """Return the corners (k, n, 4) that n outlines (n, 4, 2) have when seen from above, for k guesses of the
    camera's tilt. Each corner is a complex number, x + iy.

    Each row of `p` (k, 4) is one guess: two tilts, stretch and skew.
    """
    a, b, stretch, skew = p.T[:, :, None, None]
    x, y = quads[..., 0], quads[..., 1]
    return np.asarray((x + (skew + 1j * np.exp(stretch)) * y) / (a * x + b * y + 1), np.complex128)


def _medians(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the medians (k, 1) of the rows of `sides` (k, n).

    NumPy's median would take longer than the rest of the search for the camera's tilt, which needs some forty
    medians of few numbers for each photograph.
    """
    ordered, n = np.sort(sides, axis=1), sides.shape[1]
    return (ordered[:, [(n - 1) // 2]] + ordered[:, [n // 2]]) / 2


def _residuals(p: NDArray[np.float64], quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the deviations (k, 5 n + 4) of n flattened outlines from equal rectangles, and of the tilt from
    the usual view, for k guesses of the camera's tilt. Each row of `p` (k, 4) is a guess, and `quads` (n, 4,
    2) are the outlines.

    All rows are computed at once. With so few numbers, NumPy's calls take longer than their arithmetic.
    """
    q = _from_above(p, quads)
    down, across = q[..., 0] - q[..., 2], q[..., 1] - q[..., 3]
    up, right = (down + across) / 2, (across - down) / 2
    tall, wide = np.abs(up), np.abs(right)
    area = tall * wide
    bend = (q[..., 0] - q[..., 1] + q[..., 2] - q[..., 3]) / np.sqrt(area)
    square = (up * right.conj()).real / area
    sizes = (np.log(side / _medians(side)) for side in (tall, wide))
    raw = np.concatenate(
        [bend.real * PARALLELOGRAM_WEIGHT, bend.imag * PARALLELOGRAM_WEIGHT, square, *sizes], 1
    )
    far = np.abs(raw)
    robust = np.sign(raw) * np.sqrt(np.minimum(far**2, LINEAR_MISFIT * far))
    prior = np.concatenate([p[:, :2], p[:, 2:] - _usual_stretch_and_skew(p[:, 0], p[:, 1])], 1)
    return np.concatenate(
        [robust / np.sqrt(len(quads)) * ALL_CARDS_WEIGHT, prior * _PRIOR_WEIGHTS * USUAL_VIEW_WEIGHT], 1
    )


def _with_derivatives(
    p: NDArray[np.float64], quads: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the residuals (m,) of the flattened cards for one guess `p` (4,) of the camera's tilt, and their
    derivatives (m, 4) by the four numbers."""
    residuals, *shifted = _residuals(p + np.vstack([np.zeros(4), np.eye(4) * DERIVATIVE_STEP]), quads)
    return residuals, (np.array(shifted) - residuals).T / DERIVATIVE_STEP


def _usual_stretch_and_skew(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the stretch and skew (k, 2) that a camera with a usual lens gives a table seen at the tilts `a`
    (k,) and `b` (k,). The search for the camera's tilt prefers values near them.

    All cards may lie one way and then fit any stretch. But the size of nearer cards gives the tilt, and the
    lens gives the effect of the tilt on the cards' shape (Hartley & Zisserman, Multiple View Geometry,
    section 8.6: the plane's normal is the vanishing line seen through the camera).
    """
    across, down = (USUAL_FOCAL_LENGTH * a) ** 2, (USUAL_FOCAL_LENGTH * b) ** 2
    stretch = np.log1p(across + down) / 2 - np.log1p(across)
    return np.stack([stretch, USUAL_FOCAL_LENGTH**2 * a * b / (1 + across)], 1)


def _tilt(upright: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the four numbers (two tilts, stretch and skew) that describe a camera's tilt, from the
    homography `upright` that undoes it. The homography may also change scale and place."""
    rows = upright / upright[2, 2]
    across, down = (row - row[2] * rows[2] for row in rows[:2])
    return np.array([*rows[2, :2], np.log(down[1] / across[0]), across[1] / across[0]], np.float64)


def _solve(
    quads: NDArray[np.float64], p: NDArray[np.float64], steady: float = MIN_MISFIT_REDUCTION
) -> NDArray[np.float64]:
    """Return the four numbers (as for `_upright`) that describe the camera's tilt best: they minimise the
    misfit of the flattened cards. The method is Gauss-Newton from `p` with numeric derivatives. A step that
    does not reduce the misfit is halved."""
    best, slope = _with_derivatives(p, quads)
    for _ in range(MAX_STEPS):
        step = np.linalg.lstsq(slope, -best, rcond=None)[0]
        step *= min(1.0, MAX_STEP_CHANGE / max(1e-9, float(np.abs(step).max())))
        for _ in range(MAX_HALVINGS):
            tried, steep = _with_derivatives(p + step, quads)
            if tried @ tried < best @ best:
                break
            step = step / 2
        else:
            return p
        gain = best @ best - tried @ tried
        p, best, slope = p + step, tried, steep
        if gain < steady * (best @ best):
            break
    return p


def rectify(
    quads: Floats, width: int, height: int, weights: Floats | None = None, last_plane: Plane | None = None
) -> Plane:
    """Return the map from photograph to table, from the outlines (n, 4, 2) of pieces in a `width` x `height`
    photograph. n may be 0.

    Each outline has a weight in `weights` (n,). Outlines below 0.5 are ignored, unless all are below.
    `last_plane` is the map of an earlier photograph by the same camera in the same place; the search then
    starts there and is shorter.
    """
    long = float(max(width, height))
    picture_corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    centre = np.array([width / 2, height / 2])
    into = np.array([[1 / long, 0, -centre[0] / long], [0, 1 / long, -centre[1] / long], [0, 0, 1]])
    good = quads if weights is None or not (weights >= 0.5).any() else quads[weights >= 0.5]
    if len(good) == 0:
        matrix = np.diag([UNSCALED_MM / long, UNSCALED_MM / long, 1.0])
        return Plane(matrix, UNSCALED_MM * width / long, UNSCALED_MM * height / long)
    units = _apply(into, good.astype(np.float64))
    if last_plane is None:
        upright = _upright(_solve(units, np.zeros(4))) @ into
    else:
        upright = (
            _upright(
                _solve(units, _tilt(last_plane.matrix @ np.linalg.inv(into)), MIN_MISFIT_REDUCTION_FROM_LAST)
            )
            @ into
        )
    flat = _apply(upright, good.astype(np.float64))
    sides = np.hypot(*(flat - np.roll(flat, 1, axis=1)).transpose(2, 0, 1))
    across, along = np.median(sides[:, [1, 3]]), np.median(sides[:, [0, 2]])
    ratio = max(across, along) / max(1e-9, min(across, along))
    scale = (TILE_MM if ratio < MAX_TILE_SIDE_RATIO else CARD_MM) / max(across, along)
    return shift_to_origin(
        np.diag([scale, scale, 1.0]) @ upright, picture_corners, flat.reshape(-1, 2) * scale
    )


def shift_to_origin(
    matrix: NDArray[np.float64], picture_corners: NDArray[np.float64], points: NDArray[np.float64]
) -> Plane:
    """Return the map from photograph to table by the homography `matrix`, shifted so that the visible table
    begins at 0, 0 mm.

    `picture_corners` (4, 2) are the photograph's corners, pixels. A corner near or beyond the horizon is left
    out, and the visible table ends `FARTHEST_MM` from the pieces, which lie at `points` (n, 2), mm.
    """
    depth = picture_corners @ matrix[2, :2] + matrix[2, 2]
    seen = (
        _apply(matrix, picture_corners[depth > MIN_DEPTH_SHARE * depth.max()])
        if (depth > 0).any()
        else points
    )
    every = np.concatenate([np.clip(seen, points.min(0) - FARTHEST_MM, points.max(0) + FARTHEST_MM), points])
    low, high = every.min(0), every.max(0)
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    return Plane(shift @ matrix, float(high[0] - low[0]), float(high[1] - low[1]))
