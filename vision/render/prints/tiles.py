"""Draw the tops of letter tiles. A top is a flat picture; a set and a letter decide its content."""

from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import LETTERS
from vision.render.brushes import (
    CardBox,
    Colour,
    Image,
    Patch,
    Rng,
    chance,
    clouds,
    even_area,
    hsv,
    jitter,
    noise,
    polygon,
    rounded,
    stamp,
    tint,
    uniform,
    xy,
)
from vision.render.prints.deck import HALF_TURN_LETTERS
from vision.render.prints.diacritics import (
    LETTERS_WITH_DIACRITIC,
    ROUND_DIACRITICS,
    DiacriticStyle,
    random_diacritic_style,
    with_diacritic,
)
from vision.render.prints.typefaces import Face, Faces, aspect, ink


@dataclass(frozen=True, slots=True)
class TileFigure:
    """The small number in a tile's corner."""

    height: float
    """The height of the number, a share of the tile's side."""
    right: float
    """The distance from the tile's left edge to the number's right edge, a share of the tile's side."""
    bottom: float
    """The distance from the tile's top edge to the number's lower edge, a share of the tile's side."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """The appearance of one set of letter tiles: sizes, typeface, colours and numbers."""

    side: float
    """The side of a tile, mm."""
    thickness: float
    """The thickness of a tile, mm."""
    radius: float
    """The radius of a tile's corners, mm."""
    bevel: float
    """The width of the bevelled edge, mm."""
    face: Face
    """The typeface of the letters on the tiles."""
    body: Colour
    """The colour of the tile."""
    ink: Colour
    """The colour of the letters."""
    cap: float
    """The height of the capitals, mm."""
    offset: tuple[float, float]
    """The shift of the letter from the middle of the tile, to the right and down, mm."""
    figure: TileFigure | None
    """The size and the place of the small number, or None for tiles without a number."""
    accented_share: float
    """The share of tiles with a diacritic among the letters that can have one."""
    grain: float
    """The strength of the grain, a share of the brightness."""
    engraving_depth: float
    """The depth of the engraving, 0 to 1."""
    figures: tuple[int, ...]
    """The number on the tile of each letter, in the order of the alphabet."""
    pattern: int
    """The seed of what the tiles of a set have in common at random, such as the direction from which their
    edges are lit."""
    diacritic_style: DiacriticStyle = ROUND_DIACRITICS
    """The style of diacritics."""

    def regions(self, letter: str) -> tuple[CardBox, ...]:
        """Return the box of the printed letter on its tile, mm."""
        cap = self._cap(letter)
        half, x, y = cap * aspect(self.face, letter) / 2, *self._middle()
        return (CardBox(x - half, y - cap / 2, x + half, y + cap / 2),)

    def is_symmetric(self, letter: str) -> bool:
        """Return True if the tile with this letter looks the same after half a turn."""
        centred = max(abs(self.offset[0]), abs(self.offset[1])) < 0.05 * self.side
        return self.figure is None and centred and letter in HALF_TURN_LETTERS

    def _cap(self, letter: str) -> float:
        return min(self.cap, 0.82 * self.side / aspect(self.face, letter))

    def _middle(self) -> tuple[float, float]:
        return self.side / 2 + self.offset[0], self.side / 2 + self.offset[1]


def plain_tiles(face: Face, side: float) -> TileSet:
    """Return the letter blocks of the virtual table: ivory with dark letters, `side` mm wide."""
    return TileSet(
        side=side,
        thickness=4.0,
        radius=0.09 * side,
        bevel=0.045 * side,
        face=face,
        body=(190, 218, 230),
        ink=(30, 26, 26),
        cap=0.58 * side,
        offset=(0.0, 0.0),
        figure=None,
        accented_share=0.0,
        grain=0.04,
        engraving_depth=0.5,
        figures=(5,) * len(LETTERS),
        pattern=7,
    )


def random_tiles(rng: Rng, faces: Faces) -> TileSet:
    """Return a random set of tiles."""
    side = uniform(rng, 17, 26)
    figure = _figure(rng) if chance(rng, 0.5) else None
    shift = uniform(rng, -0.08, 0.02) * side if figure else 0.0
    body, grain = _body(rng)
    return TileSet(
        side=side,
        thickness=uniform(rng, 3, 6.5),
        radius=uniform(rng, 0.04, 0.18) * side,
        bevel=uniform(rng, 0.02, 0.09) * side,
        face=faces.pick(rng),
        body=body,
        ink=_letters_on(rng, body),
        cap=uniform(rng, 0.4, 0.68) * side,
        offset=(shift, shift * uniform(rng, 0.3, 1.0)),
        figure=figure,
        accented_share=uniform(rng, 0.1, 0.4) if chance(rng, 0.4) else 0.0,
        grain=grain,
        engraving_depth=uniform(rng, 0.2, 1.0),
        figures=tuple(int(n) for n in rng.integers(1, 11, 26)),
        pattern=int(rng.integers(2**31)),
        diacritic_style=random_diacritic_style(rng),
    )


def tile_top(rng: Rng, tiles: TileSet, letter: str | None, ppm: float) -> Patch:
    """Return the top of the tile with `letter`, or of a blank tile if `letter` is None. `ppm` is pixels
    per millimetre."""
    size = max(6, round(tiles.side * ppm))
    image = _bare(rng, tiles, size)
    if letter is not None:
        _print(rng, image, tiles, letter, size / tiles.side)
    mask = np.zeros((size, size), np.uint8)
    polygon(mask, rounded(size, size, tiles.radius * ppm), 255)
    return Patch(_bevelled(rng, image, tiles, size / tiles.side), mask)


def _figure(rng: Rng) -> TileFigure:
    """Return a random size and place of the small number: from tiny and far from the letter to large and
    nearly touching it. A number that nearly touches an O makes it look like a Q."""
    return TileFigure(uniform(rng, 0.12, 0.25), uniform(rng, 0.82, 0.94), uniform(rng, 0.82, 0.94))


def _body(rng: Rng) -> tuple[Colour, float]:
    """Return a random colour of tiles with the strength of their grain. The colours are those of ivory,
    white or pink tiles, light or dark wood, and plastic of any colour."""
    kind = rng.random()
    if kind < 0.42:
        return jitter(rng, (185, 215, 228), 22), 0.05
    if kind < 0.55:
        return jitter(rng, (235, 238, 240), 12), 0.03
    if kind < 0.63:
        return jitter(rng, (180, 190, 215), 15), 0.1
    if kind < 0.78:
        return jitter(rng, (120, 170, 205), 28), uniform(rng, 0.1, 0.3)
    if kind < 0.84:
        return jitter(rng, (45, 65, 100), 22), uniform(rng, 0.1, 0.3)
    if kind < 0.93:
        return hsv(rng.random(), uniform(rng, 0.0, 0.7), uniform(rng, 0.1, 0.4)), 0.05
    return hsv(rng.random(), uniform(rng, 0.2, 0.7), uniform(rng, 0.4, 0.9)), 0.05


def _letters_on(rng: Rng, body: Colour) -> Colour:
    """Return a random colour of letters on tiles of the colour `body`: white to gold on dark tiles, dark
    on pale tiles, now and then coloured."""
    if sum(body) < 330:
        return jitter(rng, (225, 230, 235) if chance(rng, 0.75) else (110, 190, 225), 18)
    if chance(rng, 0.12):
        return hsv(rng.random(), uniform(rng, 0.6, 0.95), uniform(rng, 0.25, 0.55))
    return jitter(rng, (28, 25, 25), 18)


def _bare(rng: Rng, tiles: TileSet, size: int) -> Image:
    image = even_area(size, size, jitter(rng, tiles.body, 6))
    if tiles.grain > 0.09:
        return tint(image, noise(rng, size, size, size / 2, 2.5), tiles.grain)
    return tint(image, clouds(rng, size, size, 4, 3), tiles.grain)


def _print(rng: Rng, image: Image, tiles: TileSet, letter: str, ppm: float) -> None:
    (box,) = tiles.regions(letter)
    cap = (box.bottom - box.top) * ppm
    is_accented = letter in LETTERS_WITH_DIACRITIC and chance(rng, tiles.accented_share)
    mask = (
        with_diacritic(tiles.face, letter, cap, tiles.diacritic_style)
        if is_accented
        else ink(tiles.face, letter, cap)
    )
    top = box.bottom * ppm - (mask.shape[0] if is_accented else cap)
    _engrave(image, tiles, mask, (box.left + box.right) / 2 * ppm - mask.shape[1] / 2, top, ppm)
    if tiles.figure is not None:
        figure = str(tiles.figures[LETTERS.index(letter)])
        digits = ink(tiles.face, figure, tiles.figure.height * tiles.side * ppm)
        height, width = image.shape[:2]
        x, y = width * tiles.figure.right - digits.shape[1], height * tiles.figure.bottom - digits.shape[0]
        stamp(image, digits, tiles.ink, x, y)


def _engrave(image: Image, tiles: TileSet, mask: np.ndarray, left: float, top: float, ppm: float) -> None:
    """Draw an engraved letter. One of its edges is lit, the opposite one lies in shadow."""
    depth = 0.35 * tiles.engraving_depth * ppm
    if depth >= 0.6:
        stamp(image, mask, (250.0, 250.0, 250.0), left + depth, top + depth)
        stamp(image, mask, tuple(0.6 * c for c in tiles.body), left - depth, top - depth)  # type: ignore[arg-type]
    stamp(image, mask, tiles.ink, left, top)


def _bevelled(rng: Rng, image: Image, tiles: TileSet, ppm: float) -> Image:
    """Return the tile with bevelled edges, which are lighter towards the light and darker on the opposite
    side."""
    size, edge = image.shape[0], max(1.0, tiles.bevel * ppm)
    inner = np.zeros((size, size), np.uint8)
    polygon(inner, rounded(size - 2 * edge, size - 2 * edge, tiles.radius * ppm) + xy(edge), 255)
    soft = cv2.GaussianBlur(inner, (0, 0), 0.5 * edge + 0.3).astype(np.float32) / 255
    slope_x, slope_y = cv2.Sobel(soft, cv2.CV_32F, 1, 0) * edge, cv2.Sobel(soft, cv2.CV_32F, 0, 1) * edge
    turn = np.random.default_rng(tiles.pattern).uniform(0, 2 * np.pi) + rng.normal(0, 0.2)
    lit = np.clip(slope_x * np.cos(turn) + slope_y * np.sin(turn), -1.5, 1.5)
    return tint(image, lit - 0.2 * (1 - soft), uniform(rng, 0.1, 0.25))
