"""Render random pictures of letter cards and tiles on tables, with the truth about every piece."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brushes import (
    CardBox,
    Image,
    Points,
    Rng,
    chance,
    spin,
    uniform,
    xy,
)
from vision.render.canvas import Canvas, visibility_of, visible_share
from vision.render.layouts import (
    CARD_LAYOUTS,
    CORNER_LETTER_LAYOUTS,
    OVERLAPPING_LAYOUTS,
    TILE_LAYOUTS,
    PiecePlace,
    Size,
    arrange,
    on_board,
    turn_spots,
)
from vision.render.optics.camera import RenderCamera, look_at
from vision.render.optics.light import illuminate
from vision.render.optics.sensor import quick_post
from vision.render.pieces import Kind, ProjectedPiece, RenderedPiece, card, draw, random_sun, tile
from vision.render.prints.deck import Layout
from vision.render.prints.master_designs import Drawings
from vision.render.prints.random_deck import random_deck
from vision.render.prints.tiles import random_tiles
from vision.render.prints.typefaces import Faces
from vision.render.scenery import Shot, clutter, draw_over_pieces, ground
from vision.render.surroundings.boards import PaintedBoard, random_board

__all__ = ["PieceTruth", "RenderedPicture", "SceneSetting", "photographed", "quick_post", "sample"]

_FOREIGN_SHARES = (0.01, 0.15, 0.6)
"""The possible shares of foreign cards and backs among the cards of a table: hardly any, some, or most of
them."""

_FOREIGN_SHARE_WEIGHTS = (0.78, 0.15, 0.07)
"""The probability of each share in `_FOREIGN_SHARES`. The share of 0.6 was added because the speller had
seen too few printed words and pictures to recognise cards without a letter."""

_MASTER_SHARE = 0.3
"""The share of Masters among the cards of a table that is drawn to train the recognition of Masters."""

_MIN_READABLE_SHARE = 0.95
"""The least visible share of a printed letter that counts as readable."""


@dataclass(frozen=True, slots=True)
class CornerLetterTruth:
    """A corner letter in the finished picture."""

    quad: NDArray[np.float32]
    """The corners (4, 2) round the letter, pixels, from the letter's own top left."""
    corner: NDArray[np.float32]
    """The corner (2,) of the card nearest to the letter, as if it were not rounded, pixels."""
    visible_share: float
    """The visible share of the letter."""


@dataclass(frozen=True, slots=True)
class PieceTruth:
    """The truth about one piece in the finished picture."""

    letter: str | None
    """The letter A-Z, `?` for a Master, None for a back, a blank tile or a card without a letter."""
    kind: Kind
    """The kind of the piece: a card with a letter, a tile, a back, or another card."""
    quad: NDArray[np.float32]
    """The corners (4, 2) as if they were not rounded, pixels: top left, top right, bottom right, bottom
    left as the letter is read."""
    anchor: NDArray[np.float32]
    """A point (2,) in the middle of the visible part, pixels."""
    visible_share: float
    """The visible share of the piece, 0-1."""
    is_readable: bool
    """True if at least one printed letter is visible enough to be read."""
    is_symmetric: bool
    """True if the piece looks the same after half a turn."""
    silhouette: NDArray[np.float32]
    """The outline (n, 2) of the whole piece with a tile's side faces, pixels. Parts under other pieces
    are included."""
    corner_letters: tuple[CornerLetterTruth, ...] = ()
    """The corner letters of the piece."""


@dataclass(frozen=True, slots=True)
class RenderedPicture:
    """A rendered picture with the truth about its pieces."""

    image: Image
    """The picture (rows, columns, 3), BGR."""
    labels: tuple[PieceTruth, ...]
    """The truth about each piece of which at least one pixel is visible, in the order of drawing."""


@dataclass(frozen=True, slots=True)
class SceneSetting:
    """The pieces and the board on a table."""

    pieces: list[RenderedPiece]
    """The pieces on the table."""
    board: PaintedBoard | None
    """The board under the pieces, or None."""
    board_turn: float
    """The turn of the board clockwise, degrees."""
    long_side: float
    """The longer side of a piece, mm. It limits how large the camera shows the pieces."""


def sample(
    rng: Rng,
    width: int,
    height: int,
    faces: Faces,
    overlapping: bool = False,
    foreign: bool = False,
    drawings: Drawings | None = None,
) -> RenderedPicture:
    """Return a random scene seen by a random camera. The same state of `rng` gives the same picture.

    With `overlapping`, the cards have corner letters, and most are fanned or overlap. With `foreign`, most
    cards of the table show no letter. With `drawings`, the table has many Masters, which show one of these
    drawings.
    """
    setting = (
        _overlapping_cards(rng, faces)
        if overlapping
        else _cards(rng, faces, foreign, drawings)
        if foreign or drawings is not None
        else _setting(rng, faces)
    )
    # A corner letter is a twelfth as high as its card. On smaller cards it would be too small to learn from.
    small = 0.11 if overlapping else 0.04
    return photographed(rng, setting, _camera(rng, setting, width, height, small), faces)


def photographed(rng: Rng, setting: SceneSetting, camera: RenderCamera, faces: Faces) -> RenderedPicture:
    """Return the picture that `camera` takes of the pieces and the board of `setting`. The table top, the
    light, and the objects around the pieces are random. Print on these objects has the typefaces `faces`."""
    sun = random_sun(rng)
    canvas = Canvas(ground(rng, camera, faces))
    if setting.board is not None:
        lay_board(canvas, camera, setting.board, setting.board_turn)
    shot = Shot(canvas, camera, sun)
    clutter(rng, shot, setting.pieces, faces)
    pieces = painters_order(camera, setting.pieces)
    drawn = [draw(canvas, camera, piece, owner, sun) for owner, piece in enumerate(pieces)]
    draw_over_pieces(rng, shot, faces)
    labels = labels_of(canvas, camera, pieces, drawn)
    lit = illuminate(rng, canvas, uniform(rng, 0, 0.9) ** 2)
    return RenderedPicture(quick_post(rng, camera.through_lens(lit)), labels)


def _setting(rng: Rng, faces: Faces) -> SceneSetting:
    kind = rng.random()
    if kind < 0.6:
        return _cards(rng, faces)
    if kind < 0.92:
        return _tiles(rng, faces)
    return SceneSetting([], None, 0.0, 89.0)


def _cards(rng: Rng, faces: Faces, foreign: bool = False, drawings: Drawings | None = None) -> SceneSetting:
    deck = random_deck(rng, faces, drawings=drawings)
    arrangements = CORNER_LETTER_LAYOUTS if deck.layout in ("index", "corners") else CARD_LAYOUTS
    spots = arrange(rng, arrangements, Size(deck.width, deck.height))
    if drawings is not None:
        spots = [replace(spot, letter="?") if chance(rng, _MASTER_SHARE) else spot for spot in spots]
    if chance(rng, 0.08):
        deck_of = [random_deck(rng, faces), deck]
        pieces = [card(rng, deck_of[int(rng.integers(2))], spot) for spot in spots]
    else:
        foreign_share = (
            _FOREIGN_SHARES[-1]
            if foreign
            else _FOREIGN_SHARES[int(rng.choice(len(_FOREIGN_SHARES), p=_FOREIGN_SHARE_WEIGHTS))]
        )
        pieces = [card(rng, deck, _swapped(rng, spot, foreign_share)) for spot in spots]
    return SceneSetting(pieces, None, 0.0, deck.height)


def _overlapping_cards(rng: Rng, faces: Faces) -> SceneSetting:
    """Return the pieces of a scene: cards with corner letters. Most of them are covered by a neighbour so
    far that only a corner letter is visible."""
    layout: Layout = "index" if chance(rng, 0.65) else "corners"
    deck = random_deck(rng, faces, layout)
    spots = arrange(rng, OVERLAPPING_LAYOUTS, Size(deck.width, deck.height))
    return SceneSetting(
        [card(rng, deck, _swapped(rng, spot, 0.02)) for spot in spots], None, 0.0, deck.height
    )


def _swapped(rng: Rng, spot: PiecePlace, share: float) -> PiecePlace:
    """Return the place `spot`, changed with the probability `share` if it shows a letter. A changed place
    shows a card without a letter, or a back."""
    if spot.shows != "letter" or not chance(rng, share):
        return spot
    return PiecePlace(
        spot.letter, spot.x, spot.y, spot.angle, "stranger" if chance(rng, 0.7) else "back", spot.elevation
    )


def _tiles(rng: Rng, faces: Faces) -> SceneSetting:
    tiles = random_tiles(rng, faces)
    size = Size(tiles.side, tiles.side)
    if chance(rng, 0.3):
        board = random_board(rng, faces, tiles.side * uniform(rng, 1.01, 1.12), uniform(rng, 1.5, 2.5))
        turn = 90.0 * int(rng.integers(4)) + float(rng.normal(0, 4))
        spots = turn_spots(on_board(rng, size, board.count, board.cell), turn)
        return SceneSetting([tile(rng, tiles, s) for s in spots], board, turn, tiles.side)
    spots = _separate(arrange(rng, TILE_LAYOUTS, size), size)
    return SceneSetting([tile(rng, tiles, s) for s in spots], None, 0.0, tiles.side)


def _separate(spots: list[PiecePlace], size: Size) -> list[PiecePlace]:
    """Return the places of tiles, but leave out each tile that would overlap a tile laid before it."""
    spots_and_corners: list[tuple[PiecePlace, Points]] = []
    for spot in spots:
        corners = spin(CardBox(0, 0, size.width, size.height).corners - xy(size.width / 2), spot.angle)
        corners += xy([spot.x, spot.y])
        near = (c for s, c in spots_and_corners if np.hypot(s.x - spot.x, s.y - spot.y) < 1.42 * size.width)
        if all(cv2.intersectConvexConvex(corners, other)[0] < 0.03 * size.width**2 for other in near):
            spots_and_corners.append((spot, corners))
    return [spot for spot, _ in spots_and_corners]


def _camera(rng: Rng, setting: SceneSetting, width: int, height: int, small: float) -> RenderCamera:
    """Return a camera that has most of the pieces in view, in a realistic size.

    `small` is the least long side of a card, as a share of the picture's width. Tiles have a limit of their
    own.
    """
    if setting.board is not None:
        half: Points = xy([[1, 1], [-1, -1]]) * xy(setting.board.side / 2)
    elif setting.pieces:
        half = xy(np.concatenate([piece.corners for piece in setting.pieces]))
    else:
        half = xy([[250, 180], [-250, -180]])
    low, high = half.min(0), half.max(0)
    middle, extent = (low + high) / 2, np.maximum(high - low, 1.0) + 6
    scale = float(min(width / extent[0], height / extent[1])) * uniform(rng, 0.8, 1.0)
    if chance(rng, 0.15):
        scale *= uniform(rng, 1.0, 1.8)
    elif chance(rng, 0.35):
        scale *= uniform(rng, 0.4, 1.0)
    small, large = (small, 0.40) if setting.long_side > 30 else (0.026, 0.22)
    scale = float(
        np.clip(
            scale, small * width / setting.long_side, uniform(rng, 0.15, large) * width / setting.long_side
        )
    )
    view = uniform(rng, 40, 76)
    tilt = _tilt(rng, 0.22 if setting.long_side < 30 and setting.board is None else 0.07)
    distance = width / 2 / np.tan(np.deg2rad(view) / 2) / scale
    slack = np.maximum(0, xy([width, height]) / scale - extent) / 2
    target = middle + rng.uniform(-1, 1, 2) * slack * 0.8
    return look_at(
        (width, height), (float(target[0]), float(target[1])), distance * (1 + tilt / 120),
        tilt=tilt, azimuth=uniform(rng, 0, 360), view=view, lens=float(rng.normal(0, 0.025)) if chance(rng,
        0.4) else 0.0,
    )  # fmt: skip


def _tilt(rng: Rng, steep: float) -> float:
    kind = rng.random()
    if kind < steep:
        return uniform(rng, 38, 54)
    return uniform(rng, 0, 6) if kind < 0.4 else uniform(rng, 6, 38)


def lay_board(
    canvas: Canvas,
    camera: RenderCamera,
    board: PaintedBoard,
    turn: float,
    at: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Draw the board on the table, with its shadow. The middle of the board is at `at`, mm, and the board
    is turned `turn` degrees clockwise."""
    corners = spin(CardBox(0, 0, board.side, board.side).corners - xy(board.side / 2), turn) + xy(at)
    pixels = camera.project(corners)
    canvas.shade(pixels + xy([3, 4]), 0.5, 4)
    canvas.lay(board.patch, pixels, gloss=0.4)


def painters_order(camera: RenderCamera, pieces: list[RenderedPiece]) -> list[RenderedPiece]:
    """Return the pieces in the order in which they must be drawn: tiles from the farthest to the nearest,
    because near tiles hide far ones; cards in the order in which they were laid."""
    if not pieces or pieces[0].kind != "tile":
        return pieces
    eye = camera.position
    return sorted(pieces, key=lambda p: -((p.x - eye[0]) ** 2 + (p.y - eye[1]) ** 2))


def labels_of(
    canvas: Canvas, camera: RenderCamera, pieces: list[RenderedPiece], drawn: list[ProjectedPiece]
) -> tuple[PieceTruth, ...]:
    """Return the truth about every piece of which something is visible, in the order in which the pieces
    were drawn."""
    labels = []
    for owner, (piece, place) in enumerate(zip(pieces, drawn, strict=True)):
        seen = visibility_of(canvas, owner, place.silhouette)
        if seen.share > 0.0:
            readable = any(
                visible_share(canvas, owner, region) >= _MIN_READABLE_SHARE for region in place.regions
            )
            anchor = camera.bend(xy([seen.anchor]))[0]
            labels.append(
                PieceTruth(
                    letter=piece.letter,
                    kind=piece.kind,
                    quad=camera.bend(place.quad),
                    anchor=anchor,
                    visible_share=seen.share,
                    is_readable=readable,
                    is_symmetric=piece.is_symmetric,
                    silhouette=camera.bend(place.silhouette),
                    corner_letters=tuple(
                        _corner_letter_truth(canvas, camera, owner, *pair) for pair in place.corner_letters
                    ),
                )
            )
    return tuple(labels)


def _corner_letter_truth(
    canvas: Canvas, camera: RenderCamera, owner: int, quad: Points, corner: Points
) -> CornerLetterTruth:
    bent = camera.bend(np.concatenate([quad, corner[None]]).astype(np.float32))
    return CornerLetterTruth(bent[:4], bent[4], visible_share(canvas, owner, quad))
