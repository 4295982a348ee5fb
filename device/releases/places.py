"""Name the folders and files of an installed table, as deploy/places.sh does. Lock the releases for
changes."""

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
"""The name of the service that runs a hub of parties, on a machine that is a hub (deploy/install.sh
--party)."""


@dataclass(frozen=True, slots=True)
class Places:
    """The paths of an installed table.

    `destination` is the folder below which the table was installed (DESTDIR), or an empty text for the table
    of this machine.
    """

    destination: str = ""

    @property
    def program(self) -> Path:
        """The link that points to the release in use."""
        return Path(f"{self.destination}/opt/{NAME}")

    @property
    def releases(self) -> Path:
        """The folder with a folder for each release. Releases are named by numbers, such as `1`."""
        return Path(f"{self.program}.releases")

    @property
    def settings(self) -> Path:
        """The table's settings file."""
        return Path(f"{self.destination}/etc/{NAME}/table.toml")

    @property
    def minder(self) -> Path:
        """The link that points to the release from before an upgrade. The program of that release watches
        over the upgrade, and the table returns to it if the upgrade fails."""
        return self.releases / "minder"

    @property
    def upgrade_file(self) -> Path:
        """The file with the phase of the upgrade under way. It exists only during an upgrade."""
        return self.releases / "upgrade.json"

    @property
    def last_upgrade_file(self) -> Path:
        """The file with the facts of the last finished upgrade."""
        return self.releases / "last.json"

    @property
    def state_folder(self) -> Path:
        """The folder with the service's data and the settings of its last start."""
        return Path(f"{self.destination}/var/lib/{NAME}")

    @property
    def is_hub(self) -> bool:
        """True if the service of a party's hub is installed on this machine, too."""
        return (self._units / f"{PARTY_SERVICE}.service").exists()

    @property
    def party_folder(self) -> Path:
        """The folder in which the hub's service stores its party."""
        return Path(f"{self.destination}/var/lib/{PARTY_SERVICE}/party")

    @property
    def _units(self) -> Path:
        return Path(f"{self.destination}/etc/systemd/system")

    @property
    def arriving(self) -> Path:
        """The folder in which the archive of a new release is checked and unpacked."""
        return self.releases / "arriving"

    def release(self, name: str) -> Path:
        """Return the folder of the release `name`."""
        return self.releases / name

    def for_systemd(self, name: str) -> list[tuple[Path, Path]]:
        """Return the files of the release `name` that are installed for systemd: units, users and folders.

        Each file comes with the path at which systemd reads its copy. If the machine is a hub, the files of
        the hub's service are included.
        """
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
        """Return the name of the release in use. Raise UsageFault if no table is installed."""
        if not self.program.is_symlink():
            raise UsageFault(f"{self.program}: no table is installed there by deploy/install.sh")
        return self.program.readlink().name


def link(path: Path, target: str) -> None:
    """Make the link `path` point to `target`, in one step. After a power cut it points to the old or the new
    target.

    Raise OSError for a disk error.
    """
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
    """Lock the releases of a table, so that no other program changes them within the context.

    Raise UsageFault if another upgrade or installation holds the lock, or for a disk error.
    """
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
