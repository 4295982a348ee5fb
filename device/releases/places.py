"""Name the folders of an installed table's releases, as deploy/places.sh does, and lock them for changes."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from device.errors import UsageFault, disk_fault

NAME: Final = "lexicon-table"
PARTY_SERVICE: Final = "lexicon-party"
"""The service of a hub of parties, on a machine that is a hub (deploy/install.sh --party)."""


@dataclass(frozen=True, slots=True)
class Places:
    """The paths of an installed table. All lie below `destination`, which is empty for this machine
    itself."""

    destination: str = ""

    @property
    def program(self) -> Path:
        """Return the link to the release in use."""
        return Path(f"{self.destination}/opt/{NAME}")

    @property
    def releases(self) -> Path:
        """Return the folder of all releases. Each is named by its version."""
        return Path(f"{self.program}.releases")

    @property
    def settings(self) -> Path:
        """Return the table's settings file."""
        return Path(f"{self.destination}/etc/{NAME}/table.toml")

    @property
    def minder(self) -> Path:
        """Return the link to the release whose program watches over an upgrade. If the upgrade fails, this
        release is used again."""
        return self.releases / "minder"

    @property
    def state(self) -> Path:
        """Return the file with the phase of the running upgrade."""
        return self.releases / "upgrade.json"

    @property
    def last(self) -> Path:
        """Return the file that describes the upgrade to the release in use."""
        return self.releases / "last.json"

    @property
    def state_folder(self) -> Path:
        """Return the folder of the service's data and last settings."""
        return Path(f"{self.destination}/var/lib/{NAME}")

    @property
    def is_hub(self) -> bool:
        """Tell whether this machine is also the hub of parties."""
        return (self._units / f"{PARTY_SERVICE}.service").exists()

    @property
    def party_folder(self) -> Path:
        """Return the folder in which the hub's service stores its party."""
        return Path(f"{self.destination}/var/lib/{PARTY_SERVICE}/party")

    @property
    def _units(self) -> Path:
        return Path(f"{self.destination}/etc/systemd/system")

    @property
    def arriving(self) -> Path:
        """Return the folder in which an archive is checked and unpacked."""
        return self.releases / "arriving"

    def release(self, name: str) -> Path:
        """Return the folder of the release called `name`."""
        return self.releases / name

    def for_systemd(self, name: str) -> list[tuple[Path, Path]]:
        """Return the files of a release that systemd reads (units, users and folders), each with the path at
        which systemd reads its copy. On a hub's machine the files of the hub's service are included."""
        deploy, etc = self.release(name) / "deploy", Path(f"{self.destination}/etc")
        patterns = [
            f"{NAME}*.service",
            *([f"{PARTY_SERVICE}*.service", f"{PARTY_SERVICE}*.timer"] if self.is_hub else []),
        ]
        pairs = [(unit, self._units / unit.name) for one in patterns for unit in deploy.glob(one)]
        for kind in ("sysusers", "tmpfiles"):
            pairs.append((deploy / f"{NAME}.{kind}", etc / f"{kind}.d/{NAME}.conf"))
        return sorted((source, place) for source, place in pairs if source.exists())

    def current(self) -> str:
        """Return the name of the release in use. Raise UsageFault if none is installed."""
        if not self.program.is_symlink():
            raise UsageFault(f"{self.program}: no table is installed there by deploy/install.sh")
        return self.program.readlink().name


def link(path: Path, target: str) -> None:
    """Make the link `path` point to `target`, in one step: after a power cut it points to the old or the new
    target. Raise OSError for a disk error."""
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(target)
    beside.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Sync a file or a folder to the disk. Raise OSError for a disk error."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked_releases(places: Places) -> Iterator[None]:
    """Lock the releases against changes by other programs. Raise UsageFault if another upgrade or
    installation has locked them, or for a disk error."""
    try:
        handle = os.open(places.releases / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise disk_fault(places.releases, fault) from fault
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        os.close(handle)
        raise UsageFault(f"{places.releases}: another upgrade or installation is under way") from fault
    try:
        yield
    finally:
        os.close(handle)
