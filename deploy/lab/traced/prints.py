"""Draw the prints of cards as pictures: faces, Masters and backs. Give the places of the letters on them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from deploy.lab.traced.faces import Colour, PackStyle, Rng
from engine.cards import MASTER, WADDINGTONS

Pixels = NDArray[np.uint8]
"""A picture as an array (rows, columns, 3) of bytes, red first, sRGB."""

PIXELS_PER_MM: Final = 8
"""The number of pixels for a millimetre of card. It is more than twice what any camera of a scene shows."""

BACK: Final = ""
"""The value of `CardSpot.face` for a card that lies face down."""

_CORNER_INSET_MM: Final = 3.4
"""The distance from the edges of a card to its corner letters, mm."""

_UNDERLINED_LETTERS: Final = "MW"
"""The letters that become another letter upside down. A deck whose style has `underline` underlines them."""


@dataclass(frozen=True, slots=True)
class Region:
    """A letter printed on a card, and its place."""

    kind: str
    """The letter's place by name: `centre`, `tl` for the upper left corner, `br` for the lower right one."""
    box: tuple[float, float, float, float]
    """The box around the letter: left, top, right, bottom, mm from the card's top left corner as printed."""
    turned: bool = False
    """True if the letter is printed upside down."""


@lru_cache(maxsize=64)
def font(path: str, cap: int) -> ImageFont.FreeTypeFont:
    """Return the typeface in the file `path`, in the size at which its capitals are `cap` pixels high."""
    probe = ImageFont.truetype(path, 200, layout_engine=ImageFont.Layout.BASIC)
    left, top, right, bottom = probe.getbbox("H")
    del left, right
    return ImageFont.truetype(path, max(4, round(200 * cap / (bottom - top))))


class _Sheet:
    """A card's face on which letters and figures are drawn. Lengths are mm."""

    def __init__(self, deck: PackStyle) -> None:
        self.deck = deck
        size = (round(deck.width * PIXELS_PER_MM), round(deck.height * PIXELS_PER_MM))
        self.image = Image.new("RGB", size, deck.paper)
        self.pen = ImageDraw.Draw(self.image)
        self.regions: list[Region] = []

    def text(self, kind: str, text: str, cap: float, centre: tuple[float, float], ink: Colour) -> Region:
        """Print `text` in capitals `cap` mm high, with the middle of its ink at `centre`, mm. Return the
        printed region."""
        typeface = font(str(self.deck.font), round(cap * PIXELS_PER_MM))
        left, top, right, bottom = typeface.getbbox(text)
        at = (centre[0] * PIXELS_PER_MM - (left + right) / 2, centre[1] * PIXELS_PER_MM - (top + bottom) / 2)
        self.pen.text(at, text, fill=ink, font=typeface)
        half = ((right - left) / 2 / PIXELS_PER_MM, (bottom - top) / 2 / PIXELS_PER_MM)
        box = (centre[0] - half[0], centre[1] - half[1], centre[0] + half[0], centre[1] + half[1])
        if text in _UNDERLINED_LETTERS and self.deck.underline:
            box = self._underline(box, cap, ink)
        return Region(kind, box)

    def _underline(
        self, box: tuple[float, float, float, float], cap: float, ink: Colour
    ) -> tuple[float, float, float, float]:
        left, _, right, bottom = box
        line = (left, bottom + 0.14 * cap, right, bottom + 0.23 * cap)
        self.pen.rectangle([round(v * PIXELS_PER_MM) for v in line], fill=ink)
        return (left, box[1], right, line[3])

    def width(self, text: str, cap: float) -> float:
        left, _, right, _ = font(str(self.deck.font), round(cap * PIXELS_PER_MM)).getbbox(text)
        return float(right - left) / PIXELS_PER_MM

    def mirror(self, below: "_Sheet") -> None:
        """Print the drawing of the sheet `below` upside down onto this sheet. So a card gets in its lower
        right corner what `below` has in its upper left corner."""
        turned = np.asarray(below.image)[::-1, ::-1]
        both = np.minimum(np.asarray(self.image), turned)
        self.image = Image.fromarray(both)
        self.pen = ImageDraw.Draw(self.image)
        w, h = self.deck.width, self.deck.height
        for region in below.regions:
            left, top, right, bottom = region.box
            self.regions.append(Region("br", (w - right, h - bottom, w - left, h - top), turned=True))


def printed(deck: PackStyle, face: str) -> tuple[Pixels, tuple[Region, ...]]:
    """Return the picture of the card `face` (`A`-`Z` or `?`), and the regions in which its letters are
    printed. The picture of a Master counts as a letter."""
    sheet = _Sheet(deck)
    if deck.design != "L3":
        corner = _Sheet(deck)
        corner.regions.append(_corner(corner, face))
        if face != MASTER and deck.figure != "none":
            _figure_by_letter(corner, face)
        sheet.image = corner.image.copy()
        sheet.pen = ImageDraw.Draw(sheet.image)
        sheet.regions += corner.regions
        sheet.mirror(corner)
    else:
        _lone_figures(sheet, face)
    _border(sheet)
    if face == MASTER:
        sheet.regions.insert(0, _picture(sheet))
    elif deck.design != "L2":
        big = deck.centre_letter_share * deck.height
        big *= min(1.0, 0.78 * deck.width / sheet.width(face, big))
        sheet.regions.insert(0, sheet.text("centre", face, big, (deck.width / 2, deck.height / 2), deck.ink))
    return np.asarray(sheet.image), tuple(sheet.regions)


def _corner(sheet: _Sheet, face: str) -> Region:
    deck = sheet.deck
    if face == MASTER:
        cap = deck.corner_letter_height * 0.4
        centre = (_CORNER_INSET_MM + sheet.width("MASTER", cap) / 2, _CORNER_INSET_MM + cap / 2)
        return sheet.text("tl", "MASTER", cap, centre, deck.ink)
    centre = (
        _CORNER_INSET_MM
        + max(sheet.width(face, deck.corner_letter_height), 0.5 * deck.corner_letter_height) / 2,
        _CORNER_INSET_MM + deck.corner_letter_height / 2,
    )
    return sheet.text("tl", face, deck.corner_letter_height, centre, deck.ink)


def _figure_by_letter(sheet: _Sheet, face: str) -> None:
    """Print the red figure of the letter beside or below the corner letter."""
    deck, (left, top, right, bottom) = sheet.deck, sheet.regions[0].box
    cap = max(2.2, 0.32 * deck.corner_letter_height)
    if deck.figure_place == "beside":
        _figure(sheet, face, cap, (right + 2.2 * cap, top + 0.9 * cap))
    else:
        _figure(sheet, face, cap, ((left + right) / 2, bottom + 2.0 * cap))


def _lone_figures(sheet: _Sheet, face: str) -> None:
    """Print the figure of the letter in one corner or two, for a card without corner letters."""
    deck = sheet.deck
    cap = 0.05 * deck.height
    corner = _Sheet(deck)
    _figure(corner, face, cap, (_CORNER_INSET_MM + 1.3 * cap, _CORNER_INSET_MM + 1.0 * cap))
    sheet.image = corner.image.copy()
    sheet.pen = ImageDraw.Draw(sheet.image)
    if deck.figure_place == "tlbr":
        sheet.mirror(corner)


def _figure(sheet: _Sheet, face: str, cap: float, centre: tuple[float, float]) -> None:
    deck = sheet.deck
    box = sheet.text("figure", str(WADDINGTONS.figures[face]), cap, centre, deck.red).box
    pad = 0.45 * cap
    frame = [round(v * PIXELS_PER_MM) for v in (box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad)]
    if deck.figure == "box":
        sheet.pen.rectangle(frame, outline=deck.red, width=2)
    elif deck.figure == "circle":
        half = max(frame[2] - frame[0], frame[3] - frame[1]) / 2
        x, y = (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
        sheet.pen.ellipse([x - half, y - half, x + half, y + half], outline=deck.red, width=2)


def _border(sheet: _Sheet) -> None:
    deck = sheet.deck
    if deck.border == "none":
        return
    inset, thick = (1.8, 2) if deck.border == "line" else (1.3, 9)
    colour = deck.ink if deck.border == "line" else deck.back_colour
    frame = [
        inset * PIXELS_PER_MM,
        inset * PIXELS_PER_MM,
        (deck.width - inset) * PIXELS_PER_MM,
        (deck.height - inset) * PIXELS_PER_MM,
    ]
    sheet.pen.rounded_rectangle(frame, radius=deck.radius * 0.6 * PIXELS_PER_MM, outline=colour, width=thick)


def _picture(sheet: _Sheet) -> Region:
    """Print the Master's picture in the middle of the card. Return the region of the card that the picture
    takes."""
    deck, pen = sheet.deck, sheet.pen
    x, y, r = (
        deck.width / 2 * PIXELS_PER_MM,
        deck.height / 2 * PIXELS_PER_MM,
        0.27 * deck.width * PIXELS_PER_MM,
    )
    if deck.master == "star":
        pen.polygon(_star(x, y, r), fill=deck.red, outline=deck.ink)
    elif deck.master == "word":
        box = sheet.text(
            "centre", "MASTER", 0.13 * deck.width, (deck.width / 2, deck.height / 2), deck.red
        ).box
        return Region("centre", box)
    elif deck.master == "crown":
        points = [(-1, 0.7), (-1, -0.5), (-0.5, 0.1), (0, -0.8), (0.5, 0.1), (1, -0.5), (1, 0.7)]
        pen.polygon([(x + r * a, y + r * b) for a, b in points], fill=deck.red, outline=deck.ink)
        pen.rectangle([x - r, y + 0.75 * r, x + r, y + 0.95 * r], fill=deck.ink)
    else:
        _jester(pen, deck, x, y, r)
    left, top = (x - r) / PIXELS_PER_MM, (y - r) / PIXELS_PER_MM
    return Region("centre", (left, top, deck.width - left, deck.height - top))


def _star(x: float, y: float, r: float) -> list[tuple[float, float]]:
    radii = np.tile([r, 0.42 * r], 5)
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    return [(x + float(q * np.cos(a)), y + float(q * np.sin(a))) for q, a in zip(radii, angles, strict=True)]


def _jester(pen: ImageDraw.ImageDraw, deck: PackStyle, x: float, y: float, r: float) -> None:
    for side, colour in ((-1.0, deck.red), (1.0, deck.ink)):
        horn = [(x, y - 0.9 * r), (x + side * 0.9 * r, y - 0.7 * r), (x + side * 0.5 * r, y), (x, y)]
        pen.polygon(horn, fill=colour)
        tip = (x + side * 0.92 * r, y - 0.66 * r)
        pen.ellipse(
            [tip[0] - 0.12 * r, tip[1] - 0.12 * r, tip[0] + 0.12 * r, tip[1] + 0.12 * r], fill=deck.red
        )
    pen.ellipse([x - 0.5 * r, y - 0.2 * r, x + 0.5 * r, y + 0.85 * r], outline=deck.ink, width=5)
    for side in (-1, 1):
        eye = x + side * 0.2 * r
        pen.ellipse([eye - 0.07 * r, y + 0.15 * r, eye + 0.07 * r, y + 0.3 * r], fill=deck.ink)
    pen.arc([x - 0.25 * r, y + 0.25 * r, x + 0.25 * r, y + 0.65 * r], 20, 160, fill=deck.red, width=6)


def back(deck: PackStyle) -> Pixels:
    """Return the picture of a card's back."""
    rows, columns = round(deck.height * PIXELS_PER_MM), round(deck.width * PIXELS_PER_MM)
    y, x = np.mgrid[0:rows, 0:columns] / PIXELS_PER_MM
    x, y = x - deck.width / 2, y - deck.height / 2
    away = np.hypot(x, y)
    masks = {
        "lattice": (np.abs((x + y) % 5 - 2.5) < 0.6) | (np.abs((x - y) % 5 - 2.5) < 0.6),
        "diamonds": ((np.floor((x + y) / 3.2) + np.floor((x - y) / 3.2)) % 2) < 1,
        "stripes": (x % 1.8) < 0.8,
        "rings": (away % 3.6) < 1.6,
        "dots": np.hypot(x % 4 - 2, y % 4 - 2) < 1.1,
        "spokes": ((np.floor(away / 4) + np.floor(np.arctan2(y, x) * 12 / np.pi)) % 2) < 1,
        "named": ((np.floor(x / 2.6) + np.floor(y / 2.6)) % 2) < 1,
    }
    paper, ink = np.array(deck.paper, np.uint8), np.array(deck.back_colour, np.uint8)
    image = np.where(masks[deck.back][..., None], paper, ink)
    margin = 3.2
    outside = (np.abs(x) > deck.width / 2 - margin) | (np.abs(y) > deck.height / 2 - margin)
    image[outside] = paper
    image = image.astype(np.uint8)
    return _named(deck, image) if deck.back == "named" else image


def _named(deck: PackStyle, image: Pixels) -> Pixels:
    """Return the picture of a back with an oval added that bears the game's name, along the card."""
    drawn = Image.fromarray(np.ascontiguousarray(np.rot90(image)))
    pen, (wide, high) = ImageDraw.Draw(drawn), drawn.size
    reach = (0.36 * wide, 0.17 * high)
    oval = [wide / 2 - reach[0], high / 2 - reach[1], wide / 2 + reach[0], high / 2 + reach[1]]
    pen.ellipse(oval, fill=deck.paper, outline=deck.back_colour, width=6)
    letters = font(str(deck.font), round(0.075 * high))
    pen.text((wide / 2, high / 2), "LEXICON", fill=deck.back_colour, font=letters, anchor="mm")
    return np.asarray(np.rot90(np.asarray(drawn), -1), np.uint8)


def worn(rng: Rng, image: Pixels, wear: float) -> Pixels:
    """Return the print as it looks when it is worn: darker edges, stains, greyish paper."""
    rows, columns = image.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    edge = np.minimum(np.minimum(x, columns - 1 - x), np.minimum(y, rows - 1 - y)) / PIXELS_PER_MM
    blotches = cv2.resize(
        rng.random((9, 6)).astype(np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC
    )
    grain = cv2.resize(rng.random((rows // 4, columns // 4)).astype(np.float32), (columns, rows))
    dark = wear * (0.25 * np.exp(-edge / 1.2) + 0.13 * np.clip(blotches, 0, 1) + 0.05 * grain)
    tint = np.array([0.75, 0.9, 1.25], np.float32)
    return np.asarray(np.clip(image * (1 - dark[..., None] * tint), 0, 255), np.uint8)
