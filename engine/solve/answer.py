"""What a solver answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from engine.moves import Single

Verdict = Literal["solved", "impossible", "unknown"]

Expired = Callable[[], bool]
"""Whether the time given is over; asked again and again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`moves` are a complete play when "solved", else the best found, if any; "impossible" is proven.

    `score` and `bound`, of games that are played for a score: what `moves` reach and what no play exceeds.
    `looked`: positions looked at.
    """

    verdict: Verdict
    moves: tuple[Single, ...] = ()
    score: int | None = None
    bound: int | None = None
    looked: int = 0


PACE: Final = 4096
"""Steps of a search, a microsecond or so each, between two looks at the time."""


class OutOfTime(Exception):  # noqa: N818 - it is no error: a search ends so
    """The time given to a search is over."""


class Watch:
    """Looks at the time for a search, which ends with OutOfTime when it is over: at every position (`look`),
    and now and then where one position takes many steps (`step`)."""

    __slots__ = ("_expired", "_steps", "looked")

    def __init__(self, expired: Expired) -> None:
        self._expired: Final = expired
        self._steps = 0
        self.looked = 0

    def look(self) -> None:
        """Begin with another position."""
        self.check()
        self.looked += 1

    def step(self) -> None:
        """Take one of a position's many steps."""
        self._steps += 1
        if self._steps == PACE:
            self.check()

    def check(self) -> None:
        """Look at the time."""
        self._steps = 0
        if self._expired():
            raise OutOfTime
