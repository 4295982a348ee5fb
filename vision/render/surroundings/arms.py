"""Draw hands and sleeves that reach over the table."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.render.brushes import (
    Colour,
    Points,
    Rng,
    chance,
    clouds,
    hsv,
    jitter,
    polygon,
    polyline,
    tint,
    uniform,
    xy,
)
from vision.render.canvas import Canvas
from vision.render.optics.camera import RenderCamera

_SKINS: Final[tuple[Colour, ...]] = (
    (165, 190, 230),
    (140, 170, 215),
    (105, 140, 195),
    (70, 100, 150),
    (45, 65, 105),
    (35, 45, 75),
)
"""The colours of skin (blue, green, red) in neutral light, from pale to dark. All are equally frequent.
The light of the scene changes them later."""


@dataclass(frozen=True, slots=True)
class Limb:
    """An arm over the table."""

    tip: tuple[float, float]
    """The place of the finger tips on the table, mm."""
    heading: tuple[float, float]
    """The direction of the arm: a unit vector towards the finger tips."""
    skin: Colour
    """The colour of the skin."""
    sleeve: Colour
    """The colour of the sleeve."""
    bare_forearm: float
    """The length of the bare forearm, mm."""
    finger_spread: float
    """The factor on the distances between the fingers: 1 for a relaxed hand."""
    is_left_hand: bool
    """True if the arm ends in a left hand."""
    elevation: float
    """The height of the arm above the table, mm."""


def limb(rng: Rng, tip: tuple[float, float], heading_degrees: float) -> Limb:
    """Return a random arm with its finger tips at `tip`, mm. It points in the direction
    `heading_degrees`, clockwise from up."""
    angle = np.deg2rad(heading_degrees)
    return Limb(
        tip=tip,
        heading=(float(np.sin(angle)), float(-np.cos(angle))),
        skin=jitter(rng, _SKINS[int(rng.integers(len(_SKINS)))], 15),
        sleeve=hsv(rng.random(), uniform(rng, 0, 0.8), uniform(rng, 0.1, 0.9)),
        bare_forearm=uniform(rng, 10, 160),
        finger_spread=uniform(rng, 0.6, 1.3),
        is_left_hand=chance(rng, 0.5),
        elevation=uniform(rng, 15, 60),
    )


def draw_limb(rng: Rng, canvas: Canvas, camera: RenderCamera, arm: Limb) -> None:
    """Draw the arm with its shadow over everything drawn so far."""
    scale = camera.scale_at(*arm.tip)
    size, strokes = canvas.owner.shape, [(points, width * scale) for points, width in _strokes(arm)]
    shadow = _mask(size, camera, strokes, 0.0, 10.0)
    _darken(canvas, shadow, 8 * scale)
    for part, colour in ((strokes[1:], arm.skin), (strokes[:1], arm.sleeve)):
        mask = _mask(size, camera, part, arm.elevation, 0.0)
        _cover(rng, canvas, mask, colour, 9 * scale)


def _strokes(arm: Limb) -> list[tuple[Points, float]]:
    """Return the arm as strokes: first the sleeve, then forearm, palm and five fingers. A stroke is a
    line of points (n, 2) and its thickness, in mm on the table."""
    ahead = xy(arm.heading)
    side = xy([-ahead[1], ahead[0]]) * (-1 if arm.is_left_hand else 1)
    tip = xy(arm.tip)

    def at(back: float, across: float) -> Points:
        return np.asarray(tip - ahead * back + side * across, np.float32)

    wrist, elbow = 165.0, 900.0
    lines = [
        (np.stack([at(wrist + arm.bare_forearm, 0), at(elbow, 30)]), 92.0),
        (np.stack([at(wrist - 20, 0), at(wrist + arm.bare_forearm + 20, 2)]), 58.0),
    ]
    lines.append((np.stack([at(105, -4), at(150, 0)]), 76.0))
    for place, (reach, root) in enumerate(((20, -30), (4, -11), (0, 9), (14, 29))):
        bent = root * (0.75 + 0.7 * arm.finger_spread)
        lines.append(
            (np.stack([at(reach, bent), at(60, 0.9 * root), at(110, root * 0.8)]), 17.0 - place * 0.5)
        )
    lines.append((np.stack([at(70, -58 * arm.finger_spread), at(105, -46), at(140, -20)]), 20.0))
    return lines


def _mask(
    size: tuple[int, ...],
    camera: RenderCamera,
    strokes: list[tuple[Points, float]],
    elevation: float,
    shadow_offset: float,
) -> np.ndarray:
    """Return the mask of an arm, drawn as thick lines (`strokes`: points in mm, thickness in pixels) at
    `elevation` mm above the table. For the arm's shadow, the lines are moved right and down by
    `shadow_offset` mm. `size` is the picture's rows and columns."""
    mask = np.zeros(size, np.uint8)
    lift = camera.position[2] / max(50.0, camera.position[2] - elevation)
    for points, width in strokes:
        pixels = camera.project(points + xy(shadow_offset), elevation)
        thick = min(width * lift, 4000.0)
        polyline(mask, np.clip(pixels, -8000, 8000), 255, thick)
    return mask


def _darken(canvas: Canvas, mask: np.ndarray, blur: float) -> None:
    soft = _soft(mask, blur)
    keep = cv2.cvtColor(255 - np.asarray(soft * 0.5, np.uint8), cv2.COLOR_GRAY2BGR)
    cv2.multiply(canvas.image, keep, dst=canvas.image, scale=1 / 255)


def _soft(mask: np.ndarray, blur: float) -> np.ndarray:
    """Return the mask blurred by `blur` pixels, computed at a quarter of the size to save time."""
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), max(0.5, blur / 4))
    return np.asarray(cv2.resize(small, mask.shape[::-1], interpolation=cv2.INTER_LINEAR))


def _cover(rng: Rng, canvas: Canvas, mask: np.ndarray, colour: Colour, roundness: float) -> None:
    """Draw skin or cloth where the mask is. It is darker towards its edges, by `roundness` pixels, and
    slightly mottled."""
    if not mask.any():
        return
    x, y, width, height = cv2.boundingRect(mask)
    cut = (slice(y, y + height), slice(x, x + width))
    shade = 0.45 + 0.62 * _soft(mask, roundness)[cut].astype(np.float32) / 255
    shade *= 1 + uniform(rng, 0.03, 0.12) * clouds(rng, height, width, 6, 3)
    body = np.clip(xy(colour) * shade[..., None], 0, 255)
    cover = mask[cut][..., None].astype(np.float32) / 255
    area = canvas.image[cut]
    area[:] = (area + (body - area) * cover).astype(np.uint8)
    solid = mask > 127
    canvas.owner[solid] = -1
    canvas.gloss[solid] = 20


def draw_body(rng: Rng, canvas: Canvas) -> None:
    """Draw the clothes of a person who sits at a random edge of the picture."""
    height, width = canvas.owner.shape
    depth = uniform(rng, 0.08, 0.4)
    x = np.linspace(-0.1, 1.1, 16)
    bulge = np.exp(-(((x - uniform(rng, 0.2, 0.8)) / uniform(rng, 0.2, 0.6)) ** 2))
    y = 1 - depth * (0.3 + 0.7 * bulge + rng.normal(0, 0.02, 16))
    outline = xy([*np.stack([x, y], 1), [1.1, 1.2], [-0.1, 1.2]])
    side = int(rng.integers(4))
    for _ in range(side):
        outline = np.stack([1 - outline[:, 1], outline[:, 0]], 1)
    mask = np.zeros((height, width), np.uint8)
    polygon(mask, (outline * xy([width, height])).astype(np.float32), 255)
    _cover(rng, canvas, mask, hsv(rng.random(), uniform(rng, 0, 0.6), uniform(rng, 0.1, 0.6)), 0.05 * width)
    folds = tint(canvas.image, clouds(rng, height, width, 6, 3), 0.2)
    cv2.copyTo(folds, mask, canvas.image)
