"""Copy the table's data before an upgrade, keep the copies, and restore one. Run as the table's own user:

python -m device.releases.data copy|back FOLDER OTHER
"""

import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from device.errors import UsageFault, disk_fault
from device.party.records import JOURNAL as HUB
from device.records.disk_space import RESERVE_FILE
from device.records.journal import READ_ERRORS
from device.records.pictures import FOLDER as PICTURES
from device.records.rescue import BACKUP_NAMES, JOURNAL, open_for_reading
from device.records.restore import REPLACED_PREFIX, UPGRADES
from device.records.value_files import locked_folder
from device.releases.places import sync

TRIAL: Final = "trial"
"""The name of the folder, in the table's data folder, that holds the copy of the data on which a new release
is tried."""
MAX_COPIES: Final = 3
"""Greatest number of copies that are kept. Each upgrade makes one copy of the data beforehand."""
_NEVER_COPIED: Final = frozenset({PICTURES, RESERVE_FILE, UPGRADES, TRIAL})
"""Files that are never copied and stay in place at a restore. Pictures may take the whole disk, and an
older release can read the pictures of a newer one."""
_LOGS: Final = ("-wal", "-shm")
_JOURNALS: Final = frozenset({JOURNAL, HUB})
"""The file names of a table's and a hub's journals. They are copied by SQLite, so that the copy of a journal
also contains what is in its write-ahead log."""
BROKER_FOLDER: Final = "broker"
"""The folder of a party's own broker. It is never copied, because the hub sends all messages again. A
restore deletes the folder, because otherwise a hub would take over the messages that the broker retains."""


def copy(folder: Path, target: Path) -> None:
    """Copy the data of a table or a party from `folder` to `target`, whole or not at all. The table may be
    playing.

    The journal is copied as it is at one moment. The journal's backups are hard-linked, because a backup is
    only ever replaced and never changed. Raise UsageFault if the copy fails; then no incomplete copy is
    left.
    """
    beside = target.with_name(f"{target.name}.new")
    try:
        _drop(beside)
        beside.mkdir(parents=True, mode=0o700)
        for entry in _entries(folder):
            if entry.name == BROKER_FOLDER:
                continue
            if entry.name in _JOURNALS:
                _copy_journal(entry, beside / entry.name)
            elif entry.name in BACKUP_NAMES:
                os.link(entry, beside / entry.name)
            elif entry.is_dir():
                shutil.copytree(entry, beside / entry.name, symlinks=True)
            elif entry.name.removesuffix("-wal").removesuffix("-shm") not in _JOURNALS:
                shutil.copy2(entry, beside / entry.name, follow_symlinks=False)
        for path in (*beside.rglob("*"), beside):
            if not path.is_symlink():
                sync(path)
        _drop(target)
        beside.rename(target)
        sync(target.parent)
    except (OSError, shutil.Error) as fault:
        with contextlib.suppress(OSError):
            _drop(beside)
        raise _copy_fault(folder, fault) from fault


def restore_copy(folder: Path, kept: Path, replaced: Path) -> None:
    """Move the copy `kept` to `folder`, after the present data of `folder` are moved to `replaced`. Files
    are only moved, so a full disk does not matter.

    A second call finishes an interrupted one. If the copy does not exist, nothing changes. Raise UsageFault
    for a disk error, or if a table is playing with the data.
    """
    beside = replaced.with_name(f"{replaced.name}.new")
    with locked_folder(folder):
        try:
            if not replaced.exists():
                if not kept.is_dir():
                    return
                beside.mkdir(exist_ok=True, mode=0o700)
                for entry in _entries(folder):
                    entry.rename(beside / entry.name)
                sync(beside)
                beside.rename(replaced)
                sync(folder)
            if kept.exists():
                for entry in sorted(kept.iterdir()):
                    entry.rename(folder / entry.name)
                kept.rmdir()
            sync(folder)
        except OSError as fault:
            raise disk_fault(folder, fault) from fault


def tidy(folder: Path) -> None:
    """Delete the data of a trial, the remains of interrupted copies, and the oldest copies beyond
    `MAX_COPIES`. Raise UsageFault for a disk error."""
    try:
        _drop(folder / TRIAL)
        _drop(folder / f"{TRIAL}.new")
        folder_of_copies = folder / UPGRADES
        if folder_of_copies.is_dir():
            for path in folder_of_copies.glob("*.new"):
                _drop(path)
            for path in sorted(folder_of_copies.iterdir())[:-MAX_COPIES]:
                _drop(path)
    except OSError as fault:
        raise disk_fault(folder, fault) from fault


def _entries(folder: Path) -> Iterator[Path]:
    """Yield the files and folders that make up the table's present state. Leave out damaged files that were
    moved aside, and data that a restore replaced."""
    for entry in sorted(folder.iterdir()):
        name = entry.name
        if (
            name in _NEVER_COPIED
            or name.startswith(REPLACED_PREFIX)
            or ".damaged-" in name
            or name.endswith(".new")
        ):
            continue
        if entry.is_file() or entry.is_dir() or entry.is_symlink():
            yield entry


def _copy_journal(journal: Path, target: Path) -> None:
    """Copy the journal as one file. A journal that is too damaged for SQLite is copied as it is, with its
    log."""
    try:
        with closing(open_for_reading(journal)) as source, closing(sqlite3.connect(target)) as copied:
            source.backup(copied)
            copied.execute("PRAGMA journal_mode = DELETE")
    except READ_ERRORS as fault:
        if getattr(fault, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
            raise OSError(28, os.strerror(28), str(target)) from fault
        for end in ("", *_LOGS):
            part = journal.with_name(journal.name + end)
            if part.exists():
                shutil.copy2(part, target.with_name(target.name + end))


def _drop(path: Path) -> None:
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.exists():
        shutil.rmtree(path)


def _copy_fault(folder: Path, fault: Exception) -> UsageFault:
    """Return the fault to report for a failed copy. Of several faults in a folder it is the first."""
    if isinstance(fault, shutil.Error) and fault.args and fault.args[0]:
        return UsageFault(f"{folder}: {fault.args[0][0][2]}")
    return disk_fault(folder, fault) if isinstance(fault, OSError) else UsageFault(str(fault))


def main(arguments: list[str]) -> int:
    """Run the command in the arguments. Print a fault as one line on standard error."""
    verb, folder, *others = arguments[0], *map(Path, arguments[1:])
    try:
        match verb:
            case "copy":
                copy(folder, *others)
            case "back":
                restore_copy(folder, *others)
            case _:
                tidy(folder)
    except UsageFault as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
