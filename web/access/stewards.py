"""Keep the phones on which the PIN was entered, and the time for which each PIN is still valid."""

import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

PIN_HOLDS_SECONDS: Final = 12 * 3600.0
"""Seconds that an entered PIN is valid while the table runs: one evening."""
MAX_STEWARD_PHONES: Final = 32
"""Maximum number of stewards' phones. A further phone replaces the phone on which the PIN was entered longest
ago."""
SAVE_SECONDS: Final = 600.0
"""Seconds between two saves of the remaining times. A restart may lengthen a PIN's validity by this time at
most."""


class Stewards:
    """Keep the stewards' phones. Thread-safe. Only the seconds that the table runs are counted, so that a
    changed clock has no effect."""

    def __init__(
        self,
        left: Mapping[str, float],
        changed: Callable[[Mapping[str, float]], None],
        clock: Callable[[], float],
    ) -> None:
        """Take the number of seconds `left` by phone, as it was stored. `changed` stores the remaining
        seconds. `clock` returns monotonic seconds."""
        self._changed, self._clock = changed, clock
        self._saved_at = clock()
        self._until = {
            phone: self._saved_at + min(seconds, PIN_HOLDS_SECONDS) for phone, seconds in left.items()
        }
        self._lock = threading.Lock()

    def is_steward(self, phone: str | None) -> bool:
        """Return True if the PIN was entered on `phone` and is still valid there."""
        with self._lock:
            return phone is not None and self._until.get(phone, 0.0) > self._clock()

    def save(self, *, every: float = 0.0) -> None:
        """Store the remaining times, unless they were stored within the last `every` seconds."""
        with self._lock:
            if self._until and self._clock() - self._saved_at > every:
                self._save()

    def admit(self, phone: str, before: str | None = None) -> None:
        """Make `phone` a steward's phone from now on, because the PIN was entered on it. The phone gets a new
        name then. `before` is its earlier name, which loses the steward's rights."""
        with self._lock:
            for name in (phone, before):
                self._until.pop(name or "", None)
            self._until[phone] = self._clock() + PIN_HOLDS_SECONDS
            while len(self._until) > MAX_STEWARD_PHONES:
                del self._until[next(iter(self._until))]
            self._save()

    def dismiss(self, phone: str) -> None:
        """Take the steward's rights from `phone`."""
        with self._lock:
            self._until.pop(phone, None)
            self._save()

    def clear(self) -> None:
        """Forget every steward, so that all of them have to enter the PIN again."""
        with self._lock:
            self._until.clear()
            self._save()

    def _save(self) -> None:
        now = self._saved_at = self._clock()
        left = {phone: round(until - now, 1) for phone, until in self._until.items() if until > now}
        self._until = {phone: self._until[phone] for phone in left}
        self._changed(MappingProxyType(left))
