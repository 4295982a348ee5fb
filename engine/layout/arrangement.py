"""The parts of an arrangement of seen cards: words, a grid, piles, lone cards, and doubts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.observation import Point
from engine.shared.condition import Side

Role = Literal["word", "exposed", "stock", "hand"]
Letters = tuple[tuple[str, float], ...]
"""Letters (`A`-`Z`, `?`) of one card with probabilities that sum to at most 1, best first."""


@dataclass(frozen=True, slots=True)
class SeenWord:
    """Cards lying in one line. `cards` are sightings in reading order and `letters[i]` what `cards[i]` may
    be, read in that direction. `text` is the likeliest spelling: a Master is lower case when only one letter
    makes a listed word, else `?`. `at` is the middle (mm) and `angle` the reading direction, degrees
    clockwise from the picture's right. `facing` is the probability that the word reads this way and not from
    its other end, from the letters alone; `backward` is what `cards` reversed would say."""

    text: str
    cards: tuple[int, ...]
    letters: tuple[Letters, ...]
    at: Point
    angle: float
    facing: float
    backward: tuple[Letters, ...]

    def turned(self, text: str) -> "SeenWord":
        """Return the same cards read from their other end, as `text`."""
        return replace(
            self, text=text, cards=self.cards[::-1], angle=(self.angle + 180) % 360, facing=1 - self.facing,
            letters=self.backward, backward=self.letters,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeenGrid:
    """A crossword. `rows` as in `position.Grid`, cut to the cards; `cells[r][c]` the sighting that lies
    there, or None; `letters` by sighting. `angle` is the reading direction of the rows, `origin` the centre
    of the top left cell (mm), `facing` the probability that this way up is right."""

    rows: tuple[str, ...]
    cells: tuple[tuple[int | None, ...], ...]
    letters: Mapping[int, Letters]
    angle: float
    origin: Point
    facing: float


@dataclass(frozen=True, slots=True)
class Faint:
    """A card whose letter is not clear."""

    card: int
    letters: Letters


@dataclass(frozen=True, slots=True)
class EitherWay:
    """A word that reads as well from its other end."""

    cards: tuple[int, ...]
    text: str
    other: str


@dataclass(frozen=True, slots=True)
class OutOfLine:
    """A card that belongs to a line but lies across it, that no place of the grid fits, or that is part of a
    stair or a heap and so of no line."""

    card: int


@dataclass(frozen=True, slots=True)
class CutOffCard:
    """A card that the picture's edge cuts."""

    card: int


@dataclass(frozen=True, slots=True)
class TooMany:
    """Report more cards of a face than the packs hold (ALL-7), although each of them is plain to see."""

    face: str
    seen: int
    held: int


@dataclass(frozen=True, slots=True)
class RunsOut:
    """Report a line of cards that reaches the picture's `side`, so that some of its cards may lie beyond.
    `cards` are its visible cards, `text` their reading: empty for a crossword, and for a hand.
    """

    what: Literal["word", "crossword", "hand"]
    cards: tuple[int, ...]
    text: str
    side: Side


Blemish = Faint | EitherWay | OutOfLine | CutOffCard | TooMany | RunsOut
"""The kinds of doubts in an arrangement, before any rule is applied."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Hold one still picture with its cards grouped.

    `words` come in the picture's reading order (a grid's: across, then down). `lone` are cards beside no
    other, `exposed` is the sighting on top of the exposed pile. `roles[i]` belongs to sighting `i`.
    """

    words: tuple[SeenWord, ...]
    grid: SeenGrid | None
    lone: tuple[SeenWord, ...]
    stock: tuple[int, ...]
    exposed: int | None
    hands: tuple[tuple[int, ...], ...]
    roles: tuple[Role | None, ...]
    doubts: tuple[Blemish, ...]
