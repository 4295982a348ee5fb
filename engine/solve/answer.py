"""What a solver answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

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


class OutOfTime(Exception):  # noqa: N818 - it is no error: a search ends so
    """The time given to a search is over."""
