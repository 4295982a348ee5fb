"""What else lies on a table: mugs, plates, coasters, pencils, coins, dice, pads, phones, playing cards."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw

from deploy.traced.faces import Rng
from deploy.traced.solids import Paint, Solid, box, rod, slab, turned_solid

Rgb = tuple[float, float, float]

_COLOURS: Final[tuple[Rgb, ...]] = (
    (0.75, 0.75, 0.73), (0.12, 0.2, 0.42), (0.55, 0.12, 0.1), (0.1, 0.1, 0.11), (0.2, 0.35, 0.22),
    (0.8, 0.65, 0.25), (0.45, 0.3, 0.2),
)  # fmt: skip


def _colour(rng: Rng) -> Rgb:
    return _COLOURS[int(rng.integers(len(_COLOURS)))]


def mug(rng: Rng) -> list[Solid]:
    """A mug with something in it."""
    r, h = float(rng.uniform(36, 44)), float(rng.uniform(75, 100))
    wall = [(0, 0), (r * 0.9, 0), (r, 6), (r, h), (r - 3.5, h), (r - 3.5, 6), (0, 6)]
    drink = (0.16, 0.08, 0.04) if rng.random() < 0.6 else (0.45, 0.2, 0.06)
    return [
        turned_solid(
            "mug", [(float(a), float(b)) for a, b in wall], Paint(_colour(rng), rough=0.25, coat=0.3)
        ),
        turned_solid("mug", [(r - 3.6, h * 0.8), (0.0, h * 0.8)], Paint(drink, rough=0.08)),
    ]


def plate(rng: Rng) -> list[Solid]:
    """A plate with biscuits."""
    r = float(rng.uniform(75, 105))
    rim = [(0.0, 0.0), (0.55 * r, 0.0), (r, 14.0), (r - 1.5, 16.5), (0.6 * r, 5.0), (0.0, 4.5)]
    white = float(rng.uniform(0.7, 0.85))
    parts = [turned_solid("plate", rim, Paint((white, white, white * 0.98), rough=0.2))]
    for k in range(int(rng.integers(0, 3))):
        biscuit = [
            (0.0, 5.0 + 6 * k),
            (26.0, 5.0 + 6 * k),
            (27.0, 8.0 + 6 * k),
            (24.0, 10.5 + 6 * k),
            (0.0, 10.8 + 6 * k),
        ]
        disc = turned_solid("plate", biscuit, Paint((0.55, 0.33, 0.15), rough=0.9))
        shift = np.array([18.0 * k - 12, 9.0 * k - 6, 0.0])
        parts.append(Solid(disc.name, disc.points + shift, disc.triangles, disc.uv, disc.paint))
    return parts


def coaster(rng: Rng) -> list[Solid]:
    """A round or square mat for a glass."""
    paint = Paint(_colour(rng), rough=0.8)
    if rng.random() < 0.6:
        r, h = float(rng.uniform(42, 52)), float(rng.uniform(2, 5))
        return [turned_solid("coaster", [(0.0, 0.0), (r, 0.0), (r, h - 0.6), (r - 0.6, h), (0.0, h)], paint)]
    side = float(rng.uniform(85, 100))
    return [box("coaster", (side, side, 3.0), paint)]


def coin(rng: Rng) -> list[Solid]:
    """A coin."""
    r = float(rng.uniform(8.5, 13))
    metal: Rgb = (0.72, 0.7, 0.66) if rng.random() < 0.5 else (0.72, 0.45, 0.25)
    rim = [
        (0.0, 0.0),
        (r, 0.0),
        (r, 1.9),
        (r - 0.9, 2.0),
        (r - 1.1, 1.7),
        (0.45 * r, 1.7),
        (0.4 * r, 1.95),
        (0.0, 1.9),
    ]
    return [turned_solid("coin", rim, Paint(metal, rough=0.32, metal=1.0), 40)]


def pencil(rng: Rng) -> list[Solid]:
    """A pencil with its point, or a pen."""
    bands = np.zeros((9, 1, 3), np.uint8)
    bands[:] = np.array(_colour(rng)) * 255
    if rng.random() < 0.7:
        bands[:3] = np.array([[[45, 45, 48]], [[190, 150, 105]], [[205, 165, 115]]])
    paint = Paint(np.repeat(bands, 4, 1), rough=0.35)
    return [rod("pencil", float(rng.uniform(120, 180)), float(rng.uniform(3.4, 5)), paint)]


def die(rng: Rng) -> list[Solid]:
    """A die."""
    side = float(rng.uniform(12, 18))
    face = Image.new("RGB", (96, 96), (236, 232, 222))
    pen = ImageDraw.Draw(face)
    for x, y in ((24, 24), (72, 72), (24, 72), (72, 24), (48, 48))[: int(rng.integers(1, 6))]:
        pen.ellipse([x - 9, y - 9, x + 9, y + 9], fill=(25, 25, 25))
    return [box("die", (side, side, side), Paint(np.asarray(face), rough=0.35))]


def pad(rng: Rng) -> list[Solid]:
    """A score pad with ruled lines and scribbled figures."""
    w, h = float(rng.uniform(75, 150)), float(rng.uniform(100, 200))
    page = Image.new(
        "RGB", (round(w * 5), round(h * 5)), (238, 231, 180) if rng.random() < 0.4 else (240, 240, 236)
    )
    pen = ImageDraw.Draw(page)
    for y in range(50, page.height, 38):
        pen.line([(0, y), (page.width, y)], fill=(150, 170, 205), width=2)
    for x in np.linspace(0.2, 0.8, int(rng.integers(2, 5))) * page.width:
        for k in range(int(rng.integers(3, 9))):
            points = rng.normal(0, 6, (6, 2)).cumsum(0) + np.array([x, 70 + 38 * k])
            pen.line([(float(a), float(b)) for a, b in points], fill=(40, 45, 90), width=3)
    return [box("pad", (w, h, float(rng.uniform(1, 8))), Paint(np.asarray(page), rough=0.9))]


def phone(rng: Rng) -> list[Solid]:
    """A phone whose screen is off."""
    glass = np.full((300, 140, 3), 12, np.uint8)
    cv2.rectangle(glass, (0, 0), (139, 299), (60, 60, 62), 4)
    size = (float(rng.uniform(68, 78)), float(rng.uniform(140, 165)), 8.5)
    return [box("phone", size, Paint(glass, rough=0.05, shine=0.6))]


def carton(rng: Rng) -> list[Solid]:
    """A box as cards come in, with a plain device on it and no lettering."""
    colour = tuple(round(c * 255) for c in _colour(rng))
    face = Image.new("RGB", (260, 380), (colour[0], colour[1], colour[2]))
    pen = ImageDraw.Draw(face)
    pen.rectangle([16, 16, 243, 363], outline=(225, 205, 140), width=4)
    pen.ellipse([70, 130, 190, 250], fill=(225, 205, 140))
    return [box("carton", (66.0, 96.0, float(rng.uniform(18, 30))), Paint(np.asarray(face), rough=0.5))]


def playing_card(rng: Rng) -> list[Solid]:
    """An ordinary playing card: pips, and no letter."""
    face = Image.new("RGB", (315, 440), (246, 245, 240))
    pen = ImageDraw.Draw(face)
    ink = (178, 28, 36) if rng.random() < 0.5 else (24, 24, 26)
    rows = int(rng.integers(2, 5))
    for x in (95, 220):
        for y in np.linspace(80, 360, rows):
            pen.polygon([(x, y - 34), (x + 25, y), (x, y + 34), (x - 25, y)], fill=ink)
    points, triangles, uv = slab(63.0, 88.0, 3.5, 0.3, float(rng.uniform(-0.6, 0.6)))
    return [Solid("playing_card", points, triangles, uv, Paint(np.asarray(face), rough=0.5))]


MAKERS: Final[dict[str, Callable[[Rng], list[Solid]]]] = {
    "mug": mug, "plate": plate, "coaster": coaster, "coin": coin, "pencil": pencil, "die": die, "pad": pad,
    "phone": phone, "carton": carton, "playing_card": playing_card,
}  # fmt: skip
SMALL: Final = ("coin", "pencil", "die", "coaster")
"""What lies about on any table."""


def thing(rng: Rng, names: tuple[str, ...]) -> list[Solid]:
    """One object of these, at the origin."""
    return MAKERS[names[int(rng.integers(len(names)))]](rng)
