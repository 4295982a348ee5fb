"""Compare the program's reader with Tesseract and RapidOCR on the same cards. Tesseract gets the exact place
of each card; RapidOCR reads the whole photograph.

A reader that is not installed is left out, and named in the result.
"""

import importlib
import shutil
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import pytesseract

from device.commands._doctor.timing import Spent, time_work
from vision.crops import Picture
from vision.pieces.classify import iou
from vision.reader import PhotoReading
from vision.tensor_format import LETTERS, Floats

CARD_HEIGHT_PIXELS, CARD_WIDTH_PIXELS = 356, 228
"""Height and width in pixels of a card that is cut out upright for Tesseract. These are four pixels a
millimetre, more than any photograph here has."""

RAPID_MODULE: Final = "rapidocr_onnxruntime"
"""The module of RapidOCR, which only developers install: `pip install --no-deps rapidocr-onnxruntime
pyclipper shapely pyyaml six tqdm`. Without `--no-deps`, pip would replace the installed OpenCV."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """How well the program's reader, Tesseract and RapidOCR read one photograph, by the reader's name."""

    took: dict[str, Spent]
    """The time that Tesseract and RapidOCR each took, by the reader's name."""
    right: dict[str, int]
    """The number of letters that each reader read right. The program's own reader is called
    `lexicon-table`."""
    absent: dict[str, str]
    """For each reader that was not compared, the reason why."""


def measure(picture: Picture, seen: PhotoReading, quads: tuple[Floats, ...], letters: str) -> Rivals:
    """Compare the program's reader with Tesseract and RapidOCR on one photograph.

    `seen` is what the program's reader read. `quads` has the corners of each card in pixels, (4, 2), and
    `letters` has the true letter of each card.
    """
    took: dict[str, Spent] = {}
    right, absent = {"lexicon-table": _ours(seen, quads, letters)}, {}
    if shutil.which("tesseract"):
        took["tesseract"], right["tesseract"] = _tesseract(picture, quads, letters)
    else:
        absent["tesseract"] = "not installed"
    try:
        engine = importlib.import_module(RAPID_MODULE).RapidOCR()
    except ImportError:
        absent["rapidocr"] = "not installed: pip install --no-deps rapidocr-onnxruntime and what it needs"
    else:
        took["rapidocr"], right["rapidocr"] = _rapid(engine, picture, quads, letters)
    return Rivals(took, right, absent)


def _ours(seen: PhotoReading, quads: tuple[Floats, ...], letters: str) -> int:
    """Return the number of cards whose letter the program's reader has read right."""
    good = 0
    for quad, letter in zip(quads, letters, strict=True):
        piece = max(seen.pieces, key=lambda p: iou(quad, p.corners), default=None)
        if piece is not None and iou(quad, piece.corners) > 0.5:
            good += LETTERS[int(piece.probabilities.sum(0).argmax())] == letter
    return good


def _tesseract(picture: Picture, quads: tuple[Floats, ...], letters: str) -> tuple[Spent, int]:
    """Let Tesseract read each card, cut out upright. Return the time for all cards, and the number of letters
    read right."""
    texts: list[str] = []
    took = time_work(lambda: texts.extend(_upright(picture, quad) for quad in quads))
    return took, sum(text == letter for text, letter in zip(texts, letters, strict=False))


def _upright(picture: Picture, quad: Floats) -> str:
    """Cut one card out of the picture, upright, and return the text that Tesseract reads on it."""
    sheet = np.array(
        [[0, 0], [CARD_WIDTH_PIXELS, 0], [CARD_WIDTH_PIXELS, CARD_HEIGHT_PIXELS], [0, CARD_HEIGHT_PIXELS]],
        np.float32,
    )
    onto = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), sheet)
    grey = cv2.cvtColor(
        cv2.warpPerspective(picture, onto, (CARD_WIDTH_PIXELS, CARD_HEIGHT_PIXELS)), cv2.COLOR_BGR2GRAY
    )
    return str(pytesseract.image_to_string(grey, config="--psm 10")).strip()


def _rapid(engine: Any, picture: Picture, quads: tuple[Floats, ...], letters: str) -> tuple[Spent, int]:
    """Let RapidOCR read the whole photograph. Return the time that it took, and the number of cards on which
    RapidOCR read the right letter."""
    took = time_work(lambda: engine(picture))
    lines = engine(picture)[0] or []
    spots = [spot for box, text, _ in lines for spot in _spread(np.array(box, np.float32), text)]
    good = 0
    for quad, letter in zip(quads, letters, strict=True):
        outline = np.asarray(quad, np.float32)
        good += letter in [reading for reading, at in spots if cv2.pointPolygonTest(outline, at, False) >= 0]
    return took, good


def _spread(box: Floats, text: str) -> list[tuple[str, tuple[float, float]]]:
    """Return each character of a line of text with the place of its middle in the picture. The characters are
    assumed to be evenly spaced between the ends of the line, whose corners are `box`, (4, 2)."""
    start, end = (box[0] + box[3]) / 2, (box[1] + box[2]) / 2
    places = [start + (end - start) * ((n + 0.5) / len(text)) for n in range(len(text))]
    return [(letter, (float(x), float(y))) for letter, (x, y) in zip(text, places, strict=True)]
