"""Cameras: what gives pictures of the table, and the moment each was taken.

A camera is a source of frames and nothing else. The virtual table is one too, and so is a folder of
photographs; which one a table uses is a setting, and nothing behind this file asks.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Height x width x 3, blue-green-red."""

ReadPicture = Callable[[Path], Image]
"""Function that reads the whole picture in a file. Raises UsageFault for a file that holds none, or only part
of one.
"""

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
VIDEOS: Final = frozenset({".mp4", ".avi", ".mkv", ".mov", ".mjpeg", ".webm"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture. `at`: seconds on the camera's own monotonic clock. `small`: the same moment, grey and a
    fraction of the size, from a camera that shrinks its pictures itself: enough for motion detection.
    """

    image: Image
    at: float
    small: NDArray[np.uint8] | None = None

    @property
    def glimpse(self) -> NDArray[np.uint8]:
        """Return the smallest picture of that moment."""
        return self.image if self.small is None else self.small


class Camera(Protocol):
    """Define a source of pictures of the table."""

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures in the order in which they were taken, until the source ends or is closed.

        Raise UsageFault if the source breaks off.
        """

    def close(self) -> None:
        """Let go of the hardware. May be called twice, and from another thread."""


@runtime_checkable
class Adjustable(Protocol):
    """A camera that focuses or measures the light on request."""

    def adjust(self) -> None:
        """Do it anew. From any thread."""
