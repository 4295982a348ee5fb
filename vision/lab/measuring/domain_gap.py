"""Measure the reader on rendered training pictures, on photographs and on path-traced scenes, and compare
the results.

Most pieces in rendered pictures are harder to see than those on real tables. So the *plain* rendered pieces
are also counted by themselves: those that are at least as easy to see as the smallest labelled pieces of the
photographs. The reader is not told whether it sees cards or tiles.
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
"""The least visible share of a rendered piece that counts as *plain*: at least as easy to see as the
smallest labelled pieces, tiles on a board that was photographed as a whole. The limits for plain pieces are
the values of those tiles; the other limits are `MIN_LONG_SIDE_PIXELS` and `MIN_LONG_SIDE_SHARE`."""

MIN_LONG_SIDE_PIXELS: Final = 85.0
"""The least long side, pixels, of a rendered piece that counts as *plain*, which means easy to see."""

MIN_LONG_SIDE_SHARE: Final = 0.056
"""The least long side of a rendered piece that counts as *plain*, which means easy to see: a share of the
picture's long side."""

Row = dict[str, float | int]


@dataclass(slots=True)
class RenderedTally:
    """The counts of readings of rendered pictures, for cards and for tiles."""

    every: dict[str, ReadingTally] = field(
        default_factory=lambda: {kind: ReadingTally() for kind in ("cards", "tiles")}
    )
    """The tally of all pieces that count, for `cards` and for `tiles`."""
    plain: dict[str, ReadingTally] = field(
        default_factory=lambda: {kind: ReadingTally() for kind in ("cards", "tiles")}
    )
    """The tally of the pieces that are easy to see, for `cards` and for `tiles`."""

    def add(self, photo: LabelledPhoto, labels: tuple[PieceTruth, ...], seen: PhotoReading) -> None:
        """Count the reading `seen` of one picture. `labels` are the renderer's truth; `photo` is the same
        truth as a labelled photograph."""
        kind = "tiles" if any(label.kind == "tile" for label in labels) else "cards"
        compare(photo, seen, self.every[kind])
        compare(_plain_pieces_of(photo, labels, max(seen.width, seen.height)), seen, self.plain[kind])

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield the name and the figures of each of the four tallies: all cards, plain cards, all tiles and
        plain tiles."""
        for kind in ("cards", "tiles"):
            yield f"rendered {kind}", self.every[kind].row()
            yield f"rendered {kind}, plain to see", self.plain[kind].row()


def _plain_pieces_of(photo: LabelledPhoto, labels: tuple[PieceTruth, ...], longest: int) -> LabelledPhoto:
    """Return the photograph so labelled that only its plain pieces, those that are easy to see, must be
    found. The other pieces stay labelled, but need not be found. `longest` is the picture's long side,
    pixels."""
    pieces = tuple(
        LabelledPiece(piece.letter, piece.quad, piece.counted and _is_plain(label, longest))
        for piece, label in zip(photo.pieces, labels, strict=True)
    )
    return LabelledPhoto(photo.path, pieces)


def _is_plain(label: PieceTruth, longest: int) -> bool:
    long = _long_side(label.quad)
    return label.visible_share >= MIN_VISIBLE_SHARE and long >= max(
        MIN_LONG_SIDE_PIXELS, MIN_LONG_SIDE_SHARE * longest
    )


def _long_side(quad: Floats) -> float:
    """Return the length of the long side of a four-cornered outline (4, 2), pixels. It is the mean of the
    two opposite long sides."""
    sides = np.hypot(*(quad - np.roll(quad, -1, 0)).T)
    return float(max(sides[0] + sides[2], sides[1] + sides[3]) / 2)


def labelled_rows(reader: Reader, folder: Path) -> Iterator[tuple[str, Row]]:
    """Yield the name and the figures of each labelled set below `folder`."""
    for name, _, photos in labelled_sets.lettered_parts(folder):
        tally = ReadingTally()
        for photo in photos:
            compare(photo, reader.read(load(photo.path)), tally)
        yield name.replace("_", " "), tally.row()


def table(rows: dict[str, Row]) -> str:
    """Return the figures of several sets, `rows` by the name of the set, as the Markdown table of
    docs/model-card.md."""
    lines = ["| | pieces | found | right | sure and wrong | false | corners off | calibration error |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for name, row in rows.items():
        shares = (f"{row[key]:.1%}".replace("%", " %") for key in ("found", "right", "sure_and_wrong"))
        off = (f"{row[key]:.1%}".replace("%", " %") for key in ("corner_error", "ece"))
        lines.append(" | ".join([f"| {name}", f"{row['pieces']:,}", *shares, str(row["false"]), *off]) + " |")
    return "\n".join(lines)
