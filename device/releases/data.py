"""Copy the table's data before an upgrade, keep some copies, and restore one. Run as the table's own user:

python -m device.releases.data copy FOLDER TARGET
python -m device.releases.data back FOLDER COPY REPLACED
python -m device.releases.data tidy FOLDER
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
"""The name of a folder in the table's data folder. It holds the copy of the data on which a new release is
tried."""
MAX_COPIES: Final = 3
"""The greatest number of kept copies. Each upgrade makes one copy of the data before it begins."""
_NEVER_COPIED: Final = frozenset({PICTURES, RESERVE_FILE, UPGRADES, TRIAL})
"""The names of files and folders that are not copied, and that stay in place when a copy is restored.

Pictures are among them, because they may take the whole disk, and because an older release can read the
pictures of a newer one.
"""
_LOGS: Final = ("-wal", "-shm")
_JOURNALS: Final = frozenset({JOURNAL, HUB})
"""The file names of a table's journal and of a hub's. SQLite copies them, so that a copy also has the events
in the write-ahead log."""
BROKER_FOLDER: Final = "broker"
"""The folder of a party's own broker. A copy of the table's data leaves it out, because the hub
sends all messages again.

When a copy is restored, the folder is taken away, so that the hub does not read newer messages from its
broker.
"""


def copy(folder: Path, target: Path) -> None:
    """Copy the data of a table or a party from `folder` to `target`, whole or not at all. The table may be
    playing.

    The copied journal has the state of one moment. Backups of the journal become hard links, because a backup
    is replaced but never changed. Raise UsageFault if the copy fails. Then no incomplete copy is left.
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
    """Move the present data of `folder` to `replaced`, then move the copy `kept` to `folder`.

    Files are only moved, so that this also works on a full disk. If a call was interrupted, a second call
    finishes the work. If the copy does not exist, nothing changes. Raise UsageFault for a disk error, or if a
    table is playing with the data.
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
    """Delete the data of a trial, the remains of interrupted copies, and all copies but the latest
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
    """Yield the files and folders of the present data in `folder`.

    Damaged files that were set aside are left out, and so are data that a restore replaced.
    """
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
    """Copy the journal with the content of its write-ahead log into one file. If SQLite can't read the
    journal because of damage, copy its files as they are."""
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
    """Return the UsageFault to raise when copying `folder` failed. If several files failed, it names the
    first failure."""
    if isinstance(fault, shutil.Error) and fault.args and fault.args[0]:
        return UsageFault(f"{folder}: {fault.args[0][0][2]}")
    return disk_fault(folder, fault) if isinstance(fault, OSError) else UsageFault(str(fault))


def main(arguments: list[str]) -> int:
    """Run the command that the arguments name. Return the exit status, which is 2 for a fault.

    A fault is printed as one line on standard error.
    """
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
