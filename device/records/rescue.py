"""What can be saved of a damaged journal: its rows that are whole, and those of its backup.

The damaged file is never changed: it is read as it lies there, then put aside under another name.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.records.journal import APPLICATION, Row, checksum

BACKUP: Final = "journal.backup.db"
_PARTS: Final = ("", "-wal", "-shm")
"""Endings of the files SQLite keeps for one database."""


def backup_of(path: Path) -> Path:
    """Where the backup of the journal `path` lies."""
    return path.with_name(BACKUP)


def salvaged(path: Path) -> tuple[Row, ...]:
    """The longest whole beginning of the journal that it and its backup still hold between them."""
    found: list[Row] = []
    with closing(_Remains(path)) as damaged, closing(_Remains(backup_of(path))) as backup:
        while row := damaged.row(len(found) + 1) or backup.row(len(found) + 1):
            found.append(row)
    return tuple(found)


def last_number(path: Path) -> int | None:
    """The number of the last event in the journal `path`; None when even that can't be read."""
    try:
        with closing(readable(path)) as db:
            (last,) = db.execute("SELECT coalesce(max(number), 0) FROM event").fetchone()
            return int(last)
    except sqlite3.Error:
        return None


def put_aside(path: Path, stamp: str) -> Path:
    """Move the damaged journal out of the way, under a name with `stamp`; returns where it is now. Raises
    UsageFault."""
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    try:
        for part in _PARTS:
            beside = path.with_name(path.name + part)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + part))
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault
    return aside


def damaged_ones(path: Path) -> Iterator[Path]:
    """Files of journals put aside earlier."""
    yield from sorted(path.parent.glob(f"{path.stem}.damaged-*"))


def readable(path: Path) -> sqlite3.Connection:
    """The database `path` to read from, whoever else writes to it, and on a disk that can't be written to.

    Nothing is changed, not even a log left over from a kill. Raises sqlite3.Error.
    """
    if not path.with_name(path.name + "-wal").exists():
        # Nobody has it open. SQLite would make a log all the same, which the table might not be let write to.
        return _reading(path, "immutable=1")
    try:
        return _reading(path, "mode=ro")
    except sqlite3.OperationalError:  # no log's index can be made beside it: nobody can be writing either
        return _reading(path, "immutable=1")


def _reading(path: Path, how: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db


class _Remains:
    """Rows of a file of which nothing is certain, not even that it is there."""

    def __init__(self, path: Path) -> None:
        self._db: sqlite3.Connection | None = None
        self._select = ""
        try:
            self._db = readable(path)
            ours = self._db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            crc = "crc" if version > 1 else "NULL"
            if ours:
                self._select = f"SELECT number, at, body, {crc} FROM event WHERE number = ?"
        except sqlite3.Error:
            self._select = ""

    def row(self, number: int) -> Row | None:
        """Event `number` if it is there and whole."""
        if self._db is None or not self._select:
            return None
        try:
            found = self._db.execute(self._select, (number,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            return None
        if found is None or not isinstance(found[2], str) or not isinstance(found[1], float):
            return None
        *fields, crc = found
        row = Row._make(fields)
        return row if crc is None or crc == checksum(row.number, row.body) else None

    def close(self) -> None:
        """Let go of the file."""
        if self._db is not None:
            self._db.close()
