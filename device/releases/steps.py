"""The change from one release to another, which a power cut may end anywhere.

One small file says how far the change has come; without it nothing is under way:

    switching   the link and the units are being changed; the new release has not run. A start goes back.
    trial       they are changed. A start tries the new release.
    tried       the new release was started once. A start goes back, the data of before with it.

When the table answers, the file is deleted. Every step may be done again. The service calls `at_start` before
each start and `answered` after, by the release that was in use before, whatever the new one is worth.
"""

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from device.errors import UsageFault, of_the_disk
from device.records.restore import REPLACED, UPGRADES
from device.records.value_files import DamagedFault, keep, read_value
from device.releases.archive import version_of
from device.releases.places import Places, link, synced
from device.releases.run_as_user import User

Phase = Literal["switching", "trial", "tried"]


class ReleaseChange(msgspec.Struct, frozen=True):
    """A change from the release `old` to `new`, names in the folder of releases. `data` is the table's folder
    as the table itself sees it, `party` that of a hub's party, empty where the machine is no hub. `stamp`
    names the copies of the earlier data.
    """

    phase: Phase
    old: str
    new: str
    data: str
    stamp: str
    party: str = ""

    def at(self, phase: Phase) -> "ReleaseChange":
        """Return the change in another phase."""
        return msgspec.structs.replace(self, phase=phase)

    def folder(self, places: Places) -> Path:
        """Return the table's folder."""
        return Path(f"{places.destination}{self.data}")

    def folders(self, places: Places) -> tuple[Path, ...]:
        """Return the folders whose data belong to the release: the table's, and that of a hub's party."""
        own = self.folder(places)
        return (own, Path(f"{places.destination}{self.party}")) if self.party else (own,)

    def copy(self, folder: Path) -> Path:
        """Return the copy of the data of before in one of these folders."""
        return folder / UPGRADES / self.stamp


def under_way(places: Places) -> ReleaseChange | None:
    """Return the change under way. Raise UsageFault."""
    return _read(places.state)


def last(places: Places) -> ReleaseChange | None:
    """Return the change that led to the release in use, if the release of before is kept. Raises
    UsageFault."""
    change = _read(places.last)
    if change is None or change.new != places.current() or not places.release(change.old).is_dir():
        return None
    return change


def _read(file: Path) -> ReleaseChange | None:
    """Return the change in a file, None if the disk has damaged the file."""
    try:
        return read_value(file, ReleaseChange)
    except DamagedFault:
        return None


def switched(places: Places, change: ReleaseChange) -> None:
    """Change to the new release, up to its trial. Raise UsageFault."""
    try:
        link(places.minder, change.old)
        keep(places.state, change.at("switching"))
        _use(places, change.new)
        keep(places.state, change.at("trial"))
    except OSError as fault:
        raise of_the_disk(places.releases, fault) from fault


def returning(places: Places, change: ReleaseChange) -> None:
    """Make the next start undo a finished `change`, and restore the data from before it. Raise UsageFault."""
    try:
        link(places.minder, change.old)
        keep(places.state, change.at("tried"))
    except OSError as fault:
        raise of_the_disk(places.releases, fault) from fault


def at_start(places: Places, user: User) -> str | None:
    """Do what a start needs, and return the sentence to tell after going back to the old release.

    Raise UsageFault.
    """
    change = under_way(places)
    if change is None:
        places.state.unlink(missing_ok=True)
        return None
    if change.phase == "trial":
        with suppress(UsageFault):  # a disk that can't be written to is no reason not to play
            keep(places.state, change.at("tried"))
        return None
    if change.phase == "tried":
        for folder in change.folders(places):
            user.data("back", folder, change.copy(folder), folder / f"{REPLACED}{change.stamp}")
    try:
        _use(places, change.old)
        _over(places)
    except OSError as fault:
        raise of_the_disk(places.releases, fault) from fault
    return f"{_called(places, change.old)} is in use again."


def answered(places: Places) -> None:
    """Keep the release that was tried: the table answers. Raise UsageFault."""
    change = under_way(places)
    if change is None or change.phase != "tried":
        return
    try:
        with suppress(UsageFault):  # without it there is no way back by hand
            keep(places.last, change)
        _over(places)
    except OSError as fault:
        raise of_the_disk(places.releases, fault) from fault


def tidy(places: Places) -> None:
    """Delete every release except the present and the previous one, and the remains of interrupted upgrades.
    Raise UsageFault.
    """
    change = last(places)
    stay = {places.current(), change.old if change else None}
    try:
        for path in places.releases.iterdir():
            if path.is_dir() and not path.is_symlink() and path.name not in stay:
                shutil.rmtree(path)
    except OSError as fault:
        raise of_the_disk(places.releases, fault) from fault


def _use(places: Places, name: str) -> None:
    """Let the program's link lead to a release, and give systemd the files of that release. Raise OSError."""
    link(places.program, f"{places.releases.name}/{name}")
    for source, place in places.for_systemd(name):
        if place.exists() and place.read_bytes() == source.read_bytes():
            continue
        beside = place.with_name(f".{place.name}.new")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, beside)
        synced(beside)
        beside.replace(place)
        synced(place.parent)


def _over(places: Places) -> None:
    """Delete the file of the change. Raise OSError."""
    places.state.unlink(missing_ok=True)
    synced(places.releases)


def _called(places: Places, name: str) -> str:
    """Return what people call a release: its version."""
    try:
        return version_of(places.release(name))
    except UsageFault:
        return f"release {name}"
