"""Simulate the camera's sensor: exposure, colour, blur, noise, sharpening, compression."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brushes import Image, Rng, chance, uniform, xy

_NOISE_PIXELS = 512
"""The side of the squares of stored noise, pixels. Larger pictures show the same noise again. Most training
pictures are smaller. The four squares take six megabytes."""


def quick_post(rng: Rng, image: Image) -> Image:
    """Return the picture as a random camera would take it: with other brightness, colours, sharpness and
    noise. Shapes and places stay the same."""
    out = _fringed(rng, image) if chance(rng, 0.15) else image
    out = _bloom(rng, out) if chance(rng, 0.2) else out
    out = _colours(rng, out)
    out = _soften(rng, out)
    if chance(rng, 0.2):
        out = _sharpen(out, uniform(rng, 0.2, 1.2))
    out = _noisy(rng, out)
    if chance(rng, 0.25):
        out = _sharpen(out, uniform(rng, 0.2, 0.9))
    return _compress(rng, out) if chance(rng, 0.75) else out


def _fringed(rng: Rng, image: Image) -> Image:
    """Return the image with red and blue slightly larger or smaller than green, as cheap lenses show it."""
    height, width = image.shape[:2]
    parts = list(cv2.split(image))
    for channel in (0, 2):
        grown = 1 + float(rng.normal(0, 0.0007))
        matrix = np.array([[grown, 0, (1 - grown) * width / 2], [0, grown, (1 - grown) * height / 2]])
        parts[channel] = cv2.warpAffine(
            parts[channel], matrix, (width, height), borderMode=cv2.BORDER_REPLICATE
        )
    return np.asarray(cv2.merge(parts), np.uint8)


def _bloom(rng: Rng, image: Image) -> Image:
    """Return the image with light spilt from bright places into their surroundings."""
    small = cv2.resize(image, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), uniform(rng, 1, 6))
    full = cv2.resize(soft, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    share = uniform(rng, 0.05, 0.25)
    return np.asarray(cv2.addWeighted(image, 1 - share * 0.6, full, share, 0), np.uint8)


def _colours(rng: Rng, image: Image) -> Image:
    """Return the image with changed white balance and saturation (one matrix), exposure, contrast and
    gamma (one curve)."""
    saturation = uniform(rng, 0.0, 0.3) if chance(rng, 0.06) else uniform(rng, 0.5, 1.25)
    grey = xy([0.114, 0.587, 0.299])
    matrix = saturation * np.eye(3, dtype=np.float32) + (1 - saturation) * grey
    gains = 1 + rng.normal(0, 0.05, 3)
    mixed = cv2.transform(image, (gains[:, None] * matrix).astype(np.float32))
    return np.asarray(cv2.LUT(mixed, _curve(rng)), np.uint8)


def _curve(rng: Rng) -> NDArray[np.uint8]:
    x = np.arange(256) / 255
    gain, gamma = float(np.exp(rng.normal(0.0, 0.15))), float(np.exp(rng.normal(0, 0.2)))
    y = np.clip(x * gain, 0, None) ** gamma
    bend = uniform(rng, -0.15, 0.45)
    y = np.clip(y, 0, 1)
    y = y + bend * (y * y * (3 - 2 * y) - y)
    floor = uniform(rng, 0, 0.08) if chance(rng, 0.3) else 0.0
    return np.clip(255 * (floor + (1 - floor) * y), 0, 255).astype(np.uint8)


def _soften(rng: Rng, image: Image) -> Image:
    """Return the image blurred: out of focus, shaken, or at a lower resolution."""
    kind = rng.random()
    if kind < 0.5:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), uniform(rng, 0.3, 1.0)), np.uint8)
    if kind < 0.62:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), uniform(rng, 1.0, 2.2)), np.uint8)
    if kind < 0.72:
        return np.asarray(cv2.filter2D(image, -1, _streak(rng)), np.uint8)
    if kind < 0.84:
        share = uniform(rng, 0.45, 0.9)
        small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        flag = cv2.INTER_CUBIC if chance(rng, 0.5) else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=flag), np.uint8)
    return image


def _streak(rng: Rng) -> NDArray[np.float32]:
    length, turn = uniform(rng, 1.5, 6), uniform(rng, 0, np.pi)
    kernel = np.zeros((9, 9), np.float32)
    for step in np.linspace(-length / 2, length / 2, 25):
        kernel[round(4 + step * np.sin(turn)), round(4 + step * np.cos(turn))] += 1
    soft = cv2.GaussianBlur(kernel, (0, 0), 0.5)
    return np.asarray(soft / soft.sum(), np.float32)


def _sharpen(image: Image, amount: float) -> Image:
    soft = cv2.GaussianBlur(image, (0, 0), 1.4)
    return np.asarray(cv2.addWeighted(image, 1 + amount, soft, -amount, 0), np.uint8)


@lru_cache(maxsize=1)
def _grain() -> NDArray[np.int16]:
    """Return a cached stock of noise for pictures: four squares (4, rows, columns, 3) of standard deviation
    32, two fine and two coarser. To draw new random numbers for every pixel of each picture would be too
    slow."""
    fine = np.random.default_rng(1).standard_normal((4, _NOISE_PIXELS, _NOISE_PIXELS, 3)).astype(np.float32)
    fine[2:] = [cv2.GaussianBlur(part, (0, 0), 0.8) * 2.6 for part in fine[2:]]
    return np.round(fine * 32).astype(np.int16)


def grain(rng: Rng, height: int, width: int, luma: float, chroma: float) -> NDArray[np.int16]:
    """Return sensor noise (rows, columns, 3) with two standard deviations: `luma` for noise that is the
    same in all channels, and `chroma` for noise that is independent in each channel."""
    stock = _grain()[int(rng.integers(4))]
    down, along = int(rng.integers(_NOISE_PIXELS)), int(rng.integers(_NOISE_PIXELS))
    mirror = chance(rng, 0.5)
    matrix = xy(np.eye(3) * chroma + xy([[luma], [luma], [luma]]) @ xy([[1, 0, 0]])) / 32
    # Take only as much of the square as is needed: most pictures are crops of one or two hundred pixels.
    rows, columns = (np.arange(min(n, _NOISE_PIXELS)) for n in (height, width))
    part = stock.take((rows - down) % _NOISE_PIXELS, 0)
    part = part.take(((-1 - columns if mirror else columns) - along) % _NOISE_PIXELS, 1)
    tile = cv2.repeat(cv2.transform(part, matrix), -(-height // _NOISE_PIXELS), -(-width // _NOISE_PIXELS))
    return np.asarray(tile[:height, :width], np.int16)


def _noisy(rng: Rng, image: Image) -> Image:
    strength = float(np.exp(rng.normal(0.7, 0.7)))
    noise = grain(rng, image.shape[0], image.shape[1], strength, strength * uniform(rng, 0.2, 1.0))
    return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)


def _compress(rng: Rng, image: Image) -> Image:
    quality = int(rng.integers(40, 96))
    coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
