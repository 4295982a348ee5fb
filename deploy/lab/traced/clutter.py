"""Build objects that lie beside the cards: mugs, plates, coasters, pencils, coins, dice, phones, printed
matter."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw

from deploy.lab.traced import matter
from deploy.lab.traced.faces import PackStyle, Rng
from deploy.lab.traced.solids import Paint, Solid, box, rod, turned_solid

_COLOURS: Final = (
    (0.75, 0.75, 0.73), (0.12, 0.2, 0.42), (0.55, 0.12, 0.1), (0.1, 0.1, 0.11), (0.2, 0.35, 0.22),
    (0.8, 0.65, 0.25), (0.45, 0.3, 0.2),
)  # fmt: skip


def _colour(rng: Rng) -> tuple[float, float, float]:
    return _COLOURS[int(rng.integers(len(_COLOURS)))]


def mug(rng: Rng) -> list[Solid]:
    """Return a mug with a drink in it."""
    r, h = float(rng.uniform(36, 44)), float(rng.uniform(75, 100))
    wall = [(0, 0), (r * 0.9, 0), (r, 6), (r, h), (r - 3.5, h), (r - 3.5, 6), (0, 6)]
    drink = (0.16, 0.08, 0.04) if rng.random() < 0.6 else (0.45, 0.2, 0.06)
    return [
        turned_solid(
            "mug",
            [(float(a), float(b)) for a, b in wall],
            Paint(_colour(rng), roughness=0.25, clear_coat=0.3),
        ),
        turned_solid("mug", [(r - 3.6, h * 0.8), (0.0, h * 0.8)], Paint(drink, roughness=0.08)),
    ]


def plate(rng: Rng) -> list[Solid]:
    """Return a plate with biscuits."""
    r = float(rng.uniform(75, 105))
    rim = [(0.0, 0.0), (0.55 * r, 0.0), (r, 14.0), (r - 1.5, 16.5), (0.6 * r, 5.0), (0.0, 4.5)]
    white = float(rng.uniform(0.7, 0.85))
    parts = [turned_solid("plate", rim, Paint((white, white, white * 0.98), roughness=0.2))]
    for k in range(int(rng.integers(0, 3))):
        biscuit = [
            (0.0, 5.0 + 6 * k),
            (26.0, 5.0 + 6 * k),
            (27.0, 8.0 + 6 * k),
            (24.0, 10.5 + 6 * k),
            (0.0, 10.8 + 6 * k),
        ]
        disc = turned_solid("plate", biscuit, Paint((0.55, 0.33, 0.15), roughness=0.9))
        shift = np.array([18.0 * k - 12, 9.0 * k - 6, 0.0])
        parts.append(Solid(disc.name, disc.points + shift, disc.triangles, disc.uv, disc.paint))
    return parts


def coaster(rng: Rng) -> list[Solid]:
    """Return a coaster: a round or square mat for a glass."""
    paint = Paint(_colour(rng), roughness=0.8)
    if rng.random() < 0.6:
        r, h = float(rng.uniform(42, 52)), float(rng.uniform(2, 5))
        return [turned_solid("coaster", [(0.0, 0.0), (r, 0.0), (r, h - 0.6), (r - 0.6, h), (0.0, h)], paint)]
    side = float(rng.uniform(85, 100))
    return [box("coaster", (side, side, 3.0), paint)]


def coin(rng: Rng) -> list[Solid]:
    """Return a coin."""
    r = float(rng.uniform(8.5, 13))
    metal: tuple[float, float, float] = (0.72, 0.7, 0.66) if rng.random() < 0.5 else (0.72, 0.45, 0.25)
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
    return [turned_solid("coin", rim, Paint(metal, roughness=0.32, metal=1.0), 40)]


def pencil(rng: Rng) -> list[Solid]:
    """Return a pencil. Most have a point of wood, the others are of one colour like a pen."""
    bands = np.zeros((9, 1, 3), np.uint8)
    bands[:] = np.array(_colour(rng)) * 255
    if rng.random() < 0.7:
        bands[:3] = np.array([[[45, 45, 48]], [[190, 150, 105]], [[205, 165, 115]]])
    paint = Paint(np.repeat(bands, 4, 1), roughness=0.35)
    return [rod("pencil", float(rng.uniform(120, 180)), float(rng.uniform(3.4, 5)), paint)]


def die(rng: Rng) -> list[Solid]:
    """Return a die."""
    side = float(rng.uniform(12, 18))
    face = Image.new("RGB", (96, 96), (236, 232, 222))
    pen = ImageDraw.Draw(face)
    for x, y in ((24, 24), (72, 72), (24, 72), (72, 24), (48, 48))[: int(rng.integers(1, 6))]:
        pen.ellipse([x - 9, y - 9, x + 9, y + 9], fill=(25, 25, 25))
    return [box("die", (side, side, side), Paint(np.asarray(face), roughness=0.35))]


def phone(rng: Rng) -> list[Solid]:
    """Return a phone with a dark screen."""
    glass = np.full((300, 140, 3), 12, np.uint8)
    cv2.rectangle(glass, (0, 0), (139, 299), (60, 60, 62), 4)
    size = (float(rng.uniform(68, 78)), float(rng.uniform(140, 165)), 8.5)
    return [box("phone", size, Paint(glass, roughness=0.05, shine=0.6))]


MAKERS: Final[dict[str, Callable[[Rng], list[Solid]]]] = {
    "mug": mug, "plate": plate, "coaster": coaster, "coin": coin, "pencil": pencil, "die": die,
    "phone": phone,
}  # fmt: skip
PRINTED: Final[dict[str, Callable[[Rng, PackStyle], list[Solid]]]] = {
    "pad": matter.pad, "carton": matter.carton, "leaflet": matter.leaflet,
    "playing_card": matter.playing_card,
}  # fmt: skip
"""The functions that make the objects with print or writing, by the object's name."""

OBJECT_NAMES: Final = (*MAKERS, *PRINTED)
SMALL: Final = ("coin", "pencil", "die", "coaster")
"""The names of the objects that may lie on a table that is not cluttered."""


def thing(rng: Rng, names: tuple[str, ...], deck: PackStyle) -> list[Solid]:
    """Return the bodies of a random object of `names`, at the origin. Print on the object is in the deck's
    style."""
    name = names[int(rng.integers(len(names)))]
    return PRINTED[name](rng, deck) if name in PRINTED else MAKERS[name](rng)
