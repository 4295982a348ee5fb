"""Draw printed and written things that may mislead the reader: score pads, cartons, leaflets, playing
cards."""

from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from deploy.lab.traced.faces import Colour, PackStyle, Rng
from deploy.lab.traced.prints import font
from deploy.lab.traced.solids import Paint, Solid, box, slab

_PIXELS_PER_MM: Final = 5
"""The number of pixels for a millimetre of paper."""

_GILT: Final[Colour] = (225, 205, 140)
_DARK: Final[Colour] = (38, 40, 66)

_NAMES: Final = ("LEXICON", "WORDS", "KAN-U-GO", "ALPHABET", "LETTERS", "DABBLE", "MY WORD")
"""The names of games with letter cards, to be printed on cartons and leaflets."""

_LINES: Final = (
    "A GAME OF SKILL", "FOR TWO OR MORE PLAYERS", "MADE IN ENGLAND", "COMPLETE WITH RULES", "NEW EDITION",
    "THE PERFECT PRESENT", "ASK FOR IT AT YOUR STATIONERS", "TRY THESE ALSO",
)  # fmt: skip
_PLAYERS: Final = ("Ann", "Bob", "Clare", "David", "Edith", "Fred", "Mum", "Dad", "Us", "Them")


class _Paper:
    """A sheet of paper on which lines and letters are drawn. Lengths are mm."""

    def __init__(self, width: float, height: float, colour: Colour) -> None:
        self.size = (width, height)
        self.image = Image.new("RGB", (round(width * _PIXELS_PER_MM), round(height * _PIXELS_PER_MM)), colour)
        self.pen = ImageDraw.Draw(self.image)

    def text(self, deck: PackStyle, text: str, cap: float, at: tuple[float, float], ink: Colour) -> None:
        """Print `text` around the point `at`, mm, in the deck's typeface. Its capitals are `cap` mm high,
        or lower if the text would be too wide for the sheet."""
        wide = font(str(deck.font), round(cap * _PIXELS_PER_MM)).getlength(text) / _PIXELS_PER_MM
        cap *= min(1.0, 0.86 * self.size[0] / wide)
        x, y = (_PIXELS_PER_MM * v for v in at)
        self.pen.text(
            (x, y), text, fill=ink, font=font(str(deck.font), round(cap * _PIXELS_PER_MM)), anchor="mm"
        )

    def paint(self, roughness: float) -> Paint:
        return Paint(np.asarray(self.image), roughness=roughness)


def pad(rng: Rng, deck: PackStyle) -> list[Solid]:
    """Return a score pad with ruled lines. It has scribbled figures, or names with figures below."""
    w, h = float(rng.uniform(75, 150)), float(rng.uniform(100, 200))
    page = _Paper(w, h, (238, 231, 180) if rng.random() < 0.4 else (240, 240, 236))
    for y in np.arange(10.0, h, 7.6):
        page.pen.line(
            [0, y * _PIXELS_PER_MM, w * _PIXELS_PER_MM, y * _PIXELS_PER_MM], fill=(150, 170, 205), width=2
        )
    written = rng.random() < 0.5
    names = rng.permutation(_PLAYERS)
    for n, x in enumerate(np.linspace(0.2, 0.8, int(rng.integers(2, 5))) * w):
        if written:
            page.text(deck, str(names[n]), 3.4, (x, 8.0), _DARK)
        for k in range(int(rng.integers(3, 9))):
            at = (x + float(rng.normal(0, 1.5)), 14.0 + 7.6 * k)
            if written:
                page.text(deck, str(rng.integers(1, 99)), float(rng.uniform(2.8, 4.2)), at, _DARK)
            else:
                _scribble(rng, page, at)
    return [box("pad", (w, h, float(rng.uniform(1, 8))), page.paint(0.9))]


def _scribble(rng: Rng, page: _Paper, at: tuple[float, float]) -> None:
    points = rng.normal(0, 6, (6, 2)).cumsum(0) + np.array(at) * _PIXELS_PER_MM
    page.pen.line([(float(a), float(b)) for a, b in points], fill=(40, 45, 90), width=3)


def carton(rng: Rng, deck: PackStyle) -> list[Solid]:
    """Return the carton in which the cards are sold. It may have a frame, the game's name, and small cards or
    an emblem."""
    w, h = deck.width + 8.0, deck.height + 8.0
    colour = deck.back_colour if rng.random() < 0.6 else _GILT
    ink = _GILT if colour != _GILT else _DARK
    face = _Paper(w, h, colour)
    if rng.random() < 0.6:
        inset = float(rng.uniform(2.5, 5)) * _PIXELS_PER_MM
        frame = [inset, inset, face.image.width - inset, face.image.height - inset]
        face.pen.rectangle(frame, outline=ink, width=4)
    if rng.random() < 0.7:
        face.text(deck, str(rng.choice(_NAMES)), float(rng.uniform(5, 9)), (w / 2, 0.24 * h), ink)
        face.text(deck, str(rng.choice(_LINES)), 2.2, (w / 2, 0.34 * h), ink)
    if rng.random() < 0.6:
        _drawn_cards(rng, face, deck)
    else:
        reach = np.array([0.23 * w, 0.23 * w]) * _PIXELS_PER_MM
        middle = np.array([w / 2, 0.6 * h]) * _PIXELS_PER_MM
        face.pen.ellipse([*(middle - reach).tolist(), *(middle + reach).tolist()], fill=ink)
    return [box("carton", (w, h, float(rng.uniform(18, 30))), face.paint(0.5))]


def _drawn_cards(rng: Rng, face: _Paper, deck: PackStyle) -> None:
    """Draw a few small cards side by side on the carton, with a letter on each."""
    w, h = face.size
    letters = str(rng.choice(("ABC", "XYZ", "LEX", "WORD", "QZ")))
    wide = 0.72 * w / len(letters)
    high, top = 1.4 * wide, 0.52 * h
    for n, letter in enumerate(letters):
        left = 0.14 * w + n * wide
        card = [left + 0.5, top, left + wide - 0.5, top + high]
        face.pen.rectangle([v * _PIXELS_PER_MM for v in card], fill=deck.paper)
        face.text(deck, letter, 0.45 * high, (left + wide / 2, top + high / 2), deck.ink)


def leaflet(rng: Rng, deck: PackStyle) -> list[Solid]:
    """Return a leaflet of the maker: a headline and small print. It is an advertisement as large as a card,
    or the rules."""
    large = rng.random() < 0.5
    w, h = (105.0, 148.0) if large else (deck.width, deck.height)
    sheet = _Paper(w, h, deck.paper)
    ink = deck.ink if rng.random() < 0.6 else deck.red
    sheet.text(deck, str(rng.choice(_NAMES)), float(rng.uniform(6, 12)), (w / 2, 0.16 * h), ink)
    for y in np.arange(0.32 * h, 0.9 * h, 2.6 if large else 3.4):
        if rng.random() < 0.85:
            sheet.text(deck, str(rng.choice(_LINES)), 1.4 if large else 1.9, (w / 2, y), deck.ink)
    return [_solid_sheet("leaflet", w, h, sheet, float(rng.uniform(-0.6, 0.6)))]


def playing_card(rng: Rng, deck: PackStyle) -> list[Solid]:
    """Return an ordinary playing card with pips or a court picture. Mostly its rank is in two corners."""
    w, h = 63.0, 88.0
    face = _Paper(w, h, (246, 245, 240))
    ink = (178, 28, 36) if rng.random() < 0.5 else (24, 24, 26)
    rank = str(rng.choice(("A", "K", "Q", "J", "10", "9", "7", "5", "4", "")))
    if rank in tuple("KQJ"):
        _court(rng, face, ink)
    elif rank == "A":
        _pip(face, (w / 2, h / 2), 9.0, ink)
    else:
        for x in (0.3 * w, 0.7 * w):
            for y in np.linspace(16, h - 16, int(rng.integers(2, 5))):
                _pip(face, (x, float(y)), 5.0, ink)
    if rank:
        face.text(deck, rank, 6.0, (6.0, 7.0), ink)
        _pip(face, (6.0, 15.0), 2.2, ink)
        both = np.minimum(np.asarray(face.image), np.asarray(face.image)[::-1, ::-1])
        face.image = Image.fromarray(both)
    return [_solid_sheet("playing_card", w, h, face, float(rng.uniform(-0.6, 0.6)))]


def _pip(face: _Paper, at: tuple[float, float], r: float, ink: Colour) -> None:
    x, y, r = at[0] * _PIXELS_PER_MM, at[1] * _PIXELS_PER_MM, r * _PIXELS_PER_MM
    face.pen.polygon([(x, y - r), (x + 0.74 * r, y), (x, y + r), (x - 0.74 * r, y)], fill=ink)


def _court(rng: Rng, face: _Paper, ink: Colour) -> None:
    """Draw a frame with dots of many colours, in place of the court picture of a playing card."""
    w, h = face.size
    low, high = np.array([13.0, 11.0]), np.array([w - 13.0, h - 11.0])
    face.pen.rectangle(
        [*(low * _PIXELS_PER_MM).tolist(), *(high * _PIXELS_PER_MM).tolist()], outline=ink, width=3
    )
    colours: tuple[Colour, ...] = ((196, 40, 44), (32, 60, 140), (232, 190, 60), (20, 20, 22), ink)
    for _ in range(int(rng.integers(30, 90))):
        x, y = rng.uniform(low + 4, high - 4) * _PIXELS_PER_MM
        r = float(rng.uniform(1, 4)) * _PIXELS_PER_MM
        face.pen.ellipse([x - r, y - r, x + r, y + r], fill=colours[int(rng.integers(len(colours)))])


def _solid_sheet(name: str, w: float, h: float, face: _Paper, bow: float) -> Solid:
    points, triangles, uv = slab(w, h, 3.5, 0.3, bow)
    return Solid(name, points, triangles, uv, face.paint(0.5))
