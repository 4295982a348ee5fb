"""Draw the basic elements of a picture: noise, colours, soft shapes. Pictures are BGR uint8; lengths are
pixels unless a name says mm."""

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Image = NDArray[np.uint8]
"""The pixels of a picture, (rows, columns, 3) BGR."""

Mask = NDArray[np.uint8]
"""The coverage of each pixel, (rows, columns), 0-255."""

Field = NDArray[np.float32]
"""One number for each pixel, (rows, columns), such as noise or brightness."""

Points = NDArray[np.floating]
"""Points (n, 2): x, y."""

Rng = np.random.Generator
Colour = tuple[float, float, float]
"""A colour: blue, green, red, 0-255."""

_SUBPIXEL: Final = 4
"""The number of binary places of coordinates that OpenCV gets: 4, for sixteenths of a pixel. This is finer
than smoothed edges show."""


@dataclass(frozen=True, slots=True)
class CardBox:
    """An upright rectangle on a card, mm from its top left corner."""

    left: float
    """The left edge, mm."""
    top: float
    """The top edge, mm."""
    right: float
    """The right edge, mm."""
    bottom: float
    """The bottom edge, mm."""

    def turned(self, width: float, height: float) -> "CardBox":
        """Return the box after half a turn of its card, which is `width` by `height` mm."""
        return CardBox(width - self.right, height - self.bottom, width - self.left, height - self.top)

    @property
    def corners(self) -> Points:
        """The box's corners (4, 2), mm on the card: top left, top right, bottom right, bottom left."""
        return np.array(
            [
                [self.left, self.top],
                [self.right, self.top],
                [self.right, self.bottom],
                [self.left, self.bottom],
            ],
            np.float32,
        )


@dataclass(frozen=True, slots=True)
class Patch:
    """A flat picture of an object, with its coverage. The canvas warps it onto the object's place."""

    image: Image
    """The pixels of the picture."""
    alpha: Mask
    """The coverage of each pixel, 0-255. It is 0 outside the object."""


def xy(values: ArrayLike) -> NDArray[np.float32]:
    """Return `values` (points, colours or weights) as a float32 array."""
    return np.asarray(values, np.float32)


def uniform(rng: Rng, low: float, high: float) -> float:
    """Return a random number between `low` and `high`."""
    return float(rng.uniform(low, high))


def chance(rng: Rng, share: float) -> bool:
    """Return True with the probability `share`."""
    return bool(rng.random() < share)


_Name = TypeVar("_Name", bound=str)


def weighted(rng: Rng, weights: Mapping[_Name, float]) -> _Name:
    """Return a random one of the names. Each has the probability that is its weight; the weights sum to 1."""
    mark = rng.random()
    for name, weight in weights.items():
        mark -= weight
        if mark < 0:
            return name
    return name


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Convert a hue in turns, and a saturation and a value from 0 to 1, to a colour: blue, green, red,
    0-255."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return (blue * 255, green * 255, red * 255)


def jitter(rng: Rng, colour: Colour, amount: float) -> Colour:
    """Return `colour` with a random change: up to half of `amount` in each channel separately, and up to
    `amount` in all three channels alike."""
    moved = np.array(colour) + rng.uniform(-amount, amount, 3) * 0.5 + rng.uniform(-amount, amount)
    blue, green, red = np.clip(moved, 0, 255)
    return (float(blue), float(green), float(red))


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return the colour that consists of `share` (0-1) of `b` and the rest of `a`."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)


def even_area(height: int, width: int, colour: Colour) -> Image:
    """Return an image of `height` by `width` pixels in one colour."""
    out = np.empty((height, width, 3), np.uint8)
    out[:] = np.clip(np.round(colour), 0, 255).astype(np.uint8)
    return out


def noise(rng: Rng, height: int, width: int, cells_y: float, cells_x: float | None = None) -> Field:
    """Return smooth noise, roughly -1 to 1, with `cells_y` random cells down and `cells_x` across (by
    default as many as down)."""
    rows = int(np.clip(round(cells_y), 2, height))
    columns = int(np.clip(round(cells_y if cells_x is None else cells_x), 2, width))
    grid = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def clouds(rng: Rng, height: int, width: int, cells: float, octaves: int = 4) -> Field:
    """Return the sum of noise on several scales. Each finer scale is half as strong as the scale before."""
    out = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        out += noise(rng, height, width, cells * 2**octave) * 0.5**octave
    return out


def tint(image: Image, field: NDArray[np.floating], strength: float, colour: Colour | None = None) -> Image:
    """Return the image made brighter, or mixed with a colour, in places. `field` (rows, columns) times
    `strength` is the weight at each pixel. Without a `colour`, the pixel becomes brighter by the weight, as a
    share of its brightness. With a `colour`, the weight is the share of that colour in the pixel."""
    weight = (field * strength).astype(np.float32)
    # The weight is repeated for the three channels. OpenCV does this several times as fast as NumPy.
    if colour is None:
        return np.asarray(cv2.multiply(image, cv2.merge([1 + weight] * 3), dtype=cv2.CV_8U), np.uint8)
    base, share = image.astype(np.float32), cv2.merge([np.clip(weight, 0, 1)] * 3)
    return saturated(base + (np.array(colour, np.float32) - base) * share)


def saturated(values: NDArray[np.float32]) -> Image:
    """Return the numbers as bytes: rounded, and clipped to 0-255."""
    return np.asarray(cv2.convertScaleAbs(np.maximum(values, 0)), np.uint8)


def stamp(image: Image, coverage: Mask, colour: Colour, left: float, top: float) -> None:
    """Print ink in `colour` onto `image`, in place. `coverage` is the ink's mask; its top left corner
    lies at `left` and `top`. Parts beyond the image are cut off."""
    x, y = round(left), round(top)
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + coverage.shape[1], image.shape[1]), min(y + coverage.shape[0], image.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    area = image[y0:y1, x0:x1]
    weight = coverage[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    area[:] = (area + (np.array(colour, np.float32) - area) * weight + 0.5).astype(np.uint8)


def polygon(image: NDArray[np.uint8], points: Points, colour: Colour | float) -> None:
    """Draw a filled polygon with smooth edges, to a fraction of a pixel."""
    fixed = np.round(points * (1 << _SUBPIXEL)).astype(np.int32)
    cv2.fillPoly(image, [fixed], colour, cv2.LINE_AA, _SUBPIXEL)


def polyline(
    image: NDArray[np.uint8], points: Points, colour: Colour | float, width: float, closed: bool = False
) -> None:
    """Draw smooth-edged strokes `width` pixels wide."""
    fixed = np.round(points * (1 << _SUBPIXEL)).astype(np.int32)
    cv2.polylines(image, [fixed], closed, colour, max(1, round(width)), cv2.LINE_AA, _SUBPIXEL)


def disc(
    image: NDArray[np.uint8], centre: tuple[float, float], radius: float, colour: Colour | float
) -> None:
    """Draw a filled circle."""
    polygon(image, ring(centre, radius), colour)


def ring(centre: tuple[float, float], radius: float, count: int = 48) -> Points:
    """Return `count` points (count, 2) at equal distances on a circle."""
    turn = np.arange(count, dtype=np.float32) * (2 * np.pi / count)
    return np.stack([centre[0] + radius * np.cos(turn), centre[1] + radius * np.sin(turn)], 1).astype(
        np.float32
    )


def rounded(width: float, height: float, radius: float) -> Points:
    """Return the outline of a rectangle at the origin with round corners, clockwise from the top left."""
    if radius <= 0:
        return CardBox(0, 0, width, height).corners
    turn = np.linspace(0, np.pi / 2, 7, dtype=np.float32)
    arc = np.stack([-np.cos(turn), -np.sin(turn)], 1) * radius
    centres = CardBox(radius, radius, width - radius, height - radius).corners
    parts = []
    for quarter, centre in enumerate(centres):
        cosine, sine = np.cos(quarter * np.pi / 2), np.sin(quarter * np.pi / 2)
        parts.append(arc @ np.array([[cosine, sine], [-sine, cosine]], np.float32) + centre)
    return np.concatenate(parts).astype(np.float32)


def star(
    centre: tuple[float, float], radius: float, points: int = 5, inner: float = 0.4, turn: float = 0.0
) -> Points:
    """Return the outline of a star with `points` points. One of them points upwards; then the star is
    turned by `turn`, radians. `inner` is the radius of the notches, a share of `radius`."""
    angles = turn - np.pi / 2 + np.arange(2 * points) * np.pi / points
    radii = np.where(np.arange(2 * points) % 2 == 0, radius, radius * inner)
    return np.stack([centre[0] + radii * np.cos(angles), centre[1] + radii * np.sin(angles)], 1).astype(
        np.float32
    )


def spin(points: Points, degrees: float, centre: tuple[float, float] = (0.0, 0.0)) -> Points:
    """Return the points turned clockwise by `degrees` about `centre`, with y downwards."""
    angle = np.deg2rad(degrees)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    return ((points - xy(centre)) @ matrix + xy(centre)).astype(np.float32)
