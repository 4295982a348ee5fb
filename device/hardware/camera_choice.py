"""Choose the camera that a table's settings name."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from device.errors import UsageFault
from device.hardware import capture
from device.hardware.camera import VIDEOS, Camera, ReadPicture
from device.hardware.replay_camera import FolderCamera
from device.hardware.video_nodes import THIS_MACHINE, Nodes, node_path
from device.settings import Mains

Kind = Literal["pi", "usb", "stream", "folder", "video"]


def kind_of(source: str) -> Kind:
    """Return the kind of camera that `source` names, connected or not. Raise UsageFault if `source`
    names no camera."""
    if source == "pi":
        return "pi"
    if node_path(source) is not None:
        return "usb"
    if "://" in source:
        return "stream"
    path = Path(source)
    if path.is_dir():
        return "folder"
    if path.suffix.lower() in VIDEOS and path.is_file():
        return "video"
    if path.exists():
        raise UsageFault(f"{path}: neither a folder of pictures nor a video")
    raise UsageFault(f"{path}: no such camera, folder or video; say 0 for the first USB camera, or pi")


def open_camera(
    source: str, *, read: ReadPicture, size: tuple[int, int] | None = None, mains: Mains | None = None
) -> Camera:
    """Return the camera named by `source`.

    `"0"`, `"1"`, `"/dev/video0"` or `"/dev/v4l/by-id/…"` is a USB camera, and `"pi"` the Raspberry Pi's own.
    An address with `://` is a camera on the network. A path is a video file or a folder of pictures, which
    `read` loads. USB cameras and the Pi's adapt to the frequency of the `mains`. Raise UsageFault if the
    camera is missing.
    """
    match kind_of(source):
        case "usb":
            return capture.open_usb(source, node_path(source) or source, size, mains)
        case "pi":
            from device.hardware.picamera import PiCamera

            return PiCamera(size=size or (2304, 1296), mains=mains)
        case "stream":
            return capture.open_stream(source)
        case "folder":
            return FolderCamera(Path(source), read)
        case "video":
            return capture.open_video(source)


@dataclass(frozen=True, slots=True)
class DeviceName:
    """The name by which a USB camera is recognised even when Linux gives its device file another
    number."""

    known: str | None = None
    """The camera's own name, if an earlier start learnt it; otherwise None."""
    learnt: Callable[[str], None] = lambda _: None
    """A function that is called with the name when it becomes known, and stores it for the next start."""


UNKNOWN_NAME: Final = DeviceName()


class CameraFinder:
    """Open the camera named by `source`. If the camera's own name is known (`name`), search for the
    camera by this name, because its device file may have got another number. `opened` opens a
    camera by its path."""

    def __init__(
        self,
        source: str,
        opened: Callable[[str], Camera],
        name: DeviceName = UNKNOWN_NAME,
        *,
        nodes: Nodes = THIS_MACHINE,
    ) -> None:
        self._source, self._opened, self._nodes = source, opened, nodes
        self._link, self._learnt = name.known, name.learnt

    def __call__(self) -> Camera:
        """Return the open camera. Raise the error of `opened` if it can't be opened."""
        is_present = self._link is not None and self._nodes.at(self._link) is not None
        name = self._link if is_present and self._link else self._source
        path = node_path(name)
        camera = self._opened(name)
        link = None if path is None else self._nodes.link(path)
        if link is not None and link != self._link:
            self._link = link
            self._learnt(link)
        return camera


def is_live(source: str) -> bool:
    """Return True if `source` names a camera or a stream, which gives pictures without end."""
    return source == "pi" or node_path(source) is not None or "://" in source
