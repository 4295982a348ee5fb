"""Ring the bell: a rhythm for each signal, on an output that is never left on.

A coil that stays on burns. Each beat therefore has a watchdog, which can only switch off, and which starts
before the output goes on. The output goes off even if the timer for the end of the beat fails, if the output
fails half-way, or if the program ends or raises.

A process that is killed can't switch off. The service then runs `lexicon-table quiet` (docs/hardware.md).
"""

import atexit
import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from device.hardware_settings import Tempo
from device.signals import RHYTHMS, Beat, Signal, beats, more_urgent


class Bell(Protocol):
    """Define the methods of a table's bell."""

    def ring(self, signal: Signal) -> None:
        """Ring `signal` without waiting. A bell that is ringing finishes its present signal first."""

    def close(self) -> None:
        """Silence the bell for good."""


class Striker(Protocol):
    """Define a driver that sounds a beat; see `device.hardware.bell_drivers`."""

    def strike(self, long: bool) -> None:
        """Begin a beat: switch the current on."""

    def rest(self) -> None:
        """End a beat: switch the current off."""

    def relax(self) -> None:
        """Release the bell after the rhythm and its last pause, so that no part moves or is held."""

    def close(self) -> None:
        """Release the pins, which cuts the current too."""


class Alarm(Protocol):
    """A timer that calls a function once, in a thread of its own, such as a `threading.Timer`."""

    def start(self) -> None:
        """Start the countdown to the call."""

    def cancel(self) -> None:
        """Prevent the call if it has not happened yet."""


SetAlarm = Callable[[float, Callable[[], None]], Alarm]
"""A function that makes an alarm, not yet started. Its arguments are the seconds until the alarm,
and the action to call then."""


class SilentBell:
    """A bell that does not sound, for a table that shows its bell on the phones only."""

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
    """Ring a bell on the pins of `striker`. Several threads may ring. While the bell rings, one further
    signal waits, the most urgent one."""

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
        """Start the rhythm of `signal` and return at once. Do nothing after `close`."""
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
        """Cut the current and release the pins."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._silence()
            self._striker.close()
        atexit.unregister(self.close)

    def _strike(self) -> None:
        """Start the watchdog first, then the timer for the end of the beat, then the current."""
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
            self._striker.relax()

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
        """Schedule the next beat. The last beat is followed by a rest too, so that two rhythms never
        merge."""
        try:
            self._alarm(rests * self._tempo.gap, self._strike).start()
        except RuntimeError:  # no thread is available: the signal is cut short, and the bell can ring again
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
        """Switch off the bell's pin. If that fails, close the pin for good, which also cuts the current."""
        try:
            self._striker.rest()
        except Exception:  # noqa: BLE001 - whatever the pin's driver raises, the current must go
            self._closed = True
            self._left = ()
            with contextlib.suppress(Exception):
                self._striker.close()
