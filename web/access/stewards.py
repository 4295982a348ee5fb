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
"""Minimum number of seconds between two saves of the time for which PINs are still valid. While phones
send requests, a restart makes a PIN valid for longer by this time at most."""


class Stewards:
    """Keep the stewards' phones, and for how long the PIN is still valid on each. The time counts only while
    the table runs, and does not depend on the time of day. Thread-safe."""

    def __init__(
        self,
        seconds_left: Mapping[str, float],
        on_change: Callable[[Mapping[str, float]], None],
        clock: Callable[[], float],
    ) -> None:
        """Take `seconds_left`, the stored number of seconds for which the PIN is still valid on each phone.
        Call `on_change` with these seconds to store them. `clock` returns monotonic seconds."""
        self._on_change, self._clock = on_change, clock
        self._saved_at = clock()
        self._until = {
            phone: self._saved_at + min(seconds, PIN_HOLDS_SECONDS) for phone, seconds in seconds_left.items()
        }
        self._lock = threading.Lock()

    def is_steward(self, phone: str | None) -> bool:
        """Return True if the PIN was entered on `phone` and is still valid there."""
        with self._lock:
            return phone is not None and self._until.get(phone, 0.0) > self._clock()

    def save(self, *, every: float = 0.0) -> None:
        """Store for how long the PIN is still valid on each phone, unless that was stored within the last
        `every` seconds."""
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
        seconds_left = {phone: round(until - now, 1) for phone, until in self._until.items() if until > now}
        self._until = {phone: self._until[phone] for phone in seconds_left}
        self._on_change(MappingProxyType(seconds_left))
