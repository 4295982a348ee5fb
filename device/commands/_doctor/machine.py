"""Check pins, display, disk, clock and network."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from datetime import datetime
from os import W_OK, access
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from device.commands._doctor.finding import Failing, Skipping
from device.commands._doctor.playing import PlayingTable, snapshot_at
from device.network import NAME, is_local_only, page_address
from device.releases.places import Places
from device.releases.signature import SIGNERS, key_count
from device.settings import Settings, WebSettings
from web.sockets import ALL_ADDRESSES, listening_socket

if TYPE_CHECKING:
    from device.hardware.pin_devices import PinDevices

MIN_FREE_BYTES: Final = 200_000_000
"""Minimum number of free bytes: for the journal, the pictures of disputed turns and an update together."""

EARLIEST_YEAR: Final = 2025
"""The earliest year that a clock can show. A clock with an earlier year was never set, because this
program is younger."""

DISPLAY_TEST_SECONDS: Final = 754.0
"""Seconds shown to test the display: 12:34 has four different digits."""
DISPLAY_LIT_SECONDS: Final = 1.5
"""Seconds for which the display shows the test figure, so that a person has time to look up."""


def pins(settings: Settings) -> str:
    """Open all devices on the table's pins, close them again, and describe them.

    Raise UsageFault for a device that can't be reached.
    """
    chips: list[str] = []
    if not _with_pins(settings, lambda _, on: chips.append(on)):
        return "The settings want no pins."
    named = ", ".join(f"{key} on {pin}" for part in settings.fittings() for key, pin in part.pins())
    through = f" {chips[0]} through lgpio" if chips[0] else ""
    return f"{settings.table.pins}{through}: {named or 'nothing on them'}"


def display(settings: Settings, pause: Callable[[float], object]) -> str:
    """Show digits on the display while `pause` waits, and return a sentence about the display.

    Raise Skipping if the table has no display, UsageFault if the display can't be reached.
    """
    if settings.display.kind == "none" or settings.table.pins == "none":
        raise Skipping("The settings name no display.")

    def shown(devices: "PinDevices", _: str) -> None:
        if devices.display is not None:
            devices.display.show(DISPLAY_TEST_SECONDS)
            pause(DISPLAY_LIT_SECONDS)

    _with_pins(settings, shown)
    return f"{settings.display.kind}: it was told to show 12:34. If it did not, see docs/hardware.md"


def _with_pins(settings: Settings, use: "Callable[[PinDevices, str], None]") -> bool:
    """Open all devices on the pins, call `use` with them and the name of their chip, and close them.
    Return False if the table has no pins."""
    from device.hardware.pin_devices import open_devices
    from device.hardware.pins import chip, pin_factory

    factory = pin_factory(settings.table.pins)
    if factory is None:
        return False
    try:
        devices = open_devices(settings, factory)
        try:
            use(devices, chip(factory))
        finally:
            devices.close()
    finally:
        factory.close()
    return True


def disk(folder: Path, space: int) -> str:
    """Return a sentence with the free space for the table's data in `folder`, which may not exist yet.
    Raise Failing if less than `space` bytes are free, or if nothing can be written there. Raise
    Skipping if `folder` belongs to the table's service, and this user may not write to it."""
    existing = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not existing.is_dir() or not access(existing, W_OK):
        if existing == folder and _owner(folder) == NAME:
            raise Skipping(f"{folder} belongs to the table's service. Run this command with sudo.")
        raise Failing(f"nothing can be written to {existing}", "set [table] data to another folder")
    free = shutil.disk_usage(existing).free
    if free < space:
        raise Failing(f"{folder}: {_megabytes(free)} free", f"make room: the table needs {_megabytes(space)}")
    return f"{folder}: {_megabytes(free)} free"


def _owner(folder: Path) -> str:
    """Return the name of a folder's owner; empty for a user without a name."""
    try:
        return folder.owner()
    except KeyError:
        return ""


def clock(now: datetime, synchronized: bool | None) -> str:
    """Return a sentence with the system's time, and if the network sets the clock (`synchronized`,
    None if unknown). Raise Failing if the clock was never set. The journal's dates use this clock;
    the timers do not."""
    local_time = f"{now:%Y-%m-%d %H:%M %Z}".strip()
    if now.year < EARLIEST_YEAR:
        raise Failing(
            local_time, "connect the table to a network, or set the clock: sudo date -s '2026-01-31 20:00'"
        )
    known = {
        None: "",
        True: ", set by the network",
        False: ". The network has not set it, but no timer needs that",
    }
    return local_time + known[synchronized]


def synchronized(program: str | None) -> bool | None:
    """Return True if the network sets the clock, by systemd's `timedatectl`; None without that program."""
    if program is None:
        return None
    try:
        done = subprocess.run(
            (program, "show", "--property", "NTPSynchronized", "--value"),
            capture_output=True, text=True, timeout=10, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return {"yes": True, "no": False}.get(done.stdout.strip())


def describe_addresses(
    web: WebSettings, addresses: Sequence[str], hostname: str
) -> tuple[Literal["ok", "skipped"], str]:
    """Return the result of a check and a sentence with the addresses under which phones find the page.
    The check is skipped if phones can't reach the machine. `addresses` are those of the machine, best
    first."""
    if is_local_only(web.host):
        return "skipped", f"The settings keep the page for this machine alone ([web] host = {web.host!r})."
    if not addresses:
        return "skipped", "This machine is on no network. Phones reach the table when it is on theirs."
    pages = [page_address(address, web.port) for address in addresses]
    others = f" This machine has other addresses, too: {', '.join(pages[1:])}." if pages[1:] else ""
    name = page_address(f"{NAME}.local", web.port)
    router = (
        f" If your router knows this machine as {hostname}, {page_address(hostname, web.port)} works, too."
    )
    return "ok", f"Phones on the same network open {pages[0]} or {name}.{router}{others}"


def upgrades(places: Places, ssh_keygen: str | None) -> str:
    """Return True if `lexicon-table upgrade` can verify a release for the table at `places`."""
    if not places.program.is_symlink():
        raise Skipping("deploy/install.sh did not install this program: upgrade has nothing to change.")
    if ssh_keygen is None:
        raise Failing("ssh-keygen is missing, which checks releases", "sudo apt-get install openssh-client")
    known = key_count(places.program / SIGNERS)
    if not known:
        raise Skipping(
            "This version knows no release key, so upgrade refuses every archive. Run deploy/install.sh of "
            "the next version instead."
        )
    return f"{known} release {'key is' if known == 1 else 'keys are'} known"


def port(web: WebSettings, table: PlayingTable | None = None) -> str:
    """Return a sentence that the page's port is free, or that the playing table, `table`, serves its
    page there. Raise Failing if another program uses the port."""
    place = f"port {web.port}" if web.host == ALL_ADDRESSES else f"{web.host} port {web.port}"
    if table is not None and table.snapshot is not None:
        return f"{place}: the table that is playing serves its page there"
    try:
        listening_socket(web.host, web.port).close()
    except OSError as fault:
        if snapshot_at(web) is not None:
            raise Failing(
                f"{place}: another Lexicon table serves its page there",
                "stop that table (a demo?), or name its settings file with --settings",
            ) from fault
        raise Failing(str(fault), "stop the program that uses it, or set [web] port to another") from fault
    return f"{place} is free"


def _megabytes(size: int) -> str:
    return f"{size // 1_000_000:,} MB"
