"""Use the photographs that people take with their phones as the pictures of a camera, one after another."""

import queue
import time
from collections.abc import Callable, Iterator
from typing import Final

from device.hardware.camera import Frame, Image

MAX_WAITING_PHOTOS: Final = 2
"""Maximum number of photographs that wait. A phone that sends a further one is told that the table is
busy."""


class PhotographCamera:
    """A camera whose pictures are photographs. Thread-safe."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._photos: queue.Queue[Image | None] = queue.Queue(MAX_WAITING_PHOTOS)
        self._closed = False

    def put(self, photo: Image) -> None:
        """Add a photograph. Raise `queue.Full` when the table can't keep up."""
        self._photos.put_nowait(photo)

    def frames(self) -> Iterator[Frame]:
        """Yield the photographs as they come, until the camera is closed."""
        while not self._closed:
            photo = self._photos.get()
            if photo is not None:
                yield Frame(photo, self._clock())

    def close(self) -> None:
        """End the photographs. No more are given."""
        self._closed = True
        try:
            self._photos.put_nowait(None)
        except queue.Full:
            return  # a waiting thread gets the next photograph, then sees that the camera is closed
