"""Take pictures with the Raspberry Pi's own camera. Only this module knows picamera2, which is a system
package.

It takes two pictures of each moment: `main`, which is read, and `lores`, in which motion is detected. The
camera makes `lores` without work for the processor. docs/cameras.md tells which parts were run, and on which
hardware.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from device.errors import UsageFault, without_folders
from device.hardware.camera import Frame
from device.hardware.convergence import Convergence, automatic_controls, locking_controls
from device.hardware.flicker import flicker_controls
from device.hardware.video_nodes import THIS_MACHINE, InUseFault, Nodes, in_use_fault
from device.settings import Mains
from engine.i18n import Sentence

FRAME_MICROSECONDS: Final = 66_666
"""Microseconds from picture to picture. Fifteen pictures a second show a passing hand, and allow exposures
long enough for a lamp in the evening."""

MOTION_WIDTH_PIXELS: Final = 320
"""Width of the picture for motion detection, in pixels. It is twice the width in
`vision.motion_detection`, which shrinks the picture to remove noise."""

MAX_ENLARGEMENT: Final = 1.25
"""Maximum factor by which a picture may be enlarged to the requested size. If a larger factor were
needed, all pixels of the sensor are read. Otherwise only every second pixel is read, which is
faster."""

BUFFER_COUNT: Final = 4
"""Number of pictures under way in the camera: one is read out, one waits, two are being exposed."""

PICTURE_TIMEOUT_SECONDS: Final = 2.0
"""Seconds without a picture after which the cable counts as unplugged: thirty pictures."""


BUSY_MESSAGES: Final = ("resource busy", "code: -16", "Failed to acquire camera", "sequence did not complete")
"""Parts of picamera2's error messages. An error with such a part means that another program holds
the camera (EBUSY is 16)."""
NO_CAMERA_MESSAGES: Final = ("not found", "No camera number")
"""Parts of picamera2's error messages. An error with such a part means that libcamera finds no
camera."""


class Request(Protocol):
    """The pictures of one moment, a `picamera2.request.CompletedRequest`."""

    def make_array(self, name: str) -> NDArray[np.uint8]:
        """Return a copy of the picture of the stream `name`."""

    def get_metadata(self) -> dict[str, Any]:
        """Return the metadata of the pictures."""

    def release(self) -> None:
        """Give the memory back to the camera."""


class Pending(Protocol):
    """A request for the pictures of the next moment, a `picamera2.job.Job`."""

    def get_result(self, timeout: float) -> Request:
        """Return the requested pictures. Raise TimeoutError if they do not come within `timeout` seconds."""


class Pi(Protocol):
    """Declare the part of `picamera2.Picamera2` that the camera uses."""

    @property
    def camera_controls(self) -> Mapping[str, Any]:
        """Return the controls that the camera accepts, by name."""

    @property
    def sensor_resolution(self) -> tuple[int, int]:
        """Return the full size of the sensor in pixels."""

    def create_video_configuration(
        self,
        *,
        main: dict[str, Any],
        lores: dict[str, Any],
        raw: None,
        buffer_count: int,
        controls: dict[str, Any],
        display: None,
        encode: None,
        sensor: dict[str, Any],
    ) -> dict[str, Any]:
        """Return a video configuration, which may be changed before it is applied."""

    def configure(self, camera_config: dict[str, Any]) -> None:
        """Apply the configuration. Raise RuntimeError if the camera can't."""

    def camera_configuration(self) -> dict[str, Any]:
        """Return the configuration that the camera uses now."""

    def start(self) -> None:
        """Start taking pictures."""

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Set `controls` from the next exposure on."""

    def capture_request(self, *, wait: Literal[False]) -> Pending:
        """Request the next pictures that the camera takes at one moment, without waiting for them."""

    def cancel_all_and_flush(self) -> None:
        """Cancel the requests that never completed."""

    def stop(self) -> None:
        """Stop taking pictures."""

    def close(self) -> None:
        """Release the camera."""


class PiCamera:
    """The camera on the Pi's ribbon cable, with pictures of `size` (width, height) pixels.

    Focus, exposure and white balance are automatic until they have settled, then locked, until `adjust` is
    called. Exposures last whole flickers of lamps on `mains`. `open_device` returns a camera that is not yet
    configured.
    """

    def __init__(
        self,
        *,
        size: tuple[int, int],
        mains: Mains | None = None,
        clock: Callable[[], float] = time.monotonic,
        open_device: Callable[[], Pi] | None = None,
        nodes: Nodes = THIS_MACHINE,
    ) -> None:
        self._clock, self._mains = clock, mains
        self._using = threading.Lock()
        self._closed = self._ended = False
        self._adjust = threading.Event()
        self._adjust.set()
        self._camera = _start(open_device or _open_picamera, size, nodes)
        self._offered = self._camera.camera_controls
        self._small: tuple[int, int] = self._camera.camera_configuration()["lores"]["size"]
        self._convergence: Convergence | None = None

    @property
    def locked(self) -> bool:
        """True if focus, exposure and white balance are locked."""
        return self._convergence is None and not self._adjust.is_set()

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures as they come. Raise UsageFault if they stop."""
        while (frame := self._next()) is not None:
            yield frame

    def adjust(self) -> None:
        """Focus and measure the light again, and lock both when they have settled. Any thread may call
        this."""
        self._adjust.set()

    def close(self) -> None:
        """Stop the stream and release the camera."""
        self._closed = True
        with self._using:
            if not self._ended:
                self._ended = True
                self._camera.stop()
                self._camera.close()

    def _next(self) -> Frame | None:
        """Return the next frame; None if the camera is closed. The camera can't be closed while a picture
        is copied."""
        with self._using:
            if self._closed:
                return None
            try:
                return self._take()
            except TimeoutError as fault:
                # The requested picture would come before the request to stop in the queue.
                self._camera.cancel_all_and_flush()
                silent = Sentence("the Pi's camera gives no pictures; is its cable in place?")
                raise UsageFault(silent) from fault
            except (RuntimeError, ValueError, OSError) as fault:
                stopped = Sentence(
                    "the Pi's camera stopped: {fault}", (("fault", without_folders(str(fault))),)
                )
                raise UsageFault(stopped) from fault

    def _take(self) -> Frame:
        if self._adjust.is_set():
            self._adjust.clear()
            self._convergence = Convergence(focused="AfMode" not in self._offered)
            self._camera.set_controls(automatic_controls(self._offered, flicker_controls(self._mains)))
        request = self._camera.capture_request(wait=False).get_result(timeout=PICTURE_TIMEOUT_SECONDS)
        try:
            at = self._clock()
            width, height = self._small
            # YUV420: the grey picture is above its colours, and its rows may be padded.
            small = request.make_array("lores")[:height, :width]
            image = request.make_array("main")[..., :3]
            if self._convergence is not None:
                self._settle(self._convergence, request.get_metadata())
        finally:
            request.release()
        return Frame(np.asarray(image, np.uint8), at, np.asarray(small, np.uint8))

    def _settle(self, convergence: Convergence, metadata: Mapping[str, Any]) -> None:
        now = convergence.after(metadata)
        self._convergence = None if now.done else now
        if now.done:
            self._camera.set_controls(locking_controls(metadata, self._offered))


def _open_picamera() -> Pi:
    try:
        picamera2 = import_module("picamera2")
    except ImportError as fault:
        lacking = Sentence("the Pi's camera needs picamera2: apt install python3-picamera2")
        raise UsageFault(lacking) from fault
    except Exception as fault:  # a module built for another numpy raises ValueError
        broken = Sentence("picamera2 can't be loaded: {fault}", (("fault", without_folders(str(fault))),))
        raise UsageFault(broken) from fault
    camera: Pi = picamera2.Picamera2()
    return camera


def _start(open_device: Callable[[], Pi], size: tuple[int, int], nodes: Nodes) -> Pi:
    """Return a running camera. Raise UsageFault if no camera is found, or if it has no pictures of `size`."""
    try:
        camera = open_device()
    except (RuntimeError, IndexError, OSError) as fault:
        raise _unopened(fault, nodes) from fault
    try:
        camera.configure(_configuration(camera, size))
        camera.start()
    except (RuntimeError, ValueError, OSError) as fault:
        camera.close()  # otherwise it can't be opened again
        raise _unopened(fault, nodes) from fault
    return camera


def _unopened(fault: Exception, nodes: Nodes) -> UsageFault:
    """Return a fault that says why the Pi's camera does not start. It names the program that holds the
    camera, if there is one: picamera2 then reports either a busy camera or none."""
    text = f"{fault} {fault.__context__ or ''}"
    busy, none = _says(text, BUSY_MESSAGES), isinstance(fault, IndexError) or _says(text, NO_CAMERA_MESSAGES)
    if (busy or none) and (program := nodes.pi_holder()) is not None:
        return in_use_fault(program)
    if busy:
        return InUseFault(Sentence("another program is using the camera. Close that program"))
    if none:
        return UsageFault(Sentence("the Pi finds no camera. Switch the Pi off and check the camera's cable"))
    return UsageFault(
        Sentence("the Pi's camera does not start: {fault}", (("fault", without_folders(str(fault))),))
    )


def _says(text: str, signs: tuple[str, ...]) -> bool:
    return any(sign in text for sign in signs)


def _configuration(camera: Pi, size: tuple[int, int]) -> dict[str, Any]:
    """Return the configuration of both streams. Its format "RGB888" is blue-green-red in memory, the order
    that OpenCV uses."""
    pace = {"FrameDurationLimits": (FRAME_MICROSECONDS, FRAME_MICROSECONDS)}
    return camera.create_video_configuration(
        main={"size": size, "format": "RGB888"},
        lores={"size": motion_size(size), "format": "YUV420"},
        # The sensor's raw picture is not needed, and would take more memory than the other two.
        raw=None,
        buffer_count=BUFFER_COUNT,
        controls=pace if pace.keys() <= camera.camera_controls.keys() else {},
        display=None,
        encode=None,
        sensor={"output_size": sensor_mode(camera.sensor_resolution, size)},
    )


def sensor_mode(sensor: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
    """Return the sensor mode for pictures of `size`. The mode covers the whole sensor, and reads every
    pixel or every second one.

    By default picamera2 takes the nearest mode, which may cover only the middle of the sensor. On a
    Camera Module 2 this is the middle 1920 x 1080 of 3280 x 2464 pixels, and half of the table
    would be missing.
    """
    half = (sensor[0] // 2, sensor[1] // 2)
    return half if half[0] * MAX_ENLARGEMENT >= size[0] else sensor


def motion_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height of the small picture by which movement is detected. It has the aspect
    ratio of a picture of the size `size`. Both numbers are even."""
    width = min(MOTION_WIDTH_PIXELS, size[0])
    return width - width % 2, max(2, round(size[1] * width / size[0] / 2) * 2)
