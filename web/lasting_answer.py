"""Continue an answer, such as an event stream, after the thread that began it has ended."""

from typing import Any, Final, Protocol

from waitress.channel import ClientDisconnected

LASTING_KEY: Final = "table.lasting"
"""Key of a list in the WSGI environment. If the application adds a `LastingAnswer` to the list, that object
continues the answer after the answering thread has ended."""


class LastingAnswer(Protocol):
    """Define how an answer continues after its thread has ended. The server calls exactly one of the two
    methods, once."""

    def begin(self, line: "OpenAnswer") -> None:
        """Continue the answer on `line`, after the thread has sent its part."""

    def leave(self) -> None:
        """Give the answer up, because the phone has already left."""


class OpenAnswer:
    """An answer that continues without a thread of its own. One thread at a time may use it."""

    def __init__(self, task: Any) -> None:
        """Take waitress's task, which writes the answer."""
        self._task = task

    @property
    def busy(self) -> bool:
        """True if some sent data still waits for the phone to read it."""
        return bool(self._task.channel.total_outbufs_len)

    def send(self, data: bytes) -> bool:
        """Send bytes. Return False if the phone is no longer connected."""
        try:
            self._task.write(data)
        except ClientDisconnected:
            return False
        return True
