"""Queue everything for the loop's thread: frames, taps, presses of buttons and the passing of time."""

import threading
from collections import deque
from dataclasses import dataclass
from queue import Full
from typing import Final

from device.errors import UsageFault, without_folders
from device.hardware.camera import Camera, Frame
from engine.i18n import Sentence
from engine.table.commands import Command, Refocus, SetTimer
from engine.table.timer import Announcement

MAX_WAITING_MESSAGES: Final = 64
"""Maximum number of waiting messages. When so many wait, a further tap is refused, and the person is told to
try again."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Report that time has passed without another message."""


@dataclass(frozen=True, slots=True)
class CameraGone:
    """Report that the camera gives no more frames, or none for the moment."""

    why: Sentence | None = None
    """The reason why the camera gives no frames; None if its pictures simply came to an end, as in a
    film."""
    stops_play: bool = True
    """False if the source only skipped an unreadable picture, so that play continues."""


@dataclass(frozen=True, slots=True)
class TimerCalled:
    """Report that the timer gave a signal, such as the end of the time. The bell has already rung for
    this signal."""

    call: Announcement


@dataclass(frozen=True, slots=True)
class PartFailed:
    """Report that a device on the table's pins, or the connection to a party, failed. `why` is a
    sentence for people."""

    why: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Ask the loop to end."""


Message = Frame | TimePassed | Command | SetTimer | Refocus | TimerCalled | PartFailed | CameraGone | Stop


class Inbox:
    """Queue messages in order. Only the newest frame waits, because an old picture is of no use."""

    def __init__(self, *, room: int = MAX_WAITING_MESSAGES) -> None:
        self._room = room
        self._something = threading.Condition()
        self._messages: deque[Message] = deque()
        self._frame: Frame | None = None

    def put(self, message: Message) -> None:
        """Add a message. Refuse it with `queue.Full` when too many wait. `Stop` is always accepted, and comes
        before all others."""
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

    def put_always(self, message: Message) -> None:
        """Add a message that nobody would send again, such as a pressed button or the camera's last
        message. It is accepted even if many messages wait. If an equal message waits, the new one is
        dropped, which limits their number."""
        with self._something:
            if message not in self._messages:
                self._messages.append(message)
            self._something.notify()

    @property
    def has_messages(self) -> bool:
        """True if a message other than a frame is waiting."""
        with self._something:
            return bool(self._messages)

    def get(self, timeout: float) -> Message:
        """Return the next message; people's messages come before pictures. Return a `TimePassed` if none
        comes within `timeout` seconds."""
        with self._something:
            self._something.wait_for(lambda: self._messages or self._frame is not None, timeout)
            if self._messages:
                return self._messages.popleft()
            frame, self._frame = self._frame, None
            return frame or TimePassed()


def pump(camera: Camera, inbox: Inbox) -> None:
    """Put a camera's frames into the inbox until the camera ends. Runs in the camera's own thread."""
    try:
        for frame in camera.frames():
            inbox.put(frame)
    except UsageFault as fault:
        inbox.put_always(CameraGone(fault.sentence))
    except Exception as fault:  # noqa: BLE001 - whatever a driver raises, people are to hear of it
        inbox.put_always(CameraGone(_failure_sentence(fault)))
    else:
        inbox.put_always(CameraGone())


def _failure_sentence(fault: Exception) -> Sentence:
    why = without_folders(str(fault)) or type(fault).__name__
    return Sentence("The camera has failed: {fault}", (("fault", why),))
