"""Read the print in a photograph of a box, a leaflet or an advertisement card by Tesseract.

The sheet is cut out of the photograph and flattened if its four corners show. It is turned the way its print
is read, and read in two sizes: Tesseract reads neither very large letters nor very small ones.
"""

from typing import Final

import cv2
import numpy as np
import pytesseract

from vision.crops import Grey, Picture
from vision.ocr.preprocessing import SPARSE, Word, read_words, to_dark_on_white
from vision.tensor_format import Floats

LARGE_SIDE_PIXELS, SMALL_SIDE_PIXELS = 2000, 900
"""The longer sides, pixels, at which a page is read: the first for small text, the second for a title and for
the direction of the page."""

MIN_PAGE_WORD_CONFIDENCE: Final = 40.0
"""The confidence of Tesseract, of 100, from which a word counts. Some of these words are misread, but
callers look for words that they know."""

MIN_UPRIGHT_CONFIDENCE: Final = 70.0
"""The mean confidence of Tesseract in the letters of a page from which the page is upright. Drawn pages
have 82 to 96 upright, and 29 to 50 upside down."""

SHEET_SEARCH_SIDE_PIXELS: Final = 400
"""The longer side of the copy of a photograph in which a sheet of paper is searched, pixels."""

MIN_SHEET_SHARE: Final = 0.1
"""The least share of the photograph that a photographed sheet of paper covers. People photograph a box or a
leaflet from near."""

MIN_STRAIGHT_SHARE: Final = 0.94
"""The least agreement, as a share of area, between the outline of a photographed sheet and a shape with four
straight sides. Hands and shadows are not straight."""


class NoTesseractError(RuntimeError):
    """The error when Tesseract, or its data for English, is not installed."""


def read_print(picture: Picture) -> tuple[str, ...]:
    """Return the words printed on `picture`, BGR, line by line from the top, whichever way up the picture is.

    The picture is read in a small size, then in a large one, and the words of both follow one another, so
    most words appear twice. Reading takes some seconds. Raise NoTesseractError if Tesseract or its data for
    English is not installed.
    """
    try:
        return _read(_sheet(picture))
    except (pytesseract.TesseractNotFoundError, pytesseract.TesseractError) as fault:
        raise NoTesseractError(str(fault)) from fault


def _read(page: Picture) -> tuple[str, ...]:
    """Return the words on a flat page."""
    quarters, page_words = _direction(to_dark_on_white(_sized(page, SMALL_SIDE_PIXELS)))
    if page_words:
        page_words += read_words(_turned(to_dark_on_white(_sized(page, LARGE_SIDE_PIXELS)), quarters), SPARSE)
    return tuple(word.text for word in page_words if word.confidence >= MIN_PAGE_WORD_CONFIDENCE)


def _direction(page: Grey) -> tuple[int, list[Word]]:
    """Return the quarter turns clockwise that make the page upright, and the words in that direction.

    The first direction that reads well counts, else the one with most words.
    """
    best: tuple[float, int, list[Word]] = (0.0, 0, [])
    for quarters in range(4):
        page_words = read_words(_turned(page, quarters), SPARSE)
        long = [word for word in page_words if len(word.text) > 2]  # noise makes short words
        letters = sum(len(word.text) for word in long)
        weight = sum(word.confidence * len(word.text) for word in long)
        if letters and weight / letters >= MIN_UPRIGHT_CONFIDENCE:
            return quarters, page_words
        best = max(best, (weight, quarters, page_words), key=lambda one: one[0])
    return best[1], best[2]


def _turned(page: Grey, quarters: int) -> Grey:
    """Return the page turned clockwise by a number of quarter turns."""
    return np.ascontiguousarray(np.rot90(page, -quarters))


def _sized(picture: Picture, longest: int) -> Picture:
    """Return the picture resized to a longer side of `longest` pixels."""
    scale = longest / max(picture.shape[:2])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size, interpolation=interpolation), np.uint8)


def _sheet(picture: Picture) -> Picture:
    """Return the photographed sheet of paper alone and flattened, or the whole photograph if no sheet with
    four corners shows."""
    corners = _corners(picture)
    if corners is None:
        return picture
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    wide, high = (int(max(sides[n], sides[n + 2])) for n in (0, 1))
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    onto = cv2.getPerspectiveTransform(corners, flat)
    return np.asarray(cv2.warpPerspective(picture, onto, (wide, high), flags=cv2.INTER_AREA), np.uint8)


def _corners(picture: Picture) -> Floats | None:
    """Return the corners (4, 2) of the largest sheet that differs from the rim of the photograph, pixels,
    clockwise, or None without a sheet."""
    small = _sized(picture, SHEET_SEARCH_SIDE_PIXELS)
    tones = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = np.concatenate(
        [tones[:8], tones[-8:], tones[:, :8].swapaxes(0, 1), tones[:, -8:].swapaxes(0, 1)], 1
    )
    away = np.linalg.norm(tones - np.median(rim.reshape(-1, 3), axis=0), axis=2)
    levels = np.clip(away, 0, 255).astype(np.uint8)
    _, mask = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea)) if outlines else np.zeros((0, 1, 2), np.int32)
    covered = cv2.contourArea(hull) if len(hull) else 0.0
    if covered < MIN_SHEET_SHARE * levels.size:
        return None
    quad = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)
    if len(quad) != 4 or not MIN_STRAIGHT_SHARE < cv2.contourArea(quad) / covered < 1 / MIN_STRAIGHT_SHARE:
        return None
    corners = quad[:, 0] * (max(picture.shape[:2]) / SHEET_SEARCH_SIDE_PIXELS)
    # The first corner is at the top left: most people hold the camera as they read.
    return np.asarray(np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0), np.float32)
