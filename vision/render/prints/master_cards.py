"""Print the Master of an unknown pack: its picture with frames, colours and captions of many kinds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

import cv2
import numpy as np

from vision.render.brushes import (
    Colour,
    Image,
    Patch,
    Rng,
    chance,
    clouds,
    hsv,
    mix,
    polygon,
    polyline,
    ring,
    rounded,
    stamp,
    tint,
    uniform,
    weighted,
    xy,
)
from vision.render.letters import random_letter
from vision.render.prints import pictograms
from vision.render.prints.master_designs import Design, Drawing, Setting
from vision.render.prints.typefaces import Face, ink

Printing = Literal["colours", "flat", "two", "lines"]

_PRINTINGS: Final[Mapping[Printing, float]] = MappingProxyType(
    {"colours": 0.45, "flat": 0.25, "two": 0.12, "lines": 0.18}
)
"""The ways to print a picture and their probabilities. `colours`: in its own colours. `flat`: in one
colour. `two`: in two colours by its brightness. `lines`: its outlines alone."""

_CAPTIONS: Final = (
    "MASTER", "MASTER CARD", "THE MASTER", "JOKER", "WILD", "JOLLY", "BLANK", "WILD CARD", "ANY LETTER",
    "LEXICON", "FREE", "BONUS",
)  # fmt: skip


def draw_design(image: Image, design: Design, face: Face, stock: Colour, ppm: float) -> None:
    """Print the Master `design` onto `image`, the face of a card, in place."""
    sheet = _Sheet(image, design, face, stock, ppm, np.random.default_rng(design.seed))
    _SETTERS[design.setting](sheet)
    if design.setting != "bare" and chance(sheet.rng, 0.25):
        _border(sheet)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A card's face on which a Master is being printed."""

    image: Image
    """The pixels of the card's face."""
    design: Design
    """The Master to print."""
    face: Face
    """The typeface of captions."""
    stock: Colour
    """The colour of the card's paper."""
    ppm: float
    """The scale of the picture, pixels per millimetre."""
    rng: Rng
    """The source of random choices."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the card's face, pixels."""
        return self.image.shape[1], self.image.shape[0]

    def picture(self, at: tuple[float, float], wide: float, turned: bool = False) -> None:
        """Draw the picture with its middle at `at`, in shares of the card's width and height. `wide` is
        the side of the picture, in shares of the card's width."""
        side = max(6, round(wide * self.size[0]))
        patch = _printed(self.design, side)
        if turned:
            patch = Patch(patch.image[::-1, ::-1], patch.alpha[::-1, ::-1])
        x, y = at[0] * self.size[0] - side / 2, at[1] * self.size[1] - side / 2
        _lay(self.image, patch, round(x), round(y))

    def words(self, text: str, cap: float, down: float, colour: Colour, turned: bool = False) -> None:
        """Print a line of text centred across the card. `down` is the height of the line on the card, 0
        at the top and 1 at the bottom. `cap` is the height of capitals, mm; a text that would be too wide
        is printed smaller."""
        mask = ink(self.face, text, max(3.0, cap * self.ppm))
        if (room := 0.86 * self.size[0]) < mask.shape[1]:
            mask = ink(self.face, text, max(3.0, cap * self.ppm * room / mask.shape[1]))
        mask = np.ascontiguousarray(mask[::-1, ::-1]) if turned else mask
        stamp(
            self.image,
            mask,
            colour,
            (self.size[0] - mask.shape[1]) / 2,
            down * self.size[1] - mask.shape[0] / 2,
        )

    def colour(self) -> Colour:
        """Return a random colour of ink."""
        return hsv(self.rng.random(), uniform(self.rng, 0, 1), uniform(self.rng, 0.05, 0.85))


@lru_cache(maxsize=64)
def _source(drawing: Drawing, seed: int) -> Patch:
    return pictograms.of_file(drawing.path) if drawing.path else pictograms.drawn(drawing.name, seed)


@lru_cache(maxsize=256)
def _printed(design: Design, side: int) -> Patch:
    """Return the drawing of a Master as `design` prints it: in full colour, in one or two inks, or as
    lines. The picture is `side` pixels square."""
    rng = np.random.default_rng(design.seed + 1)
    whole = _source(design.drawing, design.seed)
    printing = weighted(rng, _PRINTINGS)
    dark, light = hsv(rng.random(), uniform(rng, 0, 1), uniform(rng, 0.05, 0.6)), hsv(rng.random(), 0.4, 0.9)
    shade = cv2.cvtColor(whole.image, cv2.COLOR_BGR2GRAY)
    image, alpha = whole.image, whole.alpha
    if printing == "flat":
        image = np.broadcast_to(np.clip(dark, 0, 255).astype(np.uint8), image.shape)
        # One ink prints the dark parts; a picture that is dark all over is a silhouette.
        inked = 255 - shade if shade[alpha > 0].std() > 30 else np.full_like(shade, 255)
        alpha = np.minimum(alpha, inked)
    if printing == "two":
        parts = xy(shade[..., None]) / 255
        image = np.asarray(np.clip(xy(dark) * (1 - parts) + xy(light) * parts, 0, 255), np.uint8)
    if printing == "lines":
        image = np.broadcast_to(np.clip(dark, 0, 255).astype(np.uint8), image.shape)
        flat = np.where(alpha > 127, shade, 255)
        edges = cv2.max(cv2.Canny(np.asarray(flat, np.uint8), 40, 120), cv2.Canny(alpha, 40, 120))
        alpha = np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)
    near = cv2.INTER_AREA if side < image.shape[0] else cv2.INTER_LINEAR
    return Patch(
        np.asarray(cv2.resize(np.ascontiguousarray(image), (side, side), interpolation=near), np.uint8),
        np.asarray(cv2.resize(np.ascontiguousarray(alpha), (side, side), interpolation=near), np.uint8),
    )


def _lay(image: Image, patch: Patch, x: int, y: int) -> None:
    """Lay the patch on the image with its top left corner at `x` and `y`. Parts beyond the image's edges
    are cut off."""
    height, width = image.shape[:2]
    x0, y0, x1, y1 = (
        max(0, x),
        max(0, y),
        min(width, x + patch.alpha.shape[1]),
        min(height, y + patch.alpha.shape[0]),
    )
    if x0 >= x1 or y0 >= y1:
        return
    part = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
    share = xy(patch.alpha[part][..., None]) / 255
    area = image[y0:y1, x0:x1]
    area[:] = (area * (1 - share) + patch.image[part] * share + 0.5).astype(np.uint8)


def _caption(sheet: _Sheet, share: float) -> None:
    """With the probability `share`, print a word below the picture, above it, or twice."""
    rng = sheet.rng
    if not chance(rng, share):
        return
    text = _CAPTIONS[int(rng.integers(len(_CAPTIONS)))] if chance(rng, 0.8) else _word(rng)
    cap, colour, twice = uniform(rng, 2, 6), sheet.colour(), chance(rng, 0.3)
    down = uniform(rng, 0.08, 0.16)
    if twice or chance(rng, 0.7):
        sheet.words(text, cap, 1 - down, colour, turned=twice and chance(rng, 0.6))
    if twice or chance(rng, 0.2):
        sheet.words(text, cap, down, colour)


def _word(rng: Rng) -> str:
    return "".join(random_letter(rng, 0) for _ in range(int(rng.integers(3, 10))))


def _lone(sheet: _Sheet) -> None:
    sheet.picture((0.5, uniform(sheet.rng, 0.42, 0.56)), uniform(sheet.rng, 0.3, 0.95))
    _caption(sheet, 0.45)


def _medallion(sheet: _Sheet) -> None:
    rng, (width, height) = sheet.rng, sheet.size
    reach = xy([uniform(rng, 0.2, 0.42) * width, uniform(rng, 0.2, 0.38) * height])
    middle = xy([0.5 * width, uniform(rng, 0.42, 0.54) * height])
    corners = int(rng.choice([4, 6, 8, 48, 48, 48]))
    rim = ring((0, 0), 1, corners) * reach + middle
    ground = sheet.colour()
    polygon(sheet.image, rim, ground)
    for inner in rng.uniform(0.85, 1.08, int(rng.integers(0, 3))).tolist():
        line = ring((0, 0), inner, corners) * reach + middle
        polyline(
            sheet.image, line, mix(ground, sheet.stock, 0.8), uniform(rng, 0.3, 1.2) * sheet.ppm, closed=True
        )
    wide = 2 * float(reach.min()) / width * uniform(rng, 0.55, 0.95)
    x, y = (middle / xy([width, height])).tolist()
    sheet.picture((x, y), wide)
    _caption(sheet, 0.5)


def _panel(sheet: _Sheet) -> None:
    rng, (width, height) = sheet.rng, sheet.size
    side, top, low = uniform(rng, 0.06, 0.16), uniform(rng, 0.06, 0.18), uniform(rng, 0.7, 0.93)
    x0, x1, y0, y1 = round(side * width), round((1 - side) * width), round(top * height), round(low * height)
    part = sheet.image[y0:y1, x0:x1]
    field = clouds(rng, part.shape[0], part.shape[1], uniform(rng, 2, 5))
    part[:] = tint(part, 0.85 + 0.15 * field, 1.0, sheet.colour())
    sheet.picture((0.5, (top + low) / 2), uniform(rng, 0.4, 0.8))
    if chance(rng, 0.6):
        frame = xy([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        polyline(sheet.image, frame, sheet.colour(), uniform(rng, 0.4, 1.5) * sheet.ppm, closed=True)
    _caption(sheet, 0.4 if low < 0.85 else 0)


def _twice(sheet: _Sheet) -> None:
    wide, down = uniform(sheet.rng, 0.3, 0.75), uniform(sheet.rng, 0.22, 0.32)
    sheet.picture((0.5, down), wide)
    sheet.picture((0.5, 1 - down), wide, turned=True)


def _pips(sheet: _Sheet) -> None:
    rng = sheet.rng
    count, wide = int(rng.integers(2, 10)), uniform(rng, 0.12, 0.28)
    columns = (0.5,) if count < 4 else (0.3, 0.7)
    rows = np.linspace(0.2, 0.8, -(-count // len(columns))).tolist()
    for row in rows:
        for column in columns:
            sheet.picture((column, row), wide)


def _full(sheet: _Sheet) -> None:
    rng, (width, height) = sheet.rng, sheet.size
    field = clouds(rng, height, width, uniform(rng, 2, 6))
    margin = 0 if chance(rng, 0.4) else round(uniform(rng, 0.03, 0.09) * width)
    inner = np.s_[margin : height - margin, margin : width - margin]
    sheet.image[inner] = tint(sheet.image, 0.85 + 0.15 * field, 1.0, sheet.colour())[inner]
    sheet.picture((0.5, 0.5), uniform(rng, 0.5, 1.3))
    _caption(sheet, 0.3)


def _corners(sheet: _Sheet) -> None:
    rng = sheet.rng
    wide, x, y = uniform(rng, 0.12, 0.22), uniform(rng, 0.12, 0.18), uniform(rng, 0.09, 0.14)
    sheet.picture((x, y), wide)
    sheet.picture((1 - x, 1 - y), wide, turned=True)
    if chance(rng, 0.5):
        sheet.picture((1 - x, y), wide)
        sheet.picture((x, 1 - y), wide, turned=True)
    if chance(rng, 0.8):
        sheet.picture((0.5, 0.5), uniform(rng, 0.3, 0.6))


def _words(sheet: _Sheet) -> None:
    rng = sheet.rng
    text = _CAPTIONS[int(rng.integers(len(_CAPTIONS)))] if chance(rng, 0.6) else f"{_word(rng)} {_word(rng)}"
    lines = text.split() if chance(rng, 0.7) else [text]
    cap, colour, step = uniform(rng, 4, 14), sheet.colour(), uniform(rng, 0.12, 0.2)
    for n, line in enumerate(lines):
        sheet.words(line, cap, 0.5 + (n - (len(lines) - 1) / 2) * step, colour)
    if chance(rng, 0.4):
        sheet.picture((0.5, 0.18), uniform(rng, 0.15, 0.35))
        sheet.picture((0.5, 0.82), uniform(rng, 0.15, 0.35), turned=True)


def _bare(sheet: _Sheet) -> None:
    """Draw a Master's card with a frame and no picture."""
    _border(sheet)


def _border(sheet: _Sheet) -> None:
    rng, (width, height) = sheet.rng, sheet.size
    colour, inset = sheet.colour(), uniform(rng, 0.03, 0.1) * width
    for n in range(int(rng.integers(1, 4))):
        gap = inset * (1 + 0.5 * n)
        frame = rounded(width - 2 * gap, height - 2 * gap, uniform(rng, 0, 0.09) * width) + xy(gap)
        polyline(sheet.image, frame, colour, uniform(rng, 0.25, 1.4) * sheet.ppm, closed=True)
    if chance(rng, 0.35):
        sheet.picture((0.18, 0.12), 0.14)
        sheet.picture((0.82, 0.88), 0.14, turned=True)


_SETTERS: Final[Mapping[Setting, Callable[[_Sheet], None]]] = MappingProxyType(
    {
        "lone": _lone, "medallion": _medallion, "panel": _panel, "twice": _twice, "pips": _pips,
        "full": _full, "corners": _corners, "words": _words, "bare": _bare,
    }
)  # fmt: skip
