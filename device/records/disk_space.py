"""Room on a full disk: the files that the table can spare, so that the journal goes on."""

import contextlib
import errno
import os
import shutil
from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.records.pictures import Album
from device.records.value_files import clear

RESERVE_BYTES: Final = 1_000_000
"""The bytes kept in reserve: an event takes a page or two of 4 KB, so they last for an evening."""
ROOM_AGAIN_BYTES: Final = 100_000_000
"""The free bytes from which a full disk counts as having room again: more than the pictures of a match,
which would otherwise fill it at once."""
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
RESERVE_FILE: Final = "reserve"
_TRIED: Final = 65_536
"""The bytes written to test whether a disk is full: as many as SQLite needs to open a journal, and to
spare."""


def keep_reserve(folder: Path) -> None:
    """Write the reserve file in a table's folder, unless it is there; a disk without room for it keeps
    none."""
    file = folder / RESERVE_FILE
    with contextlib.suppress(OSError, UsageFault):
        clear(file)
        if file.exists() and file.stat().st_size >= RESERVE_BYTES:
            return
        try:
            # The bytes are written, not only reserved: a sparse file takes no room.
            file.write_bytes(b"\xff" * RESERVE_BYTES)
        except OSError:
            file.unlink(missing_ok=True)


def make_room(folder: Path, album: Album) -> bool:
    """Delete the pictures and the reserve; return whether there was anything to delete."""
    gone = False
    with contextlib.suppress(OSError, UsageFault):
        gone = album.forget() > 0
    with contextlib.suppress(OSError):
        (folder / RESERVE_FILE).unlink()
        gone = True
    return gone


def has_room(folder: Path) -> bool:
    """Tell whether a disk that was full has room again, and then write the reserve anew."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(folder).free >= ROOM_AGAIN_BYTES:
            keep_reserve(folder)
            return True
    return False


def is_full(folder: Path) -> bool:
    """Tell whether the disk, or the user's quota on it, is full.

    The function writes to find out: SQLite takes a full disk, or a full quota, for a broken one when it can't
    make the index of its log.
    """
    probe = folder / f".{os.getpid()}.probe"
    try:
        with probe.open("wb", buffering=0) as file:
            file.write(bytes(_TRIED))
            os.fsync(file.fileno())
            return file.tell() < _TRIED
    except OSError as fault:
        return fault.errno in FULL
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
