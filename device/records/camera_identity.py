"""Remember the camera of a table by its persistent device link. The number of a camera's video device may
change, but the link still leads to the camera."""

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
    """Return the stored device link of the camera that the settings call `source`.

    Return None if no link is stored, or if the link was stored when the settings named another `source`.
    """
    before = read_or_set_aside(data / FILE, _StoredCamera)
    return before.link if before is not None and before.source == source else None


def remember_link(data: Path, source: str, link: str) -> None:
    """Store the device link `link` of the camera that the settings call `source`.

    A disk error is ignored: the camera works without the file, and the journal reports the error.
    """
    with suppress(UsageFault):
        keep(data / FILE, _StoredCamera(source, link))
