"""Change from one release to another, in steps that a power cut may interrupt anywhere.

A small file holds the phase of the change. Without the file no change is under way:

    switching   the link and the units are being changed; the new release has not run. The next start returns
                to the old release.
    trial       link and units are changed. The next start tries the new release.
    tried       the new release was started once. The next start returns to the old release and
                restores the earlier data.

When the table answers, the file is deleted. Every step may be repeated. The service calls `at_start` before
each start and `finish_change` after it. Both run in the release from before the upgrade, so a bad new release
can't prevent them.
"""

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from device.errors import UsageFault, disk_fault
from device.records.restore import REPLACED_PREFIX, UPGRADES
from device.records.value_files import DamagedFault, keep, read_value
from device.releases.archive import version_of
from device.releases.places import Places, link, sync
from device.releases.run_as_user import User

Phase = Literal["switching", "trial", "tried"]


class ReleaseChange(msgspec.Struct, frozen=True):
    """A change from one release to another that is under way or finished, as a file stores it."""

    phase: Phase
    old: str
    """The name of the release before the change. It is also the name of the release's folder."""
    new: str
    """The name of the release after the change."""
    data: str
    """The path of the table's data folder on the installed system. If the system is mounted elsewhere
    (`Places.destination`), the mount point is not part of the path."""
    stamp: str
    """The name of the folder to which the data were copied before the change."""
    party: str = ""
    """The path of the folder with a hub's party on the installed system; empty if there is no party.
    If the system is mounted elsewhere (`Places.destination`), the mount point is not part of the
    path."""

    def with_phase(self, phase: Phase) -> "ReleaseChange":
        """Return the same change with the phase `phase`."""
        return msgspec.structs.replace(self, phase=phase)

    def folder(self, places: Places) -> Path:
        """Return the path of the table's data folder on this machine. If the installed system is only
        mounted in a folder (`Places.destination`), the path begins with that folder."""
        return Path(f"{places.destination}{self.data}")

    def folders(self, places: Places) -> tuple[Path, ...]:
        """Return the data folders of the change: the table's folder, and the party's folder if the machine is
        a hub."""
        own = self.folder(places)
        return (own, Path(f"{places.destination}{self.party}")) if self.party else (own,)

    def copy(self, folder: Path) -> Path:
        """Return the path of the copy that was made of the data in `folder` before the change."""
        return folder / UPGRADES / self.stamp


def change_under_way(places: Places) -> ReleaseChange | None:
    """Return the change of release that has begun and is not finished; None if there is none. Raise
    UsageFault if the file with the change can't be read."""
    return _read(places.upgrade_file)


def last_change(places: Places) -> ReleaseChange | None:
    """Return the finished change that led to the release in use. Return None if no such change is stored, or
    if the release before it is deleted.

    Raise UsageFault if no release is installed, or if the file of the change can't be read.
    """
    change = _read(places.last_upgrade_file)
    if change is None or change.new != places.current() or not places.release(change.old).is_dir():
        return None
    return change


def _read(file: Path) -> ReleaseChange | None:
    """Return the change of release that `file` stores; None if the file does not exist or is damaged."""
    try:
        return read_value(file, ReleaseChange)
    except DamagedFault:
        return None


def switch_release(places: Places, change: ReleaseChange) -> None:
    """Put the new release of `change` in place, so that the next start tries it. Raise UsageFault for a disk
    error."""
    try:
        link(places.minder, change.old)
        keep(places.upgrade_file, change.with_phase("switching"))
        _use(places, change.new)
        keep(places.upgrade_file, change.with_phase("trial"))
    except OSError as fault:
        raise disk_fault(places.releases, fault) from fault


def prepare_return(places: Places, change: ReleaseChange) -> None:
    """Prepare the table to undo the finished `change`. The next start then returns to the old release, and
    restores the data from before the change.

    Raise UsageFault for a disk error.
    """
    try:
        link(places.minder, change.old)
        keep(places.upgrade_file, change.with_phase("tried"))
    except OSError as fault:
        raise disk_fault(places.releases, fault) from fault


def at_start(places: Places, user: User) -> str | None:
    """Continue a change of release that is under way, before the table starts. If the new release is
    ready to be tried, let it start. If the change was interrupted, return to the old release. If
    the new release has failed, restore the old data too.

    Return a sentence if the table returned to the old release, else None. Raise UsageFault for a disk
    error, or if the data can't be restored.
    """
    change = change_under_way(places)
    if change is None:
        places.upgrade_file.unlink(missing_ok=True)
        return None
    if change.phase == "trial":
        with suppress(UsageFault):  # the table also plays if the disk can't be written
            keep(places.upgrade_file, change.with_phase("tried"))
        return None
    if change.phase == "tried":
        for folder in change.folders(places):
            user.data("back", folder, change.copy(folder), folder / f"{REPLACED_PREFIX}{change.stamp}")
    try:
        _use(places, change.old)
        _delete_state(places)
    except OSError as fault:
        raise disk_fault(places.releases, fault) from fault
    return f"{_called(places, change.old)} is in use again."


def finish_change(places: Places) -> None:
    """Finish the change under way, if its new release was started. Called when the table answers.

    Raise UsageFault for a disk error.
    """
    change = change_under_way(places)
    if change is None or change.phase != "tried":
        return
    try:
        with suppress(UsageFault):  # without this file nobody can go back by hand
            keep(places.last_upgrade_file, change)
        _delete_state(places)
    except OSError as fault:
        raise disk_fault(places.releases, fault) from fault


def tidy(places: Places) -> None:
    """Delete every release but the one in use and the one before it, and the remains of interrupted upgrades.
    Raise UsageFault for a disk error."""
    change = last_change(places)
    stay = {places.current(), change.old if change else None}
    try:
        for path in places.releases.iterdir():
            if path.is_dir() and not path.is_symlink() and path.name not in stay:
                shutil.rmtree(path)
    except OSError as fault:
        raise disk_fault(places.releases, fault) from fault


def _use(places: Places, name: str) -> None:
    """Put the release `name` in use: point the program's link to it, and copy its files for systemd.

    Raise OSError for a disk error.
    """
    link(places.program, f"{places.releases.name}/{name}")
    for source, place in places.for_systemd(name):
        if place.exists() and place.read_bytes() == source.read_bytes():
            continue
        beside = place.with_name(f".{place.name}.new")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, beside)
        sync(beside)
        beside.replace(place)
        sync(place.parent)


def _delete_state(places: Places) -> None:
    """Delete the file with the phase of a change of release. The change is then over. Raise OSError
    for a disk error."""
    places.upgrade_file.unlink(missing_ok=True)
    sync(places.releases)


def _called(places: Places, name: str) -> str:
    """Return the version of the release `name` for a sentence to people, or `release` and its name if it has
    no version."""
    try:
        return version_of(places.release(name))
    except UsageFault:
        return f"release {name}"
