"""Keep the journal. An event is on the disk before anybody is told about it.

The journal is one SQLite file with a row for each event, a write-ahead log and `synchronous=FULL`. When
`append` returns, the event survives a power cut. The match is the fold of the rows.

Rows are only added. They are numbered from 1 without a gap. Each row has a checksum over itself and all rows
before it. SQLite finds damaged pages. The checksums also find altered letters, and rows of another journal.
"""

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from device.errors import UsageFault
from device.records.value_files import is_obstructed

APPLICATION_ID: Final = 0x4C455854
"""The number that marks a database file as a journal of this program (`PRAGMA application_id`)."""

_DAMAGE_CODES: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""SQLite's error codes that mean a damaged file. `SQLITE_ERROR` is one of them, because it is what SQLite
reports when damage makes a table disappear or a text invalid."""

READ_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions that sqlite3 raises for a damaged file. UnicodeDecodeError is among them: if a name in the
file is damaged, sqlite3 can't decode its own message."""

FILE_SUFFIXES: Final = ("", "-wal", "-shm")
"""The suffixes of the three files that SQLite keeps for one database: the database, its log, and the log's
index."""

_MAX_VERSION: Final = 99
"""The highest schema version that may come from a later version of the program. A higher number in the file
counts as damage."""

E = TypeVar("E")
Connect = Callable[[Path], sqlite3.Connection]


class DamagedError(UsageFault):
    """A damaged journal: its rows can't be read, are missing, or were altered."""


class ForeignError(UsageFault):
    """A file of another program: a database without the number `APPLICATION_ID`."""


class WriteError(UsageFault):
    """A failed write to the journal. `code` is SQLite's primary result code, such as
    `sqlite3.SQLITE_FULL`."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class JournalRow(NamedTuple):
    """A row of the journal: an event as it is stored, with its number and time."""

    number: int
    """The number of the event, from 1."""
    at: float
    """The time at which the event was written, seconds since 1970."""
    body: str
    """The event as JSON."""


class JournalEnd(NamedTuple):
    """The end of a journal: the number of the last event, and a checksum over all events."""

    number: int = 0
    """The number of the last event; 0 for an empty journal."""
    checksum: int = 0
    """The running checksum of the last row, a CRC-32 over all rows."""

    def after(self, row: JournalRow) -> "JournalEnd":
        """Return the end of the journal after `row` is added.

        The number of `row` must follow the present end. If it does not, the returned checksum fits no
        journal.
        """
        return JournalEnd(row.number, zlib.crc32(f"{row.number} {row.body}".encode(), self.checksum))


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection to a database. Any thread may use it, but only one at a time.

    The connection begins no transaction by itself.
    """
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


class Journal(Generic[E]):
    """The events of one table in the file `path`, which is created if it does not exist.

    `encode` and `decode` turn an event into JSON bytes and back. `clock` returns seconds since 1970. The time
    of an event is stored for people to read, and the game does not depend on it. Only one thread may use the
    journal.

    Raise DamagedError for a damaged file, WriteError if the disk does not take the data, and UsageFault for a
    file of another program or of a later version of this program.
    """

    def __init__(
        self,
        path: Path,
        *,
        encode: Callable[[E], bytes],
        decode: Callable[[bytes], E],
        clock: Callable[[], float],
        connect: Connect = connect,
    ) -> None:
        self._path, self._clock = path, clock
        self._encode, self._decode = encode, decode
        self._db, self._head = _open(path, connect)
        self._file = _identity(path)

    def append(self, *events: E) -> None:
        """Write all `events`, or none of them. When this returns, they are on the disk.

        Raise WriteError if the disk does not take them, DamagedError if the file is damaged.
        """
        at = self._clock()
        first = self._head.number + 1
        self.write(JournalRow(first + n, at, self._encode(event).decode()) for n, event in enumerate(events))

    def write(self, rows: Iterable[JournalRow]) -> None:
        """Write all `rows`, or none of them. Their numbers must follow the last row of the journal.

        Raise WriteError if the disk does not take them, DamagedError if the file is damaged.
        """
        head, checked = self._head, []
        for row in rows:
            head = head.after(row)
            checked.append((*row, head.checksum))
        try:
            self._transact("INSERT INTO event (number, at, body, crc) VALUES (?, ?, ?, ?)", checked)
        except READ_ERRORS as fault:
            raise _fault(self._path, "the journal can't be written", fault) from fault
        self._head = head

    @property
    def path(self) -> Path:
        """The path of the journal's file."""
        return self._path

    def rewrite(self, changed: Callable[[E], E]) -> None:
        """Replace each stored event by `changed(event)`: all events, or none. Numbers and times stay the
        same.

        The old events do not remain in the file or its log. Raise WriteError if the disk does not take the
        new events, DamagedError if the file is damaged, and UsageFault for a row that can't be understood.
        """
        head, rows = JournalEnd(), list[tuple[str, int, int]]()
        for row, event in zip(self.rows(), self.replay(), strict=True):
            other = changed(event)
            row = row if other == event else row._replace(body=self._encode(other).decode())
            head = head.after(row)
            rows.append((row.body, head.checksum, row.number))
        try:
            self._db.execute("PRAGMA secure_delete = ON")
            self._transact("UPDATE event SET body = ?, crc = ? WHERE number = ?", rows)
            self._head = head
        except READ_ERRORS as fault:
            raise _fault(self._path, "the journal can't be written", fault) from fault
        self.checkpoint()

    def rows(self) -> Iterator[JournalRow]:
        """Yield all rows, oldest first."""
        yield from map(
            JournalRow._make, self._db.execute("SELECT number, at, body FROM event ORDER BY number")
        )

    def replay(self) -> Iterator[E]:
        """Yield all events, oldest first. Raise UsageFault for a row that can't be understood."""
        for row in self.rows():
            yield self._parsed(row)

    def __len__(self) -> int:
        """Return the number of events."""
        return self._head.number

    @property
    def head(self) -> "JournalEnd":
        """The end of the journal: the number of the last event, and the running checksum."""
        return self._head

    @property
    def is_in_place(self) -> bool:
        """True if the journal's path still leads to the open file. SQLite would write to a deleted file
        without an error."""
        return self._file is not None and _identity(self._path) == self._file

    def checkpoint(self) -> None:
        """Move the content of the write-ahead log into the database file, and sync the file.

        After a failed sync of the log the system may take the log's pages for written. Syncing the log again
        would then do nothing, but this function writes the pages again. Raise WriteError if the disk does not
        take them or somebody is reading the journal, DamagedError if the file is damaged.
        """
        try:
            busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except READ_ERRORS as fault:
            raise _fault(self._path, "the journal can't be written", fault) from fault
        if busy:
            raise WriteError(f"{self._path}: the journal is being read", sqlite3.SQLITE_BUSY)

    def copy_to(self, path: Path) -> None:
        """Copy the whole journal to the file `path`. Raise WriteError if the copy can't be written."""
        try:
            with ExitStack() as closing:
                copy = sqlite3.connect(path, isolation_level=None)
                closing.callback(copy.close)
                self._db.backup(copy)
                # Without this the copy would need a write-ahead log of its own beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
        except READ_ERRORS as fault:
            raise _fault(path, "the backup can't be written", fault) from fault

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _transact(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(statement, rows)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # after some faults SQLite has rolled back itself
                self._db.execute("ROLLBACK")
            raise

    def _parsed(self, row: JournalRow) -> E:
        try:
            return self._decode(row.body.encode())
        except ValueError as fault:
            raise UsageFault(f"{self._path}: event {row.number} can't be understood: {fault}") from fault


def record(journal: Journal[E], events: Iterable[E]) -> None:
    """Append `events` to the journal, all or none. If there are none, write nothing."""
    batch = tuple(events)
    if batch:
        journal.append(*batch)


def primary_code(fault: Exception) -> int:
    """Return SQLite's primary result code of the exception `fault`; SQLITE_ERROR if it has none."""
    return int(getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _open(path: Path, connect: Connect) -> tuple[sqlite3.Connection, JournalEnd]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for part in FILE_SUFFIXES:
            if is_obstructed(beside := path.with_name(path.name + part)):
                raise DamagedError(f"{beside}: not a file")
        with ExitStack() as unless_ready:
            db = connect(path)
            unless_ready.callback(db.close)
            head = _prepare(db, path)
            unless_ready.pop_all()
    except READ_ERRORS as fault:
        raise _fault(path, "not a journal that can be opened", fault) from fault
    except OSError as fault:
        raise WriteError(f"{path}: {fault.strerror or fault}", sqlite3.SQLITE_CANTOPEN) from fault
    return db, head


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and the inode of the file at `path`; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _prepare(db: sqlite3.Connection, path: Path) -> JournalEnd:
    """Open the journal in the database `db`: check it, set its log and synchronisation, migrate an older
    schema.

    Return the end of the journal. Raise DamagedError or UsageFault if the check fails.
    """
    db.execute("PRAGMA busy_timeout = 2000")
    _check_owner(db, path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    if _pragma(db, "user_version") < VERSION:
        _migrate(db, path)
    return _check_rows(db, path)


def _check_owner(db: sqlite3.Connection, path: Path) -> None:
    version, application = _pragma(db, "user_version"), _pragma(db, "application_id")
    empty = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if application != APPLICATION_ID and not empty:
        raise ForeignError(f"{path}: a database, but not a journal of this program")
    if version > _MAX_VERSION or (version != VERSION and has_running_checksums(db)):
        raise DamagedError(f"{path}: damaged: it is not of schema {version}")
    if version > VERSION:
        raise UsageFault(f"{path}: written by a later version of this program (schema {version})")


def has_running_checksums(db: sqlite3.Connection) -> bool:
    """Return True if the rows of the file have running checksums, as in the present schema.

    The checksum of the first row shows it. The version number in the file is not used, because it may be
    damaged.
    """
    try:
        first_row = db.execute("SELECT number, at, body, crc FROM event WHERE number = 1").fetchone()
    except READ_ERRORS:
        return False
    return (
        first_row is not None and JournalEnd().after(JournalRow._make(first_row[:3])).checksum == first_row[3]
    )


def _check_rows(db: sqlite3.Connection, path: Path) -> JournalEnd:
    """Return the end of the journal, after a check of the file and of all checksums. Raise DamagedError if a
    part is damaged."""
    (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise DamagedError(f"{path}: damaged: {verdict}")
    head = JournalEnd()
    for *fields, crc in db.execute("SELECT number, at, body, crc FROM event ORDER BY number"):
        expected, head = head.number + 1, head.after(JournalRow._make(fields))
        if head != (expected, crc):
            raise DamagedError(f"{path}: damaged at event {expected}")
    return head


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    """Migrate the file from an older schema to the present one, in one transaction.

    If the program is killed meanwhile, the file has the old schema or the new one.
    """
    db.execute("BEGIN IMMEDIATE")
    for step in _MIGRATIONS[_pragma(db, "user_version") :]:
        step(db, path)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _first_schema(db: sqlite3.Connection, _: Path) -> None:
    db.execute("CREATE TABLE event (number INTEGER PRIMARY KEY, at REAL NOT NULL, body TEXT NOT NULL) STRICT")


def _with_checksums(db: sqlite3.Connection, _: Path) -> None:
    db.execute("ALTER TABLE event ADD COLUMN crc INTEGER NOT NULL DEFAULT 0")
    db.create_function("row_checksum", 2, row_checksum, deterministic=True)
    db.execute("UPDATE event SET crc = row_checksum(number, body)")


def _with_running_checksums(db: sqlite3.Connection, path: Path) -> None:
    head, checksums = JournalEnd(), []
    for *fields, crc in db.execute("SELECT number, at, body, crc FROM event ORDER BY number"):
        row = JournalRow._make(fields)
        if crc != row_checksum(row.number, row.body):
            raise DamagedError(f"{path}: damaged at event {row.number}")
        head = head.after(row)
        checksums.append((head.checksum, row.number))
    db.executemany("UPDATE event SET crc = ? WHERE number = ?", checksums)


def row_checksum(number: int, body: str) -> int:
    """Return the CRC-32 of a single row, as version 2 of the schema stored it for each row."""
    return zlib.crc32(body.encode(), number)


_MIGRATIONS: Final = (_first_schema, _with_checksums, _with_running_checksums)
"""The steps by which an older schema becomes the present one. `_MIGRATIONS[n]` turns version n into version n
+ 1. An empty file has version 0."""

RUNNING_CHECKSUM_VERSION: Final = 3
"""The first version of the schema with running checksums. Its checksums start from 0.

A later version must start from another number. Then the first checksum shows the version, even if the version
number in the file is damaged.
"""

VERSION: Final = len(_MIGRATIONS)
"""The version of the present schema (`PRAGMA user_version`)."""


def _fault(path: Path, what: str, fault: Exception) -> UsageFault:
    code = primary_code(fault)
    message = f"{path}: {what}: {fault}"
    return DamagedError(message) if code in _DAMAGE_CODES else WriteError(message, code)


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])
