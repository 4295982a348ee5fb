"""Store values in JSON files. A file is written whole or not at all, despite crashes and power cuts.

Each file ends with a checksum, `"crc"`, of all text before it, because JSON with a flipped bit may still be
valid. A file without a checksum is accepted: an earlier version or a person wrote it.
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

from device.errors import UsageFault, disk_fault
from device.json_faults import DECODING_ERRORS, mismatch_text, not_json
from engine.i18n import Sentence

T = TypeVar("T")

_UNREADABLE: Final = frozenset({errno.EIO, errno.EUCLEAN})
"""The system's error codes for a file that the disk can no longer read, such as one on a bad sector."""

_CRC: Final = re.compile(rb',"crc":(\d{1,10})\}\s*\Z')


class DamagedFault(UsageFault):
    """A file that exists, but is damaged or can't be understood."""


def keep(path: Path, value: object, *, private: bool = False, earlier: Path | None = None) -> None:
    """Write `value`, a Struct or dataclass with at least one field, to the file `path`. When the
    function returns, the value is on the disk.

    With `private`, only the owner may read the file (mode 0600), even while it is written. With
    `earlier`, the old content of `path` is kept in the file `earlier`. Raise UsageFault for a disk error.
    Then `path` is unchanged.
    """
    news = [path]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for file in (path, temporary_path(path)):
            clear(file)
        news = [path] if earlier is None or not path.exists() else [earlier, path]
        # Both files are complete before one of them is renamed. So nothing is lost on a full disk.
        _write(temporary_path(path), _sealed(msgspec.json.encode(value)), private=private)
        for file in news[:-1]:
            _write(temporary_path(file), path.read_bytes(), private=private)
        for file in news:
            temporary_path(file).replace(file)
        _sync_folder(path.parent)
    except OSError as fault:
        for file in news:
            with suppress(OSError):
                temporary_path(file).unlink(missing_ok=True)
        raise disk_fault(path, fault) from fault


def temporary_path(path: Path) -> Path:
    """Return the path of a temporary file. The new contents of `path` are written to it, and it then
    replaces `path`. Only a crash leaves the temporary file behind."""
    return path.with_name(path.name + ".new")


def read_value(path: Path, kind: type[T]) -> T | None:
    """Return the value of the type `kind` in the file `path`; None if the file does not exist.

    Raise UsageFault if the file can't be read, DamagedFault if it is damaged or can't be understood.
    """
    if is_obstructed(path):
        raise _damaged(path, "not a file")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as fault:
        if fault.errno in _UNREADABLE:
            raise _damaged(path, fault.strerror or str(fault)) from fault
        raise disk_fault(path, fault) from fault
    try:
        return msgspec.json.decode(_unsealed(data, path), type=kind)
    except msgspec.ValidationError as fault:
        raise _damaged(path, f"can't be understood: {mismatch_text(fault)}") from fault
    except DECODING_ERRORS as fault:
        raise _damaged(path, f"can't be understood: {not_json(fault, data)}") from fault


def _sealed(data: bytes) -> bytes:
    """Return the JSON object `data` with its checksum as the last key."""
    body = data.removesuffix(b"}")
    return body + b',"crc":%d}' % _checksum(body)


def _unsealed(data: bytes, path: Path) -> bytes:
    """Return the JSON object `data` without its checksum. Raise DamagedFault if the checksum is wrong."""
    seal = _CRC.search(data)
    if seal is None:
        return data
    body = data[: seal.start()]
    if int(seal[1]) != _checksum(body):
        raise _damaged(path, "damaged: it does not read as it was written")
    return body + b"}"


def _damaged(path: Path, why: str) -> DamagedFault:
    sentence = Sentence("The table's file {name} is damaged. Start the table again.", (("name", path.name),))
    return DamagedFault(f"{path}: {why}", sentence)


def _checksum(body: bytes) -> int:
    """Return the checksum of a JSON object. `body` is the object's text without its closing bracket.

    The text `,"crc":null}` is added before the checksum is computed, because earlier versions did so.
    """
    return zlib.crc32(body + b',"crc":null}')


def read_or_set_aside(path: Path, kind: type[T]) -> T | None:
    """Return the value of the type `kind` in the file `path`; None if the file does not exist or is damaged.

    A damaged file is moved to another name. Raise UsageFault if the file can't be read or moved.
    """
    try:
        return read_value(path, kind)
    except DamagedFault:
        put_aside(path)
        return None


def put_aside(path: Path) -> Path:
    """Move a damaged file to a new name beside it, and return the new path. Raise UsageFault for a disk
    error."""
    number = 1
    while os.path.lexists(files_put_aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")):
        number += 1
    try:
        path.rename(files_put_aside)
    except OSError as fault:
        raise disk_fault(path, fault) from fault
    return files_put_aside


def files_put_aside(data: Path) -> frozenset[Path]:
    """Return the paths of the damaged files below the folder `data` that `put_aside` has moved."""
    return frozenset((*data.glob("*.damaged-*.json"), *data.glob("decks/*.damaged-*.json")))


def is_obstructed(path: Path) -> bool:
    """Return True if something other than a file is at `path`, such as a folder, a broken link or a pipe.

    A person or a disk repair may have put it there. It is not opened, because opening a pipe would wait for
    ever.
    """
    return os.path.lexists(path) and not path.is_file()


def clear(path: Path) -> None:
    """Rename a folder, link or pipe that is at `path` in place of a file. Raise UsageFault for a disk
    error."""
    if is_obstructed(path):
        put_aside(path)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Lock the folder for this program alone, until the context or the program ends.

    No file is written, so that this also works on a full or read-only disk. Raise UsageFault if another
    program has locked the folder, or if the folder is missing and can't be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as fault:
        raise disk_fault(folder, fault) from fault
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def is_locked(folder: Path) -> bool | None:
    """Return True if a program has locked `folder` with `locked_folder`, False if none has. Return
    None if this user has no right to find out."""
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
    """Write `data` to `path` and sync the file to the disk. Raise OSError for a disk error."""
    if private:
        path.unlink(missing_ok=True)  # a file left by a crash would keep its mode
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
        raise disk_fault(folder, fault) from fault


def _sync_folder(folder: Path) -> None:
    """Sync a folder. Without this the renaming of a file in the folder might not survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
