"""The seam between eyes and rules: what the camera saw, in table millimetres, with honest doubts.

Vision builds an `Observation`; everything after it (grouping, explaining, ruling) is geometry and
letters without pixels.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
"""x to the right, y downwards; millimetres on the table."""

Quad = tuple[Point, Point, Point, Point]
"""Top-left, top-right, bottom-right, bottom-left of a piece as its letter is read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing a card may say. `turns` is how many quarter turns clockwise the *true* upright quad is
    ahead of the reported one: the letter is upright when the quad's corners are read starting from
    `corners[turns]`. Cards use 0 and 2, square tiles 0-3. `letter` is `A`-`Z` or `?` (Master)."""

    letter: str
    turns: int
    probability: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """One piece as seen. `corners` are for the likeliest reading. `readings` are calibrated, likeliest first,
    and sum to at most 1; they are empty for a face-down card. `whole` is false when the picture's edge cuts
    it off. `figure`: the possible figures printed on it, with calibrated probabilities that sum to at most 1;
    empty when nobody looked. `above`: probability that its figure stands in its upper half alone, as the
    corners have it, and not in the lower; a half when unknown. `way`: how many quarter turns the upright quad
    is ahead (as `Reading.turns`), judged by the print beside the letter; None when the print does not tell.
    """

    corners: Quad
    face: Literal["up", "down"]
    readings: tuple[Reading, ...] = ()
    whole: bool = True
    figure: tuple[tuple[int, float], ...] = ()
    above: float = 0.5
    way: int | None = None

    @property
    def centre(self) -> Point:
        """Mean of the corners, mm."""
        return (sum(p[0] for p in self.corners) / 4, sum(p[1] for p in self.corners) / 4)

    def letters(self, turns: int | None = None) -> tuple[tuple[str, float], ...]:
        """Return the letters with their probabilities, best first.

        With `turns`, return only the readings of that way up, normalized: the card's letters once its word
        has settled the way up.
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
        """Return the likeliest letter and its probability in whatever direction, or None if face down."""
        ranked = self.letters()
        return ranked[0] if ranked else None


@dataclass(frozen=True, slots=True)
class Observation:
    """Hold everything that one still picture shows.

    `width` and `height` are the visible table, mm. `notes` are faults of the picture in the reader's words
    (`"too dark"`, `"card 3 is cut off by the edge"`). `figures` are the figures on each face of an enrolled
    deck, as far as they were learnt.
    """

    width: float
    height: float
    cards: tuple[Sighting, ...] = ()
    notes: tuple[str, ...] = field(default=())
    figures: Mapping[str, int] | None = field(default=None, hash=False)
