"""Find USB cameras by their device files in /dev, even when the numbers of the files change. Find also the
programs that hold a camera."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from device.errors import UsageFault, without_folders
from engine.i18n import Sentence

ROOT: Final = Path("/")
NODE_PREFIX: Final = "/dev/video"
"""Linux's path of a USB camera, without its number."""
LINK_FOLDERS: Final = "/dev/v4l/"
"""The folder of Linux's links to the device files of cameras. A link is named after the camera or
its socket, and stays the same when the device file gets another number."""
SENSOR_NODES, STREAM_NODES = "v4l-subdev*", "video*"
"""Names of the nodes of the Pi's camera. Only the Pi's camera has a node in `SENSOR_NODES`. A program that
takes pictures also holds some nodes in `STREAM_NODES`."""


class InUseFault(UsageFault):
    """Report that another program holds the camera."""


def node_path(source: str) -> str | None:
    """Return the path in /dev of the USB camera that the settings call `source`, which is a number or
    such a path. Return None for any other `source`."""
    if source.isdecimal() and source.isascii():
        return f"{NODE_PREFIX}{int(source)}"
    number = source.removeprefix(NODE_PREFIX)
    if source.startswith(LINK_FOLDERS) or (number != source and number.isdecimal() and number.isascii()):
        return source
    return None


@dataclass(frozen=True, slots=True)
class Nodes:
    """The camera device files, such as /dev/video0, of a machine whose file system begins at `root`."""

    root: Path = ROOT

    def device_file(self, path: str) -> Path | None:
        """Return the camera's device file to which `path`, a link or the file itself, leads. Return None if
        `path` does not exist."""
        place = self._place(path)
        return place.resolve() if place.exists() else None

    def link(self, path: str) -> str | None:
        """Return the link in /dev/v4l/by-id to the camera's device file `path`. The link still leads to
        the camera when Linux gives that file another number. Return None for a camera without such a
        link."""
        node = self.device_file(path)
        by_id = self._place(f"{LINK_FOLDERS}by-id")
        links = (link for link in sorted(by_id.glob("*")) if node is not None and link.resolve() == node)
        return next((f"{LINK_FOLDERS}by-id/{link.name}" for link in links), None)

    def holder(self, path: str) -> str | None:
        """Return the name of the program that holds the camera's device file at `path`; None if no such
        program is seen."""
        node = self.device_file(path)
        return next((_name(process) for process, held in self._other_programs() if node in held), None)

    def pi_holder(self) -> str | None:
        """Return the name of the program that holds the Pi's own camera; None if no program is seen."""
        dev = self._place("/dev").resolve()
        sensors, streams = set(dev.glob(SENSOR_NODES)), set(dev.glob(STREAM_NODES))
        holding = [(process, held) for process, held in self._other_programs() if sensors & held]
        # A desktop opens every camera's node without using it.
        holding.sort(key=lambda other: not other[1] & streams)
        return next((_name(process) for process, _ in holding), None)

    def _place(self, path: str) -> Path:
        return self.root / path.removeprefix("/")

    def _other_programs(self) -> Iterator[tuple[Path, frozenset[Path]]]:
        """Yield each other program's folder in /proc, with the paths of the files that the program holds
        open. Only root sees the files of other users' programs."""
        for process in sorted(self._place("/proc").glob("[0-9]*")):
            if process.name != str(os.getpid()):
                yield process, frozenset(_open_files(process))


THIS_MACHINE: Final = Nodes()
"""The device files of the cameras at this machine, such as `/dev/video0`."""


def unopened_fault(source: str, path: str, nodes: Nodes) -> UsageFault:
    """Return a fault with the likely reason why the USB camera `source` at `path` does not open: no
    such camera, another program that holds it, or no permission."""
    about = (("camera", without_folders(source)),)
    node = nodes.device_file(path)
    if node is None:
        return UsageFault(Sentence("there is no camera {camera}", about))
    if (program := nodes.holder(path)) is not None:
        return in_use_fault(program)
    if not os.access(node, os.R_OK | os.W_OK):
        return UsageFault(
            Sentence("the table may not use camera {camera}. Add its user to the group video", about)
        )
    return UsageFault(
        Sentence(
            "camera {camera} does not open. Another program may be using it, or it is not a camera", about
        )
    )


def in_use_fault(program: str) -> InUseFault:
    """Return the fault which says that the program `program` holds the camera."""
    return InUseFault(Sentence("{program} is using the camera. Close that program", (("program", program),)))


def _open_files(process: Path) -> Iterator[Path]:
    """Return the files that a process holds; none if it has ended or can't be inspected."""
    try:
        handles = list((process / "fd").iterdir())
    except OSError:
        return
    for handle in handles:
        try:
            yield handle.readlink()
        except OSError:
            continue


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text(errors="replace").strip() or f"process {process.name}"
    except OSError:
        return f"process {process.name}"
