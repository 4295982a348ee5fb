"""Provide a disk on which a chosen write or sync fails. Only SQLite uses this disk.

SQLite reaches the disk through a VFS, a table of C functions. This module registers another VFS, which uses
the files of the system's VFS. The new VFS counts the calls of `xWrite` and `xSync`, and lets chosen calls
fail as on a full or broken disk. All other code is real, such as SQLite's own recovery. The structures are
described in sqlite.org/c3ref/vfs.html and io_methods.html.
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
"""The SQLite error code of a failed write, by the kind of fault. It is the code that SQLite itself returns
for such a fault. For a failed sync the code is always `_SYNC_FAILED`."""
_SYNC_FAILED: Final = 1034  # SQLITE_IOERR_FSYNC

_P: Final = ctypes.c_void_p
_OPEN: Final = ctypes.CFUNCTYPE(ctypes.c_int, _P, _P, _P, ctypes.c_int, _P)
_WRITE: Final = ctypes.CFUNCTYPE(ctypes.c_int, _P, _P, ctypes.c_int, ctypes.c_int64)
_SYNC: Final = ctypes.CFUNCTYPE(ctypes.c_int, _P, ctypes.c_int)


class _Methods(ctypes.Structure):
    """The C structure `sqlite3_io_methods`, version 3. Only the functions that are replaced have a type."""

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
    """A disk on which writes and syncs can be made to fail. `done` counts all writes and syncs, `failed`
    those that failed."""

    def __init__(self) -> None:
        self.done = 0
        self.failed = 0
        self._fails_at: int | None = None
        self._kind: Kind = "EIO"
        self._lasting = True
        self._replaced: dict[int, _Methods] = {}

    def fail(self, kind: Kind, after: int, *, lasting: bool) -> None:
        """Let the next `after` writes and syncs succeed, and the following one fail with the fault `kind`,
        such as "EIO". If `lasting` is true, all later writes and syncs fail, too."""
        self._kind, self._fails_at, self._lasting = kind, self.done + after, lasting

    def heal(self) -> None:
        """Make all writes and syncs succeed again."""
        self._fails_at = None

    def connect(self, path: Path) -> sqlite3.Connection:
        """Open a connection to the SQLite file `path`, which then lies on this disk."""
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?vfs={_NAME}", uri=True, isolation_level=None, check_same_thread=False
        )

    def faulted(self, methods: Any) -> Any:
        """Return a copy of SQLite's file functions `methods` in which writes and syncs may fail. The same
        `methods` give the same copy."""
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
    """Yield a disk that can be made to fail. Yield None if Python has its SQLite built in, out of this
    module's reach."""
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
    """Return True if Python's SQLite can open files on the faulty disk. It cannot if Python uses another copy
    of SQLite than the library of `_library`."""
    try:
        sqlite3.connect(f"file:probe?mode=memory&vfs={_NAME}", uri=True).close()
    except sqlite3.OperationalError:
        return False
    return True
