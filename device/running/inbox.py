"""The one queue of the table's one thread: frames, taps, buttons and the passing of time."""

import threading
from collections import deque
from dataclasses import dataclass
from queue import Full
from typing import Final

from device.errors import UsageFault, without_folders
from device.hardware.camera import Camera, Frame
from engine.i18n import Sentence
from engine.table.commands import Command, Refocus, SetTimer
from engine.table.timer import Call

MAX_WAITING_MESSAGES: Final = 64
"""Number of messages that may wait; a person who taps faster than the table thinks is told to try again."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Time passed and nothing came."""


@dataclass(frozen=True, slots=True)
class CameraGone:
    """The camera gives no more frames, or none for the moment. `why` is None when its source simply ended.
    `missed` is false when the source only skipped an unreadable picture: play goes on meanwhile.
    """

    why: Sentence | None = None
    missed: bool = True


@dataclass(frozen=True, slots=True)
class TimerCalled:
    """Announce a call of the timer. Its watcher has rung the bell already."""

    call: Call


@dataclass(frozen=True, slots=True)
class Broken:
    """Report a failed part on the table's pins. `why` is for people."""

    why: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The program is to end."""


Message = Frame | TimePassed | Command | SetTimer | Refocus | TimerCalled | Broken | CameraGone | Stop


class Inbox:
    """Messages in the order they came. Of frames only the newest waits: an old picture is of no use."""

    def __init__(self, *, room: int = MAX_WAITING_MESSAGES) -> None:
        self._room = room
        self._something = threading.Condition()
        self._messages: deque[Message] = deque()
        self._frame: Frame | None = None

    def put(self, message: Message) -> None:
        """Add a message. Raise `queue.Full` when too many wait; `Stop` always gets in, before all others."""
        with self._something:
            if isinstance(message, Frame):
                self._frame = message
            elif isinstance(message, Stop):
                self._messages.appendleft(message)
            elif len(self._messages) >= self._room:
                raise Full
            else:
                self._messages.append(message)
            self._something.notify()

    def press(self, message: Message) -> None:
        """Add a message that nobody would repeat: a pressed button, a call of the timer, the camera's last
        word. It always gets in. A message equal to a waiting one adds nothing, which bounds their number.
        """
        with self._something:
            if message not in self._messages:
                self._messages.append(message)
            self._something.notify()

    @property
    def has_messages(self) -> bool:
        """Tell whether a person's message still waits."""
        with self._something:
            return bool(self._messages)

    def get(self, timeout: float) -> Message:
        """Return the next message, people's before pictures; a `TimePassed` if none comes within `timeout`
        seconds.
        """
        with self._something:
            self._something.wait_for(lambda: self._messages or self._frame is not None, timeout)
            if self._messages:
                return self._messages.popleft()
            frame, self._frame = self._frame, None
            return frame or TimePassed()


def pump(camera: Camera, inbox: Inbox) -> None:
    """Put a camera's frames into the inbox until it has no more. Runs in the camera's own thread."""
    try:
        for frame in camera.frames():
            inbox.put(frame)
    except UsageFault as fault:
        inbox.press(CameraGone(fault.sentence))
    except Exception as fault:  # noqa: BLE001 - whatever a driver raises, people are to hear of it
        inbox.press(CameraGone(_failed(fault)))
    else:
        inbox.press(CameraGone())


def _failed(fault: Exception) -> Sentence:
    why = without_folders(str(fault)) or type(fault).__name__
    return Sentence("The camera has failed: {fault}", (("fault", why),))
