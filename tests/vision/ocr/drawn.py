"""Draw photographs of a box's lid and of a rule leaflet on a table."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.crops import Picture

FONTS: Final = Path(__file__).parents[3] / "device" / "printing"
SLAB, SMALL = "letters.ttf", "captions.ttf"
LINES: Final = (
    "The player on the left of the dealer commences.",
    "The next player on the left then plays and so on",
    "round the table. Each player, after examining his",
    "cards, can choose one of four alternatives. He can",
    "form one complete word and place it on the table.",
)
PAPER, RED, INK, CREAM, CLOTH = (246, 243, 232), (168, 32, 38), (38, 36, 40), (250, 240, 205), (72, 96, 80)


def box(title: str, maker: str, *, side: int = 1200) -> Image.Image:
    """Draw a red lid, `side` pixels high, with the title in large letters and the maker's line below."""
    lid = Image.new("RGB", (round(side * 0.7), side), RED)
    draw = ImageDraw.Draw(lid)
    draw.rectangle((16, 16, lid.width - 17, side - 17), outline=CREAM, width=6)
    _centred(draw, lid.width, side * 0.28, title, SLAB, round(lid.width * 1.25 / len(title)), CREAM)
    _centred(draw, lid.width, side * 0.5, "THE CARD GAME OF WORDS", SMALL, round(side / 32), CREAM)
    for n, line in enumerate(maker.split("\n")):
        _centred(draw, lid.width, side * (0.78 + 0.05 * n), line, SMALL, round(side / 28), CREAM)
    return lid


def leaflet(title: str, maker: str, *, side: int = 1200) -> Image.Image:
    """Draw a page of rules in small print under its title, with the maker's line at the foot."""
    page = Image.new("RGB", (round(side * 0.7), side), PAPER)
    draw = ImageDraw.Draw(page)
    _centred(draw, page.width, side * 0.09, title, SMALL, round(side / 14), INK)
    for n in range(8):
        line = LINES[n % len(LINES)]
        draw.text((side * 0.06, side * (0.17 + 0.036 * n)), line, INK, _font(SMALL, round(side / 44)))
    for n, line in enumerate(maker.split("\n")):
        _centred(draw, page.width, side * (0.92 + 0.03 * n), line, SMALL, round(side / 48), INK)
    return page


def photographed(
    print_: Image.Image, *, turn: float = 0.0, lean: float = 0.0, light: float = 1.0, size: int = 1800
) -> Picture:
    """Return a picture (BGR, `size` pixels square) of the print lying on a cloth.

    The print is turned clockwise by `turn` degrees. The camera sees it at an angle: its far side is
    narrower by the share `lean`. `light` darkens the picture, more to the right.
    """
    wide, high = print_.size
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - (wide / 2, high / 2)
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    laid = corners @ np.array([[cos, sin], [-sin, cos]])
    laid[:, 0] *= 1 + lean * laid[:, 1] / high
    sharp, seen_at = corners + np.array([wide / 2, high / 2]), laid + size / 2
    onto = cv2.getPerspectiveTransform(sharp.astype(np.float32), seen_at.astype(np.float32))
    table = np.full((size, size, 3), CLOTH[::-1], np.uint8)
    seen = cv2.cvtColor(np.asarray(print_), cv2.COLOR_RGB2BGR)
    cv2.warpPerspective(
        seen, onto, (size, size), table, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
    )
    dim = np.linspace(light, light**1.5, size, dtype=np.float32)[None, :, None]
    noise = np.random.default_rng(1).normal(0, 3, table.shape)
    soft = cv2.GaussianBlur(table * dim + noise, (0, 0), 0.8)
    return np.clip(soft, 0, 255).astype(np.uint8)


def _centred(
    draw: ImageDraw.ImageDraw, width: int, y: float, text: str, font: str, size: int, ink: tuple[int, ...]
) -> None:
    draw.text((width / 2, y), text, ink, _font(font, size), anchor="mm")


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / name), size)
