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
"""The size of the reserve file, bytes. When the disk is full, the file is deleted so that events can be
written. An event takes 4 to 8 kB, so the space suffices for an evening."""
ROOM_AGAIN_BYTES: Final = 100_000_000
"""The number of free bytes from which a disk no longer counts as full. The pictures of one match take less,
so they do not fill the disk at once."""
FULL_DISK_ERRORS: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
RESERVE_FILE: Final = "reserve"
_PROBE_BYTES: Final = 65_536
"""The number of bytes that are written to test if a disk is full. SQLite needs fewer to open a journal."""


def keep_reserve(folder: Path) -> None:
    """Write the reserve file in a table's folder, unless it exists. If the disk has too little space, write
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
    """Delete the pictures and the reserve file. Return True if anything was deleted."""
    has_deleted = False
    with contextlib.suppress(OSError, UsageFault):
        has_deleted = album.forget() > 0
    with contextlib.suppress(OSError):
        (folder / RESERVE_FILE).unlink()
        has_deleted = True
    return has_deleted


def has_room(folder: Path) -> bool:
    """Return True if a disk that was full has space again. In this case also write the reserve file again."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(folder).free >= ROOM_AGAIN_BYTES:
            keep_reserve(folder)
            return True
    return False


def is_full(folder: Path) -> bool:
    """Return True if the disk, or the user's quota on it, is full.

    A file is written for the test. SQLite's error codes do not suffice: on a full disk SQLite may report that
    the disk is broken.
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
