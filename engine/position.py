"""Positions: the cards on the table at one moment, each with one certain letter."""

from dataclasses import dataclass, replace
from typing import Literal

FACE_DOWN = "#"
"""The character of a face-down card in a pile."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The position of a game in which words lie apart, such as Lexicon."""

    words: tuple[str, ...] = ()
    """The words on the table. A word keeps its index until the hand ends.

    A capital is a letter card, a small letter a Master that stands for this letter, and `?` a Master
    whose letter is not named yet.
    """
    exposed: str | None = None
    """The face of the exposed card; None if it is unknown, or if there is none."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The words on the table. A position of any kind has `lines`."""
        return self.words


@dataclass(frozen=True, slots=True)
class Grid:
    """The position of a crossword: one grid of cards."""

    rows: tuple[str, ...] = ()
    """The rows of the grid, all of one length. `.` is an empty place, a capital a letter card, a small
    letter a Master that stands for this letter, and `?` another Master."""
    exposed: str | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The rows of the crossword. A position of any kind has `lines`."""
        return self.rows


@dataclass(frozen=True, slots=True)
class Piles:
    """The cards of a patience in numbered places: fanned piles (S1), a tableau (S2), words around a clock
    with the centre last (CLK), or columns (WS)."""

    piles: tuple[str, ...] = ()
    """The cards of each pile, from the lowest to the top one, or from the first to the last one of a row.
    Letters are written as in `Rows`; `#` is a face-down card."""
    turned: str | None = None
    """The cards turned up beside the stock, the top card last; None if unknown, or if the game has none."""
    stock: int | None = None
    """The number of cards in the stock (the booklet's nest); None if unknown, or if the game has no stock."""
    masters: int = 0
    """The number of Masters beside the piles that the player has not used yet (S2)."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The piles of the patience. A position of any kind has `lines`."""
        return self.piles

    @property
    def exposed(self) -> str | None:
        """The top card of the turned-up cards beside the stock; empty if none is turned up, None if this is
        unknown."""
        return self.turned[-1:] if self.turned is not None else None


DrawnKind = Literal["letter", "number", "picture"]
"""The kind of card that a player of the race draws at the beginning of a turn (MW-6).

A number or picture card sets the task of the turn. After a letter card, the circle of the horse sets
the task.
"""


@dataclass(frozen=True, slots=True)
class RacePosition:
    """The position of a race (My Word): each player's words, and the circles that the horses have passed."""

    laid: tuple[tuple[str, ...], ...] = ()
    """The rows of the word, or of the two crossed words, in front of each player. Letters are written as in
    `Grid`."""
    horses: tuple[int, ...] = ()
    """For each player, the number of circles of the track that the horse has passed. No picture shows
    this number."""
    player: int = 0
    """The seat of the player on turn in the race."""
    drawn_kind: DrawnKind = "letter"
    """The kind of card with which the player on turn began the turn."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The rows of all players' words, seat by seat. A position of any kind has `lines`."""
        return tuple(row for rows in self.laid for row in rows)

    @property
    def exposed(self) -> str | None:
        """Always None: a race has no exposed card. A position of any kind has `exposed`."""
        return None


Position = Rows | Grid | Piles | RacePosition


def with_exposed(position: Position, card: str | None) -> Position:
    """Return `position` with the exposed card `card`: None if the card is unknown, empty if there is no
    exposed card. A race has no exposed card and stays as it is."""
    if isinstance(position, Piles):
        return replace(position, turned=card)
    if isinstance(position, RacePosition):
        return position
    return replace(position, exposed=card)
