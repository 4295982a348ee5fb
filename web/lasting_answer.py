"""Continue an answer, such as an event stream, after the thread that began it has ended."""

from typing import Any, Final, Protocol

from waitress.channel import ClientDisconnected

LASTING_KEY: Final = "table.lasting"
"""Key of a list in the WSGI environment. The application adds a `LastingAnswer` to this list if the answer
is to continue after its thread has ended."""


class LastingAnswer(Protocol):
    """Define how an answer continues after its thread has ended. The server calls either `begin` or `leave`,
    and only once."""

    def begin(self, line: "OpenAnswer") -> None:
        """Continue the answer on `line`. The server calls this after the thread has sent the beginning."""

    def leave(self) -> None:
        """Release what the answer uses, because the phone has hung up before `begin` was called."""


class OpenAnswer:
    """An answer that continues without a thread of its own. One thread at a time may use it."""

    def __init__(self, task: Any) -> None:
        """Take the task of the web server (waitress) that writes the answer to the phone."""
        self._task = task

    @property
    def busy(self) -> bool:
        """True if the phone has not yet read everything that was sent."""
        return bool(self._task.channel.total_outbufs_len)

    def send(self, data: bytes) -> bool:
        """Send bytes. Return False if the phone is no longer connected."""
        try:
            self._task.write(data)
        except ClientDisconnected:
            return False
        return True
