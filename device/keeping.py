"""Values kept in a file of JSON: written whole or not at all, whatever happens in between."""

import os
from pathlib import Path
from typing import TypeVar

import msgspec

from device.errors import UsageFault

T = TypeVar("T")


def keep(path: Path, value: object) -> None:
    """Write `value` to `path`; it is on the disk when this returns. Raises UsageFault when it can't be."""
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
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
    except msgspec.DecodeError as fault:
        raise UsageFault(f"{path}: can't be understood: {fault}") from fault


def _sync_folder(folder: Path) -> None:
    """Make the renaming last as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
