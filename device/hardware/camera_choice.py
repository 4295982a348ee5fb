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
class RememberedLink:
    """The device link of a USB camera, and the place where it is stored for the next start. The link
    leads to the camera even when Linux gives its device file another number."""

    link: str | None = None
    """The camera's device link, if an earlier start stored it; otherwise None."""
    remember: Callable[[str], None] = lambda _: None
    """A function that stores the camera's device link. It is called when the link is found or changes."""


NO_LINK: Final = RememberedLink()


class CameraFinder:
    """Open the camera named by `source`. If its device link is known (`remembered`), open the camera by
    this link, because its device file may have got another number. `open_device` opens a camera by
    its name in the settings or by its link."""

    def __init__(
        self,
        source: str,
        open_device: Callable[[str], Camera],
        remembered: RememberedLink = NO_LINK,
        *,
        nodes: Nodes = THIS_MACHINE,
    ) -> None:
        self._source, self._open, self._nodes = source, open_device, nodes
        self._link, self._remember = remembered.link, remembered.remember

    def __call__(self) -> Camera:
        """Return the open camera. Raise the error of `open_device` if it can't be opened."""
        is_present = self._link is not None and self._nodes.device_file(self._link) is not None
        name = self._link if is_present and self._link else self._source
        path = node_path(name)
        camera = self._open(name)
        link = None if path is None else self._nodes.link(path)
        if link is not None and link != self._link:
            self._link = link
            self._remember(link)
        return camera


def is_live(source: str) -> bool:
    """Return True if `source` names a camera or a stream, which gives pictures without end."""
    return source == "pi" or node_path(source) is not None or "://" in source
