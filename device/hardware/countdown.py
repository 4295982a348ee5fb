"""A countdown as a value: it is told the time and never looks at a clock."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Countdown:
    """`seconds` to run down. `since`: the monotonic moment it was last started, None while it stands
    still; `spent`: seconds that had run down before that moment."""

    seconds: float
    since: float | None = None
    spent: float = 0.0

    @property
    def running(self) -> bool:
        """Whether time is passing for it (it stays running when it is over)."""
        return self.since is not None

    def started(self, now: float) -> "Countdown":
        """Running from `now`, going on where it was paused; unchanged when it runs already."""
        return self if self.running else replace(self, since=now)

    def paused(self, now: float) -> "Countdown":
        """Standing still with what is left at `now`."""
        return replace(self, since=None, spent=self._run_down(now))

    def left(self, now: float) -> float:
        """Seconds left at `now`, never below zero, never more than `seconds`."""
        return max(0.0, self.seconds - self._run_down(now))

    def over(self, now: float) -> bool:
        """Whether it has run down."""
        return self.left(now) <= 0.0

    def _run_down(self, now: float) -> float:
        running = 0.0 if self.since is None else max(0.0, now - self.since)
        return self.spent + running
