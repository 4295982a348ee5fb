"""Build bodies of triangles: cards, boxes, and bodies of revolution. Lengths are mm. The table is at z =
0."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CORNER_ANGLES: Final = np.linspace(0.0, np.pi / 2, 6)
"""The angles at which a rounded corner has points, radians."""

STRIP_COUNT: Final = 16
"""The number of strips across a card between its rounded corners. With this number a bowed card looks
smooth."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The material of a surface."""

    colour: tuple[float, float, float] | NDArray[np.uint8]
    """The colour (sRGB, 0-1), or a picture (rows, columns, 3) of bytes. `Solid.uv` says where the picture
    lies."""
    roughness: float = 0.5
    """The roughness of the surface, 0-1."""
    metal: float = 0.0
    """The share of metal in the surface, 0-1."""
    clear_coat: float = 0.0
    """The strength of the clear coat on the surface, 0-1."""
    shine: float = 0.5
    """The strength of the reflections, 0-1."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A body whose surface is made of triangles."""

    name: str
    """The name of the body."""
    points: Floats
    """The corners (n, 3) of the triangles, mm."""
    triangles: Ints
    """The triangles (m, 3). Each is three indices into `points`."""
    uv: Floats
    """The place (n, 2) of each point in the picture of the paint, 0-1 from the picture's left and top."""
    paint: Paint
    """The material of the surface."""


def outline_rows(width: float, height: float, radius: float) -> Floats:
    """Return the outline of a rectangle with rounded corners as rows (n, 2) from bottom to top. A row is a
    height above the rectangle's middle, and half the rectangle's width at that height."""
    low = [
        (-height / 2 + radius * (1 - np.sin(a)), width / 2 - radius * (1 - np.cos(a)))
        for a in CORNER_ANGLES[::-1]
    ]
    straight = np.linspace(-height / 2 + radius, height / 2 - radius, STRIP_COUNT + 1)[1:-1]
    rows = [*low, *((y, width / 2) for y in straight), *((-y, half) for y, half in reversed(low))]
    return np.array(rows)


def slab(
    width: float, height: float, radius: float, thickness: float, bow: float
) -> tuple[Floats, Ints, Floats]:
    """Return a card that lies on its back around the origin, as points (n, 3), triangles (m, 3) and places
    (n, 2).

    The places say where each point lies in the picture of the face. A positive `bow` lifts the short sides of
    the card by `bow` mm. A negative one lifts its middle.
    """
    rows = outline_rows(width, height, radius)
    y, half = rows[:, 0], rows[:, 1]
    lift = bowed(bow, y / (height / 2))
    n = len(rows)
    ring = np.concatenate([np.stack([-half, y, lift], 1), np.stack([half, y, lift], 1)])
    top = ring + np.array([0.0, 0.0, thickness])
    uv = np.stack([ring[:, 0] / width + 0.5, 0.5 - ring[:, 1] / height], 1)
    k = np.arange(n - 1)
    face = np.concatenate([np.stack([k, k + n, k + n + 1], 1), np.stack([k, k + n + 1, k + 1], 1)])
    under = face[:, ::-1] + 2 * n
    walls = np.concatenate([_wall(k + 1, k, 2 * n), _wall(k + n, k + n + 1, 2 * n), _ends(n)])
    return np.concatenate([top, ring]), np.concatenate([face, under, walls]), np.concatenate([uv, uv])


def bowed(bow: float, along: Floats) -> Floats:
    """Return how far a card with this `bow` is lifted, mm, at places along its length. `along` runs from -1
    to 1."""
    return bow * along**2 if bow >= 0 else -bow * (1 - along**2)


def _wall(a: Ints, b: Ints, down: int) -> Ints:
    return np.concatenate([np.stack([a, a + down, b + down], 1), np.stack([a, b + down, b], 1)])


def _ends(n: int) -> Ints:
    """Return the triangles of the card's edge along its two short sides, without the rounded corners."""
    first, last = np.array([0]), np.array([n - 1])
    return np.concatenate([_wall(first, first + n, 2 * n), _wall(last + n, last, 2 * n)])


def placed(points: Floats, at: tuple[float, float, float], turn: float) -> Floats:
    """Return the points rotated around the z axis by `turn` degrees, then shifted by `at`. Seen from above,
    the rotation is anticlockwise."""
    a = np.radians(turn)
    about = np.array([[np.cos(a), -np.sin(a), 0.0], [np.sin(a), np.cos(a), 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(points @ about.T + np.array(at))


def turned_solid(name: str, profile: list[tuple[float, float]], paint: Paint, parts: int = 64) -> Solid:
    """Return a body of revolution around the z axis. `profile` lists its radius and height from the bottom
    up."""
    angles = np.linspace(0, 2 * np.pi, parts + 1)
    radius, z = np.array(profile).T
    points = np.stack(
        [np.outer(radius, np.cos(angles)), np.outer(radius, np.sin(angles)), np.outer(z, np.ones(parts + 1))],
        2,
    )
    uv = np.stack(
        np.broadcast_arrays(np.linspace(0, 1, parts + 1)[None], np.linspace(1, 0, len(z))[:, None]), 2
    )
    return Solid(
        name, points.reshape(-1, 3), _grid(len(z), parts + 1), uv.reshape(-1, 2).astype(float), paint
    )


def _grid(rows: int, columns: int) -> Ints:
    r, c = (v.ravel() for v in np.mgrid[0 : rows - 1, 0 : columns - 1])
    a = r * columns + c
    first = np.stack([a, a + 1, a + columns + 1], 1)
    return np.concatenate([first, np.stack([a, a + columns + 1, a + columns], 1)])


def box(name: str, size: tuple[float, float, float], paint: Paint) -> Solid:
    """Return a box on the table, with the middle of its bottom at the origin.

    The picture of the paint lies on its top. The sides have the colours at the picture's edges.
    """
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    corners = np.array([[-x, y], [x, y], [x, -y], [-x, -y]])
    top = np.column_stack([corners, np.full(4, z)])
    points = np.concatenate([top, np.column_stack([corners, np.zeros(4)])])
    sides = [(k, (k + 1) % 4) for k in range(4)]
    triangles = [
        (2, 1, 0),
        (3, 2, 0),
        *((a, b, b + 4) for a, b in sides),
        *((a, b + 4, a + 4) for a, b in sides),
    ]
    uv = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]] * 2)
    uv[4:] = uv[4:] * 0.98 + 0.01
    return Solid(name, points, np.array(triangles), uv, paint)


def rod(name: str, length: float, radius: float, paint: Paint, parts: int = 20) -> Solid:
    """Return a rod that lies on the table along the x axis and is pointed at one end, as a pencil is."""
    profile = [(0.0, 0.0), (radius, 0.0), (radius, length * 0.88), (0.08 * radius, length)]
    stood = turned_solid(name, profile, paint, parts)
    p = stood.points
    lying = np.stack([p[:, 2] - length / 2, p[:, 1], p[:, 0] + radius], 1)
    return Solid(name, lying, stood.triangles, stood.uv, paint)


def moved(solid: Solid, at: tuple[float, float], turn: float, z: float = 0.0) -> Solid:
    """Return the body rotated by `turn` degrees, then shifted to `at` on the table and to the height `z`."""
    points = placed(solid.points, (at[0], at[1], z), turn)
    return Solid(solid.name, points, solid.triangles, solid.uv, solid.paint)
