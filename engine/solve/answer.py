"""Define the answer of a patience's solver, and the time limit of its search."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from engine.moves import SingleMove

Winnability = Literal["solved", "impossible", "unknown"]
"""The result of a search about a patience: a complete play, a proof that none exists, or neither."""

Expired = Callable[[], bool]
"""A function that returns True when the time is over. A search calls it repeatedly."""


@dataclass(frozen=True, slots=True)
class SolverLimits:
    """The limits of a search for a play."""

    expired: Expired
    """The function that returns True as soon as the time of the search is over."""
    max_column_cards: int | None = None
    """The greatest number of cards in a column for which the table has room; None for no limit. The search
    avoids longer columns if that costs few letters."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search for a complete play of a patience."""

    winnability: Winnability
    """"solved" with a complete play, "impossible" if it is proven that none exists, otherwise "unknown"."""
    moves: tuple[SingleMove, ...] = ()
    """The complete play of a solved patience; otherwise the best play found, if any."""
    score: int | None = None
    """The score of `moves`; None in games that are not played for a score."""
    bound: int | None = None
    """An upper limit of the score that any play can reach. In a game that is won with few words, a lower
    limit of the number of words. None in games that are not played for a score."""
    positions_searched: int = 0
    """The number of positions searched."""


STEPS_PER_TIME_CHECK: Final = 4096
"""The number of search steps between two checks of the time. A step takes about a microsecond."""


class OutOfTime(Exception):  # noqa: N818 - it is no error: a search ends so
    """Raised to end a search whose time is over."""


class Watch:
    """The time limit of a search. It raises OutOfTime when the time is over.

    A search calls `count_position` at every position, and also calls `count_step` if one position takes many
    steps.
    """

    __slots__ = ("_expired", "_steps", "positions_searched")

    def __init__(self, expired: Expired) -> None:
        self._expired: Final = expired
        self._steps = 0
        self.positions_searched = 0

    def count_position(self) -> None:
        """Count a position as searched, and check the time."""
        self.check()
        self.positions_searched += 1

    def count_step(self) -> None:
        """Count one step of the search at the present position. Check the time every
        `STEPS_PER_TIME_CHECK` steps."""
        self._steps += 1
        if self._steps == STEPS_PER_TIME_CHECK:
            self.check()

    def check(self) -> None:
        """Raise OutOfTime if the time is over."""
        self._steps = 0
        if self._expired():
            raise OutOfTime
