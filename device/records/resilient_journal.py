"""Keep a journal for a table that continues despite disk errors.

`append` always takes the events. If the disk works, the events are on the disk when `append` returns.
Otherwise they wait in memory, `troubles` reports the trouble, and `retry_writes` tries to write them again.

A journal that is damaged, or shorter than its backups, is renamed. A new journal then begins with the rows
that the old file and its backups hold without a gap.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

from device.errors import UsageFault, without_folders
from device.records import troubles
from device.records.disk_space import is_full
from device.records.journal import (
    Connect,
    DamagedError,
    ForeignError,
    Journal,
    JournalRow,
    WriteError,
    connect,
)
from device.records.rescue import (
    EVENING_BACKUP,
    WEEK_BACKUP,
    backups_of,
    last_number,
    last_time,
    put_journal_aside,
    read_head,
    salvage,
    write_head,
)
from device.records.troubles import Trouble
from device.records.value_files import clear

E = TypeVar("E")

RETRY_SECONDS: Final = 10.0
"""The time between two attempts to write waiting events, seconds. It is short, because a disk may be full for
a moment only. A shorter time would delay the game too often when a disk fails slowly."""

_ROOM_KEY: Final = "room"
_MAYBE_FULL: Final = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})
"""SQLite's error codes that may also mean a full disk. SQLite reports them when a full disk keeps it from
beginning its log or making a file."""
EVENING_PAUSE_SECONDS: Final = 6 * 3600.0
"""The time without an event after which a new evening begins, seconds. The table's starts do not show the
evenings, because a table may stay switched on for weeks."""
WEEK_SECONDS: Final = 7 * 24 * 3600.0
"""The time between two weekly backups, seconds."""
BACKUP_EVENTS: Final = 50
"""The number of events after which a backup is made even within a hand. A patience or a long hand may never
end."""


class ResilientJournal(Generic[E]):
    """All events of the table: in memory, and in the journal `path` while the disk works.

    `needs_backup(event)` is true if a backup is made after the event. `make_room` deletes expendable
    files when the disk is full, and returns True if it deleted any. `has_room` returns True if the
    disk has space again.

    Only one thread may use the journal. Raise UsageFault for a file of another program or of a later
    version.
    """

    def __init__(
        self,
        path: Path,
        *,
        encode: Callable[[E], bytes],
        decode: Callable[[bytes], E],
        clock: Callable[[], float],
        needs_backup: Callable[[E], bool] = lambda _: False,
        make_room: Callable[[], bool] = lambda: False,
        has_room: Callable[[], bool] = lambda: False,
        connect: Connect = connect,
    ) -> None:
        self._path, self._encode, self._decode, self._clock = path, encode, decode, clock
        self._needs_backup, self._connect = needs_backup, connect
        self._make_room, self._has_room = make_room, has_room
        self._rows: list[JournalRow] = []
        self._written = 0
        self._tried = float("-inf")
        self._code = 0
        self._journal: Journal[E] | None = None
        self._unwritten: Trouble | None = None
        self._others: dict[str, Trouble] = {}
        self._first_backup = True
        self._begin()
        self._write_head()
        self._backed_up = len(self._rows)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """The present troubles of the journal: events that can't be written, and those that `add_trouble`
        added."""
        return (*((self._unwritten,) if self._unwritten else ()), *self._others.values())

    def add_trouble(self, trouble: Trouble) -> None:
        """Show `trouble` among `troubles` until the program ends. A trouble with the same text is added only
        once."""
        self._others[str(trouble.text)] = trouble

    @property
    def waiting(self) -> int:
        """The number of events that are in memory only."""
        return len(self._rows) - self._written

    def times(self) -> tuple[float, ...]:
        """Return the times at which the events were taken, seconds since 1970. Any thread may call this."""
        return tuple(row.at for row in tuple(self._rows))

    def replay(self) -> tuple[E, ...]:
        """Return all events, oldest first. Raise UsageFault for an event that can't be understood."""
        return tuple(map(self._parsed, self._rows))

    def append(self, *events: E) -> None:
        """Add `events` to the journal. If the disk works, they are on the disk when the function returns.
        Otherwise they wait in memory."""
        at, first = self._clock(), len(self._rows) + 1
        self._rows += [
            JournalRow(first + n, at, self._encode(event).decode()) for n, event in enumerate(events)
        ]
        if self._unwritten is None:
            self._write()
        else:
            self._report_unwritten()
        if any(map(self._needs_backup, events)) or len(self._rows) - self._backed_up >= BACKUP_EVENTS:
            self._back_up()

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        """Try to write waiting events, at most once in RETRY_SECONDS. Return the remaining troubles.

        `now` is in seconds on a monotonic clock.
        """
        self._check_in_place()
        if (self._unwritten is not None or _ROOM_KEY in self._others) and now - self._tried >= RETRY_SECONDS:
            self._tried = now
            if self._unwritten is not None:
                self._reopen()
            if self._unwritten is None and self._code == troubles.FULL_CODE and self._has_room():
                self._others.pop(_ROOM_KEY, None)
        return self.troubles

    def close(self) -> None:
        """Write the waiting events if the disk works again, and close the file."""
        self._check_in_place()
        if self._unwritten is not None:
            self._reopen()
        self._close_file()

    def _begin(self) -> None:
        """Open the journal. If it is damaged, begin a new one with the rows that can be recovered."""
        if not os.path.lexists(self._path) and any(one.exists() for one in backups_of(self._path)):
            self._save_remains()
            return
        try:
            self._journal = self._open()
            self._rows = list(self._journal.rows())
            self._written = len(self._rows)
            if max(len(salvage(self._path)), read_head(self._path).number) > len(self._rows):
                raise DamagedError(f"{self._path}: holds less than was written to it")
        except DamagedError:
            self._close_file()
            self._rows = []
            self._save_remains()
        except ForeignError:
            if not salvage(self._path):
                raise
            self._save_remains()  # APPLICATION_ID is damaged, or this is another file
        except WriteError as fault:
            self._rows = list(salvage(self._path))
            self._written = len(self._rows)
            self._handle_failure(fault)

    def _save_remains(self) -> None:
        """Begin a new journal with the events in memory. The damaged file is kept under another name.

        If no events are in memory, take those that can be recovered from the damaged file and its backups.
        """
        self._rows, self._written = self._rows or list(salvage(self._path)), 0
        missing, aside = max(read_head(self._path).number - len(self._rows), 0), ""
        try:
            if os.path.lexists(self._path):
                aside = put_journal_aside(self._path, str(int(self._clock()))).name
            self._journal = self._open()
            self._write_rest()
        except UsageFault as fault:
            self._handle_failure(fault)
        self._others["damaged"] = troubles.journal_damaged(len(self._rows), missing, aside)

    def _open(self) -> Journal[E]:
        return Journal(
            self._path, encode=self._encode, decode=self._decode, clock=self._clock, connect=self._connect
        )

    def _write(self) -> None:
        """Write the events that the file lacks. If this fails, keep them in memory."""
        self._check_in_place()
        try:
            self._write_rest()
        except (WriteError, DamagedError) as fault:
            self._handle_failure(fault)

    def _check_in_place(self) -> None:
        """Check that the journal's file is still at its path. If somebody has deleted or replaced it, report
        the trouble.

        All events are still in memory, from which they are then written to a new file.
        """
        if self._journal is not None and not self._journal.is_in_place:
            self._handle_failure(DamagedError(f"{self._path}: the journal was taken away"))

    def _write_rest(self) -> None:
        if self._journal is not None:
            self._journal.write(self._rows[self._written :])
            self._written = len(self._rows)
            self._write_head()

    def _write_head(self) -> None:
        """Write the number and the checksum of the last event to a file beside the journal. By this file a
        later start notices lost events."""
        if self._journal is not None:
            write_head(self._path, self._journal.head)

    def _reopen(self) -> None:
        """Open the file again, and write the events that it lacks.

        The rows of the file are counted, because a commit that failed may still have been written.
        """
        self._close_file()
        try:
            self._journal = self._open()
            held = list(self._journal.rows())
            if held != self._rows[: len(held)]:
                raise DamagedError(f"{self._path}: holds something else than was written to it")
            self._written = len(held)
            self._write_rest()
            self._journal.checkpoint()
        except DamagedError:  # damaged while in use: all events are in memory
            self._close_file()
            self._save_remains()
        except WriteError as fault:
            self._handle_failure(fault)
        if self._journal is not None:
            self._unwritten = None

    def _handle_failure(self, fault: UsageFault) -> None:
        """Close the file after the failed write `fault`, and report the trouble. The unwritten events stay in
        memory.

        If the disk is full, free space and write the events again.
        """
        self._close_file()
        self._code = fault.code if isinstance(fault, WriteError) else troubles.FAILING_CODE
        if self._code in _MAYBE_FULL and is_full(self._path.parent):
            self._code = troubles.FULL_CODE
        self._others.pop(_ROOM_KEY, None)
        self._report_unwritten()
        if self._code == troubles.FULL_CODE and self._make_room():
            self._reopen()
            if self._unwritten is None:
                self._others[_ROOM_KEY] = troubles.nearly_full()

    def _report_unwritten(self) -> None:
        self._unwritten = troubles.journal_unwritten(self._code, self.waiting)

    def _close_file(self) -> None:
        if self._journal is not None:
            with contextlib.suppress(Exception):
                self._journal.close()
        self._journal = None

    def _back_up(self) -> None:
        """Write a complete backup of the journal. If this fails, the old backup stays, and the trouble is
        reported.

        Afterwards move the write-ahead log into the journal's file.
        """
        if self._journal is None:
            return
        backup = backups_of(self._path)[0]
        beside = backup.with_name(backup.name + ".new")
        try:
            clear(beside)
            beside.unlink(missing_ok=True)
            self._journal.copy_to(beside)
            _sync(beside)
            self._make_way(backup)
            beside.replace(backup)
            _sync(backup.parent)
            self._journal.checkpoint()
        except (OSError, UsageFault) as fault:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)  # half a backup takes space that the journal needs
            if not (isinstance(fault, WriteError) and fault.code == sqlite3.SQLITE_BUSY):
                self._others["backup"] = troubles.no_backup(without_folders(str(fault)))
                return
        self._others.pop("backup", None)
        self._backed_up = len(self._rows)

    def _make_way(self, backup: Path) -> None:
        """Rename the present `backup`, if it must be kept, before a new one replaces it.

        A backup from before this start or before a long pause becomes the evening's backup. Once a week the
        old evening's backup first becomes the week's. A backup with more events than the journal is renamed
        as a damaged file. Raise OSError or UsageFault for a disk error.
        """
        for one in backups_of(self._path):
            clear(one)
        if (last_number(backup) or 0) > len(self._rows):
            put_journal_aside(backup, str(int(self._clock())))
        elif backup.exists() and (self._first_backup or self._followed_by_pause(backup)):
            evening, week = backup.with_name(EVENING_BACKUP), backup.with_name(WEEK_BACKUP)
            if evening.exists() and last_time(evening) - last_time(week) >= WEEK_SECONDS:
                evening.replace(week)
            backup.replace(evening)
        self._first_backup = False

    def _followed_by_pause(self, backup: Path) -> bool:
        """Return True if a long time without events followed the last event in `backup`."""
        since = self._rows[self._backed_up :]
        return bool(since) and since[0].at - last_time(backup) >= EVENING_PAUSE_SECONDS

    def _parsed(self, row: JournalRow) -> E:
        try:
            return self._decode(row.body.encode())
        except ValueError as fault:
            raise UsageFault(f"{self._path}: event {row.number} can't be understood: {fault}") from fault


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
