"""Define the recipe of a golden scene, and the decks, tables and lights that many recipes share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from deploy.lab.scenes.layouts import WordLayout, lines
from engine.cards import LETTERS, WADDINGTONS
from engine.notation import parse_position
from engine.position import Grid, Rows
from vision.lab.render.composed import CameraView, Reach
from vision.lab.render.lamps import Lamp, Light, Sensor
from vision.lab.render.unlettered_cards import UnletteredCard
from vision.render.brushes import Image, Rng
from vision.render.pieces import Sun
from vision.render.prints.tiles import TileFigure, TileSet
from vision.render.prints.typefaces import vendored
from vision.render.surroundings.tables import Top, baize, checks, newspaper, wood

PALE: Final = partial(wood, base=(120, 165, 205))
OAK: Final = partial(wood, base=(75, 125, 180))
DARK: Final = partial(wood, base=(32, 48, 82))
GREY: Final = partial(wood, base=(140, 150, 155))
GREEN: Final = partial(baize, hue=0.4)
RED_CHECKS: Final = partial(checks, dark=(60, 50, 190), kind=0)
BLUE_CHECKS: Final = partial(checks, dark=(150, 95, 50), kind=1)

DAY: Final = Light(warmth=-0.07, slope=0.18)
LAMP: Final = Light(warmth=0.26, pool=0.4)
MIXED: Final = Light(warmth=-0.1, second_warmth=0.34, slope=0.2)
DIM: Final = Light(level=0.36, warmth=0.2, pool=0.35)
LOW_SUN: Final = Sun(1.3, 0.9, 0.6, 0.15)

_TWO_CORNERS: Final = frozenset({"tl", "br"})

INDEX: Final[dict[str, Any]] = {}
"""The changes that turn the deck of `plain_deck` into a deck with a big letter, corner letters and a red
figure. There are none, because `plain_deck` is such a deck."""
CORNERS: Final[dict[str, Any]] = {
    "layout": "corners", "corner_cap": 15.0, "corner_inset": (4.2, 4.8), "figure_style": "none",
    "figure_places": frozenset(), "master_kind": "jesterstar",
}  # fmt: skip
CENTRE: Final[dict[str, Any]] = {
    "layout": "centre", "centre_cap": 44.0, "figure_style": "none", "figure_places": frozenset(),
    "master_kind": "star",
}  # fmt: skip
FIGURE: Final[dict[str, Any]] = {
    "layout": "figure", "centre_cap": 42.0, "figure_style": "circle", "figure_places": _TWO_CORNERS,
    "master_kind": "sun",
}  # fmt: skip
WHITE: Final[dict[str, Any]] = {"paper_colour": (243, 245, 246)}
SMALL: Final[dict[str, Any]] = {
    "width": 44.0, "height": 63.0, "radius": 3.0, "centre_cap": 26.0, "corner_cap": 6.4,
    "corner_inset": (3.2, 3.6),
}  # fmt: skip
TAROT: Final[dict[str, Any]] = {
    "width": 70.0,
    "height": 120.0,
    "radius": 5.0,
    "centre_cap": 48.0,
    "corner_cap": 10.0,
}


def newsprint(rng: Rng, size: int, ppm: float) -> Image:
    """Return a picture of a newspaper as a table top. Its typefaces are those that come with the product."""
    return newspaper(rng, size, ppm, vendored())


def tiles(**changes: Any) -> TileSet:
    """Return the appearance of tiles: ivory with a figure, and with the fields `changes` replaced. Their
    typeface is that of the recipe, which `make` puts in later."""
    usual: dict[str, Any] = {
        "side": 19.5, "thickness": 4.5, "radius": 1.6, "bevel": 0.8, "face": vendored().faces[0],
        "body": (178, 210, 226), "ink": (30, 26, 26), "cap": 11.0, "offset": (-0.8, -0.8),
        "figure": TileFigure(0.17, 0.9, 0.9), "accented_share": 0.0, "grain": 0.05, "engraving_depth": 0.4,
        "figures": tuple(WADDINGTONS.figures[letter] for letter in LETTERS), "pattern": 5,
    }  # fmt: skip
    return TileSet(**(usual | changes))


@dataclass(frozen=True, slots=True)
class Recipe:
    """The recipe of one golden scene: everything from which its picture is rendered."""

    name: str
    """The name of the scene's files, without a suffix."""
    shows: str
    """A description of the scene for people."""
    position: Rows | Grid = field(default_factory=Rows)
    """The words or the crossword on the table, with the exposed card."""
    layout: WordLayout = field(default_factory=lines)
    """The function that lays out the words."""
    hands: tuple[str, ...] = ()
    """The letters of each hand that lies on the table as a fan."""
    step: float = 0.3
    """The visible strip of a covered card in a fan, as a share of the card's width."""
    loose: str = ""
    """The letters of the cards that lie alone, one character for each card."""
    spacing: float = 1.25
    """The least distance between single cards, as a multiple of a card's height."""
    stock: int = 0
    """The number of cards in the stock."""
    backs: int = 0
    """The number of cards that lie alone, face down."""
    strangers: int = 0
    """The number of cards from other games, each lying alone."""
    unlettered: tuple[UnletteredCard, ...] = ()
    """The cards without a letter, each lying alone."""
    either: tuple[str, ...] = ()
    """The single cards that may be read as either of two letters. Each is written as its two letters, such as
    "MW"."""
    broken: tuple[str, ...] = ()
    """The words that contain a letter which cannot be read because it is covered or cut off."""
    turn: float = 0.0
    """The angle by which everything on the table is turned clockwise, degrees."""
    gap: float = 0.8
    """The gap between neighbouring cards or tiles of a word, mm."""
    sloppy: float = 1.0
    """The untidiness of the cards, as a multiple of the usual untidiness."""
    face: str = "Caladea-Bold"
    """The typeface of the letters, by the name of its file without the suffix."""
    deck: Mapping[str, Any] = field(default_factory=dict)
    """The fields in which the deck differs from `plain_deck`, with their values."""
    tiles: TileSet | None = None
    """The set of tiles that lie on the table in place of cards, or None for cards."""
    board: bool = False
    """True if the pieces lie on a board."""
    table: Top = PALE
    """The function that draws the table top."""
    shiny: float = 0.08
    """The gloss of the table, 0-1."""
    view: CameraView = field(default_factory=CameraView)
    """The view of the camera: the size of the picture, the camera's tilt, and the share of the picture that
    the cards fill."""
    light: Light = field(default_factory=Light)
    """The light on the table: its strength, its colour, its unevenness and its shadows."""
    sensor: Sensor = field(default_factory=Sensor)
    """The faults of the camera's sensor, such as noise."""
    sun: Sun | None = None
    """The light that casts the shadows of the cards, or None for the usual one."""
    things: tuple[str, ...] = ()
    """The names of the objects that lie around the cards."""
    arms: tuple[Reach, ...] = ()
    """The hands and arms that reach over the table."""
    quality: int = 84
    """The JPEG quality, unless the file would be larger than allowed. Then the quality is lowered."""
    max_bytes: int = 45_000
    """The greatest size of the picture file, bytes. If the file is larger, the JPEG quality is lowered."""
    packs: int = 2
    """The number of packs from which the cards come. The cards must not be more than these packs have."""
    seed: int = 0
    """A number that is added to the seed of the random choices. Another number draws another picture of the
    recipe."""

    @property
    def cards(self) -> str:
        """The letters of all cards of the scene that have a letter, in the notation. A card that may be
        read as either of two letters counts as the first."""
        rows = self.position.rows if isinstance(self.position, Grid) else self.position.words
        return (
            "".join(rows).replace(".", "") + (self.position.exposed or "") + "".join(self.hands) + self.loose
            + "".join(pair[0] for pair in self.either)
        )  # fmt: skip


def rows(text: str, exposed: str | None = None) -> Rows:
    """Return the position with the words of `text`, which are separated by spaces, and the exposed card
    `exposed`."""
    return Rows(tuple(text.split()), exposed)


def crossword(text: str) -> Grid:
    """Return the position of a crossword from its notation. Raise ValueError if the notation is not of a
    crossword."""
    position = parse_position(text)
    if not isinstance(position, Grid):
        raise ValueError(f"{text}: this is no crossword")
    return position


__all__ = ["CameraView", "Grid", "Lamp", "Reach", "Recipe", "Sensor", "UnletteredCard", "crossword", "rows"]
