"""Run a camera's driver in a thread of its own. A driver that hangs blocks only that thread.

A thread that hangs cannot be ended. It is abandoned, and releases its camera if the driver answers after all.
"""

import threading
from collections.abc import Callable, Iterator
from typing import Final

from device.hardware.camera import Adjustable, Camera, Frame

OPEN_TIMEOUT_SECONDS: Final = 6.0
"""Seconds for a driver to open its camera, after which people are told that it does not answer. They are
more than the limit for an address on the network (`device.hardware.capture`), so that the driver's own
message comes first."""

RELEASE_SECONDS: Final = 1.0
"""Seconds to wait until a camera that has ended is released, before it is opened again. Without this wait
the table would still hold the camera, and could not open it."""


class Driver:
    """A thread that opens a camera by calling `open_device`, and takes its pictures until they end or the
    driver is abandoned."""

    def __init__(self, open_device: Callable[[], Camera]) -> None:
        self._open_device, self._camera = open_device, list[Camera]()
        self._turn = threading.Condition()
        self._frame: Frame | None = None
        self._fault: Exception | None = None
        self._abandoned = self._done = False
        self._thread = threading.Thread(target=self._run, name="camera's driver", daemon=True)
        self._thread.start()

    @property
    def opening(self) -> bool:
        """True if the camera is not open yet."""
        return not self._camera

    @property
    def locked(self) -> bool | None:
        """True if focus and light are locked; None if the camera locks neither, or is not open."""
        return next((getattr(camera, "locked", None) for camera in self._camera), None)

    @property
    def abandoned(self) -> bool:
        """True if the camera's driver was given up because it hung or the camera was closed. Its pictures
        are no longer used."""
        return self._abandoned

    @property
    def alive(self) -> bool:
        """True if the driver still holds its camera."""
        return self._thread.is_alive()

    def wait_open(self, seconds: float) -> bool:
        """Wait until the camera is open, at most `seconds`. Return True if it is open. Raise the driver's
        error if opening failed."""
        with self._turn:
            self._turn.wait_for(lambda: self._camera or self._done, seconds)
            if self._fault is not None and self.opening:
                raise self._fault
            return not self.opening

    def frames(self, timeout: float | None = None) -> Iterator[Frame]:
        """Yield the pictures as they come, until they end or the driver is abandoned. Raise the driver's
        own errors, or TimeoutError if the next picture takes longer than `timeout` seconds. Without
        `timeout` wait for ever."""
        while (frame := self._take(timeout)) is not None:
            yield frame

    def adjust(self) -> None:
        """Make the camera focus and measure the light again, if it is open and can. Any thread may call
        this."""
        for camera in self._camera:
            if isinstance(camera, Adjustable):
                camera.adjust()

    def abandon(self) -> None:
        """Abandon the driver without waiting for it. Any thread may call this."""
        with self._turn:
            self._abandoned = True
            self._turn.notify_all()

    def join(self, seconds: float | None = None) -> None:
        """Wait up to `seconds` until the driver has released its camera."""
        self._thread.join(seconds)

    def _take(self, timeout: float | None) -> Frame | None:
        with self._turn:
            if not self._turn.wait_for(
                lambda: self._abandoned or self._done or self._frame is not None, timeout
            ):
                raise TimeoutError
            frame, self._frame = self._frame, None
            self._turn.notify_all()
            if self._abandoned:
                return None
            if frame is None and self._fault is not None:
                raise self._fault
            return frame

    def _run(self) -> None:
        try:
            camera = self._open_device()
            self._report_open(camera)
            for frame in camera.frames():
                if not self._hand_over(frame):
                    break
        except Exception as fault:  # noqa: BLE001 - a driver may raise anything: whoever takes its pictures hears of it
            self._fault = fault
        with self._turn:
            self._done = True
            self._turn.notify_all()
        self._close()

    def _report_open(self, camera: Camera) -> None:
        with self._turn:
            self._camera.append(camera)
            self._turn.notify_all()

    def _hand_over(self, frame: Frame) -> bool:
        """Hand a picture over to the thread that waits for it. Return False if the driver was abandoned."""
        with self._turn:
            self._turn.wait_for(lambda: self._abandoned or self._frame is None)
            self._frame = frame
            self._turn.notify_all()
            return not self._abandoned

    def _close(self) -> None:
        """Close the camera of an abandoned driver."""
        for camera in self._camera:
            try:
                camera.close()
            except Exception:  # noqa: BLE001 - whatever it is, that camera is done with
                return
