"""A countdown as a value: it is told the time and never looks at a clock.

A Raspberry Pi has no clock of its own and learns the date from the network, by years at a jump. So the
moments here are those of a monotonic clock, which knows no dates.
"""

from dataclasses import dataclass, replace
from math import ceil


@dataclass(frozen=True, slots=True)
class Countdown:
    """Count down `seconds`. `since` is the monotonic moment of its last start, None while it stands still.
    `spent` is the time counted down before that moment, in seconds.
    """

    seconds: float
    since: float | None = None
    spent: float = 0.0

    @property
    def running(self) -> bool:
        """Tell whether the countdown runs. It stays running after it is over."""
        return self.since is not None

    @property
    def ends(self) -> float | None:
        """Return the moment at which it is over; None while it stands still."""
        return None if self.since is None else self.since + self.seconds - self.spent

    def started(self, now: float) -> "Countdown":
        """Return the countdown running from `now`, going on where it was paused; unchanged if it runs
        already.
        """
        return self if self.running else replace(self, since=now)

    def paused(self, now: float) -> "Countdown":
        """Return the countdown paused with the time left at `now`."""
        return replace(self, since=None, spent=self._run_down(now))

    def lengthened(self, seconds: float, now: float) -> "Countdown":
        """Return the countdown with `seconds` added at `now`. A countdown that was over then has just
        `seconds` left.
        """
        return Countdown(self.left(now) + seconds, now if self.running else None)

    def left(self, now: float) -> float:
        """Return the seconds left at `now`, between zero and `seconds`."""
        return max(0.0, self.seconds - self._run_down(now))

    def over(self, now: float) -> bool:
        """Tell whether no time is left."""
        return self.left(now) <= 0.0

    def _run_down(self, now: float) -> float:
        running = 0.0 if self.since is None else max(0.0, now - self.since)
        return self.spent + running


def face(left: float) -> str:
    """Return a clock's text for `left` seconds: minutes and seconds, at most 99:59. It is `0:00` only at the
    end.
    """
    whole = min(ceil(left), 99 * 60 + 59)
    return f"{whole // 60}:{whole % 60:02d}"
