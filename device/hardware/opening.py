"""Which camera a table's settings name."""

from pathlib import Path
from typing import Literal

from device.errors import UsageFault
from device.hardware import capture
from device.hardware.camera import VIDEOS, Camera, ReadPicture
from device.hardware.replayed import FolderCamera

Kind = Literal["pi", "usb", "stream", "folder", "video"]

NODE = "/dev/video"
"""What Linux calls a USB camera, before its number."""


def kind_of(source: str) -> Kind:
    """What `source` names, be it there or not. Raises UsageFault for what can be no camera."""
    if source == "pi":
        return "pi"
    if _number(source) is not None:
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
    raise UsageFault(f"{path}: no such camera, folder or video; say 0 for the first USB camera or pi")


def open_camera(source: str, *, read: ReadPicture, size: tuple[int, int] | None = None) -> Camera:
    """The camera named by `source`.

    `"0"`, `"1"`, `"/dev/video0"` … a USB camera; `"pi"` the Raspberry Pi's own; an address with `://` a
    camera on the network; a path a folder of pictures, each of which `read` takes in, or a video file. Raises
    UsageFault when it is not there.
    """
    match kind_of(source):
        case "usb":
            return capture.usb(_number(source) or 0, size)
        case "pi":
            from device.hardware.picamera import PiCamera

            return PiCamera(size=size or (2304, 1296))
        case "stream":
            return capture.stream(source)
        case "folder":
            return FolderCamera(Path(source), read)
        case "video":
            return capture.video(source)


def is_live(source: str) -> bool:
    """Whether `source` names a camera or a stream, which gives pictures until it fails."""
    return source == "pi" or _number(source) is not None or "://" in source


def _number(source: str) -> int | None:
    """The number of a USB camera."""
    number = source.removeprefix(NODE)
    return int(number) if number.isdecimal() and number.isascii() else None
