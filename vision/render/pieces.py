"""Put pieces into a picture: their places, their thickness, and their print."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brushes import CardBox, Colour, Patch, Points, Rng, chance, rounded, spin, uniform, xy
from vision.render.canvas import Canvas
from vision.render.layouts import PiecePlace
from vision.render.optics.camera import RenderCamera
from vision.render.prints.backs import card_back
from vision.render.prints.cardface import letter_card, worn
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.foreign_cards import stranger
from vision.render.prints.tiles import TileSet, tile_top

Kind = Literal["card", "tile", "back", "other"]


@dataclass(frozen=True, slots=True)
class RenderedPiece:
    """One piece that lies on the table, before the camera is placed."""

    x: float
    """The centre's x, mm."""
    y: float
    """The centre's y, mm."""
    angle: float
    """The turn of the piece clockwise, degrees."""
    width: float
    """The width of the piece across its letter, mm."""
    height: float
    """The length of the piece from its letter's top to its letter's foot, mm."""
    radius: float
    """The radius of the corners, mm."""
    bottom_elevation: float
    """The height of the lower side above the table, mm."""
    top_elevation: float
    """The height of the upper side above the table, mm."""
    corner_lifts: tuple[float, float, float, float]
    """The heights by which the four corners curl upwards, mm: top left, top right, bottom right, bottom
    left as the letter is read."""
    kind: Kind
    """The kind of the piece: a card with a letter, a tile, a back, or another card."""
    letter: str | None
    """The letter, `?` for a Master, or None for a piece that shows no letter."""
    is_symmetric: bool
    """True if the piece looks the same after half a turn."""
    regions: tuple[CardBox, ...]
    """The boxes of the printed letters, mm from the piece's top left corner."""
    paint: Callable[[float], Patch]
    """A function that draws the upper side. Its argument is the scale, pixels per millimetre."""
    side_colour: Colour
    """The colour of the side faces (blue, green, red)."""
    gloss: float
    """The gloss of the upper side, 0-1."""
    gain: float = 1.0
    """The factor on the brightness of the upper side."""
    corner_letters: tuple[tuple[CardBox, bool], ...] = ()
    """The box of each corner letter, mm from the piece's top left corner, with True if the letter is
    upside down."""

    def placed(self, points: Points) -> Points:
        """Map points on the piece (n, 2), mm from its top left corner, to points on the table, mm."""
        centre = xy([self.width / 2, self.height / 2])
        return (spin(points - centre, self.angle) + xy([self.x, self.y])).astype(np.float32)

    @property
    def corners(self) -> Points:
        """The corners (4, 2) on the table, mm: top left, top right, bottom right, bottom left as the
        letter is read."""
        return self.placed(CardBox(0, 0, self.width, self.height).corners)


@dataclass(frozen=True, slots=True)
class Sun:
    """The direction and the hardness of the strongest light, described by the shadows that it casts."""

    x: float
    """The length of a shadow to the right, mm for each mm of the object's height."""
    y: float
    """The length of a shadow downwards, mm for each mm of the object's height."""
    depth: float
    """The share of the light that a shadow takes, 0-1."""
    softness: float
    """The softness of a shadow's edge: 0 for a sharp edge, 1 for the softest."""


def random_sun(rng: Rng) -> Sun:
    """Return a light with a random direction and hardness."""
    turn, slope = uniform(rng, 0, 2 * np.pi), uniform(rng, 0.1, 1.6)
    return Sun(
        slope * float(np.cos(turn)),
        slope * float(np.sin(turn)),
        0.03 + 0.7 * uniform(rng, 0, 1) ** 1.3,
        uniform(rng, 0.15, 1.0),
    )


def card(rng: Rng, deck: PrintedDeck, spot: PiecePlace) -> RenderedPiece:
    """Return a card of `deck` at the place `spot`. The place also says which side is up."""
    kind: Kind = {"letter": "card", "back": "back", "stranger": "other"}[spot.shows]  # type: ignore[assignment]
    letter = spot.letter if kind == "card" else None
    seed = int(rng.integers(2**31))

    def paint(ppm: float) -> Patch:
        own = np.random.default_rng(seed)
        if kind == "other":
            return stranger(own, deck, ppm)
        patch = card_back(deck, ppm) if letter is None else letter_card(deck, letter, ppm)
        return worn(own, patch, deck.paper.wear)

    return RenderedPiece(
        x=spot.x,
        y=spot.y,
        angle=spot.angle,
        width=deck.width,
        height=deck.height,
        radius=deck.radius,
        bottom_elevation=0.0,
        top_elevation=0.3 + spot.elevation,
        corner_lifts=_lifts(rng, deck.paper.wear),
        kind=kind,
        letter=letter,
        is_symmetric=letter is None or deck.is_symmetric(letter),
        regions=() if letter is None else deck.regions(letter),
        paint=paint,
        side_colour=dimmed(deck.paper.colour, uniform(rng, 0.75, 1.0)),
        gloss=0.3 + 0.5 * (deck.pattern % 10) / 10,
        gain=uniform(rng, 0.96, 1.02),
        corner_letters=() if letter is None else deck.corner_letters(letter),
    )


def _lifts(rng: Rng, wear: float) -> tuple[float, float, float, float]:
    """Return the heights by which the four corners of a card curl upwards, mm. They grow with `wear`, 0-1."""
    if chance(rng, 0.6 - 0.3 * wear):
        return (0.0, 0.0, 0.0, 0.0)
    first, second, third, fourth = (float(v) for v in np.abs(rng.normal(0, 0.6 + 1.5 * wear, 4)))
    return (first, second, third, fourth)


def tile(rng: Rng, tiles: TileSet, spot: PiecePlace) -> RenderedPiece:
    """Return a tile of the set at the place `spot`. The tile is blank if the place has a Master or shows
    a back."""
    letter = spot.letter if spot.letter != "?" and spot.shows != "back" else None
    seed = int(rng.integers(2**31))
    return RenderedPiece(
        x=spot.x,
        y=spot.y,
        angle=spot.angle,
        width=tiles.side,
        height=tiles.side,
        radius=tiles.radius,
        bottom_elevation=0.0,
        top_elevation=tiles.thickness,
        corner_lifts=(0.0, 0.0, 0.0, 0.0),
        kind="tile",
        letter=letter,
        is_symmetric=letter is None or tiles.is_symmetric(letter),
        regions=() if letter is None else tiles.regions(letter),
        paint=lambda ppm: tile_top(np.random.default_rng(seed), tiles, letter, ppm),
        side_colour=dimmed(tiles.body, 0.7 + 0.28 * (tiles.pattern % 97) / 97),
        gloss=0.35,
        gain=uniform(rng, 0.94, 1.04),
    )


def dimmed(colour: Colour, share: float) -> Colour:
    """Return the colour with its brightness multiplied by `share`."""
    return (colour[0] * share, colour[1] * share, colour[2] * share)


@dataclass(frozen=True, slots=True)
class ProjectedPiece:
    """The outlines of a piece in the picture before lens distortion, pixels."""

    quad: Points
    """The corners (4, 2) of the piece's upper side as if they were not rounded, pixels."""
    outline: Points
    """The rounded outline (n, 2) of the piece's upper side, pixels."""
    silhouette: Points
    """The outline (n, 2) of the piece's upper side together with its side faces, pixels."""
    regions: tuple[Points, ...]
    """For each printed letter of the piece, the corners (4, 2) of the box around the letter, pixels."""
    corner_letters: tuple[tuple[Points, Points], ...] = ()
    """For each corner letter of the piece, two things in pixels: the corners (4, 2) of the box around the
    letter, from the letter's own top left, and the corner (2,) of the piece nearest to it."""


def locate(camera: RenderCamera, piece: RenderedPiece) -> ProjectedPiece:
    """Return the outlines of the piece in the picture before lens distortion."""
    quad = camera.project(piece.corners, np.float64(piece.top_elevation) + np.array(piece.corner_lifts))
    flat = CardBox(0, 0, piece.width, piece.height).corners
    onto = np.asarray(cv2.getPerspectiveTransform(flat, quad), np.float64)
    outline = _through(onto, rounded(piece.width, piece.height, piece.radius))
    return ProjectedPiece(
        quad,
        outline,
        convex(np.concatenate([_foot(camera, piece), outline])) if _thick(piece) else outline,
        tuple(_through(onto, region.corners) for region in piece.regions),
        tuple(
            (np.roll(_through(onto, box.corners), -2 * turned, axis=0), quad[2 * place])
            for place, (box, turned) in enumerate(piece.corner_letters)
        ),
    )


def convex(points: Points) -> Points:
    """Return the corners of the convex hull of the points."""
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float32)


def _thick(piece: RenderedPiece) -> bool:
    return piece.top_elevation - piece.bottom_elevation > 1.0


def _foot(camera: RenderCamera, piece: RenderedPiece) -> Points:
    """Return the outline (n, 2) of the piece's lower side before lens distortion, pixels."""
    return camera.project(
        piece.placed(rounded(piece.width, piece.height, piece.radius)), piece.bottom_elevation
    )


def _through(matrix: NDArray[np.float64], points: Points) -> Points:
    full = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return (full[:, :2] / full[:, 2:]).astype(np.float32)


def density(quad: Points, width: float, height: float) -> float:
    """Return the scale at which a piece is painted, pixels per millimetre. It is slightly finer than the
    scale of its outline `quad` in the picture, within limits. `width` and `height` are the piece's, in
    mm."""
    edges = np.hypot(*(np.roll(quad, -1, 0) - quad).T) / np.array([width, height, width, height])
    return float(np.clip(1.2 * edges.max(), 0.6, 12))


def draw(canvas: Canvas, camera: RenderCamera, piece: RenderedPiece, owner: int, sun: Sun) -> ProjectedPiece:
    """Draw the piece over everything drawn so far, and return its outlines before lens distortion. In the
    canvas its pixels belong to piece number `owner`.

    Draw nothing if the piece lies far outside the picture.
    """
    drawn = locate(camera, piece)
    if _far_out(drawn.quad, canvas.owner.shape):
        return drawn
    cast_shadow(canvas, camera, piece, sun)
    if _thick(piece):
        _sides(canvas, camera, piece, drawn, owner)
    else:
        # The cut edge of the card: a hairline towards the viewer's lower right, darker in harder light.
        canvas.fill(drawn.outline + xy([0.35, 0.5]), dimmed(piece.side_colour, 1 - 0.35 * sun.depth), owner)
    ppm = density(drawn.quad, piece.width, piece.height)
    canvas.lay(piece.paint(ppm), drawn.quad, owner, piece.gloss, piece.gain)
    return drawn


def cast_shadow(canvas: Canvas, camera: RenderCamera, piece: RenderedPiece, sun: Sun) -> None:
    """Draw the piece's shadow, and the dark line where the piece meets the table."""
    outline = piece.placed(rounded(piece.width, piece.height, piece.radius))
    scale = camera.scale_at(piece.x, piece.y)
    height = max(0.5, piece.top_elevation + sum(piece.corner_lifts) / 4)
    ground = camera.project(outline, 0.0)
    canvas.shade(ground, 0.4 * sun.depth + 0.03, min(30.0, 0.7 * scale))
    thrown = camera.project(outline + xy([sun.x, sun.y]) * xy(height), 0.0)
    canvas.shade(thrown, sun.depth, min(30.0, (0.25 + sun.softness * 0.35 * height) * scale))


def _sides(
    canvas: Canvas, camera: RenderCamera, piece: RenderedPiece, drawn: ProjectedPiece, owner: int
) -> None:
    """Draw the visible side faces of a thick piece: the area between its lower and its upper side."""
    foot = _foot(camera, piece)
    canvas.fill(drawn.silhouette, piece.side_colour, owner)
    low = convex(np.concatenate([foot, 0.6 * foot + 0.4 * drawn.outline]))
    canvas.fill(low, dimmed(piece.side_colour, 0.88), owner)


def _far_out(quad: Points, shape: tuple[int, ...]) -> bool:
    margin = xy([shape[1], shape[0]]) * 0.5
    return bool(np.any(quad.max(0) < -margin) or np.any(quad.min(0) > xy([shape[1], shape[0]]) + margin))
