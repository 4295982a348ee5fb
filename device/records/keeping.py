"""Values kept in a file of JSON: written whole or not at all, whatever happens in between."""

import errno
import fcntl
import os
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from device.errors import UsageFault
from device.jsonfaults import FAULTS, misfit, not_json

T = TypeVar("T")


def keep(path: Path, value: object, *, private: bool = False) -> None:
    """Write `value` to `path`; it is on the disk when this returns. Raises UsageFault when it can't be.

    `private`: nobody but its owner may read the file (mode 0600), at no moment.
    """
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if private:
            beside.unlink(missing_ok=True)  # one left over from a crash keeps its mode
        with open(beside, "wb", opener=_private if private else None) as file:
            file.write(msgspec.json.encode(value))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        _sync_folder(path.parent)
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault


def kept(path: Path, kind: type[T]) -> T | None:
    """What was kept in `path`, None when nothing was. Raises UsageFault when it can't be understood."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as fault:
        raise UsageFault(f"{path}: can't be understood: {misfit(fault)}") from fault
    except FAULTS as fault:
        raise UsageFault(f"{path}: can't be understood: {not_json(fault, data)}") from fault


def held(folder: Path) -> BinaryIO:
    """The folder for this program alone, until what is returned is closed or the program ends anyhow.

    On a disk that is full or can't be written to it is held all the same. Raises UsageFault when another
    program has it or there is no such folder and none can be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = _lock(folder)
    except OSError as fault:
        raise UsageFault(f"{folder}: {fault.strerror or fault}") from fault
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        file.close()
        raise UsageFault(f"{folder}: another table is playing with this data") from fault
    return file


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _lock(folder: Path) -> BinaryIO:
    """The file that is locked; any that is there will do when none can be made."""
    try:
        return (folder / "in-use").open("wb")
    except OSError as fault:
        if fault.errno not in (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO):
            raise
        there = next((path for path in sorted(folder.iterdir()) if path.is_file()), None)
        if there is None:
            raise
        return there.open("rb")


def _sync_folder(folder: Path) -> None:
    """Make the renaming last as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
