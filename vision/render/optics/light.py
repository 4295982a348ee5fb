"""Light the finished table: gradients, coloured light, shadows of things outside the picture, glare."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brushes import Field, Image, Rng, chance, clouds, polygon, ring, uniform, xy
from vision.render.canvas import Canvas

_CELL_PIXELS = 8
"""The side of the square cells in which light and shadow are computed, pixels. Both are soft, so one value
a cell is enough. This takes a sixty-fourth of the time."""


def illuminate(rng: Rng, canvas: Canvas, table_gloss: float) -> Image:
    """Return the canvas's picture in random light. `table_gloss` is the gloss (0-1) of pixels without a
    gloss of their own."""
    height, width = canvas.owner.shape
    rows, columns = height // _CELL_PIXELS + 2, width // _CELL_PIXELS + 2
    shading = _gradient(rng, rows, columns)[..., None] * _cast(rng, rows, columns)
    if chance(rng, 0.35):
        shading = shading * _shadows(rng, rows, columns)[..., None]
    full = cv2.resize(shading.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    lit = xy(cv2.multiply(canvas.image, full, dtype=cv2.CV_32F))
    if chance(rng, 0.3):
        lit = lit + _glare(rng, canvas, table_gloss)
    return np.asarray(cv2.convertScaleAbs(np.minimum(lit, 255), alpha=_exposure(rng, lit)), np.uint8)


def _exposure(rng: Rng, lit: NDArray[np.float32]) -> float:
    """Return the factor on the brightness that an automatic exposure sets for the picture `lit`. It
    brings the mean brightness only part of the way to a middle grey: a white table stays bright, a black
    one dark."""
    level = float(np.minimum(lit[::16, ::16], 255).mean()) + 1.0
    wanted = 118.0 * float(np.exp(rng.normal(0, 0.25)))
    return float(np.clip((wanted / level) ** uniform(rng, 0.4, 0.9), 0.4, 4.0))


def _plane(rows: int, columns: int) -> tuple[Field, Field]:
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    return x, y


def _gradient(rng: Rng, rows: int, columns: int) -> Field:
    """Return the brightness (rows, columns) of uneven light. It is brighter on one side and darker in the
    corners. Sometimes a lamp adds a pool of light."""
    x, y = _plane(rows, columns)
    turn, slope = uniform(rng, 0, 2 * np.pi), uniform(rng, 0, 0.35)
    field = 1 + slope * (x * np.cos(turn) + y * np.sin(turn))
    if chance(rng, 0.4):
        cx, cy, reach = uniform(rng, -1.2, 1.2), uniform(rng, -1.2, 1.2), uniform(rng, 0.6, 2.5)
        pool = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / reach**2)
        field = field * (uniform(rng, 0.35, 0.8) + uniform(rng, 0.3, 0.8) * pool)
    field = field * (1 - uniform(rng, 0, 0.35) * (x * x + y * y) / 2)
    field = field * (1 + 0.05 * clouds(rng, rows, columns, 3, 2))
    return np.asarray(field * uniform(rng, 0.75, 1.1), np.float32)


def _cast(rng: Rng, rows: int, columns: int) -> NDArray[np.float32]:
    """Return the factors (rows, columns, 3) by which the colour of random light changes blue, green and
    red. The light has one colour, or passes from one colour to another over the picture."""
    first, second = _hue(rng), _hue(rng) if chance(rng, 0.3) else None
    if second is None:
        return np.broadcast_to(first, (rows, columns, 3))
    x, y = _plane(rows, columns)
    turn = uniform(rng, 0, 2 * np.pi)
    share = 1 / (1 + np.exp(-3 * (x * np.cos(turn) + y * np.sin(turn) + uniform(rng, -0.6, 0.6))))
    return xy(first + (second - first) * share[..., None])


def _hue(rng: Rng) -> NDArray[np.float32]:
    """Return the gains of blue, green and red in a random light, from cool daylight to a warm lamp."""
    warmth = rng.normal(0.05, 0.1)
    return xy([1 - warmth, 1 + rng.normal(0, 0.02), 1 + 0.8 * warmth])


def _shadows(rng: Rng, rows: int, columns: int) -> Field:
    """Return the share of light (rows, columns) that is left in the shadows of people, lamps and window
    frames: polygons and bars, with sharp or soft edges."""
    field = np.ones((rows, columns), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        mask = np.zeros((rows, columns), np.uint8)
        centre = (uniform(rng, -0.1, 1.1) * columns, uniform(rng, -0.1, 1.1) * rows)
        if chance(rng, 0.5):
            shape = ring(centre, 1.0, int(rng.integers(4, 9)))
            spread = rng.uniform(0.1, 0.6, (len(shape), 1)) * columns
            polygon(mask, (xy(centre) + (shape - xy(centre)) * spread).astype(np.float32), 255)
        else:
            turn, wide = uniform(rng, 0, np.pi), uniform(rng, 0.01, 0.12) * columns
            along = xy([np.cos(turn), np.sin(turn)]) * 2 * columns
            side = xy([-np.sin(turn), np.cos(turn)]) * wide
            middle = xy(centre)
            polygon(
                mask,
                np.stack(
                    [
                        middle - along - side,
                        middle + along - side,
                        middle + along + side,
                        middle - along + side,
                    ]
                ),
                255,
            )
        soft = cv2.GaussianBlur(mask, (0, 0), uniform(rng, 0.4, 6)).astype(np.float32) / 255
        field *= 1 - uniform(rng, 0.15, 0.6) * soft
    return field


def _glare(rng: Rng, canvas: Canvas, table_gloss: float) -> NDArray[np.float32]:
    """Return the light (rows, columns, 3) that glossy surfaces reflect from lamps and windows, to be added
    to the picture."""
    height, width = canvas.owner.shape
    rows, columns = height // 4 + 1, width // 4 + 1
    gloss = cv2.resize(canvas.gloss, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    gloss = np.maximum(gloss, table_gloss * (gloss == 0))
    x, y = _plane(rows, columns)
    light = np.zeros((rows, columns), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        cx, cy, turn = uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, 0, np.pi)
        u = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
        v = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
        reach, power = uniform(rng, 0.06, 0.5), float(rng.choice([2, 2, 4, 8]))
        shape = np.abs(u / reach) ** power + np.abs(v / (reach * uniform(rng, 0.3, 1))) ** power
        light += np.exp(-shape) * uniform(rng, 40, 230)
    glare = light * gloss
    full = cv2.resize(glare, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    return np.asarray(full * _hue(rng), np.float32)
