"""Describe the parts of an arrangement: words, a grid, piles, lone cards, and doubts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.observation import Point
from engine.shared.condition import Side

Role = Literal["word", "exposed", "stock", "hand"]
Letters = tuple[tuple[str, float], ...]
"""The possible letters (`A`-`Z`, `?`) of one card, best first, with probabilities that sum to at most 1."""


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A word as the picture shows it: cards in one line."""

    text: str
    """The likeliest spelling. A Master is a lower-case letter if only one letter makes a listed word,
    otherwise `?`."""
    cards: tuple[int, ...]
    """The indices of the sightings, in reading order."""
    letters: tuple[Letters, ...]
    """The possible letters of each card, read in this direction."""
    centre: Point
    """The middle of the word, mm."""
    angle: float
    """The reading direction, degrees clockwise from the picture's right."""
    direction_probability: float
    """The probability, from the letters alone, that the word reads in this direction and not from its
    other end."""
    backward: tuple[Letters, ...]
    """The possible letters of each card, read from the other end: those of the last card of `cards` first."""

    def turned(self, text: str) -> "SeenWord":
        """Return this word as read from its other end: the cards in reverse order, with the new text
        `text`."""
        return replace(
            self,
            text=text,
            cards=self.cards[::-1],
            angle=(self.angle + 180) % 360,
            direction_probability=1 - self.direction_probability,
            letters=self.backward,
            backward=self.letters,
        )


@dataclass(frozen=True, slots=True)
class SeenGrid:
    """A crossword."""

    rows: tuple[str, ...]
    """The rows as in `position.Grid`, just large enough for the cards."""
    cells: tuple[tuple[int | None, ...], ...]
    """The index of the sighting in each cell, by row and column; None for an empty cell."""
    letters: Mapping[int, Letters]
    """The possible letters of each sighting, by its index."""
    angle: float
    """The reading direction of the rows, degrees clockwise from the picture's right."""
    origin: Point
    """The centre of the top left cell, mm."""
    direction_probability: float
    """The probability that the crossword reads in the direction `angle` and not from the other side."""


@dataclass(frozen=True, slots=True)
class DoubtfulLetter:
    """A card whose letter is doubtful."""

    card: int
    letters: Letters


@dataclass(frozen=True, slots=True)
class TwoWayWord:
    """The doubt about a word that reads equally well from its other end."""

    cards: tuple[int, ...]
    text: str
    other: str


@dataclass(frozen=True, slots=True)
class MisplacedCard:
    """A card that fits no line: it lies across its line, fits no cell of the crossword, or is part of a heap,
    which may be pulled apart like a stair."""

    card: int


@dataclass(frozen=True, slots=True)
class CutOffCard:
    """A card that the edge of the picture cuts off."""

    card: int


@dataclass(frozen=True, slots=True)
class SurplusCards:
    """A doubt: more cards of one face were read than the packs hold (ALL-7)."""

    face: str
    seen: int
    held: int


@dataclass(frozen=True, slots=True)
class LineAtEdge:
    """A line of cards that reaches the edge of the picture, so that further cards may lie beyond."""

    what: Literal["word", "crossword", "hand"]
    cards: tuple[int, ...]
    """The indices of the visible cards of the line."""
    text: str
    """The reading of the visible cards; empty for a crossword and for a hand."""
    side: Side
    """The side of the picture that the line reaches."""


LayoutDoubt = DoubtfulLetter | TwoWayWord | MisplacedCard | CutOffCard | SurplusCards | LineAtEdge
"""A doubt about the cards of an arrangement, before the rules of the game are applied."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The cards of one still picture, arranged as words, a grid, piles, hands and lone cards."""

    words: tuple[SeenWord, ...]
    """The words in the order in which a page is read. In a crossword the words across come before the words
    down."""
    grid: SeenGrid | None
    lone: tuple[SeenWord, ...]
    """The cards that lie beside no other card."""
    stock: tuple[int, ...]
    exposed: int | None
    """The index of the sighting on top of the exposed pile; None if no exposed pile is seen."""
    hands: tuple[tuple[int, ...], ...]
    roles: tuple[Role | None, ...]
    """The role of each sighting; None for a card outside words, piles and hands."""
    doubts: tuple[LayoutDoubt, ...]
