"""Draw table tops from random noise: wood, cloths, baize, laminate, marble, dark glass, newsprint."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from deploy.lab.traced.faces import Rng
from deploy.lab.traced.solids import Paint

Field = NDArray[np.float32]
"""An array of numbers (rows, columns), about 0 to 1, such as noise."""
Shade = NDArray[np.float32]
"""A picture (rows, columns, 3), sRGB 0 to 1."""

SIDE_PIXELS: Final = 2200
"""The width and the height of the picture of a table top, pixels."""
SIDE_MM: Final = 1100.0
"""The side of the table that the picture shows, mm. A larger table repeats the picture, mirrored."""


def noise(rng: Rng, across: float, down: float, octaves: int = 4) -> Field:
    """Return random clouds of several sizes as numbers from 0 to 1. The largest are `across` mm wide and
    `down` mm high."""
    total, share = np.zeros((SIDE_PIXELS, SIDE_PIXELS), np.float32), 0.0
    for k in range(octaves):
        size = tuple(max(2, min(SIDE_PIXELS, round(SIDE_MM / s * 2**k))) for s in (down, across))
        grid = rng.random(size).astype(np.float32)
        total += 0.5**k * cv2.resize(grid, (SIDE_PIXELS, SIDE_PIXELS), interpolation=cv2.INTER_CUBIC)
        share += 0.5**k
    return total / share


def _places() -> tuple[Field, Field]:
    y, x = np.mgrid[0:SIDE_PIXELS, 0:SIDE_PIXELS].astype(np.float32) * np.float32(SIDE_MM / SIDE_PIXELS)
    return x, y


def _between(low: tuple[float, ...], high: tuple[float, ...], share: Field) -> Shade:
    a, b = np.array(low, np.float32), np.array(high, np.float32)
    return a + (b - a) * np.clip(share, 0, 1)[..., None]


_WOODS: Final = {
    "pine": ((0.78, 0.58, 0.36), (0.55, 0.36, 0.18)),
    "oak": ((0.66, 0.49, 0.31), (0.42, 0.28, 0.15)),
    "beech": ((0.80, 0.63, 0.46), (0.66, 0.47, 0.31)),
    "walnut": ((0.40, 0.26, 0.17), (0.20, 0.12, 0.07)),
    "dark oak": ((0.25, 0.15, 0.09), (0.10, 0.06, 0.04)),
    "grey": ((0.58, 0.54, 0.49), (0.38, 0.35, 0.31)),
    "cherry": ((0.55, 0.28, 0.16), (0.34, 0.14, 0.08)),
}


def wood(rng: Rng) -> tuple[Shade, Paint]:
    """Draw a table of planks or of one board. The grain runs along x."""
    light, dark = _WOODS[list(_WOODS)[int(rng.integers(len(_WOODS)))]]
    _, y = _places()
    rings = y / rng.uniform(14, 60) + noise(rng, 700, 90, 4) * rng.uniform(4, 12)
    grain = (0.5 + 0.5 * np.sin(2 * np.pi * rings)) * noise(rng, 300, 60, 2)
    share = 0.6 * grain + 0.5 * noise(rng, 240, 2.5, 3) + 0.4 * noise(rng, 60, 1.0, 2) - 0.25
    shade = _between(light, dark, share)
    if rng.random() < 0.6:
        board = rng.uniform(70, 190)
        number = (y / board).astype(int)
        tone = (1 + rng.normal(0, 0.09, int(SIDE_MM / board) + 2)).astype(np.float32)
        seam = np.abs(y % board - board / 2) > board / 2 - 0.7
        shade *= tone[number][..., None]
        shade[seam] *= 0.35
    finish = Paint((0, 0, 0), roughness=rng.uniform(0.22, 0.6), clear_coat=0.0)
    return shade, finish


def _weave(rng: Rng) -> Field:
    x, y = _places()
    thread = rng.uniform(1.2, 2.4)
    over = 0.5 + 0.25 * np.sin(2 * np.pi * x / thread) + 0.25 * np.sin(2 * np.pi * y / thread)
    return np.asarray(0.86 + 0.14 * over + 0.06 * (noise(rng, 160, 160) - 0.5), np.float32)


_CLOTHS: Final = (
    (0.88, 0.86, 0.81), (0.30, 0.37, 0.52), (0.55, 0.20, 0.20), (0.35, 0.42, 0.34), (0.72, 0.62, 0.45),
    (0.62, 0.66, 0.70), (0.24, 0.24, 0.27),
)  # fmt: skip


def cloth(rng: Rng) -> tuple[Shade, Paint]:
    """Draw a cloth of one colour or with stripes."""
    colour = np.array(_CLOTHS[int(rng.integers(len(_CLOTHS)))], np.float32)
    shade = np.broadcast_to(colour, (SIDE_PIXELS, SIDE_PIXELS, 3)).copy()
    if rng.random() < 0.5:
        x, _ = _places()
        other = np.array(_CLOTHS[int(rng.integers(len(_CLOTHS)))], np.float32)
        every, thick = rng.uniform(25, 90), rng.uniform(2, 14)
        shade[(x % every) < thick] = 0.4 * colour + 0.6 * other
    return shade * _weave(rng)[..., None], Paint((0, 0, 0), roughness=0.95, shine=0.1)


def chequered(rng: Rng) -> tuple[Shade, Paint]:
    """Draw gingham: crossing stripes of one colour on white."""
    colours = ((0.62, 0.10, 0.12), (0.15, 0.25, 0.52), (0.14, 0.40, 0.25), (0.30, 0.30, 0.32))
    x, y = _places()
    # As many chequers as go into the picture, halves at its edges, where it is repeated mirrored.
    side = SIDE_MM / int(rng.integers(32, 180))
    both = (np.floor(x / side + 0.5) % 2 + np.floor(y / side + 0.5) % 2) / 2
    shade = _between((0.90, 0.89, 0.86), colours[int(rng.integers(4))], both.astype(np.float32))
    return shade * _weave(rng)[..., None], Paint((0, 0, 0), roughness=0.95, shine=0.1)


def baize(rng: Rng) -> tuple[Shade, Paint]:
    """Draw green, red or blue felt."""
    colours = ((0.05, 0.32, 0.17), (0.08, 0.25, 0.15), (0.42, 0.06, 0.10), (0.06, 0.16, 0.36))
    fuzz = 0.8 + 0.25 * noise(rng, 1.0, 1.0, 1) + 0.2 * noise(rng, 120, 120)
    colour = np.array(colours[int(rng.choice(4, p=(0.45, 0.25, 0.15, 0.15)))], np.float32)
    return colour * fuzz[..., None], Paint((0, 0, 0), roughness=1.0, shine=0.05)


def laminate(rng: Rng) -> tuple[Shade, Paint]:
    """Draw a kitchen table of white or greyish laminate."""
    tone = rng.uniform(0.78, 0.93)
    speck = (noise(rng, 1.2, 1.2, 1) > rng.uniform(0.86, 0.99)).astype(np.float32)
    grey = tone + 0.03 * (noise(rng, 200, 200) - 0.5) - 0.15 * speck
    tint = np.array([1.0, rng.uniform(0.97, 1.0), rng.uniform(0.92, 1.0)], np.float32)
    return grey[..., None] * tint, Paint((0, 0, 0), roughness=rng.uniform(0.2, 0.5))


def marble(rng: Rng) -> tuple[Shade, Paint]:
    """Draw white or dark stone with veins."""
    veins = np.exp(-(np.abs(noise(rng, 420, 420, 5) - 0.5) / 0.012))
    clouds = noise(rng, 300, 300, 4)
    low, high = ((0.86, 0.85, 0.83), (0.42, 0.42, 0.43)) if rng.random() < 0.7 else ((0.12,) * 3, (0.6,) * 3)
    shade = _between(low, high, 0.75 * veins + 0.3 * np.clip(clouds - 0.5, 0, 1))
    return shade, Paint((0, 0, 0), roughness=rng.uniform(0.12, 0.35))


def dark_glass(rng: Rng) -> tuple[Shade, Paint]:
    """Draw glass that is almost black and reflects everything above it."""
    tone = rng.uniform(0.02, 0.08) * (0.9 + 0.2 * noise(rng, 300, 300, 2))
    tint = np.array([1.0, 1.05, 1.1], np.float32)
    return tone[..., None] * tint, Paint((0, 0, 0), roughness=rng.uniform(0.08, 0.2))


def newsprint(rng: Rng) -> tuple[Shade, Paint]:
    """Draw an open newspaper. Its columns of grey lines and its headings have no legible letters."""
    page = Image.new("L", (SIDE_PIXELS, SIDE_PIXELS), 205)
    pen, font = ImageDraw.Draw(page), ImageFont.load_default(13)
    for left in range(20, SIDE_PIXELS, 230):
        top = 20
        while top < SIDE_PIXELS:
            if rng.random() < 0.06:
                pen.rectangle(
                    [left, top, left + 205, top + int(rng.integers(60, 240))], fill=int(rng.integers(90, 170))
                )
                top += 250
            text = "".join(chr(97 + int(c)) if c < 26 else " " for c in rng.integers(0, 31, 34))
            pen.text((left, top), text, fill=95, font=font)
            top += 16
    shade = np.asarray(page, np.float32)[..., None] / 255 * np.array([1.0, 0.985, 0.94], np.float32)
    return shade * (0.93 + 0.1 * noise(rng, 250, 250))[..., None], Paint((0, 0, 0), roughness=0.9, shine=0.2)


KINDS: Final[dict[str, tuple[Callable[[Rng], tuple[Shade, Paint]], float]]] = {
    "wood": (wood, 0.36), "cloth": (cloth, 0.13), "chequered": (chequered, 0.08), "baize": (baize, 0.16),
    "laminate": (laminate, 0.11), "marble": (marble, 0.07), "dark glass": (dark_glass, 0.05),
    "newsprint": (newsprint, 0.04),
}  # fmt: skip


def table_paint(rng: Rng, kind: str) -> Paint:
    """Return the material of a table of the kind `kind`, with the picture of its surface."""
    shade, finish = KINDS[kind][0](rng)
    picture = (np.clip(shade, 0, 1) * 255 + 0.5).astype(np.uint8)
    return Paint(picture, finish.roughness, finish.metal, finish.clear_coat, finish.shine)


def random_kind(rng: Rng) -> str:
    """Return a random kind of table top. Wood is the most frequent."""
    odds = np.array([odds for _, odds in KINDS.values()])
    return list(KINDS)[int(rng.choice(len(KINDS), p=odds / odds.sum()))]
