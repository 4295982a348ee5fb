"""Measure how much better or worse rendered pictures are read than path-traced scenes and photographs.

Rendered training pictures are harder than most tables. Some of their pieces are as easy to read as the
smallest labelled pieces. These plain pieces are also counted by themselves. The reader is not told the kind
of the pieces.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from vision.lab.measuring import labelled_sets
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece, ReadingTally, compare
from vision.picture import load
from vision.reader import PhotoReading, Reader
from vision.render.sample import PieceTruth
from vision.tensor_format import Floats

MIN_VISIBLE_SHARE: Final = 0.98
"""The least visible share of a plain piece."""

MIN_LONG_SIDE_PIXELS: Final = 85.0
"""The least long side of a plain piece, pixels."""

MIN_LONG_SIDE_SHARE: Final = 0.056
"""The least share that the long side of a plain piece has of the picture's long side. A piece is plain if it
meets this limit and the two above. They are the values of the smallest labelled pieces, tiles on a board
photographed whole.
"""

Row = dict[str, float | int]


@dataclass(slots=True)
class RenderedTally:
    """The counts over rendered pictures."""

    every: dict[str, ReadingTally] = field(
        default_factory=lambda: {kind: ReadingTally() for kind in ("cards", "tiles")}
    )
    """The tally of all pieces, by kind."""
    plain: dict[str, ReadingTally] = field(
        default_factory=lambda: {kind: ReadingTally() for kind in ("cards", "tiles")}
    )
    """The tally of the plain pieces, by kind."""

    def add(self, photo: LabelledPhoto, labels: tuple[PieceTruth, ...], seen: PhotoReading) -> None:
        """Count a picture. `photo` holds the `labels` as a labelled photograph."""
        kind = "tiles" if any(label.kind == "tile" for label in labels) else "cards"
        compare(photo, seen, self.every[kind])
        compare(_plain_pieces_of(photo, labels, max(seen.width, seen.height)), seen, self.plain[kind])

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield the figures by name."""
        for kind in ("cards", "tiles"):
            yield f"rendered {kind}", self.every[kind].row()
            yield f"rendered {kind}, plain to see", self.plain[kind].row()


def _plain_pieces_of(photo: LabelledPhoto, labels: tuple[PieceTruth, ...], longest: int) -> LabelledPhoto:
    """Return the same photograph with labels for the plain pieces only."""
    pieces = tuple(
        LabelledPiece(piece.letter, piece.quad, piece.counted and _is_plain(label, longest))
        for piece, label in zip(photo.pieces, labels, strict=True)
    )
    return LabelledPhoto(photo.path, pieces)


def _is_plain(label: PieceTruth, longest: int) -> bool:
    long = _long_side(label.quad)
    return label.visible >= MIN_VISIBLE_SHARE and long >= max(
        MIN_LONG_SIDE_PIXELS, MIN_LONG_SIDE_SHARE * longest
    )


def _long_side(quad: Floats) -> float:
    """Return the longer of a quad's mean sides, pixels."""
    sides = np.hypot(*(quad - np.roll(quad, -1, 0)).T)
    return float(max(sides[0] + sides[2], sides[1] + sides[3]) / 2)


def labelled_rows(reader: Reader, folder: Path) -> Iterator[tuple[str, Row]]:
    """Return the figures of the labelled photographs and scenes, by name."""
    for name, _, photos in labelled_sets.lettered_parts(folder):
        tally = ReadingTally()
        for photo in photos:
            compare(photo, reader.read(load(photo.path)), tally)
        yield name.replace("_", " "), tally.row()


def table(rows: dict[str, Row]) -> str:
    """Return the rows as the table of docs/model-card.md."""
    lines = ["| | pieces | found | right | sure and wrong | false | corners off | calibration error |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for name, row in rows.items():
        shares = (f"{row[key]:.1%}".replace("%", " %") for key in ("found", "right", "sure_and_wrong"))
        off = (f"{row[key]:.1%}".replace("%", " %") for key in ("corner_error", "ece"))
        lines.append(" | ".join([f"| {name}", f"{row['pieces']:,}", *shares, str(row["false"]), *off]) + " |")
    return "\n".join(lines)
