"""Draw everything in a picture except the pieces: the table, its edge, objects around, arms over it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brushes import (
    CardBox,
    Image,
    Points,
    Rng,
    chance,
    polyline,
    ring,
    spin,
    uniform,
    xy,
)
from vision.render.canvas import Canvas
from vision.render.optics.camera import RenderCamera
from vision.render.pieces import RenderedPiece, Sun, convex, dimmed
from vision.render.prints.typefaces import Faces
from vision.render.surroundings.arms import draw_body, draw_limb, limb
from vision.render.surroundings.clutter import Thing, cable, mug, random_thing
from vision.render.surroundings.tables import Top, random_top


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture under construction, with the camera and the light."""

    canvas: Canvas
    """The picture under construction, as far as it is drawn."""
    camera: RenderCamera
    """The camera that takes the picture."""
    sun: Sun
    """The light that casts the shadows."""


def ground(rng: Rng, camera: RenderCamera, faces: Faces) -> Image:
    """Return the empty table top as the camera sees it. Sometimes the picture also shows the table's edge
    and the floor behind the edge."""
    image = _surface(rng, camera, faces, uniform(rng, 0.8, 1.3))
    if chance(rng, 0.2):
        behind = _surface(rng, camera, faces, uniform(rng, 0.3, 0.8))
        floor = cv2.convertScaleAbs(
            cv2.GaussianBlur(behind, (0, 0), uniform(rng, 0.5, 4)), alpha=uniform(rng, 0.2, 0.9)
        )
        beyond = np.zeros((camera.height, camera.width), np.uint8)
        cv2.fillConvexPoly(beyond, _edge(rng, camera), 255, cv2.LINE_AA)
        cv2.copyTo(floor, beyond, image)
    return image


def _surface(rng: Rng, camera: RenderCamera, faces: Faces, stretch: float) -> Image:
    def some_top(rng: Rng, size: int, ppm: float) -> Image:
        return random_top(rng, faces, size, ppm * stretch)

    return spread(rng, camera, some_top)


def spread(rng: Rng, camera: RenderCamera, top: Top) -> Image:
    """Return the picture of a randomly turned table top that fills the camera's view. `top` draws it."""
    centre = camera.ground(xy([[camera.width / 2, camera.height / 2]]))[0]
    ppm = min(6.0, 1.3 * camera.scale_at(float(centre[0]), float(centre[1])))
    size = camera.width
    texture = top(rng, size, ppm)
    angle = np.deg2rad(uniform(rng, 0, 360) if chance(rng, 0.5) else _square(rng))
    cosine, sine = np.cos(angle) / ppm, np.sin(angle) / ppm
    onto = np.array([[cosine, -sine, centre[0]], [sine, cosine, centre[1]], [0, 0, 1]])
    onto = onto @ np.array([[1, 0, -size / 2], [0, 1, -size / 2], [0, 0, 1]])
    frame = (camera.width, camera.height)
    mirrored = cv2.BORDER_REFLECT_101
    seen = cv2.warpPerspective(
        texture, camera.plane() @ onto, frame, flags=cv2.INTER_LINEAR, borderMode=mirrored
    )
    return np.asarray(seen, np.uint8)


def _square(rng: Rng) -> float:
    """Return a random angle near a multiple of 90 degrees."""
    return 90.0 * int(rng.integers(4)) + float(rng.normal(0, 5))


def _edge(rng: Rng, camera: RenderCamera) -> NDArray[np.int32]:
    """Return the corners (4, 2), pixels, of the area beyond the table's edge. Most of the picture stays
    table."""
    turn, reach = uniform(rng, 0, 2 * np.pi), uniform(rng, 0.55, 1.0) * camera.width / 2
    out = np.array([np.cos(turn), np.sin(turn)])
    along, far = np.array([-out[1], out[0]]) * 3 * camera.width, out * 3 * camera.width
    near = np.array([camera.width / 2, camera.height / 2]) + out * reach
    return np.round([near - along, near + along, near + along + far, near - along + far]).astype(np.int32)


def clutter(rng: Rng, shot: Shot, pieces: list[RenderedPiece], faces: Faces) -> None:
    """Draw random objects on the table, mostly beside the pieces. The pieces are drawn later and cover a
    few of these objects."""
    camera = shot.camera
    if chance(rng, 0.08):
        _cable(rng, shot.canvas, camera)
    if pieces and chance(rng, 0.5):
        return
    for _ in range(int(rng.integers(1, 6)) if pieces else int(rng.integers(0, 9))):
        spot = camera.ground(xy([[uniform(rng, 0, camera.width), uniform(rng, 0, camera.height)]]))[0]
        near = min((float(np.hypot(p.x - spot[0], p.y - spot[1])) for p in pieces), default=1e9)
        if near > 90 or chance(rng, 0.1):
            _put(rng, shot, (float(spot[0]), float(spot[1])), faces)


def _put(rng: Rng, shot: Shot, at: tuple[float, float], faces: Faces) -> None:
    if chance(rng, 0.12):
        put_mug(rng, shot, at)
        return
    thing = random_thing(rng, faces, density_at(shot.camera, at))
    draw_flat_object(shot, thing, at, uniform(rng, 0, 360))


def density_at(camera: RenderCamera, at: tuple[float, float]) -> float:
    """Return the scale at which an object on the table at `at`, mm, is painted, pixels per millimetre. It
    is slightly finer than the scale of the camera's picture at that place."""
    return float(np.clip(1.2 * camera.scale_at(*at), 0.5, 8))


def draw_flat_object(shot: Shot, thing: Thing, at: tuple[float, float], turn: float) -> None:
    """Draw a flat object on the table, with its shadow. The middle of the object is at `at`, mm, and the
    object is turned `turn` degrees clockwise."""
    camera, middle = shot.camera, xy([thing.width / 2, thing.height / 2])
    corners = spin(CardBox(0, 0, thing.width, thing.height).corners - middle, turn) + xy(at)
    _shadow(shot, thing, corners, camera.scale_at(*at))
    shot.canvas.lay(thing.patch, camera.project(corners, thing.thickness), gloss=thing.gloss)


def _shadow(shot: Shot, thing: Thing, corners: Points, scale: float) -> None:
    """Draw the shadow of a flat object. `corners` are its corners on the table, mm; `scale` is pixels per
    millimetre."""
    patch, thickness, sun = thing.patch, thing.thickness, shot.sun
    outlines, _ = cv2.findContours(patch.alpha, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return
    outline = max(outlines, key=cv2.contourArea)[:, 0].astype(np.float32)
    size = xy([patch.alpha.shape[1], patch.alpha.shape[0]])
    share = outline / size
    on_table = (
        corners[0] + share[:, :1] * (corners[1] - corners[0]) + share[:, 1:] * (corners[3] - corners[0])
    )
    thrown = shot.camera.project((on_table + xy([sun.x, sun.y]) * max(thickness, 1.0)).astype(np.float32))
    shot.canvas.shade(thrown, sun.depth, min(30.0, (0.5 + 0.2 * thickness * sun.softness) * scale))


def put_mug(rng: Rng, shot: Shot, at: tuple[float, float]) -> None:
    """Draw a mug with its shadow. The mug stands on the table at `at`, x and y in mm."""
    canvas, camera, sun = shot.canvas, shot.camera, shot.sun
    outside, drink, radius, height = mug(rng)
    circle = ring((0.0, 0.0), 1.0)
    foot, rim = (
        circle * xy(radius * 0.85) + xy(at),
        circle * xy(radius) + xy(at),
    )
    thrown = np.concatenate([foot, rim + xy([sun.x, sun.y]) * xy(height)])
    canvas.shade(camera.project(convex(thrown)), sun.depth, 4 + 6 * sun.softness)
    top = camera.project(rim, height)
    body = np.concatenate([camera.project(foot), top])
    canvas.fill(convex(body), dimmed(outside, 0.75), gloss=0.6)
    canvas.fill(top, outside, gloss=0.6)
    canvas.fill(camera.project(circle * xy(radius * 0.9) + xy(at), height), dimmed(outside, 0.6))
    canvas.fill(camera.project(circle * xy(radius * 0.88) + xy(at), height * 0.8), drink, gloss=0.9)


def _cable(rng: Rng, canvas: Canvas, camera: RenderCamera) -> None:
    centre = camera.ground(xy([[camera.width / 2, camera.height / 2]]))[0]
    scale = camera.scale_at(float(centre[0]), float(centre[1]))
    points = spin(cable(rng, camera.width / scale), uniform(rng, 0, 360)) + centre
    pixels = np.clip(camera.project(points), -8000, 8000).astype(np.float32)
    shade = uniform(rng, 15, 235)
    polyline(canvas.image, pixels + xy([0, 2]), (shade * 0.4,) * 3, 5 * scale)
    polyline(canvas.image, pixels, (shade, shade, shade), 4 * scale)


def draw_over_pieces(rng: Rng, shot: Shot, faces: Faces) -> None:
    """Draw random objects over the pieces: arms, a person at the edge, an object put down on the cards.
    In most pictures there are none."""
    canvas, camera = shot.canvas, shot.camera
    if chance(rng, 0.06):
        draw_body(rng, canvas)
    if chance(rng, 0.05):
        spot = camera.ground(xy([[uniform(rng, 0, camera.width), uniform(rng, 0, camera.height)]]))[0]
        _put(rng, shot, (float(spot[0]), float(spot[1])), faces)
    if chance(rng, 0.13):
        for _ in range(1 if chance(rng, 0.8) else 2):
            pixel = xy([[uniform(rng, 0, camera.width), uniform(rng, 0, camera.height)]])
            tip = camera.ground(pixel)[0]
            inwards = xy([camera.width, camera.height]) / 2 - pixel[0]
            heading = np.rad2deg(np.arctan2(inwards[0], -inwards[1])) + uniform(rng, -50, 50)
            draw_limb(rng, canvas, camera, limb(rng, (float(tip[0]), float(tip[1])), float(heading)))
