"""Draw the print on a Master in place of a letter: a fool, a star, a word, and other designs of printers.

No reader can know the Master of a new pack beforehand. So the reader is trained with many different designs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from vision.render.brushes import (
    Colour,
    Image,
    Points,
    Rng,
    chance,
    disc,
    hsv,
    polygon,
    polyline,
    ring,
    spin,
    stamp,
    star,
    uniform,
    xy,
)
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.master_cards import draw_design
from vision.render.prints.typefaces import ink


def draw_master(image: Image, deck: PrintedDeck, ppm: float) -> None:
    """Draw the deck's Master onto `image`, the face of a card, in place."""
    if deck.master.design is not None:
        draw_design(image, deck.master.design, deck.centre.face, deck.paper.colour, ppm)
        return
    rng = np.random.default_rng(deck.pattern + 1)
    centre = (deck.width / 2 * ppm, (deck.height / 2 + deck.centre.shift) * ppm)
    size = deck.width * float(rng.uniform(0.18, 0.3)) * ppm
    if deck.master.kind in ("star", "jesterstar"):
        _stars(image, deck, centre, size, rng)
    if deck.master.kind in ("jester", "jesterstar"):
        _jester(image, deck, centre, size, rng)
    if deck.master.kind == "sun":
        _sun(image, deck, centre, size)
    if deck.master.kind == "figure":
        _person(image, deck, centre, size, rng)
    if deck.master.kind == "word":
        _word(image, deck, ppm, rng)
    if deck.master.kind in _PAINTERS:
        turn = uniform(rng, -20, 20) if chance(rng, 0.4) else 0.0
        _PAINTERS[deck.master.kind](MasterSheet(image, deck, centre, size, rng, turn))


def _word(image: Image, deck: PrintedDeck, ppm: float, rng: np.random.Generator) -> None:
    text = ("MASTER", "JOKER", "MASTER CARD", "WILD")[int(rng.integers(4))]
    mask = ink(deck.centre.face, text, 10 * ppm)
    share = 0.8 * image.shape[1] / mask.shape[1]
    mask = ink(deck.centre.face, text, 10 * ppm * min(1.0, share))
    stamp(image, mask, deck.red, (image.shape[1] - mask.shape[1]) / 2, (image.shape[0] - mask.shape[0]) / 2)


def _stars(
    image: Image, deck: PrintedDeck, centre: tuple[float, float], size: float, rng: np.random.Generator
) -> None:
    if deck.master.kind == "star":
        points = int(rng.integers(5, 9))
        polygon(image, star(centre, size * 1.2, points, float(rng.uniform(0.35, 0.6))), deck.red)
        if rng.random() < 0.5:
            polygon(image, star(centre, size * 0.7, points, 0.5), deck.paper.colour)
        return
    for dx, dy in ((-1.1, 1.4), (1.1, 1.4), (0.0, 1.7), (-1.1, -1.5), (1.1, -1.5)):
        polygon(image, star((centre[0] + dx * size, centre[1] + dy * size), size * 0.3), deck.red)


def _jester(
    image: Image, deck: PrintedDeck, centre: tuple[float, float], size: float, rng: np.random.Generator
) -> None:
    """Draw a face under a three-horned cap with bells, and a collar."""
    x, y = centre
    caps = (deck.red, hsv(float(rng.random()), 0.7, 0.6), deck.ink)
    for index, (tip, sway) in enumerate(((-1.25, -0.9), (0.0, -1.7), (1.25, -0.9))):
        horn = xy(
            [
                [x - 0.55 * size, y - 0.1 * size],
                [x + tip * size, y + sway * size],
                [x + 0.55 * size, y - 0.1 * size],
            ]
        )
        polygon(image, horn, caps[index])
        disc(image, (x + tip * size, y + sway * size), 0.16 * size, caps[(index + 1) % 3])
    disc(image, (x, y + 0.25 * size), 0.55 * size, (185, 210, 240))
    for side in (-1, 1):
        disc(image, (x + side * 0.2 * size, y + 0.15 * size), 0.07 * size, deck.ink)
    mouth = xy([[x - 0.25 * size, y + 0.42 * size], [x, y + 0.56 * size], [x + 0.25 * size, y + 0.42 * size]])
    polyline(image, mouth, deck.red, 0.07 * size)
    polygon(image, star((x, y + 1.05 * size), 0.75 * size, 7, 0.5), caps[1])


def _sun(image: Image, deck: PrintedDeck, centre: tuple[float, float], size: float) -> None:
    polygon(image, star(centre, size * 1.4, 16, 0.65), deck.accent)
    disc(image, centre, size * 0.75, deck.paper.colour)
    disc(image, centre, size * 0.6, deck.red)


def _person(
    image: Image, deck: PrintedDeck, centre: tuple[float, float], size: float, rng: np.random.Generator
) -> None:
    """Draw a standing figure with a staff."""
    x, y = centre
    polygon(
        image,
        xy([[x, y - size], [x - size, y + 1.6 * size], [x + size, y + 1.6 * size]]),
        deck.accent,
    )
    disc(image, (x, y - 1.1 * size), 0.42 * size, (170, 200, 235))
    polygon(
        image,
        xy([[x - 0.5 * size, y - 1.3 * size], [x, y - 2.2 * size], [x + 0.5 * size, y - 1.3 * size]]),
        deck.red,
    )
    lean = float(rng.uniform(0.8, 1.3))
    polyline(
        image,
        xy([[x + lean * size, y - 1.8 * size], [x + size, y + 1.7 * size]]),
        deck.ink,
        0.12 * size,
    )


@dataclass(frozen=True, slots=True)
class MasterSheet:
    """A card's face on which a Master is drawn. The drawing functions give shapes in a coordinate system
    of their own: `centre` is the origin, `size` the unit, and the whole is turned by `turn`."""

    image: Image
    """The pixels of the card on which the Master is drawn."""
    deck: PrintedDeck
    """The deck to which the Master belongs."""
    centre: tuple[float, float]
    """The centre of the drawing on the card, pixels."""
    size: float
    """The unit of the shapes' coordinates, pixels."""
    rng: Rng
    """The source of random choices."""
    turn: float = 0.0
    """The turn of the drawing clockwise, degrees."""

    def points(self, shape: ArrayLike) -> Points:
        """Map the points of a shape, in the shape's own coordinates, to pixels (n, 2) of the card's image."""
        return spin(xy(shape) * self.size, self.turn) + xy(self.centre)

    def fill(self, shape: ArrayLike, colour: Colour) -> None:
        """Draw a filled shape. Its points are in the shape's own coordinates."""
        polygon(self.image, self.points(shape), colour)

    def stroke(self, shape: ArrayLike, colour: Colour, width: float, closed: bool = False) -> None:
        """Draw a line through the points of a shape. `width` is in units of `size`."""
        polyline(self.image, self.points(shape), colour, max(1.0, width * self.size), closed)

    def colours(self) -> tuple[Colour, Colour]:
        """Return two different colours, chosen among the deck's three colours and a random one."""
        rng, deck = self.rng, self.deck
        many = (
            deck.red,
            deck.ink,
            deck.accent,
            hsv(rng.random(), uniform(rng, 0.4, 1), uniform(rng, 0.3, 0.9)),
        )
        first, second = rng.choice(len(many), 2, replace=False)
        return many[first], many[second]


def _oval(x: float, y: float, wide: float, high: float) -> Points:
    return ring((0.0, 0.0), 1.0) * xy([wide, high]) + xy([x, y])


def _face(sheet: MasterSheet, y: float, wide: float) -> None:
    """Draw a head with eyes, a nose and a mouth, in lines or painted. `wide` is half the head's width,
    and `y` the height of its middle."""
    rng, line = sheet.rng, sheet.deck.ink
    high = wide * uniform(rng, 0.95, 1.3)
    skin = (
        sheet.deck.paper.colour
        if chance(rng, 0.5)
        else (uniform(rng, 150, 200), uniform(rng, 190, 220), 240.0)
    )
    sheet.fill(_oval(0, y, wide, high), skin)
    sheet.stroke(_oval(0, y, wide, high), line, uniform(rng, 0.03, 0.07), closed=True)
    apart, level = wide * uniform(rng, 0.3, 0.45), y - high * uniform(rng, 0.0, 0.25)
    awake = chance(rng, 0.8)
    for side in (-1, 1):
        if awake:
            sheet.fill(_oval(side * apart, level, 0.1 * wide, 0.12 * wide), line)
        else:
            lid = xy([[-0.15 * wide, 0], [0.15 * wide, 0]]) + xy([side * apart, level])
            sheet.stroke(lid, line, 0.04)
    if chance(rng, 0.5):
        sheet.stroke([[0, level], [0.12 * wide, y + 0.2 * high], [0, y + 0.22 * high]], line, 0.04)
    across, bend = wide * uniform(rng, 0.25, 0.5), high * uniform(rng, -0.08, 0.22)
    x = np.linspace(-1, 1, 9)
    mouth = np.column_stack([x * across, y + 0.5 * high + bend * (1 - x**2)])
    sheet.stroke(mouth, sheet.deck.red if chance(rng, 0.4) else line, uniform(rng, 0.03, 0.08))


def _horn(lean: float, long: float, thick: float, droop: float, base: tuple[float, float]) -> Points:
    """Return the outline of one horn of a fool's cap, with a drooping tip. The horn starts at `base` and
    leans `lean` radians from the vertical."""
    way, off = np.array([np.sin(lean), -np.cos(lean)]), np.array([np.cos(lean), np.sin(lean)])
    tip = long * way + np.array([np.sign(lean) * droop, droop]) * long
    middle = 0.55 * long * way
    return xy([-thick * off, middle - 0.6 * thick * off, tip, middle + 0.7 * thick * off, thick * off]) + xy(
        base
    )


def _fool(sheet: MasterSheet) -> None:
    """Draw a fool's head: a cap of one to four horns in two colours, bells, a face, and clothes below."""
    rng, (one, other) = sheet.rng, sheet.colours()
    wide, horns = uniform(rng, 0.4, 0.65), int(rng.integers(1, 5))
    reach = uniform(rng, 0.5, 1.25) if horns > 1 else 0.0
    leans = np.linspace(-reach, reach, horns) if horns > 1 else np.array([uniform(rng, -0.6, 0.6)])
    droop, long = uniform(rng, 0, 0.4), uniform(rng, 0.8, 1.4)
    below = int(rng.integers(4))
    if below == 1:
        sheet.fill(star((0.0, 0.9 * wide), 1.3 * wide, int(rng.integers(5, 10)), 0.55), other)
    if below == 2:
        sheet.fill([[-0.5 * wide, 0.8], [0.5 * wide, 0.8], [1.5 * wide, 1.9], [-1.5 * wide, 1.9]], one)
    _face(sheet, 0.25, wide)
    for n, lean in enumerate(leans):
        thick = wide * (1.0 if horns == 1 else 1.5 / horns)
        foot = (float(np.sin(lean)) * 0.5 * wide, 0.0)
        horn = _horn(float(lean), long, thick, droop, foot)
        sheet.fill(horn, (one, other)[n % 2])
        if horns == 1:
            sheet.fill(horn[2:], other)
        if chance(rng, 0.7):
            x, y = horn[2].tolist()
            sheet.fill(_oval(x, y, 0.13, 0.13), (other, one)[n % 2])
    if chance(rng, 0.6):
        sheet.fill([[-wide, -0.1], [wide, -0.1], [0.95 * wide, 0.1], [-0.95 * wide, 0.1]], other)


def _wizard(sheet: MasterSheet) -> None:
    """Draw a pointed hat, a face, a beard."""
    rng, (one, other) = sheet.rng, sheet.colours()
    wide = uniform(rng, 0.45, 0.7)
    _face(sheet, 0.2, wide)
    beard = [uniform(rng, -0.3, 0.3), uniform(rng, 1.2, 1.9)]
    sheet.fill([[-0.8 * wide, 0.5], [0.8 * wide, 0.5], beard], (235, 235, 235))
    sheet.fill([[-1.1 * wide, 0], [uniform(rng, -0.5, 0.5), -uniform(rng, 1.2, 2.0)], [1.1 * wide, 0]], one)
    for _ in range(int(rng.integers(0, 4))):
        at = (uniform(rng, -0.3, 0.3) * wide, -uniform(rng, 0.15, 0.7))
        sheet.fill(star(at, uniform(rng, 0.1, 0.2)), other)
    if chance(rng, 0.6):
        sheet.fill(_oval(0, 0, 1.6 * wide, 0.14), one)


def _crown(sheet: MasterSheet) -> None:
    """Draw a crown with its points, stones and rim."""
    rng, (one, other) = sheet.rng, sheet.colours()
    points, wide, high = int(rng.integers(3, 8)), uniform(rng, 0.8, 1.3), uniform(rng, 0.6, 1.2)
    x = np.linspace(-1, 1, 2 * points - 1)
    top = np.column_stack([x * wide * 1.15, np.where(np.arange(len(x)) % 2 == 0, -high, -0.25 * high)])
    sheet.fill([*top.tolist(), [wide, 0.5], [-wide, 0.5]], one)
    sheet.fill([[-wide, 0.3], [wide, 0.3], [wide, 0.55], [-wide, 0.55]], other)
    for x_tip, y_tip in top[::2].tolist():
        sheet.fill(_oval(x_tip, y_tip, 0.1, 0.1), other)


def _animal(sheet: MasterSheet) -> None:
    """Draw a cat's, a bear's or an owl's head."""
    rng, (one, other) = sheet.rng, sheet.colours()
    wide = uniform(rng, 0.7, 1.0)
    for side in (-1, 1):
        if chance(rng, 0.7):
            sheet.fill(
                [[side * wide, -1.2 * wide], [side * 0.2 * wide, -0.7 * wide], [side * wide, -0.1]], one
            )
        else:
            sheet.fill(_oval(side * 0.8 * wide, -0.8 * wide, 0.35 * wide, 0.35 * wide), one)
    sheet.fill(_oval(0, 0, wide, wide * uniform(rng, 0.8, 1.1)), one)
    eye = uniform(rng, 0.12, 0.35) * wide
    for side in (-1, 1):
        sheet.fill(_oval(side * 0.42 * wide, -0.2 * wide, eye, eye), sheet.deck.paper.colour)
        sheet.fill(_oval(side * 0.42 * wide, -0.2 * wide, 0.4 * eye, 0.6 * eye), sheet.deck.ink)
        for slope in (-0.1, 0.15):
            sheet.stroke([[side * 0.2, 0.3 * wide], [side * 1.3 * wide, (0.3 + slope) * wide]], other, 0.03)
    sheet.fill([[-0.15 * wide, 0.15 * wide], [0.15 * wide, 0.15 * wide], [0, 0.35 * wide]], other)


def _emblem(sheet: MasterSheet) -> None:
    """Draw a printer's device: rings, rays or petals round a star."""
    rng, (one, other) = sheet.rng, sheet.colours()
    petals, reach = int(rng.integers(4, 17)), uniform(rng, 0.9, 1.5)
    for turn in np.arange(petals) * 2 * np.pi / petals if chance(rng, 0.6) else ():
        way = np.array([np.cos(turn), np.sin(turn)])
        side = np.array([-way[1], way[0]]) * uniform(rng, 0.1, 0.25)
        sheet.fill([0.2 * way, 0.6 * reach * way + side, reach * way, 0.6 * reach * way - side], one)
    for radius in rng.uniform(0.5, 1.4, int(rng.integers(1, 4))).tolist():
        sheet.stroke(ring((0.0, 0.0), radius), other, uniform(rng, 0.03, 0.12), closed=True)
    sheet.fill(star((0.0, 0.0), uniform(rng, 0.3, 0.8), int(rng.integers(3, 9)), uniform(rng, 0.3, 0.7)), one)
    if chance(rng, 0.3):
        sheet.fill(_oval(0, 0, 0.2, 0.2), other)


_PAINTERS: Final[Mapping[str, Callable[[MasterSheet], None]]] = MappingProxyType(
    {"fool": _fool, "wizard": _wizard, "crown": _crown, "animal": _animal, "emblem": _emblem}
)
"""The drawing functions for those kinds of Masters that look different in every pack, by kind."""
