"""Upgrade to the release in an archive. Return to the previous release when a person asks for it."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

from device.errors import UsageFault, disk_fault
from device.records.last_settings import settings_or_last
from device.releases.archive import order_of, unpack, version_of
from device.releases.data import TRIAL
from device.releases.places import NAME, PARTY_SERVICE, Places, locked_releases
from device.releases.run_as_user import User
from device.releases.signature import SIGNATURE_SUFFIX, SIGNERS, check_signature
from device.releases.steps import (
    ReleaseChange,
    change_under_way,
    last_change,
    prepare_return,
    switch_release,
    tidy,
)
from device.releases.trial import examine

Say = Callable[[str], None]

MAX_ARCHIVE_BYTES: Final = 60_000_000
"""The greatest size of an archive, bytes: seven times that of a real archive."""
SPARE_BYTES: Final = 100_000_000
"""The space that must stay free on the disk beside the new release, bytes."""
MAX_STARTS: Final = 4
"""The greatest number of attempts to start the service. The new release takes one. If it fails, the old
release takes one, or two if its systemd unit differs. One attempt is spare."""


class Service(Protocol):
    """The service of a table, which can be stopped and started. On a hub's machine it includes the hub's
    service."""

    def stop(self) -> None:
        """Stop the table's service."""

    def start(self) -> bool:
        """Start the service. Return True if the table is up."""


class Systemd:
    """Start and stop the table's service under systemd. If the installed system is only mounted in a
    folder (`Places.destination`), its service does not run, and the methods do nothing."""

    def __init__(self, places: Places) -> None:
        self._places, self._there = places, not places.destination

    def stop(self) -> None:
        """Stop the table's service, and on a hub's machine also the hub's service. Raise UsageFault if one
        does not stop."""
        for name in (NAME, *([PARTY_SERVICE] if self._places.is_hub else [])):
            if self._there and subprocess.run(["systemctl", "stop", name], check=False).returncode:
                raise UsageFault(f"{name}: the service does not stop")

    def start(self) -> bool:
        """Start the service with the systemd units of the release in use. Return True if the table is up.

        On a hub's machine start the hub's service afterwards, if it is enabled.
        """
        if not self._there:
            return True
        makers = {"sysusers.d": ["systemd-sysusers"], "tmpfiles.d": ["systemd-tmpfiles", "--create"]}
        for _, place in self._places.for_systemd(self._places.current()):
            if maker := makers.get(place.parent.name):
                subprocess.run([*maker, str(place)], check=False)
        subprocess.run(["systemctl", "daemon-reload"], check=False)
        up = subprocess.run(["systemctl", "restart", NAME], check=False).returncode == 0
        if self._places.is_hub and not _quietly("systemctl", "is-enabled", "--quiet", PARTY_SERVICE):
            subprocess.run(["systemctl", "start", "--no-block", PARTY_SERVICE], check=False)
        return up


class Upgrade:
    """The upgrade of the table at `places`.

    Before the upgrade the table's data are copied to a folder that is named by the time, `now`. `say` is
    called with a sentence about each step.
    """

    def __init__(self, places: Places, user: User, service: Service, now: str, say: Say) -> None:
        self._places, self._user, self._service, self._now, self._say = places, user, service, now, say
        self._asked = settings_or_last(places.settings, places.state_folder)
        self._folder = str(Path(self._asked.settings.table.data).expanduser())
        self._data = Path(f"{places.destination}{self._folder}")
        holds_party = places.is_hub and places.party_folder.is_dir()
        self._party = places.party_folder if holds_party else None

    def install(self, archive: Path, *, check: bool = False, any_version: bool = False) -> None:
        """Upgrade to the release in `archive`. With `check` only try the release, and change nothing.

        With `any_version` the release need not be newer than the one in use. Raise UsageFault if the upgrade
        is refused or fails. Then the earlier release is in use.
        """
        places = self._places
        with locked_releases(places), self._tidying():
            tree = self._take_in(archive)
            offered, installed = version_of(tree), version_of(places.program)
            if not any_version and order_of(offered) <= order_of(installed):
                raise UsageFault(
                    f"{archive.name}: version {offered} is not newer than {installed}, which is installed. "
                    "--any-version takes it all the same"
                )
            self._say(f"Setting up {offered} beside {installed}; the table may go on playing.")
            name = self._build(tree)
            self._try_release(name)
            if check:
                self._say(f"{offered} is well. Nothing was changed.")
            else:
                self._change(name)

    def revert(self, *, with_data: bool = False) -> None:
        """Return to the previous release. With `with_data` also restore the data from before the last change.

        Raise UsageFault if the previous release or the copy of the data is not kept, or if the return fails.
        """
        places = self._places
        with locked_releases(places), self._tidying():
            change = last_change(places)
            if change is None:
                raise UsageFault("no release before this one is kept")
            if not with_data:
                self._try_release(change.old)
                self._change(change.old)
            elif (copy := change.copy(change.folder(places))).is_dir():
                self._restart_with(change.old, lambda: prepare_return(places, change))
            else:
                raise UsageFault(f"{copy}: no copy of the data of before is kept")

    @contextmanager
    def _tidying(self) -> Iterator[None]:
        """Delete unused files at the beginning and the end of the context. Raise UsageFault if an earlier
        change still waits for a start of the table."""
        if change_under_way(self._places) is not None:
            raise UsageFault(f"an upgrade waits for the table's start: sudo systemctl restart {NAME}")
        self._tidy()
        try:
            yield
        finally:
            self._tidy()

    def _tidy(self) -> None:
        with suppress(UsageFault):  # leftover files take space and do no harm
            if change_under_way(self._places) is None:
                tidy(self._places)
            for folder in self._folders():
                if folder.is_dir():
                    self._user.data("tidy", folder)

    def _folders(self) -> tuple[Path, ...]:
        """Return the table's data folder, and the folder of a hub's party if there is one."""
        return (self._data,) if self._party is None else (self._data, self._party)

    def _take_in(self, archive: Path) -> Path:
        """Verify the signature of the archive, unpack the archive, and return the folder of the release.

        The archive and its signature are copied first, so that nobody can change the archive between its
        check and its use. Raise UsageFault if the archive is missing, too large or not signed by the makers,
        or can't be unpacked.
        """
        arriving = self._places.arriving
        own, signature = arriving / "archive", arriving / "signature"
        try:
            arriving.mkdir(mode=0o700)
            for source, target, most in (
                (archive, own, MAX_ARCHIVE_BYTES),
                (archive.with_name(archive.name + SIGNATURE_SUFFIX), signature, MAX_ARCHIVE_BYTES),
            ):  # fmt: skip
                if not source.is_file():
                    raise UsageFault(f"{source}: no such file")
                if source.stat().st_size > most:
                    raise UsageFault(f"{source}: too large for a release")
                shutil.copyfile(source, target)
            check_signature(own, signature, self._places.program / SIGNERS, archive.name)
            return unpack(own, arriving)
        except OSError as fault:
            raise disk_fault(fault.filename or arriving, fault) from fault

    def _build(self, tree: Path) -> str:
        """Make a release of the unpacked folder `tree`, with a Python environment of its own, as install.sh
        does.

        Return the name of the release. Raise UsageFault if the disk has too little space, or if the release
        can't be made.
        """
        places = self._places
        number = 1
        while places.release(str(number)).exists():
            number += 1
        release = places.release(str(number))
        program = places.program.resolve()
        needed = _size(program) + SPARE_BYTES
        if shutil.disk_usage(places.releases).free < needed:
            raise UsageFault(f"{places.releases}: {needed // 1_000_000} MB must be free for another release")
        script = 'source "$1/deploy/places.sh"; source "$1/deploy/releases.sh"; make_release "$2" "$3"'
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script, "upgrade", str(program), str(tree), str(release)],
            env=os.environ | {"DESTDIR": places.destination}, check=False,
        )  # fmt: skip
        shutil.rmtree(places.arriving, ignore_errors=True)
        subprocess.run(["sync", "--file-system", str(places.releases)], check=False)
        if ended.returncode:
            raise UsageFault("the new release could not be set up. The one of before is still in use")
        return release.name

    def _try_release(self, name: str) -> None:
        """Try the release `name` on a copy of the data. Raise UsageFault if the trial fails, or if the table
        has no data yet."""
        release = self._places.release(name)
        version = version_of(release)
        also = "" if self._party is None else " and the party's"
        self._say(f"Trying {version} on a copy of the table's{also} data.")
        if not self._data.is_dir():
            raise UsageFault(f"{self._data}: the table has no data yet: start it once before an upgrade")
        copies = [folder / TRIAL / NAME for folder in self._folders()]
        try:
            for folder, copy in zip(self._folders(), copies, strict=True):
                self._user.data("copy", folder, copy)
            examine(
                release, copies, self._places.settings, self._user, as_before=self._asked.fault is not None
            )
        except UsageFault as fault:
            raise UsageFault(f"{version}: {fault}. Nothing was changed") from fault

    def _change(self, name: str) -> None:
        """Stop the table, copy its data, put the release `name` in place, and start the table."""
        places = self._places
        party = "" if self._party is None else str(self._party).removeprefix(places.destination)
        change = ReleaseChange("switching", places.current(), name, self._folder, self._now, party)

        def do() -> None:
            for folder in change.folders(places):
                self._user.data("copy", folder, change.copy(folder))
            switch_release(places, change)

        self._restart_with(name, do)

    def _restart_with(self, name: str, do: Callable[[], None]) -> None:
        """Stop the table, call `do` to put the release `name` in place, and start the table.

        Raise UsageFault if the table does not start, or if it starts with another release.
        """
        places = self._places
        version = version_of(places.release(name))
        self._service.stop()
        try:
            do()
        finally:
            up = any(self._service.start() for _ in range(MAX_STARTS))
        if change_under_way(places) is not None:
            self._say(f"The table's next start is the trial of {version}.")
            return
        if places.current() != name:
            raise UsageFault(f"{version} did not start. {version_of(places.program)} is in use again")
        if not up:
            raise UsageFault(f"the table does not start: journalctl -u {NAME}")
        self._say(f"{version} is in use.")


def _quietly(*command: str) -> int:
    return subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*"))
