"""Provide a disk that fails at a chosen write or sync, for SQLite alone.

SQLite reaches the disk through a VFS, a table of C functions. This module registers another VFS. Its files
are the system's own, except that `xWrite` and `xSync` are counted, and fail from the chosen one on like a
full or broken disk. All code above, such as SQLite's own recovery, is real. The structures are described in
sqlite.org/c3ref/vfs.html and io_methods.html.
"""

import ctypes
import ctypes.util
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

Kind = Literal["short write", "EIO", "ENOSPC"]
KINDS: Final[tuple[Kind, ...]] = ("short write", "EIO", "ENOSPC")

_NAME: Final = "faulty"
_OK: Final = 0
_CODES: Final = {
    ("short write", "write"): sqlite3.SQLITE_FULL,
    ("ENOSPC", "write"): sqlite3.SQLITE_FULL,
    ("EIO", "write"): 778,  # SQLITE_IOERR_WRITE
}
"""The error codes that the system's own VFS returns for a failed write. A sync fails with `_SYNC_FAILED`
for every cause."""
_SYNC_FAILED: Final = 1034  # SQLITE_IOERR_FSYNC

_P: Final = ctypes.c_void_p
_OPEN: Final = ctypes.CFUNCTYPE(ctypes.c_int, _P, _P, _P, ctypes.c_int, _P)
_WRITE: Final = ctypes.CFUNCTYPE(ctypes.c_int, _P, _P, ctypes.c_int, ctypes.c_int64)
_SYNC: Final = ctypes.CFUNCTYPE(ctypes.c_int, _P, ctypes.c_int)


class _Methods(ctypes.Structure):
    """The C structure `sqlite3_io_methods`, version 3. Only the replaced functions have their types."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("close", _P),
        ("read", _P),
        ("write", _WRITE),
        ("truncate", _P),
        ("sync", _SYNC),
        *((f"other{n}", _P) for n in range(13)),
    ]


class _File(ctypes.Structure):
    _fields_ = [("methods", ctypes.POINTER(_Methods))]


class _Vfs(ctypes.Structure):
    """The C structure `sqlite3_vfs`, version 3."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", _P),
        ("name", ctypes.c_char_p),
        ("data", _P),
        ("open", _OPEN),
        *((f"other{n}", _P) for n in range(14)),
    ]


class FaultyDisk:
    """A disk that counts writes and syncs (`done`), and makes them fail while it is `failing`."""

    def __init__(self) -> None:
        self.done = 0
        self.failed = 0
        self._fails_at: int | None = None
        self._kind: Kind = "EIO"
        self._lasting = True
        self._replaced: dict[int, _Methods] = {}

    def fail(self, kind: Kind, after: int, *, lasting: bool) -> None:
        """Make the write or sync that comes after `after` others fail with the error `kind`. If `lasting`
        is true, all later writes and syncs fail, too."""
        self._kind, self._fails_at, self._lasting = kind, self.done + after, lasting

    def heal(self) -> None:
        """Make the disk work again."""
        self._fails_at = None

    def connect(self, path: Path) -> sqlite3.Connection:
        """Open a connection whose file is on this disk."""
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?vfs={_NAME}", uri=True, isolation_level=None, check_same_thread=False
        )

    def faulted(self, methods: Any) -> Any:
        """Return `methods` with writes and syncs that may fail. The same `methods` always give the same
        copy."""
        address = ctypes.addressof(methods)
        if address not in self._replaced:
            copy = _Methods.from_buffer_copy(methods)
            copy.write = _WRITE(self._write(methods.write))
            copy.sync = _SYNC(self._sync(methods.sync))
            self._replaced[address] = copy
        return self._replaced[address]

    def _write(self, real: Callable[[int, int, int, int], int]) -> Callable[[int, int, int, int], int]:
        def write(file: int, data: int, amount: int, offset: int) -> int:
            if not self._struck():
                return real(file, data, amount, offset)
            if self._kind == "short write":
                real(file, data, amount // 2, offset)
            return _CODES[self._kind, "write"]

        return write

    def _sync(self, real: Callable[[int, int], int]) -> Callable[[int, int], int]:
        return lambda file, flags: _SYNC_FAILED if self._struck() else real(file, flags)

    def _struck(self) -> bool:
        self.done += 1
        at = self._fails_at
        struck = at is not None and (self.done > at if self._lasting else self.done == at + 1)
        self.failed += struck
        return struck


@contextmanager
def faulty_disk() -> Iterator[FaultyDisk | None]:
    """Yield a disk that can be made to fail; None if Python's SQLite is built in and can't be reached."""
    library = _library()
    if library is None:
        yield None
        return
    disk, system = FaultyDisk(), ctypes.cast(library.sqlite3_vfs_find(None), ctypes.POINTER(_Vfs)).contents
    vfs = _Vfs.from_buffer_copy(system)
    vfs.name = _NAME.encode()

    def opened(_: int, name: int | None, file: int, flags: int, out: int) -> int:
        # SQLite keeps the address of the name, and names its shared memory by it later: no copy will do.
        result = int(system.open(ctypes.addressof(system), name, file, flags, out))
        at = ctypes.cast(file, ctypes.POINTER(_File)).contents
        if result == _OK and at.methods:
            at.methods = ctypes.pointer(disk.faulted(at.methods.contents))
        return result

    vfs.open = _OPEN(opened)
    library.sqlite3_vfs_register(ctypes.byref(vfs), 0)
    try:
        yield disk if _is_known() else None
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(vfs))


def _library() -> ctypes.CDLL | None:
    found = ctypes.util.find_library("sqlite3")
    if found is None:
        return None
    try:
        library = ctypes.CDLL(found)
    except OSError:
        return None
    library.sqlite3_vfs_find.restype = _P
    return library


def _is_known() -> bool:
    """Return True if Python's SQLite can open files on the faulty disk. It cannot if Python uses another
    copy of SQLite than the library that `_library` found.
    """
    try:
        sqlite3.connect(f"file:probe?mode=memory&vfs={_NAME}", uri=True).close()
    except sqlite3.OperationalError:
        return False
    return True
