"""Other readers on the same cards: Tesseract, told exactly where each card lies, and RapidOCR on the whole
photograph. Only what is installed is compared, and what is not is said."""

import importlib
import shutil
import time
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import pytesseract

from vision.codes import LETTERS, Floats
from vision.crops import Picture
from vision.reader import Seen, overlap

TALL, WIDE = 356, 228
"""Pixels of an upright card for Tesseract: four a millimetre, more than any photograph here holds."""

RAPID: Final = "rapidocr_onnxruntime"
"""Development only: `pip install --no-deps rapidocr-onnxruntime pyclipper shapely pyyaml six tqdm`. With its
dependencies it would bring another OpenCV, in place of the one in use."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """`ms` each took and the letters it had `right`, ours among them; who is `absent`, and why."""

    ms: dict[str, float]
    right: dict[str, int]
    absent: dict[str, str]


def measure(picture: Picture, seen: Seen, quads: tuple[Floats, ...], letters: str) -> Rivals:
    """Compare on one photograph whose cards lie at `quads` ((4, 2) each) and say `letters`."""
    ms: dict[str, float] = {}
    right, absent = {"lexicon-table": _ours(seen, quads, letters)}, {}
    if shutil.which("tesseract"):
        ms["tesseract"], right["tesseract"] = _tesseract(picture, quads, letters)
    else:
        absent["tesseract"] = "not installed"
    try:
        engine = importlib.import_module(RAPID).RapidOCR()
    except ImportError:
        absent["rapidocr"] = "not installed: pip install --no-deps rapidocr-onnxruntime and what it needs"
    else:
        ms["rapidocr"], right["rapidocr"] = _rapid(engine, picture, quads, letters)
    return Rivals({name: round(value, 1) for name, value in ms.items()}, right, absent)


def _ours(seen: Seen, quads: tuple[Floats, ...], letters: str) -> int:
    """How many cards are read as what they are."""
    good = 0
    for quad, letter in zip(quads, letters, strict=True):
        piece = max(seen.pieces, key=lambda p: overlap(quad, p.corners), default=None)
        if piece is not None and overlap(quad, piece.corners) > 0.5:
            good += LETTERS[int(piece.chances.sum(0).argmax())] == letter
    return good


def _tesseract(picture: Picture, quads: tuple[Floats, ...], letters: str) -> tuple[float, int]:
    """Milliseconds for all cards, each cut out upright, and how many letters were right."""
    upright = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32)
    started, said = time.perf_counter(), []
    for quad in quads:
        onto = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), upright)
        grey = cv2.cvtColor(cv2.warpPerspective(picture, onto, (WIDE, TALL)), cv2.COLOR_BGR2GRAY)
        said.append(str(pytesseract.image_to_string(grey, config="--psm 10")).strip())
    spent = (time.perf_counter() - started) * 1000
    return spent, sum(text == letter for text, letter in zip(said, letters, strict=True))


def _rapid(engine: Any, picture: Picture, quads: tuple[Floats, ...], letters: str) -> tuple[float, int]:
    """Milliseconds for the photograph, the second time it is shown, and how many letters were right."""
    engine(picture)
    started = time.perf_counter()
    lines = engine(picture)[0] or []
    spent = (time.perf_counter() - started) * 1000
    spots = [spot for box, text, _ in lines for spot in _spread(np.array(box, np.float32), text)]
    return spent, sum(
        any(
            said == letter and cv2.pointPolygonTest(np.asarray(quad, np.float32), at, False) >= 0
            for said, at in spots
        )
        for quad, letter in zip(quads, letters, strict=True)
    )


def _spread(box: Floats, text: str) -> list[tuple[str, tuple[float, float]]]:
    """Each character of a line of text with its place, evenly along the line's (4, 2) box."""
    start, end = (box[0] + box[3]) / 2, (box[1] + box[2]) / 2
    places = [start + (end - start) * ((n + 0.5) / len(text)) for n in range(len(text))]
    return [(letter, (float(x), float(y))) for letter, (x, y) in zip(text, places, strict=True)]
