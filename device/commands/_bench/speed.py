"""How fast a photograph is read, against its parts and against Tesseract, on the same picture in one run."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytesseract

from engine.scene import CARD_HEIGHT, CARD_WIDTH, Lying, Scene
from vision.codes import LETTERS
from vision.crops import Picture, Pyramid, cut
from vision.letters import again, spell
from vision.locate import fit, locate
from vision.network import WEIGHTS, run
from vision.reader import Reader
from vision.render.table import virtual_table

SIZE = (2304, 1296)
CARDS = 30


def table_of(cards: int) -> Scene:
    """`cards` cards in touching rows of six on a table of 16:9."""
    width = 920.0
    lying = tuple(
        Lying(LETTERS[n % 26], 180 + (n % 6) * (CARD_WIDTH + 1) + 30 * (n // 12), 62 + (n // 6) * 98.0)
        for n in range(cards)
    )
    assert lying[-1].y + CARD_HEIGHT / 2 < width * 9 / 16
    return Scene(width, width * 9 / 16, lying)


def _median(work: Callable[[], object], runs: int) -> float:
    """Median seconds of `runs` runs after one that does not count."""
    work()
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def measure(runs: int) -> dict[str, Any]:
    """Medians in milliseconds, and ratios."""
    picture = virtual_table(size=SIZE)(table_of(CARDS), 0)
    reader = Reader.load()
    outlines = locate(picture)
    pyramid = Pyramid.of(picture)
    pieces = spell(pyramid, outlines)
    crops = np.stack([cut(pyramid, o) for o in outlines])
    parts = {
        "read": _median(lambda: reader.read(picture), runs),
        "fit": _median(lambda: fit(picture), runs),
        "locate": _median(lambda: locate(picture), runs),
        "pyramid": _median(lambda: Pyramid.of(picture), runs),
        "spell": _median(lambda: spell(pyramid, outlines), runs),
        "spell_again": _median(lambda: spell(pyramid, again(pieces)), runs),
        "half": _median(lambda: cv2.resize(picture, (SIZE[0] // 2, SIZE[1] // 2)), runs),
    }
    tesseract = _median(lambda: [_tesseract(crop) for crop in crops], 1)
    return {
        "pieces": len(outlines),
        "ms": {name: round(seconds * 1000, 2) for name, seconds in parts.items()},
        "tesseract_ms": round(tesseract * 1000, 1),
        "times_faster_than_tesseract": round(tesseract / parts["read"], 1),
        "times_the_floor": round(parts["read"] / parts["half"], 1),
        "opencv_dnn_over_onnxruntime": _runtimes(fit(picture)[0], crops, runs),
    }


def _tesseract(crop: Picture) -> str:
    """Tesseract on the exact outline of one card."""
    return str(pytesseract.image_to_string(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), config="--psm 10"))


def _runtimes(padded: Picture, crops: Picture, runs: int) -> dict[str, float]:
    """How many times longer OpenCV's own network module takes than ONNX Runtime."""
    ratios = {}
    for name, batch in (("finder", padded[None]), ("speller", crops)):
        net = cv2.dnn.readNetFromONNX(str(WEIGHTS / f"{name}.onnx"))

        def forward(net: cv2.dnn.Net = net, batch: Picture = batch) -> object:
            net.setInput(batch)
            return net.forward(net.getUnconnectedOutLayersNames())

        ours = _median(lambda name=name, batch=batch: run(name, batch), runs)  # type: ignore[misc]
        ratios[name] = round(_median(forward, runs) / ours, 2)
    return ratios
