"""The large number on a card, shown to Tesseract alone: it finds none in lines of text."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.crops import Picture
from vision.ocr.preprocessing import WORD, Grey, Word, words

MIN_HEIGHT_SHARE: Final = 0.11
"""The share of the card's long side from which print is as high as a number of its own and not a line of
text: capitals of texts have 0.03, words 0.1."""

PRINT_CONTRAST_SHARE: Final = 0.5
"""The share of the ink's contrast from which a pixel is print: the middle between paper and ink."""

MAX_FIGURE_RATIO: Final = 1.2
"""The greatest ratio of width to height of a figure: an old round nought has 1.1."""

MAX_OFFSET_HEIGHTS: Final = 0.35
"""The greatest offset of a number's figures from one line, and difference in height, in shares of the
height."""

SHOWN_HEIGHT_PIXELS: Final = 40
"""The height in pixels at which a number is shown to Tesseract, with half as much white all round: of 16
rendered numbers all were read so; larger, or in other modes than one word, only twelve to fourteen."""


@dataclass(frozen=True, slots=True)
class _Figures:
    """Large figures in one line: their `count`, their common `box` (left, top, width, height), pixels of
    the card.

    `print` shows them alone, 0 on 255.
    """

    count: int
    box: tuple[int, int, int, int]
    print: Grey


def number(card: Picture, least: float) -> Word | None:
    """Read the large number on an upright card, of one to three figures side by side.

    None where there is none, or where it is less sure than `least`.
    """
    figures = _figures(card)
    if figures is None:
        return None
    left, top, width, height = figures.box
    size = max(1, round(width * SHOWN_HEIGHT_PIXELS / height)), SHOWN_HEIGHT_PIXELS
    page = cv2.resize(figures.print, size, interpolation=cv2.INTER_AREA)
    white = SHOWN_HEIGHT_PIXELS // 2
    page = cv2.copyMakeBorder(page, white, white, white, white, cv2.BORDER_CONSTANT, value=255)
    found = words(np.asarray(page, np.uint8), WORD, "-c tessedit_char_whitelist=0123456789")
    best = max(found, key=lambda word: word.sure, default=None)
    if best is None or best.sure < least or not best.text.isdecimal() or len(best.text) != figures.count:
        return None
    return Word(best.text, best.sure, left, top, width, height)


def _figures(card: Picture) -> _Figures | None:
    """Find up to three large figures in one line, on plain paper."""
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
