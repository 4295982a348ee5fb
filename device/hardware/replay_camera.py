"""Replay stored pictures and films of a table, as a camera would show them."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.hardware.camera import PICTURES, Camera, Frame, Image, ReadPicture
from engine.i18n import Sentence

SECONDS_PER_PICTURE: Final = 6.0
"""Seconds for which each picture of a folder is shown. In this time the table comes to rest, is read, and
the turn ends by itself."""

FRAME_SECONDS: Final = 0.1
"""Seconds between two frames while one picture of a folder is shown again and again."""

RETRY_SECONDS: Final = 1.0
"""Seconds before a picture that can't be read is tried again. A program may still be writing it."""

MAX_TRIES: Final = 6
"""The number of times that a picture of the folder is tried before it is skipped as unreadable.
The tries together take as long as a picture is shown."""


class FolderCamera:
    """The pictures of a folder in the order of their names. `read` loads a picture. The
    frames' times are `interval` seconds apart, but the frames are yielded without waiting."""

    def __init__(self, folder: Path, read: ReadPicture, *, interval: float = SECONDS_PER_PICTURE) -> None:
        self._paths = _pictures(folder)
        self._read, self._interval = read, interval
        self._number = self._tries = 0
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """Yield one frame for each picture. Raise UsageFault for a picture that can't be read. The next
        call tries the same picture again. After `MAX_TRIES` tries it skips the picture, except the
        folder's last one."""
        while self._number < len(self._paths) and not self._closed:
            number = self._number
            image = self._image(self._paths[number])
            self._number, self._tries = number + 1, 0
            yield Frame(image, number * self._interval)

    def _image(self, path: Path) -> Image:
        try:
            return self._read(path)
        except UsageFault as fault:
            self._tries += 1
            if self._tries >= MAX_TRIES and path != self._paths[-1]:
                self._number, self._tries = self._number + 1, 0
            raise UsageFault(
                Sentence(
                    "The picture {name} is cut short or damaged. The table tries it again.",
                    (("name", path.name),),
                )
            ) from fault

    def close(self) -> None:
        """End the frames after the present picture."""
        self._closed = True


class PacedCamera:
    """Yield the pictures of `camera` at their own times, like a live camera, and repeat each until the
    next is due. The last picture stays for `lasting` seconds. `report_skip` gets a sentence for each
    unreadable picture."""

    def __init__(
        self,
        camera: Camera,
        report_skip: Callable[[Sentence], None],
        *,
        lasting: float = SECONDS_PER_PICTURE,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        """Pace the pictures of `camera`. `pause` waits the given number of seconds, and returns True if
        `close` was called meanwhile. By default it waits in real time."""
        self._camera, self._report_skip, self._lasting, self._clock = camera, report_skip, lasting, clock
        self._closed = threading.Event()
        self._pause = pause or self._closed.wait

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures, with times of the real clock."""
        begun = self._clock()
        last: Frame | None = None
        for frame in self._readable():
            if frame is None:
                yield from self._repeat_until(self._clock() + RETRY_SECONDS, last)
                continue
            if last is not None:
                yield from self._repeat_until(begun + frame.at, last)
            if self._closed.is_set():
                return
            last = frame
            yield Frame(frame.image, self._clock())
        if last is not None:
            yield from self._repeat_until(self._clock() + self._lasting, last)

    def _readable(self) -> Iterator[Frame | None]:
        """Yield the camera's pictures. Yield None while the next picture can't be read and is tried again."""
        reported = None
        while not self._closed.is_set():
            try:
                yield from self._camera.frames()
            except UsageFault as fault:
                if fault.sentence != reported:
                    reported = fault.sentence
                    self._report_skip(reported)
                yield None
            else:
                return

    def close(self) -> None:
        """End the pictures. No more are given."""
        self._closed.set()
        self._camera.close()

    def _repeat_until(self, due: float, frame: Frame | None) -> Iterator[Frame]:
        """Repeat the picture `frame`, if there is one, until the time `due`."""
        while (left := due - self._clock()) > 0:
            if self._pause(min(FRAME_SECONDS, left)):
                return
            if left > FRAME_SECONDS and frame is not None:
                yield Frame(frame.image, self._clock())


def _pictures(folder: Path) -> tuple[Path, ...]:
    try:
        paths = tuple(sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES))
    except OSError as fault:
        raise UsageFault(f"{folder}: {fault.strerror or fault}") from fault
    if not paths:
        raise UsageFault(f"{folder}: no pictures in this folder")
    return paths
