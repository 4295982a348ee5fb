"""Degrade labelled photographs on purpose: turned, tilted, smaller, darker, blurred, noisy.

The photographs are few. A reader that reads all their degraded versions right does not owe its result to
chance.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Picture
from vision.lab.measuring.measure import LabelledPhoto
from vision.lab.render.degradations import veiled

Matrix = NDArray[np.float64]
PictureChange = Callable[[Picture, np.random.Generator], NDArray[np.generic]]
ViewChange = Callable[[int, int], Matrix]
"""A function of the width and height of a photograph, pixels. It returns the homography (3, 3) from
pixels of the photograph to pixels of the degraded picture."""


def _gamma(power: float) -> PictureChange:
    return lambda picture, _: 255 * (picture / 255.0) ** power


def _noise(levels: float) -> PictureChange:
    return lambda picture, chance: picture + chance.normal(0, levels, picture.shape)


def _blur(pixels: float) -> PictureChange:
    return lambda picture, _: cv2.GaussianBlur(picture, (0, 0), pixels)


def _shaken(pixels: int) -> PictureChange:
    """Return a function that blurs a photograph sideways over `pixels` pixels, as a movement during the
    exposure does."""
    return lambda picture, _: cv2.blur(picture, (pixels, 1))


def _jpeg(quality: int) -> PictureChange:
    def packed(picture: Picture, _: np.random.Generator) -> NDArray[np.generic]:
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    return packed


def _tint(blue: float, green: float, red: float) -> PictureChange:
    return lambda picture, _: picture * np.array([blue, green, red])


def _shade(darkest: float) -> PictureChange:
    """Return a function that darkens a photograph evenly from right to left. The right edge stays as it is;
    the left edge keeps the share `darkest` of its light."""

    def shaded(picture: Picture, _: np.random.Generator) -> NDArray[np.generic]:
        return np.asarray(picture * np.linspace(darkest, 1, picture.shape[1])[None, :, None])

    return shaded


def _sharpened(picture: Picture, _: np.random.Generator) -> NDArray[np.generic]:
    """Return the picture sharpened as much as phones do."""
    return 2.0 * picture - cv2.GaussianBlur(picture, (0, 0), 2)


def _scaled(times: float) -> ViewChange:
    return lambda _, __: np.diag([times, times, 1.0])


def _turned(degrees: float) -> ViewChange:
    turn = np.radians(degrees)
    map_ = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    return lambda _, __: map_


def _tilted(share: float) -> ViewChange:
    """Return a function that shows a photograph as a tilted camera would. The far edge becomes shorter at
    each end by `share` of the picture's width."""

    def tilt(width: int, height: int) -> Matrix:
        off = share * width
        now = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        then = np.array([[off, off / 2], [width - off, off / 2], [width, height], [0, height]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(now, then), np.float64)

    return tilt


def _veil(share: float) -> PictureChange:
    return lambda picture, chance: veiled(chance, picture, share)


LIGHT_AND_OPTICS: Final[dict[str, PictureChange]] = {
    "gamma 0.6": _gamma(0.6), "gamma 1.7": _gamma(1.7), "gamma 2.5": _gamma(2.5),
    "noise 12": _noise(12), "noise 22": _noise(22), "blur 1.5": _blur(1.5), "blur 2.5": _blur(2.5),
    "shaken 7": _shaken(7), "JPEG 30": _jpeg(30), "JPEG 15": _jpeg(15), "sharpened": _sharpened,
    "lamp": _tint(0.65, 0.9, 1.05), "sky": _tint(1.1, 0.95, 0.75), "shade": _shade(0.35),
    "fog 0.5": _veil(0.5),
}  # fmt: skip
"""The degradations of light and optics, by name. A number in a name is the strength: a power, a standard
deviation in grey levels or pixels, a length in pixels, a quality or a share."""

VIEW_CHANGES: Final[dict[str, ViewChange]] = {
    "0.85 times": _scaled(0.85), "0.7 times": _scaled(0.7), "0.55 times": _scaled(0.55),
    "1.3 times": _scaled(1.3), "turned 17": _turned(17), "turned 45": _turned(45), "turned 90": _turned(90),
    "turned 123": _turned(123), "turned 180": _turned(180), "tilted 0.08": _tilted(0.08),
    "tilted 0.15": _tilted(0.15),
}  # fmt: skip
"""The ways in which a photograph is scaled, turned or tilted to measure the reader, by name. The number in
a name is a factor on the size, an angle in degrees, or the share of the picture's width that the far edge
loses at each end."""

WIDER_VIEWS: Final[dict[str, float]] = {"farther 1.6": 1.6, "farther 2.4": 2.4}
"""The views of a camera that sees more of the table, each with the factor on the picture's width and
height. A card keeps its size in pixels. The added rim repeats the colours of the photograph's border."""

DEGRADATIONS: Final = (*LIGHT_AND_OPTICS, *VIEW_CHANGES, *WIDER_VIEWS)
"""The names of all ways in which labelled photographs are degraded to measure the reader."""


def degrade(
    degradation: str, picture: Picture, photo: LabelledPhoto, seed: int = 1
) -> tuple[Picture, LabelledPhoto]:
    """Return a photograph (h, w, 3) after one of the `DEGRADATIONS`, with its labels moved to fit. `seed`
    decides the noise."""
    if degradation in LIGHT_AND_OPTICS:
        seen = LIGHT_AND_OPTICS[degradation](picture, np.random.default_rng(seed))
        return np.clip(seen, 0, 255).astype(np.uint8), photo
    height, width = picture.shape[:2]
    if degradation in WIDER_VIEWS:
        right, low = (round((WIDER_VIEWS[degradation] - 1) / 2 * side) for side in (width, height))
        wider = cv2.copyMakeBorder(picture, low, low, right, right, cv2.BORDER_REPLICATE)
        shift = np.array([right, low], np.float32)
        pieces = tuple(replace(piece, quad=piece.quad + shift) for piece in photo.pieces)
        return np.asarray(wider, np.uint8), replace(photo, pieces=pieces)
    onto, size = _shifted_into_picture(VIEW_CHANGES[degradation](width, height), width, height)
    fewer = abs(float(np.linalg.det(onto[:2, :2]))) < 1
    interpolation = cv2.INTER_AREA if fewer else cv2.INTER_LINEAR
    moved = cv2.warpPerspective(picture, onto, size, flags=interpolation, borderMode=cv2.BORDER_REPLICATE)
    pieces = tuple(replace(piece, quad=_mapped_quad(onto, piece.quad)) for piece in photo.pieces)
    return np.asarray(moved, np.uint8), replace(photo, pieces=pieces)


def _shifted_into_picture(onto: Matrix, width: int, height: int) -> tuple[Matrix, tuple[int, int]]:
    """Return the homography `onto`, shifted so that it maps the whole photograph of `width` by `height`
    pixels into the new picture. Return also the width and height of the new picture, pixels."""
    corners = _mapped_quad(onto, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32))
    low, high = corners.min(0), corners.max(0)
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    across, down = np.ceil(high - low).astype(int).tolist()
    return shift @ onto, (across, down)


def _mapped_quad(onto: Matrix, quad: NDArray[np.float32]) -> NDArray[np.float32]:
    mapped = cv2.perspectiveTransform(quad[None].astype(np.float64), onto)[0]
    return np.asarray(mapped, np.float32)
