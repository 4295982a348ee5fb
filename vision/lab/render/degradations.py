"""Degrade a picture as faults of the light, the table and the camera do: too little or too much light, a
lamp reflected on a card, a lens out of focus or smeared, a moved or shaken camera."""

import cv2
import numpy as np

from vision.lab.render.lamps import streak
from vision.render.brushes import Image, Points, Rng, uniform, xy


def dimmed(rng: Rng, image: Image, gain: float) -> Image:
    """Return the picture with `gain` (0-1) of its light, and the noise that a sensor has in so little
    light."""
    less = image.astype(np.float32) * gain
    # The variance is that of read noise, two grey levels, plus that of photon noise, which grows with the
    # light.
    noise = rng.standard_normal(image.shape).astype(np.float32) * np.sqrt(4 + 0.15 * less)
    return np.asarray(np.clip(np.rint(less + noise), 0, 255), np.uint8)


def unfocused(rng: Rng, image: Image, blur: float) -> Image:
    """Return the picture out of focus: every point is spread by `blur` pixels (standard deviation)."""
    soft = cv2.GaussianBlur(image, (0, 0), blur).astype(np.float32)
    return np.asarray(np.clip(soft + rng.normal(0, 2, image.shape), 0, 255), np.uint8)


def overexposed(image: Image, gain: float, flare: float = 0.0) -> Image:
    """Return the picture with `gain` (1 or more) times its light, and `flare` grey levels of stray light.
    Places that become brighter than 255 are white."""
    return np.asarray(np.clip(image.astype(np.float32) * gain + flare, 0, 255), np.uint8)


def shaken(rng: Rng, image: Image, length: float, turn: float) -> Image:
    """Return the picture as a camera takes it that moves during the exposure, by `length` pixels in the
    direction `turn` (radians, clockwise from right)."""
    moved = cv2.filter2D(image, -1, streak(turn, length)).astype(np.float32)
    return np.asarray(np.clip(moved + rng.normal(0, 1.5, image.shape), 0, 255), np.uint8)


def mirrored(rng: Rng, image: Image, quad: Points, share: float = 0.6) -> Image:
    """Return the picture with a lamp reflected on the glossy card at `quad` (4, 2), pixels: a soft bright
    spot. Its diameter is about `share` of the card's side from the first to the last corner. The spot
    ends at the card's edge."""
    height, width = image.shape[:2]
    a, b, c, d = quad
    u, v = rng.uniform(0.35, 0.65, 2)
    centre = a * (1 - u) * (1 - v) + b * u * (1 - v) + c * u * v + d * (1 - u) * v
    reach = share * 0.5 * float(np.hypot(*(d - a)))
    y, x = np.mgrid[:height, :width].astype(np.float32)
    away = ((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / reach**2
    light = 230 * np.exp(-(away**2))
    card = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(card, np.round(quad).astype(np.int32), 1)
    return np.asarray(np.clip(image + (light * card)[..., None], 0, 255), np.uint8)


def smeared(rng: Rng, image: Image, at: tuple[float, float], reach: float, blur: float) -> Image:
    """Return the picture as a lens shows it with a finger's grease on it.

    The smear lies round `at` (shares of width and height) and reaches over `reach` of the width. There every
    point is spread by `blur` pixels, and the picture is slightly veiled.
    """
    height, width = image.shape[:2]
    soft = cv2.GaussianBlur(image, (0, 0), blur).astype(np.float32) * 0.85 + 25
    y, x = np.mgrid[:height, :width].astype(np.float32)
    turn, long = uniform(rng, 0, np.pi), uniform(rng, 1, 1.5)
    x, y = x - at[0] * width, y - at[1] * height
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    away = np.hypot(along / long, across) / (reach * width)
    veil = np.clip(1.5 - away, 0, 1)[..., None]
    mixed = image * (1 - veil) + soft * veil
    return np.asarray(np.clip(mixed + rng.normal(0, 1.5, image.shape), 0, 255), np.uint8)


def veiled(rng: Rng, image: Image, share: float) -> Image:
    """Return the picture as a lens shows it with fog or grease all over it. `share` (0-1) of every
    point's light is spread with a standard deviation of an eighth of the picture's width."""
    height, width = image.shape[:2]
    small = cv2.resize(image, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA).astype(np.float32)
    wide = cv2.GaussianBlur(small, (0, 0), 0.12 * small.shape[1])
    veil = cv2.resize(wide, (width, height), interpolation=cv2.INTER_LINEAR)
    mixed = image * np.float32(1 - share) + veil * np.float32(share)
    return np.asarray(np.clip(mixed + rng.normal(0, 1, image.shape), 0, 255), np.uint8)


def knocked(image: Image, across: float, down: float, degrees: float = 0.0) -> tuple[Image, Points]:
    """Return the picture after the camera was knocked, and the affine map (2, 3) from old pixels to new
    ones. The picture shifts by `across` and `down` pixels and turns by `degrees`."""
    height, width = image.shape[:2]
    onto = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    onto = onto + np.array([[0, 0, across], [0, 0, down]])
    moved = cv2.warpAffine(image, onto, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved, np.uint8), xy(onto)
