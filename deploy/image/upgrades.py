"""Test upgrades of a table in a virtual machine: to a good release, from a damaged archive, to a release that
does not start, and with power cuts."""

import random
import shutil
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from deploy.image.cuts import PageState, page_state
from deploy.image.guest import Guest
from deploy.image.hands import DROP_IN_FILE
from deploy.release.__main__ import stage
from deploy.release.contents import NAME, version
from deploy.release.packing import SUMS_FILE, checksums, pack
from deploy.release.signing import NAMESPACE, SIGNER, sign
from device.releases.archive import order_of
from device.releases.places import Places

TABLE_PLACES: Final = Places()
DATA_FOLDER: Final = TABLE_PLACES.state_folder
SIGNERS_FILE: Final = "deploy/release-signers"
SERVICE_UNIT: Final = f"{NAME}.service"
UPGRADE_LOG: Final = "/run/upgrading"
"""The file in the virtual machine to which an upgrade writes its output and its exit status."""

NO_CAMERA_SETTINGS: Final = f'[table]\ndata = "{DATA_FOLDER}"\npins = "none"\n[camera]\nsource = "none"\n'
"""The settings of the virtual machine's table, without a camera. So only an upgrade can change the
match."""

END_PREFIX: Final = "upgrading: ended with "
"""The beginning of the last line of an upgrade's output, before the exit status. The line shows that the
upgrade has ended."""


def make_release(number: str, folder: Path, key: Path, *, service_starts: bool = True) -> Path:
    """Make a release of the present program in `folder`, with the version `number`, and sign it with `key`.
    Return its archive.

    If `service_starts` is false, the release passes its trial, but its service does not start: its systemd
    unit calls a command that does not exist.
    """
    tree = folder / f"{NAME}-{number}"
    shutil.rmtree(tree, ignore_errors=True)
    stage(tree, 0)
    _replace(tree / "pyproject.toml", f'version = "{version()}"', f'version = "{number}"')
    with (tree / SIGNERS_FILE).open("a", encoding="utf-8") as signers:
        signers.write(signer_line(key))
    if not service_starts:
        _replace(tree / "deploy" / SERVICE_UNIT, f"bin/{NAME} play", f"bin/{NAME} no-such-command")
    (tree / SUMS_FILE).write_text(checksums(tree), "utf-8")
    archive = folder / f"{tree.name}-release.tar.gz"
    pack(archive, tree, 0)
    sign(archive, key)
    shutil.rmtree(tree)
    return archive


def signer_line(key: Path) -> str:
    """Return a line for the file of signers. With this line a table trusts releases that `key` has signed."""
    return f'{SIGNER} namespaces="{NAMESPACE}" {key.with_suffix(".pub").read_text("utf-8")}'


def raised_version(number: str, by: int) -> str:
    """Return the version `number` with its last part raised by `by`: 1.2.4 for 1.2.3 and 1."""
    major, minor, patch, *_ = order_of(number)
    return f"{major}.{minor}.{patch + by}"


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    if old not in text:
        raise ValueError(f"{file.name}: {old!r} is not there")
    file.write_text(text.replace(old, new), "utf-8")


@dataclass(frozen=True, slots=True)
class UpgradedTable:
    """The facts that a table in the virtual machine shows before or after an upgrade: its version, its
    page and its scores."""

    version: str
    """The version of the release that the table runs."""
    page: PageState
    """The part of the match that the page shows."""
    scores: str
    """The scores of all matches in the journal, as `device.releases.scores` prints them."""


@dataclass(frozen=True, slots=True)
class UpgradeRun:
    """The result of one run of an upgrade, and the seconds that it took."""

    status: int
    """The exit status of the upgrade."""
    output: str
    """The lines that the upgrade printed, without that of its end."""
    making_seconds: float
    """The seconds from the start of the upgrade until the new release is unpacked and its Python
    environment made."""
    remaining_seconds: float
    """The seconds from the moment when the new Python environment is made to the end of the upgrade."""


class Upgrades:
    """Checks of upgrades of the table in the virtual machine `guest`. Their releases are made in `folder` and
    signed with `key`.

    Each public method is a check. It returns True if it succeeded, and figures for printing.
    """

    def __init__(self, guest: Guest, folder: Path, key: Path) -> None:
        self._guest, self._folder, self._key = guest, folder, key
        self._before = UpgradedTable("", PageState(0, 0, ()), "")
        self._run = UpgradeRun(0, "", 0.0, 0.0)

    def copy_match(self, journal: str) -> tuple[bool, dict[str, Any]]:
        """Give the table in the virtual machine the match in the file `journal` there, and settings without a
        camera. The check succeeds if the page then shows a turn of the match."""
        self._guest.wait("the page", self._guest.state)
        self._guest.run(f"systemctl stop {NAME} && rm -f {DROP_IN_FILE} && systemctl daemon-reload")
        self._guest.run(f"rm -f {DATA_FOLDER}/journal.db* && cp -p {journal}* {DATA_FOLDER}")
        self._guest.send(NO_CAMERA_SETTINGS.encode(), str(TABLE_PLACES.settings))
        self._guest.send(signer_line(self._key).encode(), f"{TABLE_PLACES.program}/{SIGNERS_FILE}")
        self._guest.run(f"systemctl start {NAME}")
        self._before = self._table_state()
        return self._before.page.turn > 0, {"version": self._before.version, "scores": self._before.scores}

    def good_release(self) -> tuple[bool, dict[str, Any]]:
        """Upgrade to a good release. The check succeeds if the release is then in use, with the same
        match."""
        number = raised_version(self._before.version, 1)
        self._run = run = self._upgrade(self._make_and_send(number))
        state = self._table_state()
        good = run.status == 0 and state == UpgradedTable(number, self._before.page, self._before.scores)
        self._before = state
        seconds = {
            "seconds_of_making": round(run.making_seconds),
            "seconds_of_the_rest": round(run.remaining_seconds),
        }
        return good, {"version": state.version, "said": run.output, **seconds}

    def damaged_archive(self) -> tuple[bool, dict[str, Any]]:
        """Upgrade to an archive with one changed byte. The check succeeds if the upgrade stops before it
        changes anything."""
        archive = self._make_and_send(raised_version(self._before.version, 1))
        self._guest.run(f"printf X | dd of={archive} bs=1 seek=100000 conv=notrunc status=none")
        return self._check_refusal(self._upgrade(archive), "the signature is not one of the makers")

    def faulty_release(self) -> tuple[bool, dict[str, Any]]:
        """Upgrade to a release whose service does not start. The check succeeds if the table then runs the
        earlier release again."""
        archive = self._make_and_send(raised_version(self._before.version, 1), service_starts=False)
        good, facts = self._check_refusal(self._upgrade(archive), f"{self._before.version} is in use again")
        unit = f"cmp /etc/systemd/system/{SERVICE_UNIT} {TABLE_PLACES.program}/deploy/{SERVICE_UNIT}"
        return good and self._guest.run_any(unit)[0] == 0, facts

    def _check_refusal(self, run: UpgradeRun, why: str) -> tuple[bool, dict[str, Any]]:
        return run.status == 2 and why in run.output and self._table_state() == self._before, {
            "said": run.output
        }

    def power_cuts(self, number: int, seed: int) -> tuple[bool, dict[str, Any]]:
        """Cut the power once while a release is unpacked and its Python environment made, and `number`
        times while the release is tried and installed.

        The check succeeds if the match is unchanged at each start. The figures say how often each version
        was then in use.
        """
        rng, archive = random.Random(seed), self._make_and_send(raised_version(self._before.version, 1))
        self._begin_upgrade(archive)
        time.sleep(rng.uniform(0, self._run.making_seconds))
        states = [self._restart_after_cut()]
        self._begin_upgrade(archive)
        self._wait_for("Trying")
        self._guest.save()
        for _ in range(number):
            self._guest.switch_on(from_saved=True)
            time.sleep(rng.uniform(0, self._run.remaining_seconds))
            states.append(self._restart_after_cut())
            self._guest.cut_power()
        good = all((one.page, one.scores) == (self._before.page, self._before.scores) for one in states)
        return good, {"cuts": len(states), "afterwards": Counter(one.version for one in states)}

    def _restart_after_cut(self) -> UpgradedTable:
        self._guest.cut_power()
        self._guest.switch_on()
        return self._table_state()

    def _table_state(self) -> UpgradedTable:
        """Wait until the table's page answers and no upgrade runs. Return the table's version, page and
        scores."""
        self._guest.wait("the page", self._guest.state)
        self._guest.run(f"while [ -e {TABLE_PLACES.upgrade_file} ]; do sleep 1; done")
        output = self._guest.run(
            f"{NAME} --version; "
            f"{TABLE_PLACES.program}/.venv/bin/python -I -m device.releases.scores {DATA_FOLDER}"
        )
        number, scores = output.splitlines()
        return UpgradedTable(number.split()[-1], page_state(self._guest.state() or {}), scores)

    def _make_and_send(self, number: str, *, service_starts: bool = True) -> str:
        """Make a release with the version `number`, and send it with its signature to the virtual machine.
        Return its path there."""
        archive = make_release(number, self._folder, self._key, service_starts=service_starts)
        for ending in ("", ".sig"):
            self._guest.send(
                (self._folder / f"{archive.name}{ending}").read_bytes(), f"/srv/{archive.name}{ending}"
            )
        return f"/srv/{archive.name}"

    def _begin_upgrade(self, archive: str) -> None:
        self._guest.run(
            f"rm -f {UPGRADE_LOG}; systemd-run --quiet --collect --unit=upgrading sh -c "
            f"'{NAME} upgrade {archive} >{UPGRADE_LOG} 2>&1; echo \"{END_PREFIX}$?\" >>{UPGRADE_LOG}'"
        )

    def _upgrade(self, archive: str) -> UpgradeRun:
        began = time.monotonic()
        self._begin_upgrade(archive)
        self._wait_for("Trying")
        built = time.monotonic()
        *output, status = self._wait_for(END_PREFIX).splitlines()
        ended = time.monotonic()
        return UpgradeRun(
            int(status.removeprefix(END_PREFIX)), "\n".join(output), built - began, ended - built
        )

    def _wait_for(self, word: str) -> str:
        """Wait until the virtual machine's upgrade prints a line that begins with `word`, or has ended.
        Return all lines that it has printed."""
        return self._guest.run(
            f"until grep -qs -e '^{word}' -e '^{END_PREFIX}' {UPGRADE_LOG}; do sleep 1; done; "
            f"cat {UPGRADE_LOG}"
        )
