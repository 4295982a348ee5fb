"""The bell: a few short strokes, and a promise that its output is never left on.

A bell's coil burns when it is held. So each stroke is guarded before it begins: a watchdog that can
do only one thing, switch off, is running before the output goes on. A stroke whose own end never
comes, an output that fails half-way, a program that ends or raises in the middle: all leave it off.
(A process killed outright can't switch anything: the service's stop command does, see docs.)
"""

import atexit
import contextlib
import threading
from collections.abc import Callable
from typing import Final, Protocol

LIMIT: Final = 1.0
"""Seconds the output may be on at a stretch."""


class Bell(Protocol):
    """Something that can be rung."""

    def ring(self, strokes: int = 1) -> None:
        """Ring without waiting; a bell that is ringing already goes on as it is."""

    def close(self) -> None:
        """Be silent for good."""


class Output(Protocol):
    """The pin behind a bell, e.g. a `gpiozero.DigitalOutputDevice`."""

    def on(self) -> None:
        """Current."""

    def off(self) -> None:
        """No current."""

    def close(self) -> None:
        """Let go of the pin, which cuts the current too."""


class Alarm(Protocol):
    """A timer that has not gone off, e.g. a `threading.Timer`."""

    def start(self) -> None:
        """Begin to wait."""

    def cancel(self) -> None:
        """Wait no more."""


SetAlarm = Callable[[float, Callable[[], None]], Alarm]
"""(seconds, what to do) -> an alarm not yet started."""


class SilentBell:
    """No bell at all: for a table that shows its bell on the phones only."""

    def ring(self, strokes: int = 1) -> None:
        """Nothing sounds."""

    def close(self) -> None:
        """Nothing to do."""


def daemon_alarm(seconds: float, action: Callable[[], None]) -> Alarm:
    """A `threading.Timer` that doesn't hold the program back from ending."""
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    return timer


class PinBell:
    """A bell on one output. Strokes are `stroke` seconds on and `gap` seconds off.

    Raises ValueError when a stroke would not be shorter than `limit`.
    """

    def __init__(
        self,
        output: Output,
        *,
        stroke: float = 0.15,
        gap: float = 0.25,
        limit: float = LIMIT,
        alarm: SetAlarm = daemon_alarm,
    ) -> None:
        if not 0 < stroke < limit:
            raise ValueError(f"a stroke of {stroke} s must be shorter than the limit of {limit} s")
        self._output, self._alarm = output, alarm
        self._stroke_s, self._gap_s, self._limit = stroke, gap, limit
        self._lock = threading.RLock()
        self._left = 0
        self._guard: Alarm | None = None
        self._closed = False
        self._cut()
        atexit.register(self.close)

    def ring(self, strokes: int = 1) -> None:
        """Start `strokes` strokes and return at once; ignored while ringing and after `close`."""
        with self._lock:
            if self._closed or self._left or strokes < 1:
                return
            self._left = strokes
            self._strike()

    def close(self) -> None:
        """Cut the current and let go of the pin."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._silence()
            self._output.close()
        atexit.unregister(self.close)

    def _strike(self) -> None:
        """The watchdog first, then the end of the stroke, and only then the current."""
        with self._lock:
            if self._closed or not self._left:
                return
            self._left -= 1
            try:
                self._watch()
                self._alarm(self._stroke_s, self._rest).start()
                self._output.on()
            except BaseException:
                self._silence()
                raise

    def _watch(self) -> None:
        self._guard = self._alarm(self._limit, self._silence)
        self._guard.start()

    def _rest(self) -> None:
        """The end of a stroke, and the promise of the next."""
        with self._lock:
            self._cut()
            self._unwatch()
            if self._left and not self._closed:
                self._next_stroke()

    def _next_stroke(self) -> None:
        try:
            self._alarm(self._gap_s, self._strike).start()
        except RuntimeError:  # no thread to be had: fewer strokes, and it can be rung again
            self._left = 0

    def _unwatch(self) -> None:
        if self._guard is not None:
            self._guard.cancel()
            self._guard = None

    def _silence(self) -> None:
        """No current and no strokes to come."""
        with self._lock:
            self._left = 0
            self._cut()
            self._unwatch()

    def _cut(self) -> None:
        """Off; an output that can't be switched off is let go, which cuts it too, and is not used again."""
        try:
            self._output.off()
        except Exception:  # noqa: BLE001 - whatever the pin's driver raises, the current must go
            self._closed = True
            self._left = 0
            with contextlib.suppress(Exception):
                self._output.close()
