"""A camera's driver at work in a thread of its own: one that hangs holds that thread and nobody else.

A thread that hangs cannot be ended. It is left, and lets go of its camera by itself should the driver answer
after all.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Final

from device.hardware.camera import Adjustable, Camera, Frame

OPEN_TIMEOUT_SECONDS: Final = 6.0
"""Seconds for a driver to open its camera before people are told that it does not answer: more than for an
address on the network (`device.hardware.capture`), so that the driver's own message comes first.
"""

RELEASE_SECONDS: Final = 1.0
"""Seconds for a camera that has ended to be released before it is opened anew: otherwise the table itself
would still hold it.
"""


class Driver:
    """Open the camera that `opened` gives, and take its pictures until it has no more or is left."""

    def __init__(self, opened: Callable[[], Camera]) -> None:
        self._opened, self._camera = opened, list[Camera]()
        self._turn = threading.Condition()
        self._frame: Frame | None = None
        self._fault: Exception | None = None
        self._left = self._done = False
        self._thread = threading.Thread(target=self._run, name="camera's driver", daemon=True)
        self._thread.start()

    @property
    def opening(self) -> bool:
        """Tell whether the camera is still to be opened."""
        return not self._camera

    @property
    def settled(self) -> bool | None:
        """Tell whether focus and light are locked; None if the camera locks neither, or is not open."""
        return next((getattr(camera, "settled", None) for camera in self._camera), None)

    @property
    def left(self) -> bool:
        """Tell whether the driver was abandoned: nobody takes its pictures any more."""
        return self._left

    @property
    def alive(self) -> bool:
        """Tell whether the driver still holds its camera."""
        return self._thread.is_alive()

    def opens(self, seconds: float) -> bool:
        """Wait so many seconds for the camera to open, and tell whether it did. Raise the error that kept the
        driver from opening it.
        """
        with self._turn:
            self._turn.wait_for(lambda: self._camera or self._done, seconds)
            if self._fault is not None and self.opening:
                raise self._fault
            return not self.opening

    def frames(self, patience: float | None = None) -> Iterator[Frame]:
        """Yield the pictures as they come, until there are no more or the driver is abandoned. Raise the
        driver's own errors, or TimeoutError if the next picture takes longer than `patience` seconds; without
        `patience` wait for it.
        """
        while (frame := self._taken(patience)) is not None:
            yield frame

    def adjust(self) -> None:
        """Have the camera focus and measure the light anew, if it is open and can. Call from any thread."""
        for camera in self._camera:
            if isinstance(camera, Adjustable):
                camera.adjust()

    def leave(self) -> None:
        """Want no more of it. From any thread; nobody waits for the driver."""
        with self._turn:
            self._left = True
            self._turn.notify_all()

    def join(self, seconds: float | None = None) -> None:
        """Wait until it has let go of its camera, so long at the most."""
        self._thread.join(seconds)

    def _taken(self, patience: float | None) -> Frame | None:
        with self._turn:
            if not self._turn.wait_for(lambda: self._left or self._done or self._frame is not None, patience):
                raise TimeoutError
            frame, self._frame = self._frame, None
            self._turn.notify_all()
            if self._left:
                return None
            if frame is None and self._fault is not None:
                raise self._fault
            return frame

    def _run(self) -> None:
        try:
            camera = self._opened()
            self._opens(camera)
            for frame in camera.frames():
                if not self._given(frame):
                    break
        except Exception as fault:  # noqa: BLE001 - a driver may raise anything: whoever takes its pictures hears of it
            self._fault = fault
        with self._turn:
            self._done = True
            self._turn.notify_all()
        self._close()

    def _opens(self, camera: Camera) -> None:
        with self._turn:
            self._camera.append(camera)
            self._turn.notify_all()

    def _given(self, frame: Frame) -> bool:
        """Hand a picture over; False when nobody wants it."""
        with self._turn:
            self._turn.wait_for(lambda: self._left or self._frame is None)
            self._frame = frame
            self._turn.notify_all()
            return not self._left

    def _close(self) -> None:
        """Close a driver that was left; its pictures no longer count."""
        for camera in self._camera:
            try:
                camera.close()
            except Exception:  # noqa: BLE001 - whatever it is, that camera is done with
                return
