"""Turn the traced light into a picture, as a small camera does: lens, exposure, white balance, sharpness,
noise."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from deploy.lab.traced.camera import PinholeCamera
from deploy.lab.traced.faces import Rng
from deploy.lab.traced.lights import Light, irradiance

Radiance = NDArray[np.float32]
"""Linear light as an array (rows, columns, 3), red first."""


@dataclass(frozen=True, slots=True)
class Development:
    """The settings of the camera with which a picture is developed."""

    level: float
    """The mean brightness to which the picture is exposed, as a share of full white."""
    max_highlight: float
    """The greatest brightness of a picture's bright parts, as a share of full white. If they would be
    brighter, the exposure is lowered. Above 1, they may be overexposed."""
    balance: float
    """The share of the light's tint that the white balance removes, 0-1."""
    blur: float
    """The blur of the lens (sigma), pixels of a picture of full size."""
    shake: float
    """The length of the motion blur, pixels of a picture of full size."""
    shake_turn: float
    """The direction of the motion blur, degrees."""
    noise: float
    """The strength of the noise, as a share of full white."""
    sharpening: float
    """The strength of the sharpening: 0 for none."""
    curve: float
    """The strength of the tone curve, 0-1."""
    falloff: float
    """The share of the light that the corners of the picture lose."""
    bloom: float
    """The share of the light that the lens spreads as haze."""
    quality: int
    """The JPEG quality."""


def random_development(rng: Rng, sub: str | None) -> Development:
    """Return random settings by which traced light becomes a picture. If `sub` is `dim`, the picture
    becomes dim; if it is `blur`, blurred; otherwise ordinary."""
    dim, blurred = sub == "dim", sub == "blur"
    return Development(
        level=float(rng.uniform(0.025, 0.06) if dim else rng.uniform(0.18, 0.38)),
        max_highlight=float(rng.uniform(0.3, 0.5) if dim else rng.uniform(0.68, 1.1)),
        balance=float(rng.uniform(0.6, 1.0)),
        blur=float(rng.uniform(1.3, 2.2) if blurred else rng.uniform(0.4, 0.9)),
        shake=float(rng.uniform(3, 8) if blurred else 0.0),
        shake_turn=float(rng.uniform(0, 180)),
        noise=float(rng.uniform(0.012, 0.025) if dim else rng.uniform(0.003, 0.009)),
        sharpening=float(rng.uniform(0.2, 0.8)),
        curve=float(rng.uniform(0.1, 0.35)),
        falloff=float(rng.uniform(0.1, 0.35)),
        bloom=float(rng.uniform(0.015, 0.06)),
        quality=int(rng.integers(82, 95)),
    )


def developed(
    rng: Rng, seen: Radiance, light: Light, camera: PinholeCamera, how: Development, scale: float
) -> NDArray[np.uint8]:
    """Return the picture (rows, columns, 3), red first, that the camera makes of the traced light `seen`.

    The picture is `scale` times as large as the camera's.
    """
    image = _through_lens(np.minimum(seen, 60 * np.median(seen) + 1), camera, scale)
    image *= _balance(irradiance(light), how.balance)
    luminance = image.mean(2)
    gain = min(how.level / float(luminance.mean()), how.max_highlight / float(np.percentile(luminance, 96)))
    image = _hazed(image * gain, how, scale) * _vignette(image.shape[:2], how.falloff)[..., None]
    image = _blurred(image, how, scale)
    grain = rng.normal(0, 1, image.shape).astype(np.float32)
    image += how.noise * np.sqrt(np.clip(image, 0, 1) + 0.03) * cv2.GaussianBlur(grain, (0, 0), 0.6) * 1.6
    tone = _curve(_encoded(np.clip(image, 0, 1)), how.curve)
    soft = cv2.GaussianBlur(tone, (0, 0), 1.2)
    sharpened = np.clip(tone + how.sharpening * (tone - soft), 0, 1)
    return (sharpened * 255 + 0.5).astype(np.uint8)


def _through_lens(light: Radiance, camera: PinholeCamera, scale: float) -> Radiance:
    x, y = camera.straightened()
    size = (round(camera.width * scale), round(camera.height * scale))
    across, down = (cv2.resize(v.astype(np.float32), size, interpolation=cv2.INTER_AREA) for v in (x, y))
    share = light.shape[1] / camera.width
    columns, rows = ((v + 0.5) * share - 0.5 for v in (across, down))
    return np.asarray(
        cv2.remap(light, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def _balance(colour: NDArray[np.float64], share: float) -> Radiance:
    """Return the gains of the white balance for a light of this colour: red, green, blue.

    With `share` 1 white paper becomes white again. A lower share leaves a part of the tint.
    """
    return np.asarray((colour.mean() / colour) ** share, np.float32)


def _hazed(image: Radiance, how: Development, scale: float) -> Radiance:
    bright = np.clip(image, 0, 6)
    small = cv2.resize(bright, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    haze = cv2.GaussianBlur(small, (0, 0), 12 * scale)
    wide = cv2.resize(haze, (image.shape[1], image.shape[0]))
    return np.asarray(image * (1 - how.bloom) + how.bloom * wide, np.float32)


def _vignette(shape: tuple[int, ...], falloff: float) -> NDArray[np.float32]:
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    return np.asarray(1 - falloff * (x**2 + y**2) / 2, np.float32)


def _blurred(image: Radiance, how: Development, scale: float) -> Radiance:
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), max(0.3, how.blur * scale)), np.float32)
    length = round(how.shake * scale)
    if length < 2:
        return image
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    a = np.radians(how.shake_turn)
    step = np.array([np.cos(a), np.sin(a)]) * length / 2
    first, last = (
        tuple((np.array([length, length]) + s * step).round().astype(int).tolist()) for s in (-1, 1)
    )
    cv2.line(kernel, first, last, 1.0, 1, cv2.LINE_AA)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)


def _encoded(linear: Radiance) -> Radiance:
    """Return linear light (0-1) in the encoding of sRGB (0-1)."""
    return np.where(linear < 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 1e-8) ** (1 / 2.4) - 0.055)


def _curve(tone: Radiance, strength: float) -> Radiance:
    """Return the brightness of each pixel (0-1) after a slight S curve, which darkens shadows and brightens
    highlights."""
    return np.asarray((1 - strength) * tone + strength * (3 * tone**2 - 2 * tone**3), np.float32)
