"""Remember the camera of a table: the persistent link under which it is found when its number changes."""

from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from device.errors import UsageFault
from device.records.value_files import keep, read_or_set_aside

FILE: Final = "camera.json"


class _Kept(msgspec.Struct, frozen=True):
    source: str
    link: str


def recalled(data: Path, source: str) -> str | None:
    """Return the link under which the camera `source` of the settings was last found.

    Return None if it never had a link, or if the settings now name another camera.
    """
    before = read_or_set_aside(data / FILE, _Kept)
    return before.link if before is not None and before.source == source else None


def remember(data: Path, source: str, link: str) -> None:
    """Store the camera's link in the table's folder.

    Ignore an error of the disk, because the camera works and the error is reported elsewhere.
    """
    with suppress(UsageFault):
        keep(data / FILE, _Kept(source, link))
