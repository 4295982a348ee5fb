"""Drive the outputs that change with time (display, lamp, bell), and the buttons that are held down.

They have a thread of their own, so that a busy loop never delays the clock. Another thread saves the
remaining time, so that a slow disk does not delay the clock either.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from device.hardware.bell import Bell
from device.running.inbox import Inbox, PartFailed, TimerCalled
from engine.table.timer import Timer, TimerReading, announcement_between, timer_reading

UPDATE_SECONDS: Final = 0.1
"""Seconds between two updates of the display, the lamp and the other outputs. People do not notice
so short a delay."""
SAVE_SECONDS: Final = 1.0
"""Seconds between two saves of the timer's remaining time, which a restart of the program needs."""


class TimedPart(Protocol):
    """Define an output or input that changes with time, such as a display, a lamp or pressed buttons."""

    @property
    def name(self) -> str:
        """Return the name of the part in messages to people, such as "The display"."""

    def update(self, now: float) -> None:
        """Make the device show what is right at the time `now`, in seconds of the loop's clock."""


@dataclass(frozen=True, slots=True)
class SecondsDisplay:
    """Show the timer's remaining seconds by calling `show`. Its argument is None without a timer, and
    while people have stopped the timer."""

    name: str
    show: Callable[[float | None], None]
    watch: Callable[[], Timer | None]

    def update(self, now: float) -> None:
        """Show the timer's remaining time at the time `now`, seconds."""
        seen = timer_reading(self.watch(), now)
        self.show(None if seen is None else seen.seconds_left)


class TimedOutputs:
    """Ring the bell for the timer, and update the outputs that change with time, such as the display.
    `watch` returns the table's timer. `clock` is the loop's clock, in seconds. `save` stores a
    timer as it is at a time.

    A part that fails is not used again, and the phones report it.
    """

    def __init__(
        self,
        *,
        watch: Callable[[], Timer | None],
        clock: Callable[[], float],
        bell: Bell,
        inbox: Inbox,
        save: Callable[[Timer | None, float], None],
        parts: tuple[TimedPart, ...] = (),
    ) -> None:
        self._watch, self._clock, self._save = watch, clock, save
        self._bell, self._inbox, self._parts = bell, inbox, parts
        self._before: TimerReading | None = None
        self._ending = threading.Event()
        self._threads = (
            threading.Thread(
                target=self._repeat, args=(self.update, UPDATE_SECONDS), name="clock", daemon=True
            ),
            threading.Thread(
                target=self._repeat, args=(self.keep, SAVE_SECONDS), name="time left", daemon=True
            ),
        )

    def update(self) -> None:
        """Ring the bell if the timer calls for it now. Update the display, the lamp and the other parts."""
        now = self._clock()
        seen = timer_reading(self._watch(), now)
        call, self._before = announcement_between(self._before, seen), seen
        if call is not None:
            self._try("The bell", partial(self._bell.ring, call))
            self._inbox.put_always(TimerCalled(call))
        for part in self._parts:
            self._try(part.name, partial(part.update, now))

    def keep(self) -> None:
        """Store the timer's remaining time, so that it outlasts a restart of the program."""
        self._save(self._watch(), self._clock())

    def start(self) -> None:
        """Start the thread that updates the outputs, and the thread that saves the remaining time."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop the outputs and store the remaining time."""
        self._ending.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self.keep()

    def _repeat(self, action: Callable[[], None], every: float) -> None:
        while not self._ending.wait(every):
            action()

    def _try(self, name: str, action: Callable[[], None]) -> None:
        try:
            action()
        except Exception as fault:  # noqa: BLE001 - whatever a driver raises, the clock goes on
            self._parts = tuple(part for part in self._parts if part.name != name)
            self._inbox.put_always(PartFailed(f"{name} failed: {fault or type(fault).__name__}"))
