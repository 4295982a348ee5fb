"""Define cameras: sources of pictures of the table, each with its time.

A camera only gives frames. The virtual table is a camera, and so is a folder of photographs. A setting
chooses the camera, and no other code depends on its kind.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture, (height, width, 3), blue-green-red."""

ReadPicture = Callable[[Path], Image]
"""A function that reads the picture in a file. It raises UsageFault for a file without a picture, or with
an incomplete one."""

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
VIDEOS: Final = frozenset({".mp4", ".avi", ".mkv", ".mov", ".mjpeg", ".webm"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the camera, with the time at which it was taken."""

    image: Image
    at: float
    """The time of the picture, seconds on the camera's own monotonic clock."""
    small: NDArray[np.uint8] | None = None
    """A smaller grey picture of the same moment, for motion detection; None unless the camera makes such a
    picture itself."""

    @property
    def glimpse(self) -> NDArray[np.uint8]:
        """Return the small picture of this moment, in which movement is detected. If the camera gives none,
        return the picture itself."""
        return self.image if self.small is None else self.small


class Camera(Protocol):
    """Define a source of pictures of the table."""

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures in the order in which they were taken, until the source ends or is closed.

        Raise UsageFault if the source breaks off.
        """

    def close(self) -> None:
        """Release the hardware. Any thread may call this, also twice."""


@runtime_checkable
class Adjustable(Protocol):
    """A camera that focuses or measures the light on request."""

    def adjust(self) -> None:
        """Focus and measure the light again. Any thread may call this."""
