"""Convert the labels of a rendered picture to the answers that the networks should give."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.crops import Outline, measures
from vision.render.sample import PieceTruth
from vision.tensor_format import (
    BACK,
    CENTRE_UNIT,
    CLASSES,
    CROP_HEIGHT,
    CROP_WIDTH,
    FIELDS,
    LETTERS,
    NOTHING,
    SIZE_UNIT,
    STRIDE,
    UNLETTERED,
    Floats,
    axes,
    frames,
    lean,
)  # fmt: skip

SQUARE_KIND = "tile"
"""The kind of piece that has the same shape after a quarter turn."""

MIN_UNLETTERED_VISIBLE_SHARE = 0.5
"""The least visible share with which a piece without a letter must be recognised. A smaller part, such as
the corner of a court card, could belong to any card."""


def _sizes(label: PieceTruth) -> tuple[float, float, float, float, float]:
    """Return five facts about a piece: its height and width in pixels, its angle in radians, and two flags.
    The first flag is 1 for an oblong piece, the second is 1 for a square piece. The finder has separate maps
    for the angles of oblong and of square pieces."""
    up, right = axes(label.quad)
    height, width = float(np.hypot(*up)), float(np.hypot(*right))
    angle = lean(up)
    if label.kind == SQUARE_KIND:
        # Nothing distinguishes the sides of a square. So both get the mean length, and the angle is the mean
        # of both directions.
        height = width = float(np.sqrt(height * width))
        four = np.exp(4j * lean(up)) + np.exp(4j * lean(right))
        angle = float(np.angle(four)) / 4
    return height, width, angle, float(label.kind != SQUARE_KIND), float(label.kind == SQUARE_KIND)


def outline_of(label: PieceTruth) -> Outline:
    """Return the rectangle that the finder should give for this piece."""
    height, width, angle, _, _ = _sizes(label)
    centre = label.quad.mean(0)
    return Outline(float(centre[0]), float(centre[1]), height, width, angle)


def is_wanted(label: PieceTruth) -> bool:
    """Return True if the finder must find this piece, because enough of it is visible. In training, any
    answer of the finder counts as right at other pieces."""
    if label.kind == "back":
        return label.visible_share >= 0.3
    return (label.is_readable and label.visible_share >= 0.08) or label.visible_share >= 0.4


def finder_targets(labels: tuple[PieceTruth, ...], width: int, height: int) -> tuple[Floats, Floats, Floats]:
    """Return what the finder should answer for a picture of `width` by `height` pixels whose pieces are
    `labels`, and two maps of weights for the loss.

    The answer (FIELDS, h, w) has the heat as its first map: near 1 at the middle of a piece. The second
    result (h, w) weights the other maps, the geometry: it is above 0 near the middle of a piece that must be
    found. The third (h, w) weights the heat: 0 where any answer is allowed.
    """
    rows, columns = height // STRIDE, width // STRIDE
    out = np.zeros((FIELDS, rows, columns), np.float32)
    heat_weights = np.ones((rows, columns), np.float32)
    centre_weights = np.zeros((rows, columns), np.float32)
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32)
    for label in labels:
        tall, wide, angle, oblong, square = _sizes(label)
        cx, cy = (label.anchor / STRIDE - 0.5).tolist()
        sigma = max(0.8, 0.08 * float(np.sqrt(tall * wide * max(label.visible_share, 0.15))) / STRIDE)
        reach = int(3 * sigma) + 2
        x0, x1 = max(0, round(cx) - reach), min(columns, round(cx) + reach + 1)
        y0, y1 = max(0, round(cy) - reach), min(rows, round(cy) + reach + 1)
        if x0 >= x1 or y0 >= y1:
            continue
        region = np.s_[y0:y1, x0:x1]
        bump = np.exp(-((xs[region] - cx) ** 2 + (ys[region] - cy) ** 2) / (2 * sigma**2))
        if not is_wanted(label):
            heat_weights[region] = np.where(bump > 0.05, 0.0, heat_weights[region])
            continue
        top = int(np.clip(round(cy), 0, rows - 1)), int(np.clip(round(cx), 0, columns - 1))
        bump[top[0] - y0, top[1] - x0] = 1.0
        own = bump > centre_weights[region]
        middle = label.quad.mean(0)
        values = np.empty((FIELDS, y1 - y0, x1 - x0), np.float32)
        values[0] = bump
        values[1] = (middle[0] - (xs[region] + 0.5) * STRIDE) / CENTRE_UNIT
        values[2] = (middle[1] - (ys[region] + 0.5) * STRIDE) / CENTRE_UNIT
        values[3], values[4] = np.log(max(tall, 4) / SIZE_UNIT), np.log(max(wide, 4) / SIZE_UNIT)
        values[5], values[6] = oblong * np.cos(2 * angle), oblong * np.sin(2 * angle)
        values[7], values[8] = square * np.cos(4 * angle), square * np.sin(4 * angle)
        out[:, y0:y1, x0:x1] = np.where(own, values, out[:, y0:y1, x0:x1])
        centre_weights[region] = np.maximum(centre_weights[region], bump)
    return out, np.where(centre_weights > 0.45, centre_weights, 0).astype(np.float32), heat_weights


def jittered(outline: Outline, rng: np.random.Generator, strength: float = 1.0) -> Outline:
    """Return the outline as the finder might give it, with random errors of place, size and angle.
    `strength` is a factor on a trained finder's errors."""
    size = float(np.sqrt(outline.height * outline.width))
    dx, dy = rng.normal(0, 0.035 * strength * size, 2).tolist()
    tall, wide = np.exp(rng.normal(0, 0.05 * strength, 2)).tolist()
    angle = outline.angle + float(rng.normal(0, np.radians(3.0) * strength))
    return replace(
        outline, x=outline.x + dx, y=outline.y + dy, height=outline.height * tall, width=outline.width * wide,
        angle=angle,
    )  # fmt: skip


def speller_targets(label: PieceTruth, outline: Outline, onto: NDArray[np.float64]) -> tuple[Floats, Floats]:
    """Return the true classes (CLASSES,) and the corner corrections (8,) of the piece `label` in a crop. The
    classes are probabilities: a letter that looks the same upside down has two classes.

    The crop is cut along `outline`; the affine map `onto` (2, 3) maps pixels of the picture to pixels of the
    crop.
    """
    corners = label.quad @ onto[:, :2].T + onto[:, 2]
    up, _ = axes(corners.astype(np.float32))
    # The crop's corners begin at its top left. The letter's first corner comes `turns` corners later.
    turns = round(lean(up) / (np.pi / 2)) % 4
    ordered = np.roll(corners, turns, axis=0) / np.array([CROP_WIDTH, CROP_HEIGHT])
    soft = np.zeros(CLASSES, np.float32)
    if label.kind == "back":
        soft[BACK] = 1
    elif label.letter is None and label.visible_share >= MIN_UNLETTERED_VISIBLE_SHARE:
        soft[UNLETTERED] = 1
    elif label.letter is None or not label.is_readable:
        soft[NOTHING] = 1
    else:
        letter = LETTERS.index(label.letter)
        for k in (turns, (turns + 2) % 4) if label.is_symmetric else (turns,):
            soft[k * len(LETTERS) + letter] += 0.5 if label.is_symmetric else 1.0
    fix = ordered - frames(*measures([outline])[2:4])[0]
    return soft, fix.reshape(8).astype(np.float32)
