"""Remember the camera of a table by its persistent device link. The link still leads to the same camera when
the number of the camera's video device changes."""

from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from device.errors import UsageFault
from device.records.value_files import keep, read_or_set_aside

FILE: Final = "camera.json"


class _StoredCamera(msgspec.Struct, frozen=True):
    source: str
    link: str


def remembered_link(data: Path, source: str) -> str | None:
    """Return the stored device link of the camera that the settings call `source`. The link is the same even
    if the number of the video device changes. Return None if no link is stored, or if it was stored for
    another `source`."""
    before = read_or_set_aside(data / FILE, _StoredCamera)
    return before.link if before is not None and before.source == source else None


def remember_link(data: Path, source: str, link: str) -> None:
    """Store the device link `link` of the camera `source` in the table's folder `data`.

    A disk error is ignored: the camera works without the file, and the journal reports the error.
    """
    with suppress(UsageFault):
        keep(data / FILE, _StoredCamera(source, link))
