"""Pictures and films of an earlier day, shown again as a camera would show them."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.hardware.camera import PICTURES, Camera, Frame, read_picture

EACH: Final = 6.0
"""Seconds for which each picture of a folder lies on the table: as long as it takes to come to rest, be read,
and stand for the table's patience."""

STEP: Final = 0.1
"""Seconds between two looks at the same picture."""


class FolderCamera:
    """The pictures of a folder by name, `interval` seconds apart on its own clock (nothing waits)."""

    def __init__(self, folder: Path, *, interval: float = EACH) -> None:
        self._paths = _pictures(folder)
        self._interval = interval
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """One frame a picture."""
        for number, path in enumerate(self._paths):
            if self._closed:
                return
            yield Frame(read_picture(path), number * self._interval)

    def close(self) -> None:
        """Stop after the present picture."""
        self._closed = True


class Paced:
    """What `camera` gives, each picture when its time has come, and again and again until the next one's has;
    the last one stays `lasting` seconds. A table can be played from it as from a live camera."""

    def __init__(
        self,
        camera: Camera,
        *,
        lasting: float = EACH,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        """`pause` waits so many seconds and says whether the camera was closed meanwhile."""
        self._camera, self._lasting, self._clock = camera, lasting, clock
        self._closed = threading.Event()
        self._pause = pause or self._closed.wait

    def frames(self) -> Iterator[Frame]:
        """The pictures, on the clock's time."""
        begun, last = self._clock(), None
        for frame in self._camera.frames():
            if last is not None:
                yield from self._until(begun + frame.at, last)
            if self._closed.is_set():
                return
            last = frame
            yield Frame(frame.image, self._clock())
        if last is not None:
            yield from self._until(self._clock() + self._lasting, last)

    def close(self) -> None:
        """Give no more pictures."""
        self._closed.set()
        self._camera.close()

    def _until(self, due: float, frame: Frame) -> Iterator[Frame]:
        """The same picture until then."""
        while (left := due - self._clock()) > 0:
            if self._pause(min(STEP, left)):
                return
            if left > STEP:
                yield Frame(frame.image, self._clock())


def _pictures(folder: Path) -> tuple[Path, ...]:
    try:
        paths = tuple(sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES))
    except OSError as fault:
        raise UsageFault(f"{folder}: {fault.strerror or fault}") from fault
    if not paths:
        raise UsageFault(f"{folder}: no pictures in this folder")
    return paths
