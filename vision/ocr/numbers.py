"""Read the large number on a card. Tesseract is given the number alone, since it finds no large number
among lines of text."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.crops import Grey, Picture
from vision.ocr.preprocessing import WORD, Word, read_words

MIN_HEIGHT_SHARE: Final = 0.11
"""The height of print, as a share of the card's long side, from which the print is a large number, not a line
of text. The capitals of a text have 0.03, the large words on a card 0.1."""

PRINT_CONTRAST_SHARE: Final = 0.5
"""The share of the contrast between paper and ink from which a pixel is print."""

MAX_FIGURE_RATIO: Final = 1.2
"""The greatest ratio of width to height of a figure. An old round nought has 1.1."""

MAX_OFFSET_HEIGHTS: Final = 0.35
"""Large figures are one number if each lies at most this far from a line, and if their heights differ by at
most this much, both in heights of a figure."""

SHOWN_HEIGHT_PIXELS: Final = 40
"""The height in pixels at which a number is given to Tesseract, with half as much white all round. Of 16
rendered numbers all were read with this height, in Tesseract's mode for one word. With larger numbers or in
other modes only twelve to fourteen were read."""


@dataclass(frozen=True, slots=True)
class _Figures:
    """The figures of a large number printed on a card, such as 25, cut out of the card's picture."""

    count: int
    """The number of figures that make up the large number, 1 to 3."""
    box: tuple[int, int, int, int]
    """The bounding box of the number (left, top, width, height), pixels of the card."""
    print: Grey
    """A picture of the figures alone, black (0) on white (255)."""


def read_number(card: Picture, least: float) -> Word | None:
    """Return the large number on an upright card, of one to three figures side by side.

    Return None if the card has no such number, or if Tesseract's confidence is below `least`.
    """
    figures = _figures(card)
    if figures is None:
        return None
    left, top, width, height = figures.box
    size = max(1, round(width * SHOWN_HEIGHT_PIXELS / height)), SHOWN_HEIGHT_PIXELS
    page = cv2.resize(figures.print, size, interpolation=cv2.INTER_AREA)
    white = SHOWN_HEIGHT_PIXELS // 2
    page = cv2.copyMakeBorder(page, white, white, white, white, cv2.BORDER_CONSTANT, value=255)
    numbers = read_words(np.asarray(page, np.uint8), WORD, "-c tessedit_char_whitelist=0123456789")
    best = max(numbers, key=lambda word: word.confidence, default=None)
    if (
        best is None
        or best.confidence < least
        or not best.text.isdecimal()
        or len(best.text) != figures.count
    ):
        return None
    return Word(best.text, best.confidence, left, top, width, height)


def _figures(card: Picture) -> _Figures | None:
    """Return the one to three large figures that a card shows in one line on plain paper, or None if it shows
    none."""
    paper = np.median(card.reshape(-1, 3), axis=0)
    ink = np.abs(card.astype(np.float32) - paper).max(2)
    print_ = (ink > PRINT_CONTRAST_SHARE * max(float(np.percentile(ink, 99)), 1.0)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(print_)
    x, y, w, h = stats[:, :4].T
    high, wide = card.shape[:2]
    large = (h >= MIN_HEIGHT_SHARE * max(card.shape)) & (h <= high / 2) & (w <= MAX_FIGURE_RATIO * h)
    tall = np.flatnonzero(large & (x > 0) & (y > 0) & (x + w < wide))
    tall = tall[tall > 0]
    if not 1 <= len(tall) <= 3:
        return None
    x, y, w, h = stats[tall, :4].T
    if max(np.ptp(y + h / 2), np.ptp(h)) > MAX_OFFSET_HEIGHTS * h.max():
        return None
    left, top, right, low = int(x.min()), int(y.min()), int((x + w).max()), int((y + h).max())
    inked = np.isin(labels[top:low, left:right], tall)
    page = np.where(inked, 0, 255).astype(np.uint8)
    return _Figures(len(tall), (left, top, right - left, low - top), page)
