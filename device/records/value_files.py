"""Values kept in JSON files, each written whole or not at all, whatever happens in between.

Each file ends with a checksum, `"crc"`, of everything before it: a letter or a figure with a flipped bit is
still JSON. A file of an earlier edition, or one that a person wrote, has no checksum and is accepted as it
is.
"""

import errno
import fcntl
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from device.errors import UsageFault, of_the_disk
from device.jsonfaults import FAULTS, misfit, not_json
from engine.i18n import Sentence

T = TypeVar("T")

_UNREADABLE: Final = frozenset({errno.EIO, errno.EUCLEAN})
"""The system's error for a file on a bad sector."""

_CRC: Final = re.compile(rb',"crc":(\d{1,10})\}\s*\Z')


class DamagedFault(UsageFault):
    """An error for a file that can be read, but not understood."""


def keep(path: Path, value: object, *, private: bool = False, earlier: Path | None = None) -> None:
    """Write `value`, a Struct or dataclass with at least one field, to `path`; it is on the disk when this
    returns.

    Raise UsageFault if that fails; then `path` is as it was, and no other file is left beside it. With
    `private`, only the owner may read the file (mode 0600), from the first moment on. `earlier` is the path
    that the previous contents of `path`, if any, replace.
    """
    news = [path]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for one in (path, unfinished(path)):
            clear(one)
        news = [path] if earlier is None or not path.exists() else [earlier, path]
        # Both files are written whole before either takes its place: on a full disk nothing is lost.
        _write(unfinished(path), _sealed(msgspec.json.encode(value)), private=private)
        for one in news[:-1]:
            _write(unfinished(one), path.read_bytes(), private=private)
        for one in news:
            unfinished(one).replace(one)
        _sync_folder(path.parent)
    except OSError as fault:
        for one in news:
            with suppress(OSError):
                unfinished(one).unlink(missing_ok=True)
        raise of_the_disk(path, fault) from fault


def unfinished(path: Path) -> Path:
    """Return the temporary path at which `path` is written; only a crash leaves such a file behind."""
    return path.with_name(path.name + ".new")


def read_value(path: Path, kind: type[T]) -> T | None:
    """Return the value kept in `path`; None when there is no file.

    Raise UsageFault if the file can't be read, DamagedFault when it can't be understood.
    """
    if in_the_way(path):
        raise _damaged(path, "not a file")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as fault:
        if fault.errno in _UNREADABLE:
            raise _damaged(path, fault.strerror or str(fault)) from fault
        raise of_the_disk(path, fault) from fault
    try:
        return msgspec.json.decode(_unsealed(data, path), type=kind)
    except msgspec.ValidationError as fault:
        raise _damaged(path, f"can't be understood: {misfit(fault)}") from fault
    except FAULTS as fault:
        raise _damaged(path, f"can't be understood: {not_json(fault, data)}") from fault


def _sealed(data: bytes) -> bytes:
    """Return a JSON object with its checksum added at the end."""
    body = data.removesuffix(b"}")
    return body + b',"crc":%d}' % _checksum(body)


def _unsealed(data: bytes, path: Path) -> bytes:
    """Return the object without its checksum. Raise DamagedFault if the checksum is wrong."""
    found = _CRC.search(data)
    if found is None:
        return data
    body = data[: found.start()]
    if int(found[1]) != _checksum(body):
        raise _damaged(path, "damaged: it does not read as it was written")
    return body + b"}"


def _damaged(path: Path, why: str) -> DamagedFault:
    told = Sentence("The table's file {name} is damaged. Start the table again.", (("name", path.name),))
    return DamagedFault(f"{path}: {why}", told)


def _checksum(body: bytes) -> int:
    """Return the checksum of an object without its last bracket, as enrolled decks had it before all files
    did."""
    return zlib.crc32(body + b',"crc":null}')


def kept_or_aside(path: Path, kind: type[T]) -> T | None:
    """Return the value kept in `path`; None when there is no file, or when it can't be understood.

    A file that can't be understood is put aside, under a name that says so, and the table does without it.
    Raise UsageFault if the file can't be read or put aside.
    """
    try:
        return read_value(path, kind)
    except DamagedFault:
        put_aside(path)
        return None


def put_aside(path: Path) -> Path:
    """Move a damaged file out of the way and return its new path. Raise UsageFault."""
    number = 1
    while os.path.lexists(files_put_aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")):
        number += 1
    try:
        path.rename(files_put_aside)
    except OSError as fault:
        raise of_the_disk(path, fault) from fault
    return files_put_aside


def files_put_aside(data: Path) -> frozenset[Path]:
    """Return the damaged files of values that were put aside in the data folder `data`."""
    return frozenset((*data.glob("*.damaged-*.json"), *data.glob("decks/*.damaged-*.json")))


def in_the_way(path: Path) -> bool:
    """Tell whether something that is no file takes the place of one: a folder, a link that leads nowhere, a
    pipe, as a repaired disk or a person may leave behind. A file is not opened to find out: a pipe waits.
    """
    return os.path.lexists(path) and not path.is_file()


def clear(path: Path) -> None:
    """Put aside anything in the way of a file at `path`. Raise UsageFault."""
    if in_the_way(path):
        put_aside(path)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Lock the folder for this program alone, until the context or the program ends.

    The folder itself is locked: that also works on a disk that is full or read-only. Raise UsageFault if
    another program holds the folder, or when it is missing and can't be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as fault:
        raise of_the_disk(folder, fault) from fault
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def is_held(folder: Path) -> bool | None:
    """Tell whether a program holds the folder (`locked_folder`); None if this user may not find out."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return None
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return None
    finally:
        os.close(handle)
    return False


def _write(path: Path, data: bytes, *, private: bool) -> None:
    """Write `data` to `path` and sync it to the disk. Raise OSError."""
    if private:
        path.unlink(missing_ok=True)  # one left over from a crash keeps its mode
    with open(path, "wb", opener=_private if private else None) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as fault:
        raise UsageFault(f"{folder}: another table is playing with this data") from fault
    except OSError as fault:
        raise of_the_disk(folder, fault) from fault


def _sync_folder(folder: Path) -> None:
    """Sync a folder, so that a renaming in it survives a power cut too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
