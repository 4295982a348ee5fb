"""Provide stand-ins for the modules below picamera2: libcamera's bindings with one camera (an autofocusing
IMX708), kms, and the kernel's heap of camera memory. picamera2 itself is the real one.

They offer only the names that picamera2 uses. A sensor in a thread of its own exposes a picture every two
milliseconds into picamera2's memory, obeys the controls of each request, and settles within some pictures.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from types import ModuleType
from typing import Any, Final

PACE: Final = 0.002
"""Seconds between exposures."""
SETTLES: Final = 20
"""The number of exposures until light and focus have settled after each new measurement."""


class StreamRole(Enum):
    StillCapture, Raw, VideoRecording, Viewfinder = range(4)


class Orientation(Enum):
    (
        Rotate0, Rotate0Mirror, Rotate180, Rotate180Mirror,
        Rotate90, Rotate90Mirror, Rotate270, Rotate270Mirror,
    ) = range(8)  # fmt: skip


class ControlType(Enum):
    Plain, Rectangle, Size = range(3)


class Transform:
    def __init__(
        self, of: Transform | None = None, hflip: int = 0, vflip: int = 0, transpose: int = 0
    ) -> None:
        self.hflip, self.vflip, self.transpose = hflip, vflip, transpose
        if of is not None:
            self.hflip, self.vflip, self.transpose = of.hflip, of.vflip, of.transpose

    def __str__(self) -> str:  # picamera2 takes it for the repr as well
        return f"{self.hflip}{self.vflip}{self.transpose}"

    def __hash__(self) -> int:
        return hash((self.hflip, self.vflip, self.transpose))


class ColorSpace:
    class YcbcrEncoding(Enum):
        Null, Rec601, Rec709 = range(3)

    class Range(Enum):
        Full, Limited = range(2)

    def __init__(self, of: ColorSpace | None = None, name: str = "") -> None:
        self.primaries: str = name if of is None else of.primaries
        self.transferFunction = self.primaries
        self.ycbcrEncoding, self.range = self.YcbcrEncoding.Rec601, self.Range.Full

    def __str__(self) -> str:
        return self.primaries

    def __hash__(self) -> int:
        return hash(self.primaries)

    @classmethod
    def named(cls, name: str) -> Any:
        return staticmethod(lambda: cls(name=name))


for _name in ("Sycc", "Smpte170m", "Rec709", "Raw"):
    setattr(ColorSpace, _name, ColorSpace.named(_name))


class Size:
    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.width, self.height = width, height


class Rectangle:
    def __init__(self, x: int = 0, y: int = 0, width: int = 0, height: int = 0) -> None:
        self.x, self.y, self.width, self.height = x, y, width, height


class PixelFormat(str):
    __slots__ = ()


class ControlId:
    def __init__(self, name: str, kind: ControlType = ControlType.Plain) -> None:
        self.name, self.type = name, kind


class ControlInfo:
    def __init__(self, least: Any, most: Any, usual: Any) -> None:
        self.min, self.max, self.default = least, most, usual


RANGES: Final[dict[str, tuple[Any, Any, Any]]] = {
    "AeEnable": (False, True, None),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1_000_000, None),
    "AfMode": (0, 2, 0),
    "AfTrigger": (0, 1, 0),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "AwbEnable": (False, True, None),
    "ColourGains": (0.0, 32.0, None),
    "ExposureTime": (26, 220_000, 20_000),
    "FrameDurationLimits": (17_849, 220_000, 33_333),
    "LensPosition": (0.0, 32.0, 1.0),
    "NoiseReductionMode": (0, 4, 0),
}
IDS: Final = {name: ControlId(name) for name in (*RANGES, "AfState", "ExposureTimeMode", "AnalogueGainMode")}


class Controls(ModuleType):
    draft: Any

    def __getattr__(self, name: str) -> ControlId:
        try:
            return IDS[name]
        except KeyError as fault:
            raise AttributeError(name) from fault


class AfModeEnum(IntEnum):
    Manual, Auto, Continuous = range(3)


class AfTriggerEnum(IntEnum):
    Start, Cancel = range(2)


class AfStateEnum(IntEnum):
    Idle, Scanning, Focused, Failed = range(4)


class Draft:
    class NoiseReductionModeEnum(IntEnum):
        Off, Fast, HighQuality, Minimal, ZSL = range(5)

    class ColorFilterArrangementEnum(IntEnum):
        RGGB, GRBG, GBRG, BGGR, RGB, MONO = range(6)


class Formats:
    pixel_formats = (PixelFormat("SRGGB10_CSI2P"),)

    def sizes(self, pixels: PixelFormat) -> list[Size]:
        return [Size(1536, 864), Size(2304, 1296), Size(4608, 2592)]


class StreamConfiguration:
    def __init__(self) -> None:
        self.size, self.pixel_format, self.buffer_count, self.stride = Size(), PixelFormat("XBGR8888"), 4, 0
        self.color_space: ColorSpace | None = None
        self.frame_size, self.stream, self.formats = 0, object(), Formats()


class SensorConfiguration:
    bit_depth = 0
    output_size = Size()


class CameraConfiguration:
    class Status(Enum):
        Valid, Adjusted, Invalid = range(3)

    def __init__(self, streams: list[StreamConfiguration]) -> None:
        self.streams = streams
        self.orientation = Orientation.Rotate0
        self.sensor_config: SensorConfiguration | None = None

    def at(self, index: int) -> StreamConfiguration:
        return self.streams[index]

    def __iter__(self) -> Iterator[StreamConfiguration]:
        return iter(self.streams)

    def validate(self) -> CameraConfiguration.Status:
        """Pad each row of a picture to a multiple of 64 bytes, as the Raspberry Pi does."""
        for stream in self.streams:
            depth, tall = {"RGB888": (3, 2), "YUV420": (1, 3), "XBGR8888": (4, 2)}[stream.pixel_format]
            stream.stride = -(-stream.size.width * depth // 64) * 64
            stream.frame_size = stream.stride * stream.size.height * tall // 2
        return self.Status.Valid


class PlaneOfBytes:
    fd, offset, length = -1, 0, 0


class FrameMetadata:
    class Status(Enum):
        Success, Error, Startup = range(3)

    status = Status.Success


class FrameBuffer:
    Plane = PlaneOfBytes

    def __init__(self, planes: list[PlaneOfBytes]) -> None:
        self.planes, self.metadata = planes, FrameMetadata()


class Request:
    class Status(Enum):
        Pending, Complete, Cancelled = range(3)

    def __init__(self, cookie: int) -> None:
        self.cookie, self.status = cookie, self.Status.Pending
        self.buffers: dict[Any, FrameBuffer] = {}
        self.metadata: dict[ControlId, Any] = {}
        self.controls: dict[str, Any] = {}

    def add_buffer(self, stream: object, buffer: FrameBuffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, control: ControlId, value: Any) -> None:
        self.controls[control.name] = value

    def reuse(self) -> None:
        self.status, self.controls, self.metadata = self.Status.Pending, {}, {}


class Sensor:
    """The simulated camera. `obeyed` lists every control that it was given. While `asleep` it gives no
    pictures, as with a loose cable."""

    id = "/base/soc/i2c0mux/i2c@1/imx708@1a"

    def __init__(self, manager: Manager) -> None:
        self._manager = manager
        self.properties = {ControlId("Model"): "imx708", ControlId("ColorFilterArrangement"): 0}
        self.controls = {IDS[name]: ControlInfo(*limits) for name, limits in RANGES.items()}
        self.obeyed: list[tuple[str, Any]] = []
        self.asleep = False
        self.taken = False
        self._number, self._measured = 0, 0
        self._queue: deque[Request] = deque()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._streams: list[StreamConfiguration] = []

    def acquire(self) -> None:
        assert not self.taken
        self.taken = True

    def release(self) -> None:
        self.taken = False

    def generate_configuration(self, roles: Iterable[StreamRole]) -> CameraConfiguration:
        return CameraConfiguration([StreamConfiguration() for _ in roles])

    def configure(self, configuration: CameraConfiguration) -> int:
        self._streams = configuration.streams
        return 0

    def create_request(self, cookie: int) -> Request:
        return Request(cookie)

    def queue_request(self, request: Request) -> None:
        self._queue.append(request)

    def start(self, controls: dict[ControlId, Any]) -> None:
        self._obey({control.name: value for control, value in controls.items()})
        self._ending.clear()
        self._thread = threading.Thread(target=self._expose, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        if self._thread is not None:
            self._thread.join()
        while self._queue:
            self._manager.complete(self._queue.popleft(), Request.Status.Cancelled)

    def _expose(self) -> None:
        while not self._ending.wait(PACE):
            if self._queue and not self.asleep:
                request = self._queue.popleft()
                self._obey(request.controls)
                self._number += 1
                self._measured += 1
                request.metadata = self._said()
                for stream in self._streams:
                    self._shine(request.buffers[stream.stream], stream)
                self._manager.complete(request, Request.Status.Complete)

    def _obey(self, controls: dict[str, Any]) -> None:
        self.obeyed += controls.items()
        if controls.get("AeEnable") or "AfTrigger" in controls:
            self._measured = 0

    def _said(self) -> dict[ControlId, Any]:
        left = max(0, SETTLES - self._measured)
        said = {
            "ExposureTime": 20_000 - 700 * left,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 1.8),
            "AfState": AfStateEnum.Scanning if left else AfStateEnum.Focused,
            "LensPosition": 1.4,
        }
        return {IDS[name]: value for name, value in said.items()}

    def _shine(self, buffer: FrameBuffer, stream: StreamConfiguration) -> None:
        """Fill the main picture with blue 10, green 120, red 240, and the small picture with grey 77 and a
        padding of 255."""
        wide, high, stride = stream.size.width, stream.size.height, stream.stride
        if stream.pixel_format == "RGB888":
            rows = (bytes((10, 120, 240)) * wide).ljust(stride, b"\xff") * high
        else:
            rows = (bytes((77,)) * wide).ljust(stride, b"\xff") * high
        os.pwrite(buffer.planes[0].fd, rows.ljust(stream.frame_size, b"\xff"), 0)


class Manager:
    """A stand-in for libcamera's CameraManager."""

    def __init__(self) -> None:
        self.event_fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.cameras = [Sensor(self)]
        self._lock, self._ready = threading.Lock(), list[Request]()

    def complete(self, request: Request, status: Request.Status) -> None:
        request.status = status
        with self._lock:
            self._ready.append(request)
        os.eventfd_write(self.event_fd, 1)

    def get_ready_requests(self) -> list[Request]:
        try:
            os.eventfd_read(self.event_fd)
        except BlockingIOError:
            return []
        with self._lock:
            ready, self._ready = self._ready, []
        return ready


class Anything(ModuleType):
    """A stand-in for a module such as kms, which picamera2 imports but does not use here: nothing is shown
    on a screen. It has every name that is asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(name)


def modules(manager: Manager) -> dict[str, ModuleType]:
    """Return the stand-ins for the modules of libcamera and for kms, by the names under which Python
    imports them."""
    top, native, controls = ModuleType("libcamera"), ModuleType("libcamera._libcamera"), Controls("controls")
    controls.draft = Draft
    for enum in (AfModeEnum, AfTriggerEnum, AfStateEnum):
        setattr(controls, enum.__name__, enum)
    properties = ModuleType("properties")
    vars(properties)["draft"] = Draft
    singleton = type("CameraManager", (), {"singleton": staticmethod(lambda: manager)})
    names = (
        StreamRole, Orientation, ControlType, Transform, ColorSpace, Size, Rectangle, PixelFormat,
        SensorConfiguration, CameraConfiguration, FrameMetadata, FrameBuffer, Request,
    )  # fmt: skip
    for module in (top, native):
        vars(module).update({thing.__name__: thing for thing in names})
        vars(module).update(CameraManager=singleton, Camera=Sensor, controls=controls, properties=properties)
    vars(top)["_libcamera"] = native
    return {"libcamera": top, "libcamera._libcamera": native, "kms": Anything("kms")}


class Memory:
    """A stand-in for the kernel's heap of camera memory."""

    def alloc(self, name: str, size: int) -> Any:
        fd = os.memfd_create(name)
        os.truncate(fd, size)
        return type("Held", (), {"get": lambda _: fd, "isValid": lambda _: True})()

    def close(self) -> None:
        """Close nothing, as plain memory needs no closing."""


class NoSync:
    """A stand-in for the kernel calls that synchronise camera memory. Plain memory needs none."""

    @staticmethod
    def ioctl(*_: Any) -> int:
        return 0
