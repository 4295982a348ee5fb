"""Choose the picture of an unknown pack's Master, and its place on the card.

A picture is generated from a seed (`pictograms`) or read from a file (`vision.lab.training.drawings` makes
such files of vector drawings and symbol typefaces). Some pictures are held back: no training uses them, so
that they can measure how well unknown Masters are read. A hash of a picture's name decides, and some sources
are held back as a whole.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

import numpy as np

from vision.render.brushes import Rng, weighted
from vision.render.prints import pictograms

Setting = Literal["lone", "medallion", "panel", "twice", "pips", "full", "corners", "words", "bare"]

DRAWN_SOURCE: Final = "drawn"
"""The name of the source of those pictures for Masters that are generated from a seed. All of them count as
one source."""

HELD_SOURCES: Final = frozenset({"noto-emoji"})
"""The names of the sources that are held back from training as a whole."""

HELD_BACK_INTERVAL: Final = 5
"""One picture in this number is held back from training, in every source. A hash of the picture's name
decides."""

SETTINGS: Final[Mapping[Setting, float]] = MappingProxyType(
    {
        "lone": 0.36, "medallion": 0.14, "panel": 0.11, "twice": 0.08, "pips": 0.05, "full": 0.07,
        "corners": 0.06, "words": 0.08, "bare": 0.05,
    }
)  # fmt: skip
"""The ways to place a Master's picture on the card, and their probabilities, by judgement. The most
frequent is one picture without a frame."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture of a Master."""

    source: str
    """The name of the source of the drawing, such as a typeface or a package of icons."""
    name: str
    """The name of the drawing within its source. A generated drawing has the name of its kind in
    `pictograms.KINDS`."""
    path: str = ""
    """The path of the drawing's file, or an empty text for a generated drawing."""

    @property
    def is_held_back(self) -> bool:
        """True if the picture is held back from training."""
        at = hashlib.sha256(self.name.encode()).digest()[1]
        return self.source in HELD_SOURCES or at % HELD_BACK_INTERVAL == 0


@dataclass(frozen=True, slots=True)
class Drawings:
    """The drawings among which the Masters of random packs are chosen."""

    sources: tuple[tuple[Drawing, ...], ...]
    """The drawings, source by source. All sources that have files are equally likely. The generated
    drawings are as likely as all files together."""

    @classmethod
    def of(cls, files: Iterable[Drawing], *, held_back: bool) -> "Drawings":
        """Return the drawings for Masters that are held back from training, or with `held_back` False those
        that training may use. They come from the generated kinds and from `files`."""
        kinds = (Drawing(DRAWN_SOURCE, kind) for kind in pictograms.KINDS)
        by_source: dict[str, list[Drawing]] = {}
        for drawing in (*kinds, *files):
            if drawing.is_held_back == held_back:
                by_source.setdefault(drawing.source, []).append(drawing)
        return cls(tuple(map(tuple, by_source.values())))

    def pick(self, rng: Rng) -> "Design":
        """Return a random design for the Masters of one pack: a drawing, its setting on the card, and a
        seed for the rest."""
        weights = np.array(
            [max(1, len(self.sources) - 1) if s[0].source == DRAWN_SOURCE else 1 for s in self.sources]
        )
        source = self.sources[int(rng.choice(len(weights), p=weights / weights.sum()))]
        drawing = source[int(rng.integers(len(source)))]
        setting = weighted(rng, SETTINGS)
        return Design(drawing, setting, int(rng.integers(2**31)))


@dataclass(frozen=True, slots=True)
class Design:
    """The appearance of one pack's Masters: a drawing, its setting on the card, and a seed for colours and
    captions."""

    drawing: Drawing
    """The drawing that the Masters of the pack show."""
    setting: Setting
    """The way in which the drawing is placed on the card."""
    seed: int
    """The seed of all other choices, such as colours and captions."""

    @property
    def is_symmetric(self) -> bool:
        """True if the card is designed to look the same upside down."""
        return self.setting in ("twice", "bare")


def files_of(folder: Path) -> tuple[Drawing, ...]:
    """Return the drawings for Masters in `folder`, which has a folder for each source: SOURCE/NAME.png."""
    return tuple(Drawing(path.parent.name, path.stem, str(path)) for path in sorted(folder.glob("*/*.png")))
