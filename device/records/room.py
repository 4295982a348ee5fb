"""Room on a full disk: what the table can spare, so that the journal goes on."""

import contextlib
from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.records.pictures import Album

RESERVE: Final = 1_000_000
"""Bytes kept back: an event takes the journal a page or two of 4 KB, so that they last for an evening."""
_FILE: Final = "reserve"


def keep_reserve(folder: Path) -> None:
    """Take the reserve of a table's folder, unless it is there; a disk without room for it keeps none."""
    file = folder / _FILE
    with contextlib.suppress(OSError):
        if file.exists() and file.stat().st_size >= RESERVE:
            return
        try:
            # Written and not only claimed: a file full of nothing takes no room.
            file.write_bytes(b"\xff" * RESERVE)
        except OSError:
            file.unlink(missing_ok=True)


def make_room(folder: Path, album: Album) -> bool:
    """Let go of the pictures and of the reserve; whether there was anything to let go of."""
    gone = False
    with contextlib.suppress(OSError, UsageFault):
        gone = album.forget() > 0
    with contextlib.suppress(OSError):
        (folder / _FILE).unlink()
        gone = True
    return gone
