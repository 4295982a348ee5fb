"""Choose the light of a scene: a room around the table, with windows and lamps."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from deploy.lab.traced.camera import PinholeCamera
from deploy.lab.traced.faces import Rng
from deploy.lab.traced.solids import Floats

Kind = Literal["window", "lamp", "mixed", "evening", "overcast"]

ROOM: Final = (64, 128)
"""The number of rows and of columns of the picture of the room. The first row is straight up, the last
straight down."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round lamp near the table."""

    at: tuple[float, float, float]
    """The position of the lamp, mm."""
    facing: tuple[float, float, float]
    """The point at which the lamp is directed, mm."""
    diameter: float
    """The diameter of the lamp, mm."""
    colour: tuple[float, float, float]
    """The radiance of the lamp: red, green, blue."""


@dataclass(frozen=True, slots=True)
class Light:
    """The light of a scene."""

    kind: Kind
    """The kind of light, such as `window` or `overcast`."""
    room: Floats
    """The radiance (rows, columns, 3) of the room around the table, as a picture with the size `ROOM`."""
    lamps: tuple[Lamp, ...]
    """The lamps near the table."""


def white(kelvin: float) -> Floats:
    """Return the colour of white light with the colour temperature `kelvin`: red, green, blue, the
    strongest at 1. The formula is Tanner Helland's approximation of the light of a black body."""
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.1 if t <= 66 else 288.1 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else 138.5 * np.log(max(t - 10, 1.1)) - 305.0
    linear = (np.clip([red, green, blue], 1, 255) / 255) ** 2.2
    return np.asarray(linear / linear.max())


def random_light(rng: Rng, kind: Kind, camera: PinholeCamera) -> Light:
    """Return a random light of a room, of the given kind. No lamp stands between the camera and the table."""
    day = white(float(rng.uniform(4800, 7200)))
    ambient = {"window": 0.28, "lamp": 0.10, "mixed": 0.2, "evening": 0.05, "overcast": 0.55}[kind]
    room = _room(rng, ambient, day if kind in ("window", "overcast") else white(4200))
    lamps: list[Lamp] = []
    if kind in ("window", "mixed"):
        _window(rng, room, day * float(rng.uniform(6, 16)))
    if kind == "overcast":
        _window(rng, room, day * 3)
    if kind in ("lamp", "mixed", "evening"):
        lamps.append(_lamp(rng, white(float(rng.uniform(2500, 3600))), camera))
    if kind == "lamp" and rng.random() < 0.5:
        lamps.append(_lamp(rng, white(float(rng.uniform(2500, 4000))), camera))
    return Light(kind, room, tuple(lamps))


def _room(rng: Rng, ambient: float, colour: Floats) -> Floats:
    """Return the radiance of a room without windows and lamps: a bright ceiling, darker walls and a dark
    floor.

    The light is a little uneven.
    """
    rows, columns = ROOM
    down = np.linspace(0, 1, rows)[:, None]
    level = np.where(down < 0.3, 1.0, np.where(down < 0.55, 0.65, 0.25))
    uneven = 1 + 0.25 * np.sin(np.linspace(0, 2 * np.pi, columns) + rng.uniform(0, 6.3))[None]
    tint = np.array([1.0, 0.97, 0.92]) * colour
    return np.asarray((ambient * level * uneven)[..., None] * tint)


def _window(rng: Rng, room: Floats, radiance: Floats) -> None:
    """Draw a window with a crossbar into a wall of the picture `room`."""
    rows, columns = ROOM
    top, bottom = int(rows * rng.uniform(0.18, 0.28)), int(rows * rng.uniform(0.40, 0.48))
    wide, left = int(columns * rng.uniform(0.08, 0.2)), int(rng.integers(columns))
    across = (left + np.arange(wide)) % columns
    room[top:bottom, across] = radiance
    room[top:bottom, across[wide // 2]] *= 0.1


def _lamp(rng: Rng, colour: Floats, camera: PinholeCamera) -> Lamp:
    """Return a random lamp above or beside the table, outside the camera's view."""
    while True:
        a, away = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(150, 900))
        at = (away * float(np.cos(a)), away * float(np.sin(a)), float(rng.uniform(500, 1300)))
        side = float(rng.uniform(60, 260))
        if not _in_sight(camera, at, side):
            break
    power = 14.0 * (at[2] ** 2 + away**2) / side**2
    facing = (float(rng.normal(0, 60)), float(rng.normal(0, 60)), 0.0)
    r, g, b = (colour * power * 0.12).tolist()
    return Lamp(at, facing, side, (r, g, b))


def _in_sight(camera: PinholeCamera, at: tuple[float, float, float], side: float) -> bool:
    """Return True if an object of the size `side` at the point `at` would be in the camera's picture."""
    right, up, forward = camera.axes() @ (np.array(at) - np.array(camera.origin))
    reach = np.tan(np.radians(camera.view) / 2) * 1.1 * max(forward, 0.0) + side
    return bool(forward > -side and abs(right) < reach and abs(up) < reach)


def irradiance(light: Light) -> Floats:
    """Return the strength of the red, green and blue light that falls on the middle of the table, if
    nothing casts a shadow there. The units are those of the light's own colours."""
    rows, _ = ROOM
    up = np.cos((np.arange(rows) + 0.5) / rows * np.pi)
    weight = np.clip(up, 0, None) * np.sqrt(1 - up**2)
    total = (light.room.mean(1) * weight[:, None]).sum(0) / weight.sum() * np.pi
    for lamp in light.lamps:
        away = float(np.hypot(np.hypot(lamp.at[0], lamp.at[1]), lamp.at[2]))
        area = np.pi * (lamp.diameter / 2) ** 2
        total = total + np.array(lamp.colour) * area / away**2 * lamp.at[2] / away
    return np.asarray(total)


def glare(rng: Rng, camera: PinholeCamera, at: tuple[float, float], strength: float) -> Lamp:
    """Return a lamp whose reflection the camera sees at the point `at` of the table, mm."""
    point = np.array([*at, 0.0])
    seen = point - np.array(camera.origin)
    seen /= np.linalg.norm(seen)
    bounced = seen * np.array([1.0, 1.0, -1.0])
    place = point + bounced * float(rng.uniform(900, 1500))
    side = float(rng.uniform(90, 260))
    colour = white(float(rng.uniform(2800, 6500))) * strength
    x, y, z = place.tolist()
    r, g, b = colour.tolist()
    return Lamp((x, y, z), (at[0], at[1], 0.0), side, (r, g, b))
