"""Positions: what lies on the table, once the letters are settled."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rows:
    """Words lying apart (Lexicon). `words[i]` keeps its index for its whole life; upper case is a letter
    card, lower case a Master standing for that letter, `?` a Master not yet named. `exposed` is the face of
    the exposed card, or None when unknown or absent."""

    words: tuple[str, ...] = ()
    exposed: str | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """One crossword. `rows` have equal length; `.` is empty, letters as in `Rows`."""

    rows: tuple[str, ...] = ()
    exposed: str | None = None


Position = Rows | Grid
