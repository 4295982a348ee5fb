"""What a smaller look costs: the one setting that trades reach for speed on small computers."""

from pathlib import Path
from typing import Any, Final

import numpy as np

from device.commands._bench.reading import SETS
from device.commands._bench.timing import spent
from engine.scene import Lying, Scene
from vision.codes import LETTERS
from vision.crops import Picture
from vision.measuring.measure import Labelled, Tally, Truth, compare, labelled
from vision.picture import load
from vision.reader import Reader
from vision.render.table import LOOKS as DECKS
from vision.render.table import project, virtual_table

LOOKS: Final = (320, 416, 512, 640, 896)
SIZE: Final = (1280, 720)


def measure(picture: Picture, runs: int, photos: Path | None) -> dict[str, Any]:
    """By look: milliseconds for the picture of thirty cards, and shares found and read right on rendered
    tables and on labelled photographs."""
    tables = [_rendered(deck, seed) for deck in DECKS for seed in range(2)]
    return {str(look): _one(Reader.load(look=look), picture, runs, tables, photos) for look in LOOKS}


def _one(
    reader: Reader, picture: Picture, runs: int, tables: list[tuple[Picture, Labelled]], photos: Path | None
) -> dict[str, Any]:
    took = spent(lambda: reader.read(picture, "cards"), runs)
    tally = Tally()
    for shown, truth in tables:
        compare(truth, reader.read(shown, "cards"), tally)
    rows: dict[str, Any] = {"ms": took.rounded(), "rendered": _row(tally)}
    for name, (place, kind) in SETS.items():
        if photos is not None and (photos / place).is_dir():
            rows[name] = _row(_tally(reader, photos / place, kind))
    return rows


def _tally(reader: Reader, folder: Path, kind: Any) -> Tally:
    tally = Tally()
    for photo in labelled(folder):
        compare(photo, reader.read(load(photo.path), kind), tally)
    return tally


def _row(tally: Tally) -> dict[str, float]:
    row = tally.row()
    return {name: round(row[name], 4) for name in ("found", "right", "false")}


def _rendered(deck: str, seed: int) -> tuple[Picture, Labelled]:
    """Twenty-four cards in rows, facing every side, seen from a metre away."""
    rng = np.random.default_rng(seed)
    cards = tuple(
        Lying(
            LETTERS[int(rng.integers(26))], 110 + n % 6 * 115, 70 + n // 6 * 102,
            float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6)),
        )
        for n in range(24)
    )  # fmt: skip
    scene = Scene(800, 450, cards)
    quads = project(scene, SIZE, seed, deck)
    truths = tuple(Truth(c.letter, np.asarray(q, np.float32)) for c, q in zip(cards, quads, strict=True))
    return virtual_table(SIZE, seed, deck)(scene, 0), Labelled(Path(f"{deck}-{seed}"), truths)
