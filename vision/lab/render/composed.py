"""Render a picture to order: chosen pieces on a chosen table, in a chosen light, through a chosen camera."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from vision.lab.render.lamps import Light, Sensor, expose, shine
from vision.render.brushes import Points, Rng, chance, uniform, xy
from vision.render.canvas import Canvas
from vision.render.optics.camera import RenderCamera, look_at
from vision.render.pieces import RenderedPiece, Sun, draw
from vision.render.prints.typefaces import Faces
from vision.render.sample import RenderedPicture, labels_of, lay_board, painters_order
from vision.render.scenery import Shot, density_at, draw_flat_object, put_mug, spread
from vision.render.surroundings.arms import draw_limb, limb
from vision.render.surroundings.boards import PaintedBoard
from vision.render.surroundings.clutter import THINGS, Thing
from vision.render.surroundings.tables import Top

_EMPTY_HALF_WIDTH_MM: Final = 380.0
"""Half the width of the part of the table that the camera shows when nothing lies on the table, mm. Tables
are at least some 750 mm wide."""

_MAX_TRIES: Final = 400
"""The number of random places that are tried for an object. Then the object is left out, because a full
table may have no room for it. Another number would do as well, since a try is quick."""


@dataclass(frozen=True, slots=True)
class CameraView:
    """The view of a camera: its direction, its lens, and the part of the picture that the pieces fill."""

    size: tuple[int, int] = (720, 540)
    """The width and height of the picture, pixels."""
    tilt: float = 5.0
    """The angle from straight down, degrees."""
    azimuth: float = 20.0
    """The direction towards which the camera is tilted, degrees about the vertical axis."""
    roll: float = 0.0
    """The turn of the picture about its middle, degrees."""
    across: float = 60.0
    """The angle across the picture's width, degrees."""
    lens: float = 0.0
    """The strength of the lens distortion, 0 for none."""
    fill: float = 0.7
    """The share of the picture's width or height that the pieces span, whichever is greater. Above 1, the
    picture's edge cuts some of them."""
    offset: tuple[float, float] = (0.0, 0.0)
    """The shift of the pieces from the picture's middle, to the right and down, in shares of the
    picture's width and height."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand that reaches over the table."""

    x: float
    """The horizontal place of the reaching hand's finger tips, a share of the picture's width."""
    y: float
    """The vertical place of the reaching hand's finger tips, a share of the picture's height."""
    heading: float
    """The direction of the fingers, degrees clockwise from up."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything in front of the camera, the light, and the camera's own settings."""

    pieces: tuple[RenderedPiece, ...]
    """The pieces on the table."""
    top: Top
    """The function that draws the table top."""
    shiny: float = 0.1
    """The gloss of the table, 0-1."""
    view: CameraView = field(default_factory=CameraView)
    """The view of the camera."""
    light: Light = field(default_factory=Light)
    """The light on the table, apart from the shadows of the pieces."""
    sensor: Sensor = field(default_factory=Sensor)
    """The faults of the sensor."""
    sun: Sun = field(default_factory=lambda: Sun(0.5, 0.6, 0.35, 0.5))
    """The light that casts the pieces' shadows."""
    things: tuple[str, ...] = ()
    """The objects beside the pieces: names of `clutter.THINGS`, or `mug`."""
    arms: tuple[Reach, ...] = ()
    """The hands over the table."""
    board: PaintedBoard | None = None
    """The board under the pieces, or None."""
    board_turn: float = 0.0
    """The turn of the board clockwise, degrees."""


def take_picture(rng: Rng, stage: Stage, faces: Faces) -> RenderedPicture:
    """Return the picture of the stage with the truth about its pieces. `faces` are the typefaces of print
    on objects beside the pieces. Equal arguments and an equal state of `rng` give equal pictures."""
    pieces = painters_order(_camera(stage), list(stage.pieces))
    camera = _camera(stage)
    canvas = Canvas(spread(rng, camera, stage.top))
    if stage.board is not None:
        lay_board(canvas, camera, stage.board, stage.board_turn)
    _clutter(rng, Shot(canvas, camera, stage.sun), stage, faces)
    drawn = [draw(canvas, camera, piece, owner, stage.sun) for owner, piece in enumerate(pieces)]
    for arm in stage.arms:
        pixel = xy([[arm.x * camera.width, arm.y * camera.height]])
        x, y = camera.ground(pixel)[0].tolist()
        draw_limb(rng, canvas, camera, limb(rng, (x, y), arm.heading))
    labels = labels_of(canvas, camera, pieces, drawn)
    lit = shine(rng, canvas, stage.light, stage.shiny)
    return RenderedPicture(expose(rng, camera.through_lens(lit), stage.sensor), labels)


def _camera(stage: Stage) -> RenderCamera:
    """Return a camera at the distance from which the pieces, or the board, span the share `fill` of the
    picture."""
    points = _extent(stage)
    view, target, distance = stage.view, points.mean(0), 800.0
    frame = xy(view.size)
    for _ in range(12):
        camera = _standing(view, target, distance)
        pixels = camera.project(points)
        low, high = pixels.min(0), pixels.max(0)
        distance *= float(((high - low) / frame).max()) / view.fill
        wanted = frame * (0.5 + xy(view.offset))
        target = target + camera.ground(xy([(low + high) / 2]))[0] - camera.ground(xy([wanted]))[0]
    return _standing(view, target, distance)


def _standing(view: CameraView, target: Points, distance: float) -> RenderCamera:
    x, y = target.tolist()
    return look_at(
        view.size, (x, y), distance, tilt=view.tilt, azimuth=view.azimuth, roll=view.roll, view=view.across,
        lens=view.lens,
    )  # fmt: skip


def _extent(stage: Stage) -> Points:
    """Return the points (n, 2) of the table, mm, that the camera is aimed at: the corners of the board or
    of the pieces. For an empty table, return the corners of its middle part."""
    if stage.board is not None:
        return xy([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * xy(stage.board.side / 2)
    if not stage.pieces:
        return xy([[-1, -0.75], [1, -0.75], [1, 0.75], [-1, 0.75]]) * xy(_EMPTY_HALF_WIDTH_MM)
    return np.concatenate([piece.corners for piece in stage.pieces]).astype(np.float32)


def _clutter(rng: Rng, shot: Shot, stage: Stage, faces: Faces) -> None:
    """Draw the mugs and other objects of the stage, each at a random place where it covers no piece and
    no other object. Leave out an object for which no such place is found."""
    taken: list[tuple[float, float, float]] = []
    for name in stage.things:
        thing = THINGS[name](rng, faces, 2.0) if name != "mug" else None
        reach = 55.0 if thing is None else float(np.hypot(thing.width, thing.height)) / 2
        at = _free_place(rng, shot.camera, stage.pieces, taken, reach)
        if at is None:
            continue
        taken.append((*at, reach))
        if thing is None:
            put_mug(rng, shot, at)
        else:
            draw_flat_object(shot, _painted(rng, name, faces, density_at(shot.camera, at)), at, _turn(rng))


def _painted(rng: Rng, name: str, faces: Faces, ppm: float) -> Thing:
    return THINGS[name](rng, faces, ppm)


def _turn(rng: Rng) -> float:
    """Return a random direction of an object, degrees: nearly square to the table in half of the cases,
    or else any direction."""
    return 90.0 * int(rng.integers(4)) + float(rng.normal(0, 8)) if chance(rng, 0.5) else uniform(rng, 0, 360)


def _free_place(
    rng: Rng,
    camera: RenderCamera,
    pieces: tuple[RenderedPiece, ...],
    taken: list[tuple[float, float, float]],
    reach: float,
) -> tuple[float, float] | None:
    """Return a random place on the table, mm, without a piece or an object within `reach` mm. Places well
    inside the picture are tried first, then places nearer to its edge. Return None if `_MAX_TRIES` tries
    find no free place."""
    for attempt in range(_MAX_TRIES):
        rim = 0.12 - 0.15 * attempt / _MAX_TRIES
        pixel = rng.uniform(rim, 1 - rim, 2) * [camera.width, camera.height]
        x, y = camera.ground(xy([pixel]))[0].tolist()
        clear = all(
            np.hypot(p.x - x, p.y - y) > reach + 0.5 * np.hypot(p.width, p.height) + 6 for p in pieces
        )
        if clear and all(np.hypot(a - x, b - y) > reach + r + 6 for a, b, r in taken):
            return x, y
    return None
