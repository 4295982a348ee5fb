"""The boundary between vision and rules: what the camera saw, in millimetres on the table, with
probabilities.

Vision builds an `Observation`. Everything after it (grouping, explaining, ruling) works on geometry and
letters, without pixels.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
"""A point on the table in millimetres: x to the right, y downwards."""

Quad = tuple[Point, Point, Point, Point]
"""The corners of a piece on the table, in mm: top-left, top-right, bottom-right, bottom-left."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One possible reading of a piece: a letter in one orientation, with its probability."""

    letter: str
    """The letter in this reading: `A`-`Z`, or `?` for a Master."""
    turns: int
    """The number of clockwise quarter turns from the upper edge of `Sighting.corners` to the upper edge of
    the letter. If this reading is right, `corners[turns]` is the top-left corner. Cards have 0 or 2, square
    tiles 0 to 3."""
    probability: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """A piece as the camera saw it: its place on the table and its possible letters."""

    corners: Quad
    """The piece's corners on the table, in mm, in the order in which they are seen with the likeliest
    letter upright: top-left, top-right, bottom-right, bottom-left."""
    face: Literal["up", "down"]
    readings: tuple[Reading, ...] = ()
    """The possible readings of the piece, the likeliest first. Their calibrated probabilities sum to at
    most 1. Empty for a face-down card."""
    whole: bool = True
    """True if the picture shows the whole piece, and its edge does not cut it off."""
    figure: tuple[tuple[int, float], ...] = ()
    """The figures that may be printed on the piece, each with its calibrated probability. The probabilities
    sum to at most 1. Empty when no figure was looked for."""
    upper_half_probability: float = 0.5
    """The probability that the piece's figure is printed in its upper half, which is at the first edge of
    `corners`. 0.5 if this is unknown."""
    printed_turns: int | None = None
    """The number of clockwise quarter turns from the upper edge of `corners` to the upper edge of the
    piece, by the print beside its letter. None if the print does not show it."""

    @property
    def centre(self) -> Point:
        """The piece's centre on the table, in mm: the mean of its corners."""
        return (sum(p[0] for p in self.corners) / 4, sum(p[1] for p in self.corners) / 4)

    def letters(self, turns: int | None = None) -> tuple[tuple[str, float], ...]:
        """Return the possible letters of the piece with their probabilities, the likeliest first.

        With `turns`, only readings in that orientation count, and their probabilities are scaled to sum to
        1. Pass `turns` when the other cards of a word show how the piece is turned.
        """
        chosen = [r for r in self.readings if turns is None or r.turns == turns]
        sums: dict[str, float] = defaultdict(float)
        for reading in chosen:
            sums[reading.letter] += reading.probability
        total = sum(sums.values()) if turns is not None else 1.0
        ranked = sorted(sums.items(), key=lambda item: (-item[1], item[0]))
        return tuple((letter, p / total) for letter, p in ranked if total > 0)

    @property
    def best(self) -> tuple[str, float] | None:
        """The likeliest letter of the piece, in any orientation, and its probability; None if the piece lies
        face down."""
        ranked = self.letters()
        return ranked[0] if ranked else None


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that the engine learns from one still picture: the sightings, and the part of the table in
    view."""

    width: float
    """Width of the visible part of the table, mm."""
    height: float
    """Height of the visible part of the table, mm."""
    cards: tuple[Sighting, ...] = ()
    notes: tuple[str, ...] = field(default=())
    """Faults of the picture in the reader's words, such as `"too dark"` or `"card 3 is cut off by the
    edge"`."""
    figures: Mapping[str, int] | None = field(default=None, hash=False)
    """The figures of the household's enrolled deck, by face; figures that were not learnt are missing.
    None if no deck is enrolled."""
