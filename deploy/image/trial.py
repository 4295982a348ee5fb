"""Start an image of the SD card in a virtual machine, and check that it works as a table.
`deploy/try-arm64.sh` calls this.

It prints one line of JSON for each check, and ends with status 1 if a check failed.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from deploy.image.guest import Guest, GuestError
from deploy.image.hands import PLAYERS_DATA, SimulatedPlayers
from deploy.image.upgrades import Upgrades
from device.records.rescue import JOURNAL

MAX_EXPOSURE: Final = 1.8
"""The greatest exposure of the table's service that passes the check, as `systemd-analyze security`
reports it: 0 is confined, 10 exposed."""

TABLE_COMMAND: Final = "/usr/local/bin/lexicon-table"
SETTINGS_FILE: Final = "/etc/lexicon-table/table.toml"
PICTURE_CAMERA_SETTINGS: Final = (
    '[table]\ndata = "/var/lib/lexicon-table"\npins = "none"\n[camera]\nsource = "/srv/scenes"\n'
)
"""The settings of the virtual machine's table. Its camera shows the pictures of a folder, one after the
other."""


class Trial:
    """Checks of a table in one virtual machine. `failed` is true if any of them has failed."""

    def __init__(self, guest: Guest, scenes: Path) -> None:
        self._guest, self._scenes = guest, scenes
        self.failed = False

    def check(self, name: str, run_check: Callable[[], tuple[bool, dict[str, Any]]]) -> bool:
        """Call `run_check`, print its result under `name`, and return True if the check succeeded.

        `run_check` returns True if the check succeeded, and figures for printing. A check also fails if
        the virtual machine fails meanwhile.
        """
        try:
            good, found = run_check()
        except GuestError as fault:
            good, found = False, {"fault": str(fault)}
        self.failed |= not good
        click.echo(json.dumps({"check": name, "ok": good, **found}))
        return good

    def start(self) -> tuple[bool, dict[str, Any]]:
        """Start the virtual machine, with committed test pictures in place of its camera. The check
        succeeds if no systemd unit failed.

        The figures are the seconds until the login works, those from the login until the page answers, and
        the units that failed.
        """
        self._guest.switch_on()
        login = self._guest.wait("a login", self._logs_in)
        self._guest.send(PICTURE_CAMERA_SETTINGS.encode(), SETTINGS_FILE)
        self._guest.run("systemctl restart --no-block lexicon-table")
        page = self._guest.wait("the page", self._guest.state)
        failed = self._guest.run("systemctl --failed --plain --no-legend --no-pager").split("\n")
        units = [line.split()[0] for line in failed if line]
        seconds = {"seconds_to_login": round(login, 1), "seconds_from_there_to_page": round(page, 1)}
        return not units, {**seconds, "failed_units": units}

    def _logs_in(self) -> bool:
        try:
            self._guest.run("true", timeout_seconds=60)
        except GuestError:
            return False
        return True

    def scenes(self) -> tuple[bool, dict[str, Any]]:
        """Read the committed test pictures in the virtual machine. The check succeeds if every word was
        read right."""
        output = self._guest.run(f"{TABLE_COMMAND} read --json /srv/scenes/*.jpg")
        scores = {}
        for line in map(json.loads, output.splitlines()):
            name = Path(line["photo"]).stem
            meant = (self._scenes / f"{name}.txt").read_text("utf-8").splitlines()[0].split()
            words = [word["text"] for word in line["words"]]
            scores[name] = {
                "right": sorted(words) == sorted(meant),
                "words": words,
                "seconds": line["seconds"],
            }
        return len(scores) > 0 and all(one["right"] for one in scores.values()), {"scenes": scores}

    def doctor(self) -> tuple[bool, dict[str, Any]]:
        """Run `lexicon-table doctor` in the virtual machine while the table's service is stopped. The check
        succeeds if the command has more than five findings and none of them is a fault."""
        self._guest.run("systemctl stop lexicon-table")
        _, text = self._guest.run_any(f"cd /tmp && {TABLE_COMMAND} doctor --json --settings {SETTINGS_FILE}")
        self._guest.run("systemctl start lexicon-table")
        findings = [json.loads(line) for line in text.splitlines()]
        wrong = [f"{one['name']}: {one['found']}" for one in findings if one["state"] == "fail"]
        return not wrong and len(findings) > 5, {"findings": len(findings), "wrong": wrong}

    def exposure(self) -> tuple[bool, dict[str, Any]]:
        """Ask systemd how exposed the table's service is. The check succeeds if the exposure is at most
        MAX_EXPOSURE."""
        output = self._guest.run("systemd-analyze security --no-pager lexicon-table | tail -n 1")
        exposure = float(next(word for word in output.split() if word[:1].isdigit()))
        return exposure <= MAX_EXPOSURE, {"exposure": exposure, "limit": MAX_EXPOSURE}

    def log(self) -> tuple[bool, dict[str, Any]]:
        """Have the table's log written onto the SD card. The check succeeds if the log has the state of the
        service and no PIN."""
        self._guest.run("systemctl start lexicon-table-log")
        text = self._guest.run("cat /boot/firmware/lexicon-table.log")
        return "ActiveState=" in text and "PIN is" not in text, {"bytes": len(text.encode())}

    def first_reading(self) -> tuple[bool, dict[str, Any]]:
        """Wait until the page of the virtual machine shows what the table read from a picture. The check
        succeeds if this happens in time."""

        def has_read() -> bool:
            state = self._guest.state() or {}
            return bool(state.get("saw")) and bool(state.get("picture"))

        seconds = self._guest.wait("what the table sees", has_read)
        return True, {
            "seconds_to_first_reading": round(seconds, 1),
            "saw": (self._guest.state() or {})["saw"],
        }

    def memory(self) -> tuple[bool, dict[str, Any]]:
        """Return the use of memory: of the service and its main process, and of the whole machine. The
        check always succeeds."""
        peak = self._guest.run(
            "systemctl show lexicon-table -P MemoryPeak -P MemoryCurrent -P MainPID -P NRestarts"
        )
        pid = self._guest.run("systemctl show lexicon-table -P MainPID").strip()
        largest = self._guest.run(f"grep -E 'VmHWM|VmRSS|VmSwap' /proc/{pid}/status").split()
        free = self._guest.run("free -m | sed -n 2p").split()
        return True, {"unit": peak.split(), "process": largest, "machine": free}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--key", type=click.Path(path_type=Path), required=True, help="The private SSH key of root.")
@click.option(
    "--scenes", type=click.Path(path_type=Path), required=True, help="The folder with the scenes' texts."
)
@click.option("--port", type=click.IntRange(1024, 65534), default=18200, show_default=True)
@click.option("--memory", type=click.IntRange(256), default=1024, show_default=True, help="MiB of the guest.")
@click.option(
    "--cpu", default="cortex-a72", show_default=True, help="The guest's processor, as qemu knows it."
)
@click.option("--game", default="lexicon", show_default=True, help="What the people play.")
@click.option("--speed", type=float, default=2.0, show_default=True, help="How fast the people play.")
@click.option("--hands", type=click.IntRange(0), default=0, show_default=True, help="Let so many hands end.")
@click.option("--cuts", type=click.IntRange(0), default=2, show_default=True, help="Cut the power so often.")
@click.option("--starts", type=click.IntRange(0), default=10, show_default=True, help="Start so many anew.")
@click.option("--longest", type=float, default=60.0, show_default=True, help="Seconds before a cut.")
@click.option(
    "--upgrade-cuts", type=click.IntRange(0), default=1, show_default=True, help="The same in an upgrade."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--only", type=click.Choice(["table", "hands", "upgrades"]), multiple=True, help="Check this.")
def main(
    folder: Path,
    key: Path,
    scenes: Path,
    port: int,
    memory: int,
    cpu: str,
    game: str,
    speed: float,
    hands: int,
    cuts: int,
    starts: int,
    longest: float,
    upgrade_cuts: int,
    seed: int,
    only: tuple[str, ...],
) -> int:
    """Start the image in FOLDER in a virtual machine, and check that it works as a table."""
    guest = Guest(folder, key, port, memory, cpu)
    guest.reset_disk()
    trial = Trial(guest, scenes)
    try:
        if not trial.check("start", trial.start) and guest.state() is None:
            return 1
        if not only or "table" in only:
            _table(trial)
        people = SimulatedPlayers(guest)
        trial.check("hands", lambda: people.play(game, speed, hands))
        trial.check("memory of the hands", trial.memory)
        if cuts and (not only or "hands" in only):
            trial.check("power cuts", lambda: people.power_cuts(cuts, starts, longest, seed))
            guest.switch_on()
        if not only or "upgrades" in only:
            _upgrades(trial, Upgrades(guest, folder, key), upgrade_cuts, seed)
    finally:
        guest.cut_power()
    return 1 if trial.failed else 0


def _table(trial: Trial) -> None:
    trial.check("exposure", trial.exposure)
    trial.check("scenes", trial.scenes)
    trial.check("doctor", trial.doctor)
    trial.check("log", trial.log)
    trial.check("play", trial.first_reading)
    trial.check("memory of play", trial.memory)


def _upgrades(trial: Trial, upgrades: Upgrades, cuts: int, seed: int) -> None:
    if not trial.check("a match", lambda: upgrades.copy_match(f"{PLAYERS_DATA}/{JOURNAL}")):
        return
    trial.check("upgrade", upgrades.good_release)
    trial.check("damaged upgrade", upgrades.damaged_archive)
    trial.check("faulty upgrade", upgrades.faulty_release)
    trial.check("power cuts in an upgrade", lambda: upgrades.power_cuts(cuts, seed))


if __name__ == "__main__":
    raise SystemExit(main(standalone_mode=False))
