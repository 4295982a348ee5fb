"""The Raspberry Pi's own camera. The only file that knows picamera2, which comes from the system."""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from device.errors import UsageFault
from device.hardware.camera import Frame


class PiCamera:
    """The camera on the Pi's ribbon cable, `size` = (width, height) pixels."""

    def __init__(self, *, size: tuple[int, int], clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._closed = False
        self._camera = _started(size)

    def frames(self) -> Iterator[Frame]:
        """Pictures as they come."""
        while not self._closed:
            try:
                image = self._camera.capture_array("main")
            except RuntimeError as fault:
                raise UsageFault(f"the Pi's camera stopped: {fault}") from fault
            yield Frame(np.asarray(image[..., :3], np.uint8), self._clock())

    def close(self) -> None:
        """Stop the stream and let go of the camera."""
        if not self._closed:
            self._closed = True
            self._camera.stop()
            self._camera.close()


def _started(size: tuple[int, int]) -> Any:
    """A running Picamera2. Its "RGB888" is blue-green-red in memory, which is what is wanted."""
    try:
        picamera2 = import_module("picamera2")
    except ImportError as fault:
        raise UsageFault("the Pi's camera needs picamera2: apt install python3-picamera2") from fault
    try:
        camera = picamera2.Picamera2()
        camera.configure(camera.create_video_configuration(main={"size": size, "format": "RGB888"}))
        camera.start()
    except (RuntimeError, IndexError) as fault:
        raise UsageFault(f"the Pi's camera does not start: {fault}; is its cable in place?") from fault
    return camera
