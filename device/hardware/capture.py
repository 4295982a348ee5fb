"""Take pictures from USB cameras and cameras on the network, through OpenCV."""

import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np
from numpy.typing import NDArray

from device.errors import UsageFault, without_folders
from device.hardware.camera import Frame
from device.hardware.flicker import set_mains_frequency
from device.hardware.video_nodes import THIS_MACHINE, Nodes, in_use_fault, unopened_fault
from device.settings import Mains
from engine.i18n import Sentence

OPEN_TIMEOUT_MILLISECONDS: Final = 5000
READ_TIMEOUT_MILLISECONDS: Final = 1500
"""Milliseconds to wait for the next picture of a camera on the network. After them the camera
counts as failed, because a fault must be noticed within two seconds. For the first picture the
limit is `OPEN_TIMEOUT_MILLISECONDS`."""

CONNECT_TIMEOUT_SECONDS: Final = 1.0
"""Seconds within which a camera's network address must accept a connection, before OpenCV opens it. While a
network is down nothing answers. OpenCV would then wait for its own long timeout, even if the camera has
returned meanwhile."""
PORTS: Final = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
"""The default ports of camera addresses, by scheme."""

MAX_VIDEO_PIXELS: Final = 16_000_000
"""Maximum number of pixels of a picture in a stream or a video. A stream with larger pictures is
refused. OpenCV takes some 170 MB for a picture of this size, and ten times as much for the
largest cameras' pictures."""

SETTLING_PICTURES: Final = 45
"""Number of pictures in which a USB camera finds its focus and measures the light, one to three seconds.
Both are fixed afterwards, so that they do not follow every hand and every card."""

LIGHT_CHECK_PICTURES: Final = 12
"""Number of pictures after which the brightness is compared with that before the camera's light was
fixed. The first of them were taken before the setting took effect. The comparison is needed
because many cameras do not report the exposure that they chose: fixing the reported value then
changes the brightness."""

MAX_BRIGHTNESS_CHANGE: Final = 0.12
"""Maximum share by which fixing the light may change the brightness. People do not see so small a change.
After a larger change the camera sets its light automatically again."""

AUTOMATIC_CONTROLS: Final = (
    (cv2.CAP_PROP_AUTOFOCUS, 1),
    (cv2.CAP_PROP_AUTO_EXPOSURE, 3),
    (cv2.CAP_PROP_AUTO_WB, 1),
)
"""The controls that a camera can set automatically, each with the value that switches this on under Linux."""

FIXED_LIGHT_CONTROLS: Final = (
    (cv2.CAP_PROP_AUTO_EXPOSURE, 1, cv2.CAP_PROP_EXPOSURE),
    (cv2.CAP_PROP_AUTO_WB, 0, cv2.CAP_PROP_WB_TEMPERATURE),
)
"""The controls of the light, each with Linux's value for fixing it and the OpenCV property that is fixed."""

MOTION_JPEG: Final = cv2.VideoWriter.fourcc(*"MJPG")
"""The picture format that is requested before the size. Without compression USB 2 carries only two or
three large pictures a second."""


Light = NDArray[np.float64]
"""(3,) brightness of blue, green and red, in grey levels."""


class Capture(Protocol):
    """Declare the part of `cv2.VideoCapture` that the cameras use."""

    def read(self) -> tuple[bool, cv2.typing.MatLike | None]:
        """Return True and the next picture. Return False if there is none."""

    def get(self, propId: int) -> float:  # noqa: N803 - OpenCV's name
        """Return the value of the property `propId` of the device; 0 if the device lacks the property."""

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        """Set the property `propId` of the device. Return True if the device accepted the value."""

    def release(self) -> None:
        """Release the device."""


class OpenCvCamera:
    """Take the pictures of a `capture`, which people call `name`.

    `size` (width, height) is requested, and the camera gives its nearest size. With `hold_settings`, focus
    and light are fixed once they are found. `holder` returns another program that holds the camera.
    """

    def __init__(
        self,
        capture: Capture,
        name: str,
        *,
        size: tuple[int, int] | None = None,
        hold_settings: bool = False,
        holder: Callable[[], str | None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._capture, self._name, self._clock = capture, name, clock
        self._holder = holder
        self._using, self._closed = threading.Lock(), False
        self._adjust = threading.Event()
        self._settling = self._checking_light = 0
        self._light: Light | None = None
        if size is not None:
            _request_size(capture, size)
        if hold_settings:
            self._adjust.set()
        self._hold_settings = hold_settings

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures as they come, until they end. Raise UsageFault if there is no picture at all."""
        seen = 0
        while (image := self._next()) is not None:
            seen += 1
            yield Frame(np.asarray(image, np.uint8), self._clock())
        if not self._closed and not seen:
            if (program := self._holder()) is not None:
                raise in_use_fault(program)
            raise UsageFault(Sentence("{name} opens, but gives no picture", (("name", self._name),)))

    def adjust(self) -> None:
        """Focus and measure the light again, then fix both. Any thread may call this."""
        if self._hold_settings:
            self._adjust.set()

    def close(self) -> None:
        """Release the device as soon as no thread reads from it, because OpenCV would crash during a read."""
        before, self._closed = self._closed, True
        with self._using:
            if self._hold_settings and not before:
                self._set_controls(AUTOMATIC_CONTROLS)  # a camera keeps its settings for the next program
            self._capture.release()

    def _next(self) -> cv2.typing.MatLike | None:
        """Return the next picture; None at the end, or if the camera is closed."""
        with self._using:
            if self._closed:
                return None
            if self._adjust.is_set():
                self._adjust.clear()
                self._settling, self._checking_light = SETTLING_PICTURES, 0
                self._set_controls(AUTOMATIC_CONTROLS)
            good, image = self._capture.read()
            if not good or image is None:
                return None
            if self._settling:
                self._settle(image)
            elif self._checking_light:
                self._check_light(image)
            return image

    def _settle(self, image: cv2.typing.MatLike) -> None:
        """Count a picture while focus and light are settling, and fix both after `SETTLING_PICTURES`."""
        self._settling -= 1
        if self._settling:
            return
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        for automatic, off, kept in FIXED_LIGHT_CONTROLS:
            value = self._capture.get(kept)
            if self._capture.set(automatic, off):
                self._capture.set(kept, value)
                self._light, self._checking_light = median_brightness(image), LIGHT_CHECK_PICTURES

    def _check_light(self, image: cv2.typing.MatLike) -> None:
        """Count a picture after the light was fixed. After `LIGHT_CHECK_PICTURES` compare the light with the
        light before, and make it automatic again if it has changed."""
        self._checking_light -= 1
        if (
            not self._checking_light
            and self._light is not None
            and not is_invisible(self._light, median_brightness(image))
        ):
            self._set_controls(AUTOMATIC_CONTROLS[1:])

    def _set_controls(self, what: Sequence[tuple[int, int]]) -> None:
        for name, value in what:
            self._capture.set(name, value)


def median_brightness(image: cv2.typing.MatLike) -> Light:
    """Return the median brightness of a picture: one value each for blue, green and red."""
    return np.asarray(np.median(image[::16, ::16].reshape(-1, image.shape[-1]), axis=0) + 1.0, np.float64)


def is_invisible(one: Light, two: Light) -> bool:
    """Return True if the difference between the brightnesses `one` and `two` is too small to be seen."""
    return bool((np.abs(two - one) <= MAX_BRIGHTNESS_CHANGE * one).all())


def open_usb(
    source: str,
    path: str,
    size: tuple[int, int] | None,
    mains: Mains | None = None,
    nodes: Nodes = THIS_MACHINE,
) -> OpenCvCamera:
    """Return the USB camera at the device file `path`, which the settings call `source`. Raise
    UsageFault if the camera is missing or busy."""
    capture = cv2.VideoCapture()
    node = nodes.device_file(path)
    if node is None or not _open_quietly(lambda: capture.open(str(node), cv2.CAP_V4L2)):
        raise unopened_fault(source, path, nodes)
    set_mains_frequency(node, mains)
    return OpenCvCamera(
        capture,
        f"camera {without_folders(source)}",
        size=size,
        hold_settings=True,
        holder=lambda: nodes.holder(path),
    )


def open_stream(address: str) -> OpenCvCamera:
    """Return a camera on the network, MJPEG or RTSP. Raise UsageFault if the camera does not answer."""
    capture = cv2.VideoCapture()
    limits = [
        cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
        OPEN_TIMEOUT_MILLISECONDS,
        cv2.CAP_PROP_READ_TIMEOUT_MSEC,
        READ_TIMEOUT_MILLISECONDS,
    ]
    if not _accepts_connection(address) or not _open_quietly(
        lambda: capture.open(address, cv2.CAP_FFMPEG, limits)
    ):
        raise UsageFault(Sentence("no camera answers at {address}", (("address", _public(address)),)))
    _check_size(capture, _public(address))
    return OpenCvCamera(capture, _public(address))


def _accepts_connection(address: str) -> bool:
    """Return False if no program accepts a connection at the camera's URL `address`. Return True also
    for a URL without a known port, because only OpenCV can try that one."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return True
    if host is None or port is None:
        return True
    try:
        socket.create_connection((host, port), CONNECT_TIMEOUT_SECONDS).close()
    except OSError:
        return False
    return True


def _public(address: str) -> str:
    """Return the camera's URL `address` without its user name, password and query, so that it may be
    shown."""
    return re.sub(r"//[^/]*@", "//", address.partition("?")[0])


def open_video(path: str) -> OpenCvCamera:
    """Return a video file as a camera. Its pictures have their own times, from 0. Raise UsageFault if the
    file cannot be played."""
    capture = cv2.VideoCapture()
    if not _open_quietly(lambda: capture.open(path)):
        raise UsageFault(f"{path}: not a video that can be played")
    name = Path(path).name
    _check_size(capture, name)
    return OpenCvCamera(capture, name, clock=lambda: capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)


def _check_size(capture: Capture, name: str) -> None:
    """Check the size of a stream's pictures before any is decoded, because a large picture takes too much
    memory. Later pictures of another size are no problem: OpenCV shrinks them to the size of the first.
    Close the camera and raise UsageFault if the size is too large."""
    pixels = capture.get(cv2.CAP_PROP_FRAME_WIDTH) * capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
    if pixels > MAX_VIDEO_PIXELS:
        capture.release()
        raise UsageFault(
            Sentence(
                "{name} gives pictures of {size} megapixels. Set it to {limit} or fewer",
                (("name", name), ("size", round(pixels / 1e6)), ("limit", MAX_VIDEO_PIXELS // 1_000_000)),
            )
        )


def _request_size(capture: Capture, size: tuple[int, int]) -> None:
    capture.set(cv2.CAP_PROP_FOURCC, MOTION_JPEG)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    # A buffered picture would show the past.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def _open_quietly(attempt: Callable[[], bool]) -> bool:
    """Run `attempt`, which opens a device, without OpenCV's own messages about a missing device. This
    program reports a missing device itself."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET
    try:
        return attempt()
    except cv2.error:
        return False
