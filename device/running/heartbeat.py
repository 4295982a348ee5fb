"""Tell systemd that the table is up and that its loop is alive.

Each message is a datagram to the socket that the environment names (sd_notify(3)). Without that variable
nothing is sent.
"""

import contextlib
import socket
from collections.abc import Callable, Mapping

Tell = Callable[[str], None]
"""A function that sends one message, such as `READY=1`."""


def supervisor(environment: Mapping[str, str]) -> tuple[Tell, float | None]:
    """Return the function that notifies systemd, and the seconds within which systemd expects the next
    message; None if it expects none."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return _nobody, None
    microseconds = environment.get("WATCHDOG_USEC", "")
    within = int(microseconds) / 1e6 if microseconds.isdecimal() and int(microseconds) else None
    return _teller(address), within


class Heartbeat:
    """Report to systemd that the loop is alive. `told` is the result of `supervisor`."""

    def __init__(self, told: tuple[Tell, float | None], *, clock: Callable[[], float]) -> None:
        self._tell, within = told
        # Three beats fit into the allowed time, so one late beat does not end the program.
        self._every = None if within is None else within / 3
        self._clock = clock
        self._last = float("-inf")

    def ready(self) -> None:
        """Report that the table is ready to play."""
        self._tell("READY=1")

    def beat(self) -> None:
        """Note that the loop is alive, and report it to systemd when a report is due."""
        now = self._clock()
        if self._every is not None and now - self._last >= self._every:
            self._last = now
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the table is stopping."""
        self._tell("STOPPING=1")


def _nobody(message: str) -> None:
    """Discard the message, without a supervisor."""


def _teller(address: str) -> Tell:
    # A leading @ stands for the zero byte of an abstract socket address.
    place = "\0" + address[1:] if address.startswith("@") else address

    def tell(message: str) -> None:
        # The game continues if the supervisor does not listen.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(message.encode(), place)

    return tell
