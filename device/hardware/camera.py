"""Cameras: what gives pictures of the table, and the moment each was taken.

A camera is a source of frames and nothing else. The virtual table is one too, and so is a folder of
photographs; which one a table uses is a setting, and nothing behind this file asks.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from device.errors import UsageFault

Image = NDArray[np.uint8]
"""Height x width x 3, blue-green-red."""

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
VIDEOS: Final = frozenset({".mp4", ".avi", ".mkv", ".mov", ".mjpeg", ".webm"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture. `at`: seconds on the camera's own monotonic clock. `small`: the same moment, grey and a
    fraction of the size, from a camera that shrinks its pictures itself: enough to look for motion in."""

    image: Image
    at: float
    small: NDArray[np.uint8] | None = None

    @property
    def glimpse(self) -> NDArray[np.uint8]:
        """The least picture there is of that moment."""
        return self.image if self.small is None else self.small


class Camera(Protocol):
    """Anything that looks at the table."""

    def frames(self) -> Iterator[Frame]:
        """Pictures in the order they were taken; ends when the source ends or is closed.

        Raises UsageFault when the source breaks off.
        """

    def close(self) -> None:
        """Let go of the hardware. May be called twice, and from another thread."""


class FolderCamera:
    """The pictures of a folder by name, `interval` seconds apart on its own clock (nothing waits)."""

    def __init__(self, folder: Path, *, interval: float = 1.0) -> None:
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


class OpenCvCamera:
    """A USB camera by number, or a stream or video file by address, through OpenCV."""

    def __init__(
        self,
        source: int | str,
        *,
        size: tuple[int, int] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = f"camera {source}" if isinstance(source, int) else str(source)
        self._clock = clock
        self._capture = _opened(source, self._name)
        if size is not None:
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """Pictures as they come. Raises UsageFault when the camera gives none at all."""
        seen = 0
        while not self._closed:
            good, image = self._capture.read()
            if not good or image is None:
                break
            seen += 1
            yield Frame(np.asarray(image, np.uint8), self._clock())
        if not self._closed and not seen:
            raise UsageFault(f"{self._name}: opened, but it gives no picture")

    def close(self) -> None:
        """Release the device."""
        self._closed = True
        self._capture.release()


def read_picture(path: Path) -> Image:
    """The picture in `path` as BGR. Raises UsageFault when it can't be read or is no picture."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault
    image = _decoded(data)
    if image is None:
        raise UsageFault(f"{path}: not a picture that can be decoded")
    return image


def _decoded(data: bytes) -> Image | None:
    """None for bytes that are no picture, or one larger than OpenCV is willing to decode."""
    if not data:
        return None
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _pictures(folder: Path) -> tuple[Path, ...]:
    try:
        paths = tuple(sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES))
    except OSError as fault:
        raise UsageFault(f"{folder}: {fault.strerror or fault}") from fault
    if not paths:
        raise UsageFault(f"{folder}: no pictures in this folder")
    return paths


def _opened(source: int | str, name: str) -> cv2.VideoCapture:
    # OpenCV prints its own lines about a missing device; ours says it once.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    capture = cv2.VideoCapture(source)
    if not capture.isOpened():
        capture.release()
        raise UsageFault(f"{name}: no such camera, or another program is using it")
    return capture


def open_camera(source: str, *, size: tuple[int, int] | None = None) -> Camera:
    """The camera named by `source`.

    `"0"`, `"1"` … a USB camera; `"pi"` the Raspberry Pi's own; an address with `://` a stream; a path a
    folder of pictures or a video file. Raises UsageFault when it is not there.
    """
    if source.isdecimal():
        return OpenCvCamera(int(source), size=size)
    if source == "pi":
        from device.hardware.picamera import PiCamera

        return PiCamera(size=size or (2304, 1296))
    if "://" in source:
        return OpenCvCamera(source, size=size)
    return _from_path(Path(source))


def is_live(source: str) -> bool:
    """Whether `source` names a camera or a stream, which gives pictures until it fails."""
    return source.isdecimal() or source == "pi" or "://" in source


def _from_path(path: Path) -> Camera:
    if path.is_dir():
        return FolderCamera(path)
    if path.suffix.lower() in VIDEOS and path.is_file():
        return OpenCvCamera(str(path))
    if path.exists():
        raise UsageFault(f"{path}: neither a folder of pictures nor a video")
    raise UsageFault(f"{path}: no such camera, folder or video; say 0 for the first USB camera or pi")
