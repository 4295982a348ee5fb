"""The virtual table: render the picture that a camera over the table takes of a scene.

The demo and the tests use this camera. A look decides the deck and the kind of table. A seed decides the
rest of the table, the light and the camera's place. Between pictures only the cards, the arms and the
sensor's noise change.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.shared.scene import LyingBoard, LyingCard, Scene
from vision.render.brushes import Image, Patch, Points, Rng, clouds, xy
from vision.render.canvas import Canvas
from vision.render.layouts import PiecePlace
from vision.render.optics.camera import RenderCamera, look_at
from vision.render.optics.sensor import grain
from vision.render.pieces import RenderedPiece, Sun, card, draw, locate, tile
from vision.render.prints.back_print import BackPrint
from vision.render.prints.deck import PrintedDeck, plain_deck
from vision.render.prints.tiles import TileSet, plain_tiles
from vision.render.prints.typefaces import vendored
from vision.render.sample import lay_board
from vision.render.scenery import spread
from vision.render.surroundings.arms import draw_limb, limb
from vision.render.surroundings.boards import drawn_board
from vision.render.surroundings.tables import Top, baize, white, wood

Size = tuple[int, int]
"""The width and height of a picture, pixels."""

LOOKS: Final = ("classic", "modern", "club")
"""The names of the virtual table's looks: cream cards on wood, patterned cards on a white table, cards with
corner letters alone on baize."""

_THICKNESS_MM: Final = 0.3
"""The thickness of a playing card, mm."""

_VIEW_TO_TABLE_RATIO: Final = 1.06
"""How much larger than the virtual table the camera's view is: the ratio of their widths. The margin of
0.03 at each side keeps the table's corners in the picture when the camera is not quite straight above."""

_VIEW_DEGREES: Final = 62.0
"""The angle across the camera's picture, degrees. This is a focal length of 0.83 long sides of the
picture; Pi cameras have 0.77 to 0.83 (`rectification.USUAL_FOCAL_LENGTH`)."""

_SUN: Final = Sun(0.5, 0.7, 0.4, 0.5)
"""The light of the virtual table: a lamp above it and beside it. Shadows fall to the lower right and are
shorter than the objects are high. They take 0.4 of the light and have moderately soft edges, as in a
room. By judgement."""


def virtual_table(
    size: Size = (1280, 720), seed: int = 0, look: str = "classic"
) -> Callable[[Scene, int], NDArray[np.uint8]]:
    """Return a function that renders a scene. It takes the scene and the number of the frame, and returns the
    picture (rows, columns, 3) BGR.

    Raise ValueError if `look` is not one of `LOOKS`.
    """
    setting = _setting(look)
    table = _TablePainter(size, seed, setting.deck, setting.top)

    def picture(scene: Scene, frame: int) -> NDArray[np.uint8]:
        return table.picture(scene, frame)

    return picture


def view(size: Size, width: float, height: float, seed: int = 0) -> RenderCamera:
    """Return the camera over a table of `width` by `height` mm. It looks nearly straight down, with all of
    the table in its picture.

    Points on the table are in mm from the table's top left corner. `seed` decides the camera's small tilt
    and turn.
    """
    rng = np.random.default_rng(seed)
    scale = min(size[0] / width, size[1] / height) / _VIEW_TO_TABLE_RATIO
    distance = size[0] / 2 / np.tan(np.deg2rad(_VIEW_DEGREES) / 2) / scale
    return look_at(
        size,
        (width / 2, height / 2),
        distance,
        tilt=float(rng.uniform(2, 5)),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(-1.5, 1.5)),
        view=_VIEW_DEGREES,
    )


def project(
    scene: Scene, size: Size = (1280, 720), seed: int = 0, look: str = "classic"
) -> tuple[Points, ...]:
    """Return the corners (4, 2) of each card of the scene in the camera's picture, pixels: top left, top
    right, bottom right, bottom left as the letter is read. Raise ValueError if `look` is not one of
    `LOOKS`."""
    camera = view(size, scene.width, scene.height, seed)
    deck = _setting(look).deck
    heights, tiles = _heights(scene.cards), _tiles_of(scene)
    return tuple(
        locate(camera, _piece(tiles or deck, lying, height)).quad
        for lying, height in zip(scene.cards, heights, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _Setting:
    """One of the virtual table's looks: the deck and the table top to draw."""

    deck: PrintedDeck
    """The deck of the cards."""
    top: Top
    """The drawing of the table top."""


@lru_cache(maxsize=1)
def _settings() -> Mapping[str, _Setting]:
    sans, serif, slab = vendored().faces
    modern = plain_deck(
        sans, paper_colour=(250, 248, 246), ink=(98, 44, 38), accent=(215, 150, 140), ornament="triangles",
        figure_style="none", figure_places=frozenset(), corner_cap=6.0, corner_inset=(3.6, 4.0),
        centre_cap=33.0, centre_stretch=0.85, master_kind="star",
        back=BackPrint("triangles", ((160, 90, 80), (235, 205, 200))),
    )  # fmt: skip
    club = plain_deck(
        slab, layout="corners", corner_cap=16.0, corner_inset=(4.0, 4.5), figure_style="circle",
        figure_places=frozenset({"tl", "br"}), master_kind="jesterstar",
        back=BackPrint("checks", ((110, 60, 30), (225, 225, 220))),
    )  # fmt: skip
    return MappingProxyType(
        {
            "classic": _Setting(plain_deck(serif), wood),
            "modern": _Setting(modern, white),
            "club": _Setting(club, baize),
        }
    )


def _setting(look: str) -> _Setting:
    if look not in _settings():
        raise ValueError(f"no look {look!r}: choose from {', '.join(LOOKS)}")
    return _settings()[look]


def _heights(cards: tuple[LyingCard, ...]) -> list[float]:
    """Return the height of each card above the table, mm. In a pile it is the thickness of the cards that
    were put down earlier at nearly the same place."""
    return [
        _THICKNESS_MM * sum(_are_in_one_pile(other, lying) for other in cards[:place])
        for place, lying in enumerate(cards)
    ]


def _are_in_one_pile(a: LyingCard, b: LyingCard) -> bool:
    return abs(a.x - b.x) < 12 and abs(a.y - b.y) < 12


def _visible(cards: tuple[LyingCard, ...]) -> list[int]:
    """Return the indices of the cards to draw, without the hidden cards of squared-up piles. Of such a
    pile the bottom card and the top card are drawn."""
    spots: dict[tuple[float, float, float], list[int]] = {}
    for place, lying in enumerate(cards):
        spots.setdefault((round(lying.x, 1), round(lying.y, 1), round(lying.angle % 180, 1)), []).append(
            place
        )
    return sorted({index for pile in spots.values() for index in (pile[0], pile[-1])})


@lru_cache(maxsize=4)
def _blocks(side: float) -> TileSet:
    sans, _, _ = vendored().faces
    return plain_tiles(sans, side)


def _tiles_of(scene: Scene) -> TileSet | None:
    """Return the tiles of the scene if its pieces are square. Return None if they are oblong, which means
    cards."""
    width, height = scene.piece_size
    return _blocks(width) if width == height else None


def _piece(printed: PrintedDeck | TileSet, lying: LyingCard, height: float) -> RenderedPiece:
    spot = PiecePlace(
        lying.letter, lying.x, lying.y, lying.angle, "letter" if lying.face_up else "back", height
    )
    rng = np.random.default_rng(ord(lying.letter))
    piece = card(rng, printed, spot) if isinstance(printed, PrintedDeck) else tile(rng, printed, spot)
    return replace(piece, corner_lifts=(0.0, 0.0, 0.0, 0.0), gain=1.0)


class _TablePainter:
    """A painter of frames of one virtual table. Parts that are the same in many frames are cached."""

    def __init__(self, size: Size, seed: int, deck: PrintedDeck, top: Top) -> None:
        self._size, self._seed, self._deck, self._top = size, seed, deck, top
        self._patch = lru_cache(maxsize=128)(self._painted)
        self._board = lru_cache(maxsize=2)(drawn_board)
        self._bare = lru_cache(maxsize=2)(self._empty)
        self._light = lru_cache(maxsize=1)(self._shining)
        self._still = lru_cache(maxsize=4)(self._laid)

    def picture(self, scene: Scene, frame: int) -> Image:
        """Return the picture of the scene in frame number `frame`. Equal arguments give equal pictures."""
        image = self._still(replace(scene, arms=()))
        if scene.arms:
            canvas = Canvas(image.copy())
            self._reach(canvas, scene)
            image = canvas.image
        lit = cv2.multiply(image, self._light(), scale=1 / 128)
        noise = grain(np.random.default_rng((self._seed, frame)), self._size[1], self._size[0], 1.6, 0.9)
        return np.asarray(cv2.add(lit, noise, dtype=cv2.CV_8U), np.uint8)

    def _laid(self, scene: Scene) -> Image:
        camera = view(self._size, scene.width, scene.height, self._seed)
        canvas = Canvas(self._bare(scene.width, scene.height).copy())
        if scene.board is not None:
            self._spread(canvas, camera, scene.board)
        heights = _heights(scene.cards)
        for place in _visible(scene.cards):
            drawn = self._drawn(scene, scene.cards[place], heights[place])
            draw(canvas, camera, drawn, place, _SUN)
        return np.asarray(cv2.GaussianBlur(canvas.image, (0, 0), 0.5), np.uint8)

    def _spread(self, canvas: Canvas, camera: RenderCamera, lying: LyingBoard) -> None:
        """Draw the board on the empty table."""
        ppm = round(1.2 * camera.scale_at(lying.x, lying.y), 1)
        board = self._board(lying.board, lying.cell, ppm)
        lay_board(canvas, camera, board, lying.angle, (lying.x, lying.y))

    def _drawn(self, scene: Scene, lying: LyingCard, height: float) -> RenderedPiece:
        tiles = _tiles_of(scene)
        piece = _piece(tiles or self._deck, lying, height)
        side, name = tiles.side if tiles else 0.0, lying.letter if lying.face_up else ""
        return replace(piece, paint=lambda ppm: self._patch(side, name, round(ppm, 1)))

    def _painted(self, side: float, name: str, ppm: float) -> Patch:
        """Return the drawing of a piece's upper side: of a letter block `side` mm wide, or of a card if
        `side` is 0. `name` is the letter; an empty name means a back. `ppm` is pixels per millimetre."""
        printed = _blocks(side) if side else self._deck
        return _piece(printed, LyingCard(name or "A", 0, 0, face_up=bool(name)), 0.0).paint(ppm)

    def _empty(self, width: float, height: float) -> Image:
        rng = np.random.default_rng((self._seed, 1))
        return spread(rng, view(self._size, width, height, self._seed), self._top)

    def _shining(self) -> Image:
        """Return the factor on the brightness (rows, columns, 3), in units of 1/128. It makes a soft pool
        of warm light on the table."""
        return _pool(np.random.default_rng((self._seed, 2)), self._size)

    def _reach(self, canvas: Canvas, scene: Scene) -> None:
        camera = view(self._size, scene.width, scene.height, self._seed)
        for place, arm in enumerate(scene.arms):
            rng = np.random.default_rng((self._seed, 3, place))
            draw_limb(rng, canvas, camera, limb(rng, (arm.x, arm.y), arm.angle))


def _pool(rng: Rng, size: Size) -> Image:
    rows, columns = size[1] // 8, size[0] // 8
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    cx, cy = rng.uniform(-0.5, 0.5, 2)
    field = 0.86 + 0.22 * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / 1.5) - 0.06 * (x * x + y * y)
    field = field + 0.01 * clouds(rng, rows, columns, 3, 2)
    warm = xy([0.93, 1.0, 1.04])
    full = cv2.resize(xy(128 * field[..., None] * warm), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.convertScaleAbs(full), np.uint8)
