"""Tell systemd that the table is up and that its loop is alive.

Each message is a datagram to the socket that the environment names (sd_notify(3)). Without that variable
nothing is sent.
"""

import contextlib
import socket
from collections.abc import Callable, Mapping

Notify = Callable[[str], None]
"""A function that sends one message to systemd, such as `READY=1`."""


def supervisor(environment: Mapping[str, str]) -> tuple[Notify, float | None]:
    """Return the function that sends a report to systemd, and the seconds within which systemd expects
    the next report. The seconds are None if systemd expects no regular reports."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return _no_supervisor, None
    microseconds = environment.get("WATCHDOG_USEC", "")
    within = int(microseconds) / 1e6 if microseconds.isdecimal() and int(microseconds) else None
    return _notifier(address), within


class Heartbeat:
    """Report to systemd that the loop is alive. `notified` is the function that sends a report, and
    the seconds within which systemd expects each report (see `supervisor`)."""

    def __init__(self, notified: tuple[Notify, float | None], *, clock: Callable[[], float]) -> None:
        self._notify, within = notified
        # Three beats in the time allowed: one late beat does not look like death.
        self._every = None if within is None else within / 3
        self._clock = clock
        self._last = float("-inf")

    def ready(self) -> None:
        """Report to systemd that the table is ready to play."""
        self._notify("READY=1")

    def beat(self) -> None:
        """Note that the loop is alive, and report it to systemd when a report is due."""
        now = self._clock()
        if self._every is not None and now - self._last >= self._every:
            self._last = now
            self._notify("WATCHDOG=1")

    def stopping(self) -> None:
        """Report to systemd that the table is stopping."""
        self._notify("STOPPING=1")


def _no_supervisor(message: str) -> None:
    """Do nothing with a message for systemd, because systemd did not start the program."""


def _notifier(address: str) -> Notify:
    # A leading @ stands for the zero byte of an abstract socket address.
    place = "\0" + address[1:] if address.startswith("@") else address

    def notify(message: str) -> None:
        # A supervisor that does not listen is no reason to stop a game.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(message.encode(), place)

    return notify
