"""The answer of a patience's solver, and the clock that its search obeys."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from engine.moves import Single

Verdict = Literal["solved", "impossible", "unknown"]

Expired = Callable[[], bool]
"""A function that tells whether the time given is over; a search calls it again and again."""


@dataclass(frozen=True, slots=True)
class SolverLimits:
    """The limits of a search for a play."""

    expired: Expired
    """The function that ends the search."""
    longest: int | None = None
    """The most cards in a column that the table has room for; None for any number. Longer columns are avoided
    as far as that costs little."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a solver. `moves` are a complete play when the verdict is "solved", else the best play
    found, if any; "impossible" is proven. In games played for a score, `moves` reach `score`, and no play
    exceeds `bound`. `looked` is the number of positions looked at.
    """

    verdict: Verdict
    moves: tuple[Single, ...] = ()
    score: int | None = None
    bound: int | None = None
    looked: int = 0


STEPS_PER_LOOK_AT_TIME: Final = 4096
"""The number of search steps, about a microsecond each, between two looks at the time."""


class OutOfTime(Exception):  # noqa: N818 - it is no error: a search ends so
    """The end of a search whose time is over."""


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
        """Check the time; OutOfTime when it is over."""
        self._steps = 0
        if self._expired():
            raise OutOfTime
