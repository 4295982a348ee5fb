"""Estimate the difference between the hub's clock and a table's own clock, by questions and answers over the
broker.

A table notes its own time of the question and of the answer. The answer contains the hub's time, which lies
between the two. The error is at most half of the round trip, even if only one direction was slow. The
estimate uses the quickest of the last questions. A table's time of day has no effect: a table whose clock is
wrong by hours rings at the right moment.
"""

from collections import deque
from typing import Final

CLOCK_SAMPLES: Final = 8
"""Number of the last answers of the hub that are stored. The hub's time is estimated from the quickest of
these answers."""
RETRY_SECONDS: Final = 5.0
"""Seconds after which an unanswered question for the hub's time is asked again. The time doubles after each
question, up to `PING_SECONDS`, so that a slow hub gets no further load."""
PING_SECONDS: Final = 30.0
"""Seconds between two questions for the hub's time, when `CLOCK_SAMPLES` questions are answered. The
questions continue because clocks drift apart."""


class ClockOffset:
    """Estimate the difference between the hub's clock and this machine's clock."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque(maxlen=CLOCK_SAMPLES)
        self._unanswered = 0
        self._asked = float("-inf")

    def __len__(self) -> int:
        """Return the number of answers that the estimate uses."""
        return len(self._samples)

    def ask_if_due(self, now: float) -> bool:
        """Return True if a question is due at the time `now` of this machine's clock. If a question is due,
        note `now` as the time of the question."""
        pause = PING_SECONDS if len(self) == CLOCK_SAMPLES else 0.0
        wait = min(RETRY_SECONDS * 2 ** (self._unanswered - 1), PING_SECONDS) if self._unanswered else pause
        if now - self._asked < wait:
            return False
        self._asked, self._unanswered = now, self._unanswered + 1
        return True

    def answered(self, asked_at: float, hub_time: float, answered_at: float) -> None:
        """Take an answer to a question. `asked_at` and `answered_at` are the times of question and answer
        by this machine's clock. `hub_time` is the hub's time in the answer."""
        self._unanswered = 0
        if answered_at >= asked_at:
            self._samples.append((answered_at - asked_at, hub_time - (asked_at + answered_at) / 2))

    def forget(self) -> None:
        """Forget all answers, because another hub with another clock leads now or the connection was lost."""
        self._samples.clear()
        self._unanswered, self._asked = 0, float("-inf")

    @property
    def error(self) -> float:
        """The maximum error in seconds of the estimated difference between the hub's clock and this
        machine's; infinite before the first answer."""
        return min(self._samples)[0] / 2 if self._samples else float("inf")

    def own_time(self, hub_time: float) -> float | None:
        """Return the time by this machine's clock at which the hub's clock shows `hub_time`. Return None
        as long as the hub has not answered."""
        return hub_time - min(self._samples)[1] if self._samples else None

    def hub_time(self, own: float) -> float | None:
        """Return the hub's time at the time `own` of this machine's clock; None before the first answer."""
        return own + min(self._samples)[1] if self._samples else None
