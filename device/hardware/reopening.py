"""A camera that is opened again when it fails, with more and more patience."""

import threading
from collections.abc import Callable, Iterator
from typing import Final

from device.errors import UsageFault
from device.hardware.camera import Adjustable, Camera, Frame
from device.hardware.opening import is_live, open_camera
from device.hardware.replayed import Paced

PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each new attempt, and before all that follow: a cable put back is noticed at once, and a
camera that is gone for the evening costs nothing."""


def steadfast(source: str, size: tuple[int, int], lost: Callable[[str], None]) -> Camera:
    """The camera named by `source`; a live one is opened again whenever it fails, and `lost` told why it did;
    pictures and films are shown at their pace.

    Raises UsageFault when it is not there now.
    """
    camera = open_camera(source, size=size)
    if not is_live(source):
        return Paced(camera)
    return Reopening(camera, lambda: open_camera(source, size=size), lost=lost)


class Reopening:
    """`camera`, and after it whatever `opened` gives: frames without end, whatever becomes of the hardware.

    `lost` is told in a line why there are none for the moment. `pause` waits so many seconds and says whether
    the camera was closed meanwhile.
    """

    def __init__(
        self,
        camera: Camera,
        opened: Callable[[], Camera],
        *,
        lost: Callable[[str], None],
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self._camera: Camera | None = camera
        self._opened, self._lost = opened, lost
        self._closed = threading.Event()
        self._pause = pause or self._closed.wait

    def frames(self) -> Iterator[Frame]:
        """Pictures as they come, until this is closed."""
        attempt = 0
        while not self._closed.is_set():
            try:
                for frame in self._open().frames():
                    attempt = 0
                    yield frame
                why = "it stopped"
            except UsageFault as fault:
                why = str(fault)
            except Exception as fault:  # noqa: BLE001 - a driver may raise anything, and the table must live on
                why = str(fault) or type(fault).__name__
            if self._closed.is_set():
                return
            self._lost(why)
            self.refresh()
            if self._pause(PAUSES[min(attempt, len(PAUSES) - 1)]):
                return
            attempt += 1

    def refresh(self) -> None:
        """Let go of the hardware, so that it is opened anew. From any thread: a driver that is stuck may hold
        whoever closes it, so nobody waits for that."""
        camera, self._camera = self._camera, None
        if camera is not None:
            threading.Thread(target=_closing, args=(camera,), name="camera's end", daemon=True).start()

    def adjust(self) -> None:
        """Have the camera that is open focus and measure the light anew, if it can. From any thread."""
        camera = self._camera
        if isinstance(camera, Adjustable):
            camera.adjust()

    def close(self) -> None:
        """Give no more pictures and let go of the hardware."""
        self._closed.set()
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _open(self) -> Camera:
        """The camera that is open, else a new one."""
        if self._camera is None:
            self._camera = self._opened()
        return self._camera


def _closing(camera: Camera) -> None:
    """A driver's last words interest nobody: its pictures are asked of a new one."""
    try:
        camera.close()
    except Exception:  # noqa: BLE001 - whatever it is, that camera is done with
        return
