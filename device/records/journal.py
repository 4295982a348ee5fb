"""The journal: every event of the table on disk before anybody is told of it.

One SQLite file, one row an event, write-ahead log with `synchronous=FULL`: when `append` returns,
the event outlives the plug being pulled. Rows are only ever added. The match is the fold of its rows.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Generic, TypeVar

from device.errors import UsageFault

APPLICATION: Final = 0x4C455854
"""Marks the file as ours (`PRAGMA application_id`)."""
VERSION: Final = 1
"""Of the schema (`PRAGMA user_version`)."""

_SCHEMA: Final = """
CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    body TEXT NOT NULL
) STRICT
"""

E = TypeVar("E")


class Journal(Generic[E]):
    """Events of one table in the file `path`, made when it is missing.

    `encode` and `decode` turn an event into JSON bytes and back; `clock` gives seconds since 1970,
    written beside each event for people to read and used for nothing. To be used by one thread.
    Raises UsageFault when the file is not a journal, is of a later version, or can't be written.
    """

    def __init__(
        self,
        path: Path,
        *,
        encode: Callable[[E], bytes],
        decode: Callable[[bytes], E],
        clock: Callable[[], float],
    ) -> None:
        self._path, self._clock = path, clock
        self._encode, self._decode = encode, decode
        self._db = _opened(path)

    def append(self, *events: E) -> None:
        """Write `events`, all or none; they are safe when this returns."""
        at = self._clock()
        rows = [(at, self._encode(event).decode()) for event in events]
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany("INSERT INTO event (at, body) VALUES (?, ?)", rows)
        except sqlite3.Error as fault:
            raise UsageFault(f"{self._path}: the journal can't be written: {fault}") from fault

    def replay(self) -> Iterator[E]:
        """Every event, oldest first. Raises UsageFault at a row that can't be understood."""
        for number, body in self._db.execute("SELECT number, body FROM event ORDER BY number"):
            yield self._understood(number, body)

    def __len__(self) -> int:
        """How many events are written."""
        (count,) = self._db.execute("SELECT count(*) FROM event").fetchone()
        return int(count)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _understood(self, number: int, body: str) -> E:
        try:
            return self._decode(body.encode())
        except ValueError as fault:
            raise UsageFault(f"{self._path}: event {number} can't be understood: {fault}") from fault


def record(journal: Journal[E], events: Iterable[E]) -> None:
    """Append `events` in one transaction; nothing is written for none."""
    batch = tuple(events)
    if batch:
        journal.append(*batch)


def _opened(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as unless_ready:
            db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            unless_ready.callback(db.close)
            _prepare(db, path)
            unless_ready.pop_all()
    except (sqlite3.Error, OSError) as fault:
        raise UsageFault(f"{path}: not a journal that can be opened: {fault}") from fault
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Write-ahead log, full synchronisation, and the schema of an empty file."""
    db.execute("PRAGMA busy_timeout = 2000")
    _check(db, path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("BEGIN IMMEDIATE")
    if _pragma(db, "user_version") == 0:
        db.execute(_SCHEMA)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _check(db: sqlite3.Connection, path: Path) -> None:
    version, application = _pragma(db, "user_version"), _pragma(db, "application_id")
    empty = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if version > VERSION:
        raise UsageFault(f"{path}: written by a later version of this program (schema {version})")
    if application != APPLICATION and not empty:
        raise UsageFault(f"{path}: a database, but not a journal of this program")


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])
