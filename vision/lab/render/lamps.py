"""Draw a chosen light and chosen faults of a sensor, for scenes that each show one condition. The modules
`light` and `sensor` of `vision.render.optics` draw random lights and faults."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brushes import Field, Image, Rng, clouds, polygon, ring, uniform, xy
from vision.render.canvas import Canvas
from vision.render.optics.sensor import grain

_CELL_PIXELS: Final = 8
"""The side of the square cells in which light and shadow are computed, pixels. Both are soft, so one
value a cell is enough. This takes a sixty-fourth of the time."""

_TARGET_BRIGHTNESS: Final = 125.0
"""The mean grey level that the automatic exposure aims at, about the middle between 0 and 255."""

Spot = tuple[float, float]
"""A place in the picture, x and y: (0, 0) is the picture's middle, (1, 1) its lower right corner."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """The reflection of a lamp or of a window on glossy surfaces."""

    at: Spot
    """The middle of the reflection: (0, 0) is the picture's middle, (1, 1) its lower right corner."""
    size: float = 0.15
    """The radius of the reflection, as a share of half the picture's width."""
    power: float = 200.0
    """The brightness that the reflection adds on a surface of full gloss, 0-255."""
    window: bool = False
    """True for a window: a bright oblong with bars. False for a round lamp."""


@dataclass(frozen=True, slots=True)
class Light:
    """The light over a table: its strength, its colour, its shadows and its reflections."""

    level: float = 1.0
    """The factor on the automatic exposure: below 1 the picture is too dark, above 1 too bright."""
    warmth: float = 0.03
    """The colour of the light, from -0.15 (cool day) over 0 (white) to 0.4 (a warm lamp). If
    `second_warmth` is given, this is the colour at one side of the picture."""
    second_warmth: float | None = None
    """The colour of the light at the side of the picture opposite to that of `warmth`, on the same scale.
    None if the whole picture has one colour."""
    slope: float = 0.12
    """The share by which one side of the picture is brighter than its middle."""
    pool: float = 0.0
    """The share of light that is missing far away from the lamp, 0 for even light."""
    lamp: Spot = (-0.3, -0.3)
    """The middle of the pool of light below the lamp: (0, 0) is the picture's middle, (1, 1) its lower
    right corner."""
    shadows: tuple[str, ...] = ()
    """The kinds of hard-edged shadow across the table: `window`, `person` or `pole`."""
    mirrored: tuple[Lamp, ...] = ()
    """The reflections of lamps and windows."""
    red: float = 0.0
    """The share of green and blue light that a red lampshade absorbs."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """The faults of a camera's sensor: blur, shake and noise."""

    blur: float = 0.5
    """The standard deviation of the blur, pixels."""
    shake: float = 0.0
    """The length of the motion blur, pixels."""
    noise: float = 0.9
    """The standard deviation of the noise, grey levels."""


def shine(rng: Rng, canvas: Canvas, light: Light, table_gloss: float) -> Image:
    """Return the canvas's picture in this light. `table_gloss` is the gloss (0-1) of pixels without a
    gloss of their own. `rng` decides what the light does not state, such as its direction."""
    height, width = canvas.owner.shape
    rows, columns = height // _CELL_PIXELS + 2, width // _CELL_PIXELS + 2
    x, y = _plane(rows, columns)
    turn = uniform(rng, 0, 2 * np.pi)
    along = xy(x * np.cos(turn) + y * np.sin(turn))
    shade = (1 + light.slope * along) * (1 + 0.02 * clouds(rng, rows, columns, 3, 2))
    shade *= 1 - 0.08 * (x * x + y * y)
    far = (x - light.lamp[0]) ** 2 + (y - light.lamp[1]) ** 2
    shade *= 1 - light.pool * (1 - np.exp(-far / 0.9))
    for kind in light.shadows:
        shade *= _SHADOWS[kind](rng, rows, columns)
    field = shade[..., None] * _cast(light, along)
    full = cv2.resize(xy(field), (width, height), interpolation=cv2.INTER_LINEAR)
    lit = xy(cv2.multiply(canvas.image, full, dtype=cv2.CV_32F))
    mean = float(np.minimum(lit[::16, ::16], 255).mean()) + 1.0
    # The automatic exposure makes up for only a part of the difference: snow stays bright and coal dark.
    gain = (_TARGET_BRIGHTNESS / mean) ** 0.42 * light.level
    lit = lit * np.float32(gain) + _mirrored(canvas, light, table_gloss)
    return np.asarray(cv2.convertScaleAbs(np.minimum(lit, 255)), np.uint8)


def expose(rng: Rng, image: Image, sensor: Sensor) -> Image:
    """Return the picture with the faults of the sensor."""
    out = cv2.GaussianBlur(image, (0, 0), sensor.blur) if sensor.blur > 0.2 else image
    if sensor.shake > 0:
        out = cv2.filter2D(out, -1, streak(uniform(rng, 0, np.pi), sensor.shake))
    noise = grain(rng, image.shape[0], image.shape[1], sensor.noise, 0.5 * sensor.noise)
    return np.asarray(cv2.add(out, noise, dtype=cv2.CV_8U), np.uint8)


def _plane(rows: int, columns: int) -> tuple[Field, Field]:
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].astype(np.float32)
    return x, y


def _hue(warmth: float) -> NDArray[np.float32]:
    return xy([1 - warmth, 1.0, 1 + 0.8 * warmth])


def _cast(light: Light, along: Field) -> NDArray[np.float32]:
    """Return the factors (rows, columns, 3) by which the colour of the light changes blue, green and red.
    Light of two colours passes from one to the other over the picture. `along` is each pixel's place on the
    way, below 0 on the side of the first colour and above 0 on the side of the second."""
    first = _hue(light.warmth) * xy([1 - light.red, 1 - light.red, 1])
    if light.second_warmth is None:
        return np.broadcast_to(first, (*along.shape, 3))
    share = 1 / (1 + np.exp(-4 * along))
    return xy(first + (_hue(light.second_warmth) - first) * share[..., None])


def _window_shadow(rng: Rng, rows: int, columns: int) -> Field:
    """Return the factor on the brightness (rows, columns) of a table on which the sun shines through a
    window: bright panes, and darker bars between them."""
    mask = np.zeros((rows, columns), np.uint8)
    centre = xy([uniform(rng, 0.4, 0.6) * columns, uniform(rng, 0.4, 0.6) * rows])
    turn = uniform(rng, 0.2, 0.6)
    right, down = xy([np.cos(turn), np.sin(turn)]), xy([-np.sin(turn) * 0.8, np.cos(turn)])
    for i in (-1, 0):
        for j in (-1, 0, 1):
            corner = centre + right * ((i + 0.04) * 0.42 * columns) + down * ((j - 0.46) * 0.3 * columns)
            across, along = right * (0.38 * columns), down * (0.27 * columns)
            polygon(mask, np.stack([corner, corner + across, corner + across + along, corner + along]), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.6).astype(np.float32) / 255
    return np.asarray(0.5 + 0.65 * soft, np.float32)


def _person_shadow(rng: Rng, rows: int, columns: int) -> Field:
    """Return the factor on the brightness (rows, columns) in the shadow of a person's head and shoulders."""
    mask = np.zeros((rows, columns), np.uint8)
    side = uniform(rng, 0.25, 0.75) * columns
    head = (side, 0.62 * rows)
    polygon(mask, ring(head, 0.09 * columns), 255)
    shoulders = ring((side, 1.02 * rows), 1.0)
    shoulders = (shoulders - xy([side, 1.02 * rows])) * xy([0.26 * columns, 0.3 * rows])
    polygon(mask, (shoulders + xy([side, 1.02 * rows])).astype(np.float32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32) / 255
    return np.asarray(1 - 0.5 * soft, np.float32)


def _pole_shadow(rng: Rng, rows: int, columns: int) -> Field:
    """Return the factor on the brightness (rows, columns) in the straight shadow of a lamp's arm or of
    the camera's stand."""
    mask = np.zeros((rows, columns), np.uint8)
    turn, wide = uniform(rng, 0.3, 1.1), 0.035 * columns
    along, side = xy([np.cos(turn), np.sin(turn)]) * 2 * columns, xy([-np.sin(turn), np.cos(turn)]) * wide
    middle = xy([uniform(rng, 0.4, 0.6) * columns, uniform(rng, 0.4, 0.6) * rows])
    corners = (middle - along - side, middle + along - side, middle + along + side, middle - along + side)
    polygon(mask, np.stack(corners), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32) / 255
    return np.asarray(1 - 0.5 * soft, np.float32)


_SHADOWS: Final = {"window": _window_shadow, "person": _person_shadow, "pole": _pole_shadow}


def _mirrored(canvas: Canvas, light: Light, table_gloss: float) -> NDArray[np.float32]:
    """Return the light (rows, columns, 3) that glossy surfaces reflect from lamps and windows, to be
    added to the picture."""
    height, width = canvas.owner.shape
    rows, columns = height // 2 + 1, width // 2 + 1
    gloss = cv2.resize(canvas.gloss, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    gloss = np.maximum(gloss, table_gloss * (gloss == 0))
    x, y = _plane(rows, columns)
    y = y * np.float32(height / width)
    glow = np.zeros((rows, columns), np.float32)
    for lamp in light.mirrored:
        dx, dy = (x - lamp.at[0]) / lamp.size, (y - lamp.at[1] * height / width) / lamp.size
        shape = _panes(dx, dy) if lamp.window else np.exp(-((dx * dx + dy * dy) ** 1.5))
        glow += lamp.power * shape
    full = cv2.resize(glow * gloss, (width, height), interpolation=cv2.INTER_LINEAR)
    return xy(full[..., None] * _hue(light.warmth * 0.5))


def _panes(dx: Field, dy: Field) -> Field:
    """Return the brightness (0-1) of the reflection of a window with four panes. `dx` and `dy` are the
    distances from its middle, in half its width."""
    inside = np.exp(-(np.abs(dx) ** 12) - np.abs(dy / 1.3) ** 12)
    bars = np.maximum(np.exp(-((dx / 0.07) ** 4)), np.exp(-((dy / 0.07) ** 4)))
    return np.asarray(inside * (1 - bars), np.float32)


def streak(turn: float, length: float) -> NDArray[np.float32]:
    """Return the blur kernel of a movement by `length` pixels in the direction `turn`, radians. Its sum
    is 1."""
    side = 2 * int(np.ceil(length / 2)) + 3
    kernel = np.zeros((side, side), np.float32)
    middle = side // 2
    for step in np.linspace(-length / 2, length / 2, 41):
        kernel[round(middle + step * np.sin(turn)), round(middle + step * np.cos(turn))] += 1
    soft = cv2.GaussianBlur(kernel, (0, 0), 0.5)
    return np.asarray(soft / soft.sum(), np.float32)
