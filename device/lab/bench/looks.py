"""Measure the time and the accuracy of reading with fewer pixels. Smaller *looks* (the pictures in which the
reader detects cards) and smaller photographs save time on small computers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

import cv2
import numpy as np

from device.commands._doctor.timing import now, time_interleaved
from device.lab.bench.crowd import crowded, truths
from device.lab.bench.reading import SETS
from engine.shared.scene import LyingCard, Scene
from vision.crops import Picture
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece, ReadingTally, compare, labelled
from vision.picture import load
from vision.pieces.detect import LOOK_SIDE_PIXELS
from vision.reader import PieceKind, Reader
from vision.render.table import LOOKS as DECKS
from vision.render.table import project, virtual_table
from vision.tensor_format import LETTERS

LOOK_PIXELS: Final = (256, 320, 416, 512, 640, 896)
WIDTH_PIXELS: Final = (960, 1280, 1640, 2304)
"""Widths in pixels to which photographs are shrunk for the measurement. No labelled photograph is wider than
the last of these widths."""
PICTURE_PIXELS: Final = (1280, 720)
CROWDED_PIXELS: Final = (2304, 1296)
"""Width and height in pixels of the crowded table's picture, as the table's own camera takes it."""


def measure(picture: Picture, runs: int, photos: Path | None) -> dict[str, Any]:
    """Return the milliseconds of a reading, and the shares of pieces found and read right, for each of
    `LOOK_PIXELS`. These are lengths in pixels of the longer side of the picture that the finder gets."""
    return _figures_by_way(
        {str(look): (Reader.load(look_pixels=look), WIDTH_PIXELS[-1]) for look in LOOK_PIXELS},
        picture,
        runs,
        photos,
    )


def widths(picture: Picture, runs: int, photos: Path | None) -> dict[str, Any]:
    """Return the milliseconds of a reading, and the shares of pieces found and read right, for each width of
    `WIDTH_PIXELS`. Wider photographs are shrunk to the width."""
    return _figures_by_way(
        {str(width): (Reader.load(), width) for width in WIDTH_PIXELS}, picture, runs, photos
    )


def _figures_by_way(
    ways: Mapping[str, tuple[Reader, int]], picture: Picture, runs: int, photos: Path | None
) -> dict[str, Any]:
    """Return the speed and the accuracy of each way of reading. A way is a reader with the width in pixels to
    which photographs are shrunk.

    The speed is the milliseconds for `picture` (thirty cards) and for a crowded table, with their ratios to
    the usual way. The accuracy is the shares of pieces found and read right on the crowded table, on rendered
    tables and on the labelled photographs in `photos`.
    """
    packed = crowded(CROWDED_PIXELS)
    times_ = {name: _ratios(ways, shown, runs) for name, shown in (("thirty", picture), ("crowded", packed))}
    table = LabelledPhoto(Path("crowded"), truths(CROWDED_PIXELS))
    rendered = [_rendered(deck, seed) for deck in DECKS for seed in range(2)]
    rows: dict[str, Any] = {}
    for way, (reader, width) in ways.items():
        rows[way] = {name: took[way] for name, took in times_.items()}
        rows[way]["crowded_read"] = row(reader, [(packed, table)], "cards", width)
        rows[way]["rendered"] = row(reader, rendered, "cards", width)
        for name, (place, kind) in SETS.items():
            if photos is not None and (photos / place).is_dir():
                labelled_photos = ((load(photo.path), photo) for photo in labelled(photos / place))
                rows[way][name] = row(reader, labelled_photos, kind, width)
    return rows


def _ratios(ways: Mapping[str, tuple[Reader, int]], picture: Picture, runs: int) -> dict[str, Any]:
    """Return, for each way of reading `picture`, the milliseconds, and their ratio to those of the usual way.
    A way is a reader with the width in pixels to which it gets the picture shrunk."""

    def work(reader: Reader, width: int) -> Callable[[], object]:
        shown = shrunk(picture, width)
        return lambda: reader.read(shown, "cards")

    took = time_interleaved({name: work(*way) for name, way in ways.items()}, runs)
    usual = took[str(WIDTH_PIXELS[-1] if str(WIDTH_PIXELS[-1]) in ways else LOOK_SIDE_PIXELS)]
    return {name: {"ms": one.rounded(), "times": one.ratio_to(usual)} for name, one in took.items()}


ROW_KEYS: Final = ("pieces", "found", "right", "sure_and_wrong", "false")


def row(
    reader: Reader, labelled_photos: Iterable[tuple[Picture, LabelledPhoto]], kind: PieceKind, width: int
) -> dict[str, float]:
    """Read the photographs `labelled_photos`, shrunk to `width` pixels. Return the results by name.

    The results are the number of pieces, the shares of pieces found, read right, and read wrong with
    certainty, the number of letters read where no card lies, and the median processor time in
    milliseconds.
    """
    tally, took = ReadingTally(), list[float]()
    for picture, photo in labelled_photos:
        shown, began = shrunk(picture, width), now()
        seen = reader.read(shown, kind)
        took.append(float((now() - began)[1]))
        compare(scaled_labels(photo, shown.shape[1] / picture.shape[1]), seen, tally)
    figures = tally.row()
    return {name: round(figures[name], 4) for name in ROW_KEYS} | {"ms": round(median(took), 1)}


def shrunk(picture: Picture, width: int) -> Picture:
    """Return the picture shrunk to a width of `width` pixels. A picture that is not wider is returned
    unchanged."""
    if picture.shape[1] <= width:
        return picture
    size = width, round(picture.shape[0] * width / picture.shape[1])
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def scaled_labels(photo: LabelledPhoto, scale: float) -> LabelledPhoto:
    """Return the photograph's labels for a picture that is `scale` times as large."""
    pieces = tuple(replace(p, quad=np.asarray(p.quad * scale, np.float32)) for p in photo.pieces)
    return replace(photo, pieces=pieces)


def _rendered(deck: str, seed: int) -> tuple[Picture, LabelledPhoto]:
    """Render twenty-four cards of a deck in rows, turned to every side of the table. Return the picture and
    its labels."""
    rng = np.random.default_rng(seed)
    cards = tuple(
        LyingCard(
            LETTERS[int(rng.integers(26))], 110 + n % 6 * 115, 70 + n // 6 * 102,
            float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6)),
        )
        for n in range(24)
    )  # fmt: skip
    scene = Scene(800, 450, cards)
    quads = project(scene, PICTURE_PIXELS, seed, deck)
    truths = tuple(
        LabelledPiece(c.letter, np.asarray(q, np.float32)) for c, q in zip(cards, quads, strict=True)
    )
    return virtual_table(PICTURE_PIXELS, seed, deck)(scene, 0), LabelledPhoto(Path(f"{deck}-{seed}"), truths)
