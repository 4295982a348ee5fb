"""The answer of a patience's solver, and the time limit of its search."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from engine.moves import Single

Verdict = Literal["solved", "impossible", "unknown"]

Expired = Callable[[], bool]
"""Function that tells whether the time is over. A search calls it repeatedly."""


@dataclass(frozen=True, slots=True)
class SolverLimits:
    """The limits of a search for a play."""

    expired: Expired
    """Tell whether the search must end."""
    longest: int | None = None
    """The greatest number of cards in a column that the table has room for; None for any number. Longer
    columns are avoided where that costs little."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a solver."""

    verdict: Verdict
    """"solved" with a complete play, "impossible" when it is proven that none exists, otherwise "unknown"."""
    moves: tuple[Single, ...] = ()
    """The complete play of a solved patience; otherwise the best play found, if any."""
    score: int | None = None
    """The score that `moves` reach, in games played for a score."""
    bound: int | None = None
    """The score that no play can improve on, in games played for a score."""
    looked: int = 0
    """The number of positions searched."""


STEPS_PER_LOOK_AT_TIME: Final = 4096
"""The number of search steps, of about a microsecond each, between two checks of the time."""


class OutOfTime(Exception):  # noqa: N818 - it is no error: a search ends so
    """Raised to end a search whose time is over."""


class Watch:
    """The time limit of a search: it raises OutOfTime when the time is over.

    A search calls `look` at every position, and `step` where one position takes many steps.
    """

    __slots__ = ("_expired", "_steps", "looked")

    def __init__(self, expired: Expired) -> None:
        self._expired: Final = expired
        self._steps = 0
        self.looked = 0

    def look(self) -> None:
        """Begin another position: count it and check the time."""
        self.check()
        self.looked += 1

    def step(self) -> None:
        """Count one of a position's many steps, and check the time now and then."""
        self._steps += 1
        if self._steps == STEPS_PER_LOOK_AT_TIME:
            self.check()

    def check(self) -> None:
        """Raise OutOfTime if the time is over."""
        self._steps = 0
        if self._expired():
            raise OutOfTime
