"""The camera of a table: the persistent link under which it is found again, whatever its number."""

from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from device.errors import UsageFault
from device.records.value_files import keep, kept_or_aside

FILE: Final = "camera.json"


class _Kept(msgspec.Struct, frozen=True):
    source: str
    link: str


def recalled(data: Path, source: str) -> str | None:
    """Return the link under which the camera `source` of the settings was last found.

    None when it never had one, or when the settings call for another camera.
    """
    before = kept_or_aside(data / FILE, _Kept)
    return before.link if before is not None and before.source == source else None


def remember(data: Path, source: str, link: str) -> None:
    """Keep the camera's link in the table's folder.

    An error of the disk is reported elsewhere: the camera works.
    """
    with suppress(UsageFault):
        keep(data / FILE, _Kept(source, link))
