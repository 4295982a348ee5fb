"""Positions: what lies on the table, once the letters are settled."""

from dataclasses import dataclass, replace
from typing import Literal

FACE_DOWN = "#"
"""A card of a pile that lies face down."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Words lying apart (Lexicon). `words[i]` keeps its index for its whole life; upper case is a letter
    card, lower case a Master standing for that letter, `?` a Master not yet named. `exposed` is the face of
    the exposed card, or None when unknown or absent."""

    words: tuple[str, ...] = ()
    exposed: str | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the position, line by line."""
        return self.words


@dataclass(frozen=True, slots=True)
class Grid:
    """One crossword. `rows` have equal length; `.` is empty, letters as in `Rows`."""

    rows: tuple[str, ...] = ()
    exposed: str | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the position, line by line."""
        return self.rows


@dataclass(frozen=True, slots=True)
class Piles:
    """Cards in numbered places, as the patiences lay them: fanned piles (S1), a tableau (S2), words around a
    clock with the centre last (CLK), columns (WS).

    `piles[i]` is written from its first card to its last, which lies on top or at the end; letters as in
    `Rows`, `#` a card face down. `turned` are the cards turned up beside the stock, the top one last, and
    `stock` how many lie in the stock (the booklet's nest); None when not known, as both are where the game
    has neither. `masters` lie aside and have not been used (S2).
    """

    piles: tuple[str, ...] = ()
    turned: str | None = None
    stock: int | None = None
    masters: int = 0

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the position, line by line."""
        return self.piles

    @property
    def exposed(self) -> str | None:
        """Return the card on top of those turned up; empty if there is none, None if that is not known."""
        return self.turned[-1:] if self.turned is not None else None


Drawn = Literal["letter", "number", "picture"]
"""The card with which a turn of the race begins; the player does as the last two say, whatever the circle
asks (MW-6).
"""


@dataclass(frozen=True, slots=True)
class Fronts:
    """Hold the cards before each player of a race (My Word): `laid[i]` are the rows of the word, or of the
    two crossed words, before player i, letters as in `Grid`. `horses[i]` counts the circles of the track that
    player i has passed, which no camera sees. It is the turn of `player`, who began it with a card `drawn`.
    """

    laid: tuple[tuple[str, ...], ...] = ()
    horses: tuple[int, ...] = ()
    player: int = 0
    drawn: Drawn = "letter"

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the position, line by line."""
        return tuple(row for rows in self.laid for row in rows)

    @property
    def exposed(self) -> str | None:
        """Return None: the race has no exposed card."""
        return None


Position = Rows | Grid | Piles | Fronts


def exposing(position: Position, card: str | None) -> Position:
    """Return `position` with another exposed card: None if it is unknown, empty if there is none."""
    if isinstance(position, Piles):
        return replace(position, turned=card)
    if isinstance(position, Fronts):
        return position
    return replace(position, exposed=card)
