"""Read rendered tables of all kinds that no network was trained on. Measure the reader's work and time, and
compare the time with that of other readers.

A number decides each table. The cards of every second table overlap. All readers read one table before the
next begins, so that a machine that grows busier slows all of them alike.
"""

from functools import partial
from statistics import median
from typing import Any, Final

import numpy as np

from device.commands._doctor.timing import time_work
from device.lab.bench import rivals
from device.lab.bench.work import Work, counted
from vision.crops import Picture
from vision.reader import Reader
from vision.render.prints.typefaces import vendored
from vision.render.sample import PieceTruth, sample

PICTURE_PIXELS: Final = (2304, 1296)


def measure(tables: int, seed: int) -> dict[str, Any]:
    """Read `tables` rendered photographs with the program's reader, Tesseract and RapidOCR. Return medians
    over the photographs, and the number of letters that each reader read right.

    The medians are the program's milliseconds of processor time, multiply-adds and Python calls, and how many
    times faster it is than each other reader.
    """
    faces, reader = vendored(), Reader.load()
    rows, works = list[tuple[float, dict[str, float]]](), list[Work]()
    right: dict[str, int] = {}
    letters = 0
    for table in range(tables):
        shown = sample(
            np.random.default_rng([seed, table]), *PICTURE_PIXELS, faces, overlapping=table % 2 == 1
        )
        picture = np.ascontiguousarray(shown.image)
        works.append(counted(partial(reader.read, picture)))
        lettered = [label for label in shown.labels if label.is_readable and label.letter not in (None, "?")]
        letters += len(lettered)
        took, good = _by_turns(reader, picture, lettered)
        rows.append(took)
        right = {name: right.get(name, 0) + count for name, count in good.items()}
    return {
        "tables": tables,
        "processor_ms": round(median(ours for ours, _ in rows), 1),
        "multiply_adds_millions": round(median(work.multiply_adds for work in works) / 1e6),
        "python_calls": round(median(work.calls for work in works)),
        "times_faster_than": {
            name: round(median(others[name] / ours for ours, others in rows), 1) for name in rows[0][1]
        },
        "letters": letters,
        "letters_right": right,
    }


def _by_turns(
    reader: Reader, picture: Picture, lettered: list[PieceTruth]
) -> tuple[tuple[float, dict[str, float]], dict[str, int]]:
    """Read one photograph with the program's reader, Tesseract and RapidOCR. Return the milliseconds of
    processor time of the program's reader, those of each other reader, and the number of letters that each
    reader read right."""
    ours = time_work(lambda: reader.read(picture))
    quads = tuple(label.quad for label in lettered)
    others = rivals.measure(
        picture, reader.read(picture), quads, "".join(str(one.letter) for one in lettered)
    )
    return (ours.processor, {name: took.processor for name, took in others.took.items()}), others.right
