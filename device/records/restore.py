"""Replace a table's journal by one of its backups. The replaced files go to a folder of their own."""

import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from device.errors import disk_fault
from device.records.event_codec import decode, encode
from device.records.journal import Journal, JournalRow
from device.records.rescue import BACKUP, EVENING_BACKUP, HEAD_FILE, JOURNAL, WEEK_BACKUP, backups_of, rows_in

BACKUP_FILES: Final = {"hand": BACKUP, "evening": EVENING_BACKUP, "week": WEEK_BACKUP}
"""The file names of the backups, by the names that people type. `hand` was made after the last hand,
`evening` on the evening before, and `week` up to a week ago."""
UPGRADES: Final = "upgrades"
"""The name of the folder to which an upgrade copies the table's data before it begins. Each copy is named by
its time."""
REPLACED_PREFIX: Final = "replaced-"
"""The beginning of the names of folders with files that a restore replaced."""
_UNFINISHED: Final = "restoring.db"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup of a journal: its name, and its readable rows."""

    name: str
    rows: tuple[JournalRow, ...]


def backups_in(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in `folder` that have readable rows.

    The journal's own backups come first, then the copies made before upgrades. Each group begins with its
    latest.
    """
    places = [(name, folder / file) for name, file in BACKUP_FILES.items()]
    upgrades = sorted((folder / UPGRADES).glob("[0-9]*[0-9]"), reverse=True)
    places += [(f"upgrade-{one.name}", one / JOURNAL) for one in upgrades]
    backups = (Backup(name, rows_in(path)) for name, path in places)
    return tuple(backup for backup in backups if backup.rows)


def replaced_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders in `folder` to which `restore` moved files that it replaced."""
    return tuple(sorted(folder.glob(f"{REPLACED_PREFIX}*")))


def restore(path: Path, rows: tuple[JournalRow, ...], stamp: str) -> Path:
    """Make `rows` the content of the journal `path`. Move the replaced files to a new folder, and return that
    folder.

    The table must not be running. The new journal is complete before the old one is moved. Raise UsageFault
    for a disk error. Then the old journal is still in place, or in the folder with `stamp` in its name.
    """
    aside, new = path.with_name(f"{REPLACED_PREFIX}{stamp}"), path.with_name(_UNFINISHED)
    before = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]
    before += [*backups_of(path), path.with_name(HEAD_FILE)]
    try:
        _write_journal(new, rows)
        aside.mkdir()
        for file in before:
            if file.exists():
                shutil.copy2(file, aside)
        # Backups go first: beside a shorter journal they would look like the lost part of a damaged one.
        for file in before[:0:-1]:
            file.unlink(missing_ok=True)
        new.replace(path)
    except OSError as fault:
        raise disk_fault(path, fault) from fault
    return aside


def _write_journal(path: Path, rows: tuple[JournalRow, ...]) -> None:
    path.unlink(missing_ok=True)
    journal = Journal(path, encode=encode, decode=decode, clock=time.time)
    try:
        journal.write(rows)
    finally:
        journal.close()
