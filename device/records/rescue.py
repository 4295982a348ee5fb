"""Recover a damaged journal from the undamaged rows of its file and its backups.

The damaged file is never changed. It is read, then moved to another name.
"""

import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Final

from device.errors import UsageFault, disk_fault
from device.records.journal import (
    APPLICATION_ID,
    FILE_SUFFIXES,
    READ_ERRORS,
    RUNNING_CHECKSUM_VERSION,
    VERSION,
    JournalEnd,
    JournalRow,
    has_running_checksums,
    row_checksum,
)
from device.records.value_files import clear, is_obstructed

JOURNAL: Final = "journal.db"
BACKUP: Final = "journal.backup.db"
"""The file name of the latest backup, which is written after each hand."""
EVENING_BACKUP: Final = "journal.evening.db"
"""The file name of the evening's backup. It is the last backup from before the table's last start, or from
before the last pause of some hours."""
WEEK_BACKUP: Final = "journal.week.db"
"""The file name of the weekly backup. Once a week the present evening's backup becomes the weekly one."""
BACKUP_NAMES: Final = (BACKUP, EVENING_BACKUP, WEEK_BACKUP)
HEAD_FILE: Final = "journal.head"
"""The name of the file with the number and the checksum of the journal's last event. If the journal is
damaged, it shows how many events are lost."""


def backups_of(path: Path) -> tuple[Path, ...]:
    """Return the paths at which the journal `path` has its backups, the latest first. The files need not
    exist."""
    return tuple(path.with_name(name) for name in BACKUP_NAMES)


def salvage(path: Path) -> tuple[JournalRow, ...]:
    """Return the undamaged rows of a journal, taken from its file and its backups together.

    The rows end before the first one that is damaged or missing in every file.
    """
    with ExitStack() as closing_all:
        files = [_DamagedFile(one) for one in (path, *backups_of(path))]
        for file in files:
            closing_all.callback(file.close)
        # One of the files may belong to another journal. So each file is tried as the first.
        ways = [_longest_chain((one, *(other for other in files if other is not one))) for one in files]
    return max(ways, key=len)


def rows_in(path: Path) -> tuple[JournalRow, ...]:
    """Return the rows of the journal file `path` up to the first row that is missing or damaged.

    Backups are not used.
    """
    with closing(_DamagedFile(path)) as file:
        return _longest_chain((file,))


def _longest_chain(files: Sequence["_DamagedFile"]) -> tuple[JournalRow, ...]:
    """Return the rows of several journal files together, in order from number 1. They end before the
    first row that is missing or damaged in every file. A row that several files hold is taken from
    the first of them."""
    rows: list[JournalRow] = []
    head = JournalEnd()
    while row := next((row for file in files if (row := file.after(head))), None):
        rows.append(row)
        head = head.after(row)
    return tuple(rows)


def write_head(path: Path, head: JournalEnd) -> None:
    """Write `head`, the number and checksum of the last event of the journal `path`, to a file beside
    the journal.

    The file is not synced. After a power cut it may describe an earlier event. Then too few lost events are
    reported, but never too many.
    """
    text = f"{head.number} {head.checksum}"
    with suppress(OSError, UsageFault):
        clear(path.with_name(HEAD_FILE))
        path.with_name(HEAD_FILE).write_text(f"{text} {zlib.crc32(text.encode())}\n", "ascii")


def read_head(path: Path) -> JournalEnd:
    """Return the end of the journal `path`, as `write_head` last noted it in a file of its own. If
    that file can't be read, return the end of a journal without events."""
    if is_obstructed(path.with_name(HEAD_FILE)):
        return JournalEnd()
    try:
        number, checksum, check = path.with_name(HEAD_FILE).read_text("ascii").split()
        if zlib.crc32(f"{number} {checksum}".encode()) == int(check):
            return JournalEnd(int(number), int(checksum))
    except (OSError, ValueError):
        pass
    return JournalEnd()


def last_number(path: Path) -> int | None:
    """Return the number of the last event in the journal file `path`; 0 for an empty journal, None if the
    file can't be read."""
    try:
        with closing(open_for_reading(path)) as db:
            (last,) = db.execute("SELECT coalesce(max(number), 0) FROM event").fetchone()
            return last if isinstance(last, int) else None
    except READ_ERRORS:
        return None


def last_time(path: Path) -> float:
    """Return the time of the last event in the journal file `path`, seconds since 1970. Return 0 if the
    journal is empty or can't be read."""
    try:
        with closing(open_for_reading(path)) as db:
            (last,) = db.execute("SELECT at FROM event ORDER BY number DESC LIMIT 1").fetchone() or (0.0,)
            return last if isinstance(last, float) else 0.0  # a damaged column may hold anything
    except READ_ERRORS:
        return 0.0


def put_journal_aside(path: Path, stamp: str) -> Path:
    """Rename the damaged journal `path` with its log, and return its new path. Its new name contains `stamp`.

    Raise UsageFault for a disk error.
    """
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    try:
        for part in FILE_SUFFIXES:
            beside = path.with_name(path.name + part)
            if os.path.lexists(beside):
                beside.rename(aside.with_name(aside.name + part))
    except OSError as fault:
        raise disk_fault(path, fault) from fault
    return aside


def damaged_files(path: Path) -> Iterator[Path]:
    """Yield the damaged files that earlier starts have renamed: files of the journal `path` and of its
    backups."""
    yield from sorted(path.parent.glob(f"{path.stem}*.damaged-*"))


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Return a connection to the database `path` for reading. Another program may be writing to it, and the
    disk may be read-only.

    No file is changed, not even the write-ahead log of a program that was killed. Raise sqlite3.Error if the
    database can't be opened.
    """
    if is_obstructed(path):
        raise sqlite3.OperationalError("not a file")
    if not path.with_name(path.name + "-wal").is_file():
        # No program has the file open. SQLite would make a log all the same, owned by the present user.
        return _reading(path, "mode=ro&immutable=1")
    try:
        return _reading(path, "mode=ro")
    except sqlite3.OperationalError:  # no index of a log can be made, so no program can be writing
        return _reading(path, "mode=ro&immutable=1")


def _reading(path: Path, how: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except READ_ERRORS:
        db.close()
        raise
    return db


class _DamagedFile:
    """The readable rows of a journal file that may be damaged or missing."""

    def __init__(self, path: Path) -> None:
        self._db: sqlite3.Connection | None = None
        self._select, self._version = "", 0
        try:
            self._db = open_for_reading(path)
            ours = self._db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            self._version = (
                version if 0 < version < VERSION and not has_running_checksums(self._db) else VERSION
            )
            crc = "crc" if self._version > 1 else "NULL"
            # APPLICATION_ID may be damaged, too. Running checksums also prove that the file is a journal.
            if ours or self._version >= RUNNING_CHECKSUM_VERSION:
                self._select = f"SELECT number, at, body, {crc} FROM event WHERE number = ?"
        except READ_ERRORS:
            self._select = ""

    def after(self, head: JournalEnd) -> JournalRow | None:
        """Return the row that follows the journal's end `head`; None if this row is missing or damaged in the
        file."""
        if self._db is None or not self._select:
            return None
        try:
            values = self._db.execute(self._select, (head.number + 1,)).fetchone()
        except READ_ERRORS:
            return None
        if values is None or not isinstance(values[2], str) or not isinstance(values[1], float):
            return None
        *fields, crc = values
        row = JournalRow._make(fields)
        return row if self._version == 1 or crc == self._checksum(head, row) else None

    def _checksum(self, head: JournalEnd, row: JournalRow) -> int:
        running = self._version >= RUNNING_CHECKSUM_VERSION
        return head.after(row).checksum if running else row_checksum(row.number, row.body)

    def close(self) -> None:
        """Close the file."""
        if self._db is not None:
            self._db.close()
