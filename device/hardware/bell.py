"""The bell: a rhythm for each signal, and a promise that its output is never left on.

A bell's coil burns when it is held. So each beat is guarded before it begins: a watchdog that can
do only one thing, switch off, is running before the output goes on. A beat whose own end never
comes, an output that fails half-way, a program that ends or raises in the middle: all leave it off.
A process killed outright can't switch anything: the service then runs `lexicon-table quiet`
(docs/hardware.md).
"""

import atexit
import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from device.hardware_settings import Tempo
from device.signals import RHYTHMS, Beat, Signal, beats, more_urgent


class Bell(Protocol):
    """Define a bell that can ring."""

    def ring(self, signal: Signal) -> None:
        """Ring without waiting. A bell that rings already finishes its signal first."""

    def close(self) -> None:
        """Silence the bell for good."""


class Striker(Protocol):
    """Define the driver that sounds a beat; see `device.hardware.bell_drivers`."""

    def strike(self, long: bool) -> None:
        """Begin a beat: current."""

    def rest(self) -> None:
        """End it: no current."""

    def still(self) -> None:
        """Release the bell after the rhythm and its pause: nothing moves or holds any more."""

    def close(self) -> None:
        """Let go of the pins, which cuts the current too."""


class Alarm(Protocol):
    """A timer that has not gone off, e.g. a `threading.Timer`."""

    def start(self) -> None:
        """Begin to wait."""

    def cancel(self) -> None:
        """Wait no more."""


SetAlarm = Callable[[float, Callable[[], None]], Alarm]
"""Function from (seconds, action) to an alarm that is not yet started."""


class SilentBell:
    """No bell at all: for a table that shows its bell on the phones only."""

    def ring(self, signal: Signal) -> None:
        """Ignore the signal."""

    def close(self) -> None:
        """Do nothing."""


def daemon_alarm(seconds: float, action: Callable[[], None]) -> Alarm:
    """Return a `threading.Timer` that does not keep the program from ending."""
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    return timer


class PinBell:
    """A bell on the pins of `striker`. Safe to ring from several threads. While it rings, the most urgent
    further signal waits.
    """

    def __init__(
        self,
        striker: Striker,
        *,
        tempo: Tempo,
        rhythms: Mapping[Signal, str] = RHYTHMS,
        alarm: SetAlarm = daemon_alarm,
    ) -> None:
        self._striker, self._tempo, self._alarm = striker, tempo, alarm
        self._beats = {signal: beats(rhythms.get(signal, RHYTHMS[signal])) for signal in RHYTHMS}
        self._lock = threading.RLock()
        self._left: tuple[Beat, ...] = ()
        self._ringing = False
        self._waiting: Signal | None = None
        self._guard: Alarm | None = None
        self._closed = False
        self._cut()
        atexit.register(self.close)

    def ring(self, signal: Signal) -> None:
        """Start the rhythm of `signal` and return at once; ignored after `close`."""
        with self._lock:
            if self._closed:
                return
            if self._ringing:
                if self._waiting is None or more_urgent(signal, self._waiting):
                    self._waiting = signal
                return
            self._left, self._ringing = self._beats[signal], True
            self._strike()

    def close(self) -> None:
        """Cut the current and let go of the pins."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._silence()
            self._striker.close()
        atexit.unregister(self.close)

    def _strike(self) -> None:
        """Set the watchdog first, then the end of the beat, and only then the current."""
        with self._lock:
            if self._closed or not self._left:
                self._come_to_rest()
                return
            beat, self._left = self._left[0], self._left[1:]
            try:
                self._watch()
                seconds = self._tempo.long if beat.long else self._tempo.short
                self._alarm(seconds, lambda: self._rest(beat.rests)).start()
                self._striker.strike(beat.long)
            except BaseException:
                self._silence()
                raise

    def _come_to_rest(self) -> None:
        self._ringing = False
        if not self._closed:
            self._striker.still()

    def _watch(self) -> None:
        self._guard = self._alarm(self._tempo.limit, self._silence)
        self._guard.start()

    def _rest(self, rests: int) -> None:
        """End a beat, and schedule the next one."""
        with self._lock:
            self._cut()
            self._unwatch()
            if not self._left and self._waiting is not None:
                self._left, self._waiting, rests = self._beats[self._waiting], None, 3
            if not self._closed:
                self._go_on(rests)

    def _go_on(self, rests: int) -> None:
        """Begin the next beat; after the last one there is a rest as well, so that two rhythms never
        merge.
        """
        try:
            self._alarm(rests * self._tempo.gap, self._strike).start()
        except RuntimeError:  # no thread to be had: fewer beats, and it can be rung again
            self._left, self._ringing = (), False

    def _unwatch(self) -> None:
        if self._guard is not None:
            self._guard.cancel()
            self._guard = None

    def _silence(self) -> None:
        """Cut the current and drop all further beats."""
        with self._lock:
            self._left, self._waiting, self._ringing = (), None, False
            self._cut()
            self._unwatch()

    def _cut(self) -> None:
        """Switch the output off; if that fails, close it, which cuts it, too, and do not use it again."""
        try:
            self._striker.rest()
        except Exception:  # noqa: BLE001 - whatever the pin's driver raises, the current must go
            self._closed = True
            self._left = ()
            with contextlib.suppress(Exception):
                self._striker.close()
