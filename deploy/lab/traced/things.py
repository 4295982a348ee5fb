"""Place the objects of a scene that are no letter cards."""

from dataclasses import dataclass

import cv2
import numpy as np

from deploy.lab.traced import clutter
from deploy.lab.traced.camera import PinholeCamera
from deploy.lab.traced.faces import PackStyle, Rng
from deploy.lab.traced.solids import Floats, Solid, moved
from deploy.lab.traced.spots import CardSpot, corners, do_overlap


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that is no letter card."""

    name: str
    """The name of the object."""
    solids: tuple[Solid, ...]
    """The bodies that make up the object."""


def hull(camera: PinholeCamera, solids: list[Solid]) -> Floats:
    """Return the convex outline (n, 2) of the bodies in the camera's picture, pixels."""
    points = camera.project(np.concatenate([solid.points for solid in solids])).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0], float)


def things(
    rng: Rng,
    kind: str,
    camera: PinholeCamera,
    spots: list[CardSpot],
    deck: PackStyle,
    top: tuple[float, float, float, float],
) -> tuple[Thing, ...]:
    """Return random objects that lie beside the cards and hide none of them from the camera."""
    full = kind.startswith(("clutter", "none"))
    count = int(rng.integers(4, 9) if full else max(0, int(rng.integers(-2, 4))))
    names = tuple(clutter.OBJECT_NAMES) if full else clutter.SMALL
    if kind != "none-clutter":
        names = tuple(name for name in names if name != "playing_card")
    taken = [
        camera.project(np.column_stack([corners(s, deck.width, deck.height, 4.0), np.full(4, s.z)]))
        for s in spots
    ]
    done: list[Thing] = []
    feet: list[Floats] = []
    for _ in range(count):
        solid_parts = clutter.thing(rng, names, deck)
        for _attempt in range(40):
            at = (
                top[0] + top[2] * float(rng.uniform(-0.5, 0.5)),
                top[1] + top[3] * float(rng.uniform(-0.5, 0.5)),
            )
            placed = [moved(solid, at, 0.0) for solid in _turned(rng, solid_parts)]
            if _free(camera, placed, top, taken, feet):
                done.append(Thing(placed[0].name, tuple(placed)))
                feet.append(_foot(placed))
                break
    return tuple(done)


def _turned(rng: Rng, solids: list[Solid]) -> list[Solid]:
    turn = float(rng.uniform(0, 360))
    return [moved(solid, (0.0, 0.0), turn) for solid in solids]


def _foot(solids: list[Solid]) -> Floats:
    """Return a circle on the table that holds the bodies: the x and y of its middle, and its radius, mm."""
    points = np.concatenate([s.points[:, :2] for s in solids])
    middle = (points.min(0) + points.max(0)) / 2
    return np.array([*middle, np.hypot(*(points - middle).T).max()])


def _free(
    camera: PinholeCamera, solids: list[Solid], top: tuple[float, float, float, float], taken: list[Floats],
    feet: list[Floats],
) -> bool:  # fmt: skip
    """Return True if the bodies lie on the table and near the picture, clear of the circles `feet` of other
    objects, and hide no part of the cards `taken`."""
    foot = _foot(solids)
    on = np.abs(foot[:2] - np.array(top[:2])) + foot[2] * 0.8 < np.array(top[2:]) / 2
    if not on.all() or any(np.hypot(*(foot[:2] - f[:2])) < foot[2] + f[2] for f in feet):
        return False
    outline = hull(camera, solids)
    seen = (outline.mean(0) > -50) & (outline.mean(0) < np.array([camera.width, camera.height]) + 50)
    return bool(seen.all()) and not any(do_overlap(outline, quad) for quad in taken)
