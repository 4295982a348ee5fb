"""Measure how small cards may be in a picture. A camera films them from higher and higher, and labelled
photographs are shrunk more and more. `device.lenses` uses the result."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from device.lab.bench.looks import row, scaled_labels, shrunk
from device.lab.bench.reading import SETS
from engine.shared.scene import CARD_WIDTH, LyingCard, Scene
from vision.crops import Picture
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece, labelled
from vision.picture import load
from vision.reader import Reader
from vision.render.table import LOOKS as DECKS
from vision.render.table import project, virtual_table
from vision.tensor_format import LETTERS

NARROW_SIDE_PIXELS: Final = (16, 20, 24, 32, 40, 48, 56, 72, 96)
"""The sizes at which cards are measured, as the pixels of a card's narrow side in the picture."""
PICTURE_PIXELS: Final = (2304, 1296)
ROWS_PER_PICTURE: Final = 4
CARDS_PER_PICTURE: Final = 24


def measure(photos: Path | None) -> dict[str, Any]:
    """Return how well cards of different sizes are found and read, filmed and on labelled photographs. The
    results are those of `looks.row`, by the pixels of a card's narrow side."""
    reader = Reader.load()
    rows: dict[str, Any] = {}
    for narrow in NARROW_SIDE_PIXELS:
        filmed = [_filmed(deck, seed, narrow) for deck in DECKS for seed in range(2)]
        rows[str(narrow)] = {"filmed": row(reader, filmed, "cards", PICTURE_PIXELS[0])}
        for name, (place, kind) in SETS.items():
            if kind == "cards" and photos is not None and (photos / place).is_dir():
                rows[str(narrow)][name] = row(
                    reader, _shrunk(photos / place, narrow), kind, PICTURE_PIXELS[0]
                )
    return rows


def _filmed(deck: str, seed: int, narrow: int) -> tuple[Picture, LabelledPhoto]:
    """Render rows of cards, turned to every side, in the middle of a table. The table is so large that a
    card's narrow side is `narrow` pixels in the picture. Return the picture and its labels."""
    rng = np.random.default_rng([seed, narrow])
    wide = CARD_WIDTH * PICTURE_PIXELS[0] / narrow
    high = wide * PICTURE_PIXELS[1] / PICTURE_PIXELS[0]
    across = CARDS_PER_PICTURE // ROWS_PER_PICTURE
    step = min(105.0, wide / (across + 1), high / (ROWS_PER_PICTURE + 1))
    cards = tuple(
        LyingCard(
            LETTERS[int(rng.integers(26))],
            wide / 2 + (n % across - (across - 1) / 2) * step,
            high / 2 + (n // across - (ROWS_PER_PICTURE - 1) / 2) * step,
            float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6)),
        )
        for n in range(CARDS_PER_PICTURE)
    )
    scene = Scene(wide, high, cards)
    quads = project(scene, PICTURE_PIXELS, seed, deck)
    pieces = tuple(
        LabelledPiece(c.letter, np.asarray(q, np.float32)) for c, q in zip(cards, quads, strict=True)
    )
    return virtual_table(PICTURE_PIXELS, seed, deck)(scene, 0), LabelledPhoto(Path(f"{deck}-{seed}"), pieces)


def _shrunk(folder: Path, narrow: int) -> Iterator[tuple[Picture, LabelledPhoto]]:
    """Yield the labelled photographs, shrunk so that the median narrow side of their cards is `narrow`
    pixels. Photographs with smaller cards are left out."""
    for photo in labelled(folder):
        sides = [_narrow(piece) for piece in photo.pieces]
        if not sides or (scale := narrow / float(np.median(sides))) > 1:
            continue
        picture = load(photo.path)
        width = max(1, round(picture.shape[1] * scale))
        yield shrunk(picture, width), scaled_labels(photo, width / picture.shape[1])


def _narrow(piece: LabelledPiece) -> float:
    along, across = piece.quad[1] - piece.quad[0], piece.quad[2] - piece.quad[1]
    return float(min(np.linalg.norm(along), np.linalg.norm(across)))
