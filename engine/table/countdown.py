"""A countdown as a value. It looks at no clock: the caller passes the time.

All moments are of a monotonic clock. A Raspberry Pi learns the date from the network only, and the date
may then jump by years.
"""

from dataclasses import dataclass, replace
from math import ceil


@dataclass(frozen=True, slots=True)
class Countdown:
    """A time that is counted down, running or paused."""

    seconds: float
    """The whole length of the countdown, in seconds."""
    started_at: float | None = None
    """The moment at which the countdown last started, in seconds of a monotonic clock; None while it is
    paused."""
    spent_seconds: float = 0.0
    """The seconds that were counted down before the countdown last started."""

    @property
    def running(self) -> bool:
        """True if the countdown is not paused, even when no time is left."""
        return self.started_at is not None

    @property
    def ends_at(self) -> float | None:
        """The moment at which no time will be left, in seconds of a monotonic clock; None while the countdown
        is paused."""
        return None if self.started_at is None else self.started_at + self.seconds - self.spent_seconds

    def started(self, now: float) -> "Countdown":
        """Return the countdown, running from the moment `now` with the time that was left at its pause. A
        running countdown stays unchanged."""
        return self if self.running else replace(self, started_at=now)

    def paused(self, now: float) -> "Countdown":
        """Return the countdown, paused at the moment `now` with the time then left."""
        return replace(self, started_at=None, spent_seconds=self._run_down(now))

    def lengthened(self, seconds: float, now: float) -> "Countdown":
        """Return the countdown with `seconds` added at `now`. If its time was already over, exactly
        `seconds` are left."""
        return Countdown(self.seconds_left(now) + seconds, now if self.running else None)

    def seconds_left(self, now: float) -> float:
        """Return the seconds left at `now`, between zero and `seconds`."""
        return max(0.0, self.seconds - self._run_down(now))

    def expired(self, now: float) -> bool:
        """Return True if no time is left at `now`."""
        return self.seconds_left(now) <= 0.0

    def _run_down(self, now: float) -> float:
        running = 0.0 if self.started_at is None else max(0.0, now - self.started_at)
        return self.spent_seconds + running


def clock_text(seconds: float) -> str:
    """Return `seconds` as a clock shows them: minutes and seconds, at most 99:59. Only if no time is
    left, return `0:00`."""
    whole = min(ceil(seconds), 99 * 60 + 59)
    return f"{whole // 60}:{whole % 60:02d}"
