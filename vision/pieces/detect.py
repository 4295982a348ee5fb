"""Detect the pieces: turn the finder's maps into rough outlines in photograph pixels."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.crops import Outline, Picture, Pyramid, enlarged
from vision.network import run
from vision.tensor_format import (
    CENTRE_FIELDS,
    CENTRE_UNIT,
    DOUBLED_ANGLE_FIELDS,
    HEAT,
    QUADRUPLED_ANGLE_FIELDS,
    SIZE_FIELDS,
    SIZE_UNIT,
    STRIDE,
    Floats,
)

Window = tuple[float, float, float, float]
"""A part of the picture: left, top, right, bottom, pixels."""

LOOK_SIDE_PIXELS = 640
"""The longer side of the finder's picture, pixels. With less, cards of crowded tables are lost. With 896
it finds no more, unless cards are small (`MIN_NARROW_SIDE_PIXELS`). `bench` measures it."""

COARSEST_CELL_PIXELS = 32
"""The pixels of a cell on the finder's coarsest level. The finder halves the picture five times."""

SURROUNDINGS_PIXELS = 64
"""The width of the surroundings that the finder needs to recognise a piece, pixels of the look.

The heat of 200 cards on labelled tables was measured in cut-out windows and in the whole picture. With 64
pixels of surroundings it differs by 0.004 on average, half of the error of eight bits, and by 0.04 at most.
With 32 pixels it differs by 0.012 and 0.09. With 96 pixels it differs by 0.002, and the windows have half as
many pixels more.
"""

MIN_PIECE_HEAT = 0.25
"""The least heat (the finder's probability, 0 to 1) of a cell of the picture for a piece to be detected
there. It is low, because the speller rejects false pieces. Below 0.4 five in six cells are no pieces."""

COPY_SCALE_FACTOR: Final = 1.5
"""The least size of the photograph's copy that is scaled down to the finder's picture, relative to that
picture. Larger copies only take longer."""

MIN_NARROW_SIDE_PIXELS: Final = 28.0
"""The narrow side of most pieces from which the usual look is large enough, pixels of the look. At 34 pixels
one of 451 cards on traced tables is lost. When the same cards are filmed from farther away, eight are lost at
23 pixels, 37 at 17, 49 at 13."""

CLOSE_LOOK_SIDE_PIXELS: Final = 36.0
"""The narrow side that most pieces get when the finder looks again with more pixels because they were too
small, pixels. On most of the finder's training pictures they have it."""

LOOK_SIZE_STEP_PIXELS: Final = 128
"""The step between the sizes of closer looks, pixels of the longer side. Sizes are few, so that the next
photograph is looked at in the same size."""

MAX_LOOK_SIDE_PIXELS: Final = 1024
"""The longer side of the largest closer look, pixels. The finder then takes two and a half times as long as
in the usual look; the whole reading takes a tenth longer. With this look four, four and three of the 451
cards are lost at the three greater distances of `MIN_NARROW_SIDE_PIXELS`."""

MIN_SIZED_HEAT: Final = 0.3
"""The least probability, by the finder, of a piece whose size counts when it is decided whether the finder
looks again with more pixels (`choose_look_pixels`). It is low, because the smallest pieces are hardly seen.
If no piece reaches it, the finder looks again, because the cards may be too far away."""


def fit(picture: Picture, look_pixels: int = LOOK_SIDE_PIXELS) -> tuple[Picture, float]:
    """Return the picture at the scale of a look with the longer side `look_pixels`, padded to whole cells of
    the finder, and the scale."""
    scale = look_pixels / max(picture.shape[:2])
    return scaled(picture, scale), scale


def scaled(picture: Picture, scale: float) -> Picture:
    """Return the picture scaled by `scale`, with grey added at the right and the foot up to whole cells of
    the finder's coarsest grid."""
    width, height = (max(1, round(picture.shape[i] * scale)) for i in (1, 0))
    # Down to half, every pixel still counts in a linear mean of its neighbours, which is six times as fast.
    interpolation = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
    small = cv2.resize(picture, (width, height), interpolation=interpolation)
    padded = np.full(
        (*(-(-side // COARSEST_CELL_PIXELS) * COARSEST_CELL_PIXELS for side in (height, width)), 3),
        114,
        np.uint8,
    )
    padded[:height, :width] = small
    return padded


def choose_look_pixels(
    outlines: Sequence[Outline], longest_side: int, look_pixels: int = LOOK_SIDE_PIXELS
) -> int:
    """Return the longer side of a look, pixels, in which most of the outlines are large enough to be read.

    `longest_side` is the longer side of the picture. A high or wide-angle camera shows pieces too small in
    the usual `look_pixels`.
    """
    narrow = [
        min(o.height, o.width) * look_pixels / longest_side for o in outlines if o.score >= MIN_SIZED_HEAT
    ]
    small = (
        float(np.median(narrow)) if narrow else look_pixels * CLOSE_LOOK_SIDE_PIXELS / MAX_LOOK_SIDE_PIXELS
    )
    if small >= MIN_NARROW_SIDE_PIXELS:
        return look_pixels
    return max(
        look_pixels,
        min(
            MAX_LOOK_SIDE_PIXELS,
            longest_side,
            int(np.ceil(look_pixels * CLOSE_LOOK_SIDE_PIXELS / small / LOOK_SIZE_STEP_PIXELS))
            * LOOK_SIZE_STEP_PIXELS,
        ),
    )


def detect_multiscale(
    pyramid: Pyramid,
    look_pixels: int = LOOK_SIDE_PIXELS,
    min_heat: float = MIN_PIECE_HEAT,
    known_outlines: Sequence[Outline] = (),
    window: Window | None = None,
) -> tuple[tuple[Outline, ...], int]:
    """Return rough outlines in the whole photograph or a window of it, and the size of the look, pixels.

    The look is larger than usual if most of the pieces found, or those `known_outlines` beside the window,
    are too small in it. A `look_pixels` other than the usual one is never enlarged.
    """
    longest = max(pyramid.levels[0].shape[:2])
    usual = (
        choose_look_pixels(known_outlines, longest)
        if known_outlines and look_pixels == LOOK_SIDE_PIXELS
        else look_pixels
    )
    detected = _detected(pyramid, usual, min_heat, window)
    if (
        known_outlines
        or look_pixels != LOOK_SIDE_PIXELS
        or (closer := choose_look_pixels(detected, longest)) == look_pixels
    ):
        return detected, usual
    return _detected(pyramid, closer, min_heat, window), closer


def _detected(
    pyramid: Pyramid, look_pixels: int, min_heat: float, window: Window | None
) -> tuple[Outline, ...]:
    full, fitting = pyramid.levels[0], pyramid.near(COPY_SCALE_FACTOR * look_pixels)
    grow = full.shape[1] / fitting.shape[1]
    if window is None:
        return tuple(enlarged(o, grow) for o in detect(fitting, look_pixels, min_heat))
    left, top, right, bottom = (corner / grow for corner in window)
    return tuple(
        enlarged(o, grow)
        for o in detect_in_window(fitting, (left, top, right, bottom), look_pixels, min_heat)
    )


def detect(
    picture: Picture, look_pixels: int = LOOK_SIDE_PIXELS, min_heat: float = MIN_PIECE_HEAT
) -> tuple[Outline, ...]:
    """Return rough outlines of everything that looks like a piece, the surest first."""
    return detect_at_scale(picture, look_pixels / max(picture.shape[:2]), min_heat)


def detect_at_scale(picture: Picture, scale: float, min_heat: float = MIN_PIECE_HEAT) -> tuple[Outline, ...]:
    """Return rough outlines in pixels of `picture`, the surest first. The finder sees the picture scaled
    by `scale`."""
    maps = run("finder", scaled(picture, scale)[None])[0][0]
    return find_peaks(maps, scale, min_heat)


def detect_in_window(
    picture: Picture, window: Window, look_pixels: int = LOOK_SIDE_PIXELS, min_heat: float = MIN_PIECE_HEAT
) -> tuple[Outline, ...]:
    """Return the pieces detected in one part of the picture, `window` (left, top, right, bottom, picture
    pixels), and a little around it.

    The finder sees the part with its surroundings, on the grid of the whole picture. So it detects the same
    pieces as in the whole picture.
    """
    small, scale = fit(picture, look_pixels)
    left, top = (
        max(0, int(c * scale - SURROUNDINGS_PIXELS) // COARSEST_CELL_PIXELS * COARSEST_CELL_PIXELS)
        for c in window[:2]
    )
    right, bottom = (
        -(-int(c * scale + SURROUNDINGS_PIXELS) // COARSEST_CELL_PIXELS) * COARSEST_CELL_PIXELS
        for c in window[2:]
    )
    part = small[top:bottom, left:right]
    if part.size == 0:
        return ()
    outlines = find_peaks(run("finder", np.ascontiguousarray(part)[None])[0][0], scale, min_heat)
    return tuple(replace(o, x=o.x + left / scale, y=o.y + top / scale) for o in outlines)


def find_peaks(maps: Floats, scale: float, min_heat: float = MIN_PIECE_HEAT) -> tuple[Outline, ...]:
    """Return the pieces in the finder's maps (FIELDS, h, w), the surest first. A piece lies where the heat,
    the probability of a piece's middle, is at a local maximum and at least `min_heat`."""
    heat = maps[HEAT]
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= min_heat))
    order = np.argsort(-heat[ys, xs])
    return tuple(_outline(maps[:, ys[i], xs[i]], float(xs[i]), float(ys[i]), scale) for i in order)


def _outline(cell: Floats, x: float, y: float, scale: float) -> Outline:
    dx, dy = (cell[CENTRE_FIELDS] * CENTRE_UNIT).tolist()
    tall, wide = (np.exp(np.clip(cell[SIZE_FIELDS], -4, 4)) * SIZE_UNIT).tolist()
    twice, four = cell[DOUBLED_ANGLE_FIELDS], cell[QUADRUPLED_ANGLE_FIELDS]
    # A card's height axis is known up to a half turn; a square's up to a quarter turn.
    square = float(np.hypot(*four)) > float(np.hypot(*twice))
    angle = float(np.arctan2(four[1], four[0])) / 4 if square else float(np.arctan2(twice[1], twice[0])) / 2
    middle = ((x + 0.5) * STRIDE + dx) / scale, ((y + 0.5) * STRIDE + dy) / scale
    return Outline(middle[0], middle[1], tall / scale, wide / scale, angle, float(cell[HEAT]))
