"""Draw pictures that printers might put on a card. Each is generated from a seed, without any files.

Each kind of picture has a drawing function. It fills a square of `SIDE_PIXELS` pixels, in any colours.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from vision.render.brushes import (
    Colour,
    Patch,
    Points,
    Rng,
    chance,
    clouds,
    hsv,
    polygon,
    polyline,
    star,
    uniform,
    xy,
)
from vision.render.brushes import ring as circle

SIDE_PIXELS: Final = 256
"""The side of the square in which a picture is drawn, pixels. It is twice the size of the picture in most
photographs of a card."""


def drawn(kind: str, seed: int) -> Patch:
    """Return the picture of the `kind` (a key of `KINDS`) that this seed generates."""
    rng = np.random.default_rng(seed)
    patch = Patch(
        np.zeros((SIDE_PIXELS, SIDE_PIXELS, 3), np.uint8), np.zeros((SIDE_PIXELS, SIDE_PIXELS), np.uint8)
    )
    KINDS[kind](rng, _Pen(patch, _colours(rng)))
    return patch


def _colours(rng: Rng) -> tuple[Colour, ...]:
    """Return two to five random inks, a dark one first."""
    count = int(rng.integers(2, 6))
    inks = [hsv(rng.random(), uniform(rng, 0.1, 1), uniform(rng, 0.3, 1)) for _ in range(count - 1)]
    return (hsv(rng.random(), uniform(rng, 0, 0.8), uniform(rng, 0.05, 0.4)), *inks)


class _Pen:
    """A pen that draws shapes on a patch and records their coverage. Coordinates run from -1 to 1 both
    ways, y downwards."""

    def __init__(self, patch: Patch, inks: tuple[Colour, ...]) -> None:
        self.patch, self.inks = patch, inks

    def fill(self, shape: Points, ink: int) -> None:
        """Draw a filled shape in the ink of number `ink`. Numbers beyond the last ink begin again at the
        first."""
        points = self._pixels(shape)
        polygon(self.patch.image, points, self.inks[ink % len(self.inks)])
        polygon(self.patch.alpha, points, 255)

    def stroke(self, shape: Points, ink: int, width: float, closed: bool = False) -> None:
        """Draw a line through the points of a shape. `width` is a share of half the square's side."""
        points, thick = self._pixels(shape), width * SIDE_PIXELS / 2
        polyline(self.patch.image, points, self.inks[ink % len(self.inks)], thick, closed)
        polyline(self.patch.alpha, points, 255, thick, closed)

    def _pixels(self, shape: Points) -> Points:
        return (xy(shape) * 0.94 + 1) * (SIDE_PIXELS / 2)


def _rosette(rng: Rng, pen: _Pen) -> None:
    """Draw the curve of a point on a circle that rolls inside another circle, as on banknotes."""
    turn = np.linspace(0, 2 * np.pi, 700)
    for ink in range(int(rng.integers(1, 4))):
        teeth, far, near = int(rng.integers(3, 17)), uniform(rng, 0.45, 0.8), uniform(rng, 0.1, 0.5)
        reach = uniform(rng, 0.5, 1) / (far + near)
        x = far * np.cos(turn) + near * np.cos(teeth * turn)
        y = far * np.sin(turn) + near * np.sin(teeth * turn)
        pen.stroke(reach * np.stack([x, y], 1), ink, uniform(rng, 0.015, 0.06), closed=True)


def _knot(rng: Rng, pen: _Pen) -> None:
    """Draw a closed band that crosses itself."""
    turn = np.linspace(0, 2 * np.pi, 400)
    across, down = int(rng.integers(2, 5)), int(rng.integers(3, 6))  # smaller numbers would draw an 8 or a W
    band = np.stack([np.sin(across * turn + uniform(rng, 0, 3)), np.sin(down * turn)], 1) * 0.85
    wide = uniform(rng, 0.08, 0.22)
    pen.stroke(band, 0, wide, closed=True)
    pen.stroke(band, 1, wide * uniform(rng, 0.3, 0.7), closed=True)


def _scene(rng: Rng, pen: _Pen) -> None:
    """Draw a landscape: a sky, rows of hills, a sun and trees."""
    frame = xy([[-1, -1], [1, -1], [1, 1], [-1, 1]]) if chance(rng, 0.6) else circle((0, 0), 1)
    pen.fill(frame, 1)
    pen.fill(circle((uniform(rng, -0.6, 0.6), uniform(rng, -0.7, -0.1)), uniform(rng, 0.1, 0.3)), 2)
    x = np.linspace(-1, 1, 40)
    for ink in range(int(rng.integers(2, 5))):
        top = uniform(rng, -0.2, 0.2) + 0.25 * ink + 0.2 * np.sin(x * uniform(rng, 1, 5) + uniform(rng, 0, 6))
        pen.fill(np.concatenate([np.stack([x, np.minimum(top, 1)], 1), [[1, 1], [-1, 1]]]), 3 + ink)
    for _ in range(int(rng.integers(0, 6))):
        at, tall = xy([uniform(rng, -0.8, 0.8), uniform(rng, 0.2, 0.8)]), uniform(rng, 0.15, 0.5)
        pen.fill(xy([[-0.35, 0.0], [0.35, 0.0], [0.0, -1.0]]) * tall + at, 0)
    hidden = np.zeros_like(pen.patch.alpha)
    polygon(hidden, (frame * 0.94 + 1) * (SIDE_PIXELS / 2), 255)
    np.minimum(pen.patch.alpha, hidden, out=pen.patch.alpha)


def _blot(rng: Rng, pen: _Pen) -> None:
    """Draw a symmetric ink blot, as on a sheet that was folded."""
    half = clouds(rng, SIDE_PIXELS, SIDE_PIXELS // 2, uniform(rng, 2, 6), 3)
    y, x = np.mgrid[-1 : 1 : SIDE_PIXELS * 1j, -1 : 0 : SIDE_PIXELS // 2 * 1j]
    inside = half - 1.3 * (x * x + y * y) ** uniform(rng, 0.6, 1.5) + uniform(rng, 0.1, 0.6) > 0
    whole = np.concatenate([inside, inside[:, ::-1]], 1)
    pen.patch.alpha[whole] = 255
    pen.patch.image[:] = np.clip(pen.inks[0], 0, 255)


def _sprite(rng: Rng, pen: _Pen) -> None:
    """Draw a figure made of squares. Its right half mirrors its left half."""
    side = int(rng.integers(5, 12))
    half = rng.integers(-2, 4, (side, (side + 1) // 2))
    cells = np.concatenate([half, half[:, ::-1][:, side % 2 :]], 1)
    for row, column in np.argwhere(cells >= 0):
        at = xy([column, row]) * (2 / side) - 1
        pen.fill(xy([[0, 0], [1, 0], [1, 1], [0, 1]]) * (2 / side) + at, int(cells[row, column]))


_FIELDS: Final[tuple[tuple[tuple[tuple[float, float], ...], ...], ...]] = (
    (((-1, -1), (0, -1), (0, 1), (-1, 1)),),
    (((-1, -0.2), (1, -0.2), (1, 0.3), (-1, 0.3)),),
    (((-1, -1), (-0.5, -1), (1, 0.7), (1, 1), (0.6, 1), (-1, -0.6)),),
    (((-1, 0.6), (0, -0.2), (1, 0.6), (1, 0.9), (0, 0.2), (-1, 0.9)),),
    (((-1, -1), (0, -1), (0, 0), (-1, 0)), ((0, 0), (1, 0), (1, 1), (0, 1))),
)
"""The divisions of a coat of arms, each as the polygons of one colour: per pale, a fess, a bend, a
chevron, quarterly. The shield spans -1 to 1 both ways, y downwards."""


def _shield(rng: Rng, pen: _Pen) -> None:
    """Draw a coat of arms: fields in two colours, and mostly a star on them."""
    bend = np.linspace(0, 1, 14)
    right = np.stack([0.8 * np.cos(bend * np.pi / 2), -0.1 + 1.05 * np.sin(bend * np.pi / 2)], 1)
    outline = np.concatenate([[[-0.8, -0.9], [0.8, -0.9]], right, right[::-1] * [-1, 1]])
    pen.fill(outline, 1)
    fields = np.zeros_like(pen.patch.alpha)
    parts = _FIELDS[int(rng.integers(len(_FIELDS)))]
    for part in parts:
        polygon(fields, (xy(part) * 0.94 + 1) * (SIDE_PIXELS / 2), 255)
    pen.patch.image[(fields > 0) & (pen.patch.alpha > 0)] = np.clip(pen.inks[-1], 0, 255)
    if chance(rng, 0.7):
        charge = star((0, 0), uniform(rng, 0.2, 0.45), int(rng.integers(3, 9)), uniform(rng, 0.3, 0.8))
        pen.fill(charge + xy([0, uniform(rng, -0.3, 0.2)]), 2)
    pen.stroke(outline, 0, uniform(rng, 0.02, 0.08), closed=True)


def _flower(rng: Rng, pen: _Pen) -> None:
    """Draw rings of petals on a stalk, or without one."""
    head = xy([0, 0])
    if chance(rng, 0.5):
        head = xy([0, -0.4])
        pen.stroke(xy([[0.0, -0.4], [uniform(rng, -0.2, 0.2), 0.3], [0.0, 1.0]]), 1, uniform(rng, 0.03, 0.08))
        for side in (-1, 1):
            pen.fill(xy([[0, 0.7], [0.25 * side, 0.35], [0.7 * side, 0.3], [0.3 * side, 0.65]]), 1)
    reach = uniform(rng, 0.45, 0.6) if head[1] else uniform(rng, 0.7, 1)
    for ring in range(int(rng.integers(1, 4))):
        petals, far = int(rng.integers(4, 15)), reach * (1 - 0.3 * ring)
        wide = far * uniform(rng, 0.15, 0.45) * 6 / petals
        for turn in (np.arange(petals) * 2 * np.pi / petals + uniform(rng, 0, 1)).tolist():
            petal = circle((0, 0), 1) * xy([far / 2, wide]) + xy([far / 2, 0])
            about = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            pen.fill(petal @ about + head, 2 + ring)
    pen.fill(circle((0, 0), reach * uniform(rng, 0.1, 0.3)) + head, 0)


def _turned(rng: Rng, pen: _Pen) -> None:
    """Draw the profile of an object made on a lathe: a vase, goblet, chessman or bell."""
    y = np.linspace(-1, 1, 60)
    knots = np.sort(rng.uniform(-1, 1, int(rng.integers(3, 8))))
    widths = rng.uniform(0.08, 0.75, len(knots) + 2)
    half = np.interp(y, [-1, *knots, 1], widths)
    if chance(rng, 0.6):
        half = np.convolve(np.pad(half, 4, "edge"), np.ones(9) / 9, "valid")
    pen.fill(np.concatenate([np.stack([-half, y], 1), np.stack([half, y], 1)[::-1]]), 0)
    for _ in range(int(rng.integers(0, 4))):
        at = uniform(rng, -0.8, 0.8)
        wide, high = float(np.interp(at, y, half)), uniform(rng, 0.03, 0.12)
        pen.fill(xy([[-wide, at], [wide, at], [wide, at + high], [-wide, at + high]]), 1)


def _beast(rng: Rng, pen: _Pen) -> None:
    """Draw an animal made of round shapes: a body, a head, legs, a tail, ears."""
    wide, high = uniform(rng, 0.4, 0.65), uniform(rng, 0.2, 0.4)
    neck = xy([-wide, -uniform(rng, 0.1, 0.6)])
    for leg in np.linspace(-0.75 * wide, 0.75 * wide, int(rng.choice([2, 4]))).tolist():
        foot = uniform(rng, 0.7, 0.95)
        pen.stroke(xy([[leg, 0.1], [leg + uniform(rng, -0.1, 0.1), foot]]), 1, uniform(rng, 0.08, 0.16))
    pen.stroke(np.stack([xy([-0.7 * wide, 0]), neck]), 1, uniform(rng, 0.15, 0.3))
    pen.fill(circle((0, 0), 1) * xy([wide, high]), 1)
    head = uniform(rng, 0.15, 0.32)
    pen.fill(circle((0, 0), head) * xy([uniform(rng, 1, 1.5), 1]) + neck, 1)
    for ear in (-0.4, 0.4):
        tip = xy([ear * head * 1.5, -uniform(rng, 1.2, 2.5) * head])
        pen.fill(
            tip + xy([[-0.3 * head, 0.5 * head], [0.0, 0.0], [0.3 * head, 0.5 * head]]) + neck,
            1,
        )
    tail = xy([[wide, 0], [wide + 0.2, -0.1], [wide + 0.3, -uniform(rng, -0.4, 0.6)]])
    pen.stroke(tail, 1, uniform(rng, 0.04, 0.14))
    pen.fill(circle((0, 0), 0.12 * head + 0.02) + neck - xy([0.3 * head, 0.2 * head]), 0)
    if chance(rng, 0.5):
        for _ in range(int(rng.integers(3, 9))):
            spot = xy([uniform(rng, -0.7, 0.7) * wide, uniform(rng, -0.6, 0.6) * high])
            pen.fill(circle((0, 0), uniform(rng, 0.03, 0.1)) + spot, 2)


def _branch(rng: Rng, pen: _Pen) -> None:
    """Draw a bent stalk with leaves on both sides."""
    t = np.linspace(0, 1, 30)
    bend = uniform(rng, -0.7, 0.7)
    stalk = np.stack(
        [bend * np.sin(t * np.pi * uniform(rng, 0.4, 1)) + uniform(rng, -0.3, 0.3), 0.95 - 1.85 * t], 1
    )
    pen.stroke(stalk, 0, uniform(rng, 0.02, 0.06))
    long, wide = uniform(rng, 0.25, 0.6), uniform(rng, 0.15, 0.45)
    for n, at in enumerate(np.linspace(0.15, 1, int(rng.integers(4, 14))).tolist()):
        foot = stalk[min(29, int(at * 29))]
        for side in (-1, 1) if chance(rng, 0.7) else (1 if n % 2 else -1,):
            turn = uniform(rng, 0.3, 1.0)
            way = xy([side * np.sin(turn), -np.cos(turn)]) * long
            off = xy([-way[1], way[0]]) * wide
            pen.fill(xy([foot, foot + 0.5 * way + off, foot + way, foot + 0.5 * way - off]), 1 + n % 2)


def _wheel(rng: Rng, pen: _Pen) -> None:
    """Draw a wheel, a cog, a clock or a compass: rims, spokes, hands."""
    teeth = int(rng.integers(6, 25))
    if chance(rng, 0.5):
        pen.fill(star((0, 0), 1, teeth, uniform(rng, 0.75, 0.92)), 0)
    pen.fill(circle((0, 0), 0.85), 1)
    pen.stroke(circle((0, 0), 0.85), 0, uniform(rng, 0.03, 0.12), closed=True)
    spokes = int(rng.integers(3, 17))
    inner = uniform(rng, 0.0, 0.7)
    for turn in (np.arange(spokes) * 2 * np.pi / spokes).tolist():
        way = xy([np.cos(turn), np.sin(turn)])
        pen.stroke(xy([inner * way, 0.8 * way]), 0, uniform(rng, 0.03, 0.08))
    if chance(rng, 0.5):
        pen.fill(star((0, 0), uniform(rng, 0.4, 0.75), int(rng.choice([4, 8])), uniform(rng, 0.15, 0.4)), 2)
    pen.fill(circle((0, 0), uniform(rng, 0.06, 0.25)), 3)


def _boat(rng: Rng, pen: _Pen) -> None:
    """Draw a hull with masts and sails on the water."""
    deck = uniform(rng, 0.35, 0.6)
    pen.fill(xy([[-0.9, deck], [0.9, deck], [0.6, deck + 0.3], [-0.65, deck + 0.3]]), 0)
    for mast in np.linspace(-0.5, 0.5, int(rng.integers(1, 4))).tolist():
        top = -uniform(rng, 0.6, 0.95)
        pen.stroke(xy([[mast, deck], [mast, top]]), 0, 0.05)
        lee = uniform(rng, 0.2, 0.5)
        for sail in range(int(rng.integers(1, 4))):
            low = deck - 0.1 - 0.35 * sail
            pen.fill(xy([[mast, low], [mast, low - 0.3], [mast + lee, low - 0.02]]), 1 + sail)
    x = np.linspace(-1, 1, 60)
    pen.stroke(np.stack([x, 0.85 + 0.05 * np.sin(x * uniform(rng, 8, 25))], 1), 2, uniform(rng, 0.04, 0.1))


def _tiling(rng: Rng, pen: _Pen) -> None:
    """Draw an ornament that repeats one tile, within a square or an oval."""
    cells = int(rng.integers(3, 8))
    tile = star((0, 0), 1, int(rng.integers(3, 7)), uniform(rng, 0.35, 0.95))
    pen.fill(xy([[-1, -1], [1, -1], [1, 1], [-1, 1]]), 1)
    for place in np.ndindex(cells, cells):
        at = (xy(place) + 0.5) * (2 / cells) - 1
        pen.fill(tile * (uniform(rng, 0.8, 0.95) / cells) + at, 2 + sum(place) % 2)
    if chance(rng, 0.5):
        oval = np.zeros_like(pen.patch.alpha)
        polygon(oval, (circle((0, 0), 0.95) + 1) * (SIDE_PIXELS / 2), 255)
        np.minimum(pen.patch.alpha, oval, out=pen.patch.alpha)


Draw = Callable[[Rng, _Pen], None]
KINDS: Final[Mapping[str, Draw]] = MappingProxyType(
    {
        "rosette": _rosette, "knot": _knot, "scene": _scene, "blot": _blot, "sprite": _sprite,
        "shield": _shield, "flower": _flower, "turned": _turned, "beast": _beast, "branch": _branch,
        "wheel": _wheel, "boat": _boat, "tiling": _tiling,
    }
)  # fmt: skip


def of_file(path: str) -> Patch:
    """Return the picture in a file, with its coverage. Raise OSError if the file is missing or has no
    coverage."""
    data = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if data is None or data.ndim != 3 or data.shape[2] != 4:
        raise OSError(f"{path}: no picture with a coverage")
    whole = np.asarray(data, np.uint8)
    return Patch(np.ascontiguousarray(whole[..., :3]), np.ascontiguousarray(whole[..., 3]))
