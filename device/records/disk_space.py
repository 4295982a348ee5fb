"""Free space on a full disk by deleting expendable files, so that the journal can be written."""

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
"""Bytes of the reserve file. An event takes one or two pages of 4 KB, so the freed reserve is enough for
an evening."""
ROOM_AGAIN_BYTES: Final = 100_000_000
"""Number of free bytes from which a full disk counts as having space again. The pictures of one match take
less than this, so they do not fill the disk at once."""
FULL_DISK_ERRORS: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
RESERVE_FILE: Final = "reserve"
_PROBE_BYTES: Final = 65_536
"""Number of bytes that are written to test whether a disk is full. It is more than SQLite needs to open a
journal."""


def keep_reserve(folder: Path) -> None:
    """Write the reserve file in a table's folder, unless it exists. If the disk has no space for it, write
    no file."""
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
    """Delete the pictures and the reserve file. Return True if any of them existed."""
    has_deleted = False
    with contextlib.suppress(OSError, UsageFault):
        has_deleted = album.forget() > 0
    with contextlib.suppress(OSError):
        (folder / RESERVE_FILE).unlink()
        has_deleted = True
    return has_deleted


def has_room(folder: Path) -> bool:
    """Tell whether a disk that was full has space again. If so, write the reserve again."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(folder).free >= ROOM_AGAIN_BYTES:
            keep_reserve(folder)
            return True
    return False


def is_full(folder: Path) -> bool:
    """Tell whether the disk, or the user's quota on it, is full.

    The test writes a file. The error codes of SQLite are not enough: on a full disk it may report a broken
    one.
    """
    probe = folder / f".{os.getpid()}.probe"
    try:
        with probe.open("wb", buffering=0) as file:
            file.write(bytes(_PROBE_BYTES))
            os.fsync(file.fileno())
            return file.tell() < _PROBE_BYTES
    except OSError as fault:
        return fault.errno in FULL_DISK_ERRORS
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
