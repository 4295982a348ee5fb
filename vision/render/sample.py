"""Random pictures of letter cards and tiles on tables, with the truth about every piece."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.arms import draw_body, draw_limb, limb
from vision.render.arrange import CARDS, TILES, Size, Spot, arrange, on_board, turned
from vision.render.boards import Board, random_board
from vision.render.camera import Camera, look
from vision.render.canvas import Canvas, shown, sight
from vision.render.clutter import cable, mug, random_thing
from vision.render.deck import random_deck
from vision.render.light import illuminate
from vision.render.paint import Box, Colour, Image, Patch, Points, Rng, chance, polyline, ring, spin, uniform
from vision.render.pieces import Drawn, Kind, Piece, Sun, card, draw, random_sun, tile
from vision.render.post import quick_post
from vision.render.tables import random_top
from vision.render.tiles import random_tiles
from vision.render.typefaces import Faces

__all__ = ["Label", "Picture", "quick_post", "sample"]

_READABLE = 0.95
"""A printed letter counts as readable when this share of it is to be seen."""


@dataclass(frozen=True, slots=True)
class Label:
    """The truth about one piece. `quad` (4, 2) are its sharp corners in pixels, top left, top right, bottom right,
    bottom left as its letter is read; `anchor` (2,) lies in its visible part; `visible` is the share of it that
    is to be seen; `readable` when at least one printed letter is; `symmetric` when it looks the same turned
    by half. `letter` is A-Z, `?` for a Master, None for a back, a blank tile or a card without letter."""

    letter: str | None
    kind: Kind
    quad: NDArray[np.float32]
    anchor: NDArray[np.float32]
    visible: float
    readable: bool
    symmetric: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture (rows, columns, 3) BGR and the pieces in it, of which at least a sliver shows."""

    image: Image
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class _Setting:
    """What lies on the table before the camera is put up."""

    pieces: list[Piece]
    board: Board | None
    turn: float
    long_side: float


def sample(rng: Rng, width: int, height: int, faces: Faces) -> Picture:
    """A random scene as a random camera sees it. The same generator state gives the same picture."""
    setting = _setting(rng, faces)
    camera = _camera(rng, setting, width, height)
    sun = random_sun(rng)
    canvas = Canvas(_ground(rng, camera, faces))
    if setting.board is not None:
        _lay_board(canvas, camera, setting.board, setting.turn)
    _clutter(rng, canvas, camera, setting.pieces, faces, sun)
    pieces = _painters_order(camera, setting.pieces)
    drawn = [draw(canvas, camera, piece, owner, sun) for owner, piece in enumerate(pieces)]
    _over(rng, canvas, camera, faces, sun)
    labels = _labels(canvas, camera, pieces, drawn)
    lit = illuminate(rng, canvas, uniform(rng, 0, 0.9) ** 2)
    return Picture(quick_post(rng, camera.through_lens(lit)), labels)


def _setting(rng: Rng, faces: Faces) -> _Setting:
    kind = rng.random()
    if kind < 0.6:
        return _cards(rng, faces)
    if kind < 0.92:
        return _tiles(rng, faces)
    return _Setting([], None, 0.0, 89.0)


def _cards(rng: Rng, faces: Faces) -> _Setting:
    deck = random_deck(rng, faces)
    spots = arrange(rng, CARDS, Size(deck.width, deck.height))
    if chance(rng, 0.08):
        deck_of = [random_deck(rng, faces), deck]
        pieces = [card(rng, deck_of[int(rng.integers(2))], spot) for spot in spots]
    else:
        odd = 0.15 if chance(rng, 0.15) else 0.01
        pieces = [card(rng, deck, _swapped(rng, spot, odd)) for spot in spots]
    return _Setting(pieces, None, 0.0, deck.height)


def _swapped(rng: Rng, spot: Spot, share: float) -> Spot:
    """Now and then a foreign card or a back where a letter would be."""
    if spot.shows != "letter" or not chance(rng, share):
        return spot
    return Spot(spot.letter, spot.x, spot.y, spot.angle, "stranger" if chance(rng, 0.7) else "back", spot.raised)


def _tiles(rng: Rng, faces: Faces) -> _Setting:
    tiles = random_tiles(rng, faces)
    size = Size(tiles.side, tiles.side)
    if chance(rng, 0.3):
        board = random_board(rng, faces, tiles.side * uniform(rng, 1.01, 1.12), uniform(rng, 1.5, 2.5))
        turn = 90.0 * int(rng.integers(4)) + float(rng.normal(0, 4))
        spots = turned(on_board(rng, size, board.count, board.cell), turn)
        return _Setting([tile(rng, tiles, s) for s in spots], board, turn, tiles.side)
    spots = _separate(arrange(rng, TILES, size), size)
    return _Setting([tile(rng, tiles, s) for s in spots], None, 0.0, tiles.side)


def _separate(spots: list[Spot], size: Size) -> list[Spot]:
    """Tiles cannot lie in one another: later ones that would are left out."""
    kept: list[tuple[Spot, Points]] = []
    for spot in spots:
        corners = spin(Box(0, 0, size.width, size.height).corners - np.float32(size.width / 2), spot.angle)
        corners += np.float32([spot.x, spot.y])
        near = (c for s, c in kept if np.hypot(s.x - spot.x, s.y - spot.y) < 1.42 * size.width)
        if all(cv2.intersectConvexConvex(corners, other)[0] < 0.03 * size.width**2 for other in near):
            kept.append((spot, corners))
    return [spot for spot, _ in kept]


def _camera(rng: Rng, setting: _Setting, width: int, height: int) -> Camera:
    """A camera that has the pieces in view, most of them, at a size one may meet."""
    if setting.board is not None:
        half = np.float32([[1, 1], [-1, -1]]) * setting.board.side / 2
    elif setting.pieces:
        half = np.concatenate([piece.corners for piece in setting.pieces])
    else:
        half = np.float32([[250, 180], [-250, -180]])
    low, high = half.min(0), half.max(0)
    middle, extent = (low + high) / 2, np.maximum(high - low, 1.0) + 6
    scale = float(min(width / extent[0], height / extent[1])) * uniform(rng, 0.72, 1.0)
    if chance(rng, 0.15):
        scale *= uniform(rng, 1.0, 1.8)
    elif chance(rng, 0.4):
        scale *= uniform(rng, 0.4, 1.0)
    small, large = (0.04, 0.40) if setting.long_side > 30 else (0.026, 0.22)
    scale = float(np.clip(scale, small * width / setting.long_side, uniform(rng, 0.15, large) * width / setting.long_side))
    view = uniform(rng, 40, 76)
    tilt = _tilt(rng)
    distance = width / 2 / np.tan(np.deg2rad(view) / 2) / scale
    slack = np.maximum(0, np.float32([width, height]) / scale - extent) / 2
    target = middle + rng.uniform(-1, 1, 2) * slack * 0.8
    return look(
        (width, height), (float(target[0]), float(target[1])), distance * (1 + tilt / 120),
        tilt=tilt, azimuth=uniform(rng, 0, 360), view=view, lens=float(rng.normal(0, 0.025)) if chance(rng, 0.4) else 0.0,
    )  # fmt: skip


def _tilt(rng: Rng) -> float:
    kind = rng.random()
    if kind < 0.35:
        return uniform(rng, 0, 6)
    return uniform(rng, 6, 38) if kind < 0.93 else uniform(rng, 38, 52)


def _ground(rng: Rng, camera: Camera, faces: Faces) -> Image:
    """The table top as the camera sees it, perhaps with its edge and the floor behind."""
    image = _surface(rng, camera, faces, uniform(rng, 0.8, 1.3))
    if chance(rng, 0.2):
        floor = _surface(rng, camera, faces, uniform(rng, 0.3, 0.8))
        floor = cv2.convertScaleAbs(cv2.GaussianBlur(floor, (0, 0), uniform(rng, 0.5, 4)), alpha=uniform(rng, 0.2, 0.9))
        beyond = np.zeros((camera.height, camera.width), np.uint8)
        cv2.fillConvexPoly(beyond, _edge(rng, camera), 255, cv2.LINE_AA)
        cv2.copyTo(floor, beyond, image)
    return image


def _surface(rng: Rng, camera: Camera, faces: Faces, stretch: float) -> Image:
    centre = camera.ground(np.float32([[camera.width / 2, camera.height / 2]]))[0]
    ppm = min(6.0, 1.15 * camera.scale_at(float(centre[0]), float(centre[1])))
    size = round(0.85 * camera.width)
    texture = random_top(rng, faces, size, ppm * stretch)
    angle = np.deg2rad(uniform(rng, 0, 360) if chance(rng, 0.5) else 90.0 * int(rng.integers(4)) + rng.normal(0, 5))
    cosine, sine = np.cos(angle) / ppm, np.sin(angle) / ppm
    onto = np.array([[cosine, -sine, centre[0]], [sine, cosine, centre[1]], [0, 0, 1]])
    onto = onto @ np.array([[1, 0, -size / 2], [0, 1, -size / 2], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(
            texture, camera.plane() @ onto, (camera.width, camera.height),
            flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101,
        ),
        np.uint8,
    )  # fmt: skip


def _edge(rng: Rng, camera: Camera) -> NDArray[np.int32]:
    """A half plane that leaves most of the picture to the table."""
    turn, reach = uniform(rng, 0, 2 * np.pi), uniform(rng, 0.55, 1.0) * camera.width / 2
    out = np.array([np.cos(turn), np.sin(turn)])
    along, far = np.array([-out[1], out[0]]) * 3 * camera.width, out * 3 * camera.width
    near = np.array([camera.width / 2, camera.height / 2]) + out * reach
    return np.round([near - along, near + along, near + along + far, near - along + far]).astype(np.int32)


def _lay_board(canvas: Canvas, camera: Camera, board: Board, turn: float) -> None:
    corners = spin(Box(0, 0, board.side, board.side).corners - np.float32(board.side / 2), turn)
    pixels = camera.project(corners)
    canvas.shade(pixels + np.float32([3, 4]), 0.5, 4)
    canvas.lay(board.patch, pixels, gloss=0.4)


def _painters_order(camera: Camera, pieces: list[Piece]) -> list[Piece]:
    """Tiles from the farthest to the nearest, because near ones hide the far; cards as they were laid."""
    if not pieces or pieces[0].kind != "tile":
        return pieces
    eye = camera.position
    return sorted(pieces, key=lambda p: -((p.x - eye[0]) ** 2 + (p.y - eye[1]) ** 2))


def _clutter(rng: Rng, canvas: Canvas, camera: Camera, pieces: list[Piece], faces: Faces, sun: Sun) -> None:
    """Things beside the pieces, seldom under them."""
    if chance(rng, 0.08):
        _cable(rng, canvas, camera)
    if pieces and chance(rng, 0.5):
        return
    for _ in range(int(rng.integers(1, 6)) if pieces else int(rng.integers(0, 9))):
        spot = camera.ground(np.float32([[uniform(rng, 0, camera.width), uniform(rng, 0, camera.height)]]))[0]
        near = min((float(np.hypot(p.x - spot[0], p.y - spot[1])) for p in pieces), default=1e9)
        if near > 90 or chance(rng, 0.1):
            _put(rng, canvas, camera, (float(spot[0]), float(spot[1])), faces, sun)


def _put(rng: Rng, canvas: Canvas, camera: Camera, at: tuple[float, float], faces: Faces, sun: Sun) -> None:
    if chance(rng, 0.12):
        _mug(rng, canvas, camera, at, sun)
        return
    scale = camera.scale_at(*at)
    thing = random_thing(rng, faces, float(np.clip(1.2 * scale, 0.5, 8)))
    corners = spin(
        Box(0, 0, thing.width, thing.height).corners - np.float32([thing.width / 2, thing.height / 2]), uniform(rng, 0, 360)
    ) + np.float32(at)  # fmt: skip
    _shadow(canvas, camera, thing.patch, corners, thing.tall, sun, scale)
    canvas.lay(thing.patch, camera.project(corners, thing.tall), gloss=thing.gloss)


def _shadow(
    canvas: Canvas, camera: Camera, patch: Patch, corners: Points, tall: float, sun: Sun, scale: float
) -> None:
    """Shadow in the shape of the thing's own outline."""
    found, _ = cv2.findContours(patch.alpha, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not found:
        return
    outline = max(found, key=cv2.contourArea)[:, 0].astype(np.float32)
    size = np.float32([patch.alpha.shape[1], patch.alpha.shape[0]])
    share = outline / size
    on_table = corners[0] + share[:, :1] * (corners[1] - corners[0]) + share[:, 1:] * (corners[3] - corners[0])
    thrown = camera.project((on_table + np.float32([sun.x, sun.y]) * max(tall, 1.0)).astype(np.float32))
    canvas.shade(thrown, sun.depth, min(30.0, (0.5 + 0.2 * tall * sun.softness) * scale))


def _mug(rng: Rng, canvas: Canvas, camera: Camera, at: tuple[float, float], sun: Sun) -> None:
    outside, drink, radius, tall = mug(rng)
    circle = ring((0.0, 0.0), 1.0)
    foot, rim = circle * np.float32(radius * 0.85) + np.float32(at), circle * np.float32(radius) + np.float32(at)
    thrown = np.concatenate([foot, rim + np.float32([sun.x, sun.y]) * np.float32(tall)])
    canvas.shade(camera.project(cv2.convexHull(thrown)[:, 0]), sun.depth, 4 + 6 * sun.softness)
    top = camera.project(rim, tall)
    body = np.concatenate([camera.project(foot), top])
    canvas.fill(cv2.convexHull(body)[:, 0], _dim(outside, 0.75), gloss=0.6)
    canvas.fill(top, outside, gloss=0.6)
    canvas.fill(camera.project(circle * np.float32(radius * 0.9) + np.float32(at), tall), _dim(outside, 0.6))
    canvas.fill(camera.project(circle * np.float32(radius * 0.88) + np.float32(at), tall * 0.8), drink, gloss=0.9)


def _dim(colour: Colour, share: float) -> Colour:
    return (colour[0] * share, colour[1] * share, colour[2] * share)


def _cable(rng: Rng, canvas: Canvas, camera: Camera) -> None:
    centre = camera.ground(np.float32([[camera.width / 2, camera.height / 2]]))[0]
    scale = camera.scale_at(float(centre[0]), float(centre[1]))
    points = spin(cable(rng, camera.width / scale), uniform(rng, 0, 360)) + centre
    pixels = np.clip(camera.project(points), -8000, 8000).astype(np.float32)
    shade = uniform(rng, 15, 235)
    polyline(canvas.image, pixels + np.float32([0, 2]), (shade * 0.4,) * 3, 5 * scale)
    polyline(canvas.image, pixels, (shade, shade, shade), 4 * scale)


def _over(rng: Rng, canvas: Canvas, camera: Camera, faces: Faces, sun: Sun) -> None:
    """Things over the pieces: arms, people at the edge, something put down on the cards."""
    if chance(rng, 0.06):
        draw_body(rng, canvas)
    if chance(rng, 0.05):
        spot = camera.ground(np.float32([[uniform(rng, 0, camera.width), uniform(rng, 0, camera.height)]]))[0]
        _put(rng, canvas, camera, (float(spot[0]), float(spot[1])), faces, sun)
    if chance(rng, 0.13):
        for _ in range(1 if chance(rng, 0.8) else 2):
            pixel = np.float32([[uniform(rng, 0, camera.width), uniform(rng, 0, camera.height)]])
            tip = camera.ground(pixel)[0]
            inwards = np.float32([camera.width, camera.height]) / 2 - pixel[0]
            heading = np.rad2deg(np.arctan2(inwards[0], -inwards[1])) + uniform(rng, -50, 50)
            draw_limb(rng, canvas, camera, limb(rng, (float(tip[0]), float(tip[1])), float(heading)))


def _labels(canvas: Canvas, camera: Camera, pieces: list[Piece], drawn: list[Drawn]) -> tuple[Label, ...]:
    labels = []
    for owner, (piece, place) in enumerate(zip(pieces, drawn, strict=True)):
        seen = sight(canvas, owner, place.outline)
        if seen.share > 0.0:
            readable = any(shown(canvas, owner, region) >= _READABLE for region in place.regions)
            anchor = camera.bend(np.float32([seen.anchor]))[0]
            labels.append(
                Label(piece.letter, piece.kind, camera.bend(place.quad), anchor, seen.share, readable, piece.symmetric)
            )
    return tuple(labels)
