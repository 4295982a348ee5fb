"""Start an image in an emulator, and check that it is a table: `deploy/try-arm64.sh` calls this.

It prints one line of JSON a check, and ends with status 1 when a check failed.
"""

import json
import random
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click

from deploy.image.card import taken_out
from deploy.image.cuts import Shown, Tally, compare, count, shown
from deploy.image.guest import Guest, GuestError
from device.records.journal import Row
from device.records.rescue import JOURNAL

EXPOSURE: Final = 1.8
"""What `systemd-analyze security` may say at the most."""

TABLE: Final = "/usr/local/bin/lexicon-table"
SETTINGS: Final = "/etc/lexicon-table/table.toml"
HANDS: Final = "/var/lib/lexicon-table/hands"
"""The data of the simulated hands, in the guest."""

FROM_PICTURES: Final = (
    '[table]\ndata = "/var/lib/lexicon-table"\npins = "none"\n[camera]\nsource = "/srv/scenes"\n'
)
"""Settings with a virtual camera: the pictures of a folder, one after the other."""

SIMULATED: Final = (
    "[Service]\nExecStart=\nExecStart=/opt/lexicon-table/.venv/bin/lexicon-table demo --host :: "
    f"--speed {{speed}} --data {HANDS}\n"
)
"""The unit's own cage, and in it people who play before a virtual camera."""


class Trial:
    """The checks of one `guest`, and how they went."""

    def __init__(self, guest: Guest, scenes: Path) -> None:
        self._guest, self._scenes = guest, scenes
        self.failed = False

    def check(self, name: str, of: Callable[[], tuple[bool, dict[str, Any]]]) -> None:
        """Do one check and tell how it went; a guest that does not answer fails it."""
        try:
            good, found = of()
        except GuestError as fault:
            good, found = False, {"fault": str(fault)}
        self.failed |= not good
        click.echo(json.dumps({"check": name, "ok": good, **found}))

    def start(self) -> tuple[bool, dict[str, Any]]:
        """Switch on with the pictures for a camera, and time the way from the login to the page: the table
        serves none without its camera."""
        self._guest.on()
        login = self._guest.wait("a login", self._logs_in)
        self._put(FROM_PICTURES, SETTINGS)
        self._guest.run("systemctl restart --no-block lexicon-table")
        page = self._guest.wait("the page", self._guest.state)
        failed = self._guest.run("systemctl --failed --plain --no-legend --no-pager").split("\n")
        units = [line.split()[0] for line in failed if line]
        seconds = {"seconds_to_login": round(login, 1), "seconds_from_there_to_page": round(page, 1)}
        return not units, {**seconds, "failed_units": units}

    def _logs_in(self) -> bool:
        try:
            self._guest.run("true", within=60)
        except GuestError:
            return False
        return True

    def scenes(self) -> tuple[bool, dict[str, Any]]:
        """Read the golden scenes: their words must be right, each letter of them."""
        said = self._guest.run(f"{TABLE} read --json /srv/scenes/*.jpg")
        found = {}
        for line in map(json.loads, said.splitlines()):
            name = Path(line["photo"]).stem
            meant = (self._scenes / f"{name}.txt").read_text("utf-8").splitlines()[0].split()
            words = [word["text"] for word in line["words"]]
            found[name] = {
                "right": sorted(words) == sorted(meant),
                "words": words,
                "seconds": line["seconds"],
            }
        return len(found) > 0 and all(one["right"] for one in found.values()), {"scenes": found}

    def doctor(self) -> tuple[bool, dict[str, Any]]:
        """Ask the doctor: nothing may be wrong that is not wrong here."""
        self._guest.run("systemctl stop lexicon-table")
        _, said = self._guest.run_any(f"cd /tmp && {TABLE} doctor --json --settings {SETTINGS}")
        self._guest.run("systemctl start lexicon-table")
        findings = [json.loads(line) for line in said.splitlines()]
        wrong = [f"{one['name']}: {one['found']}" for one in findings if one["state"] == "fail"]
        return not wrong and len(findings) > 5, {"findings": len(findings), "wrong": wrong}

    def exposure(self) -> tuple[bool, dict[str, Any]]:
        """Ask the running systemd how exposed the service is."""
        said = self._guest.run("systemd-analyze security --no-pager lexicon-table | tail -n 1")
        exposure = float(next(word for word in said.split() if word[:1].isdigit()))
        return exposure <= EXPOSURE, {"exposure": exposure, "limit": EXPOSURE}

    def plays(self) -> tuple[bool, dict[str, Any]]:
        """Let `play` watch the pictures, and wait until the page says what lies there."""

        def sees() -> bool:
            state = self._guest.state() or {}
            return bool(state.get("saw")) and bool(state.get("picture"))

        seconds = self._guest.wait("what the table sees", sees)
        return True, {
            "seconds_to_first_reading": round(seconds, 1),
            "saw": (self._guest.state() or {})["saw"],
        }

    def memory(self) -> tuple[bool, dict[str, Any]]:
        """Tell what the service has taken: the kernel's count for its group, and its largest process."""
        peak = self._guest.run(
            "systemctl show lexicon-table -P MemoryPeak -P MemoryCurrent -P MainPID -P NRestarts"
        )
        pid = self._guest.run("systemctl show lexicon-table -P MainPID").strip()
        largest = self._guest.run(f"grep -E 'VmHWM|VmRSS|VmSwap' /proc/{pid}/status").split()
        free = self._guest.run("free -m | sed -n 2p").split()
        return True, {"unit": peak.split(), "process": largest, "machine": free}

    def hands(self, speed: float) -> tuple[bool, dict[str, Any]]:
        """Put simulated players into the service's cage, and wait for their first turn."""
        self._guest.run("mkdir -p /etc/systemd/system/lexicon-table.service.d")
        self._put(SIMULATED.format(speed=speed), "/etc/systemd/system/lexicon-table.service.d/trial.conf")
        self._guest.run("systemctl daemon-reload && systemctl restart lexicon-table && sync")
        seconds = self._guest.wait("a turn", lambda: shown(self._guest.state() or {}).turn)
        return True, {"seconds_to_first_turn": round(seconds, 1), "restarts": self._restarts()}

    def cuts(self, number: int, starts: int, longest: float, seed: int) -> tuple[bool, dict[str, Any]]:
        """Cut the power `number` times while people play, and let the machine start again `starts` times.

        Every other cut comes when a new turn was just shown, the others come at any time. Each cut goes on
        from a saved moment, which is another one after each start.
        """
        rng, tally = random.Random(seed), Tally()
        every = max(1, number // starts) if starts else number + 1
        self._guest.save()
        before = compare((), (), self._journal(), tally)
        for cut in range(1, number + 1):
            self._guest.on(saved=True)
            said = self._watch(rng.uniform(0, longest), at_a_turn=cut % 2 == 1)
            self._guest.cut()
            rows = count(said, before, self._journal(), tally)
            click.echo(
                f"cut {cut}: {len(rows)} events, {len(rows) - len(before)} of them new, {said[-1:]}; "
                f"{tally.lost} states lost, {tally.broken} journals broken",
                err=True,
            )
            if cut % every == 0:
                before = self._start_again(said, rows, tally)
        return tally.flawless, tally.found()

    def _watch(self, seconds: float, *, at_a_turn: bool) -> list[Shown]:
        """Return what the page shows for so long, or until it shows a new turn."""
        said: list[Shown] = []

        def new_turn() -> bool:
            if (state := self._guest.state()) is not None:
                said.append(shown(state))
            return bool(said) and said[-1].turn > said[0].turn

        if at_a_turn:
            self._guest.wait("a turn", new_turn)
        else:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                new_turn()
                time.sleep(0.1)
        return said

    def _start_again(self, said: Sequence[Shown], rows: Sequence[Row], tally: Tally) -> tuple[Row, ...]:
        """Start the machine from its card as the cut left it, let people play a turn, and save the moment."""
        self._guest.on()
        tally.seconds.append(self._guest.wait("the page", self._guest.state))
        first = shown(self._guest.state() or {})
        tally.lost += first.turn < max((one.turn for one in said), default=0)
        self._guest.wait("a turn", lambda: shown(self._guest.state() or {}).turn > first.turn)
        self._guest.save()
        return compare([first], rows, self._journal(), tally)

    def _journal(self) -> Path:
        """Take the journal out of the card, with its log."""
        folder = self._guest.folder / "taken-out"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        taken_out(self._guest.disk, HANDS, folder)
        return folder / Path(HANDS).name / JOURNAL

    def _put(self, text: str, path: str) -> None:
        self._guest.run(f"cat >{path} <<'END'\n{text}END")

    def _restarts(self) -> int:
        return int(self._guest.run("systemctl show lexicon-table -P NRestarts"))


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
@click.option("--cuts", type=click.IntRange(0), default=2, show_default=True, help="Cut the power so often.")
@click.option(
    "--starts", type=click.IntRange(0), default=1, show_default=True, help="Start again after so many."
)
@click.option("--longest", type=float, default=60.0, show_default=True, help="Seconds before a cut.")
@click.option("--speed", type=float, default=2.0, show_default=True, help="How fast the people play.")
@click.option("--seed", type=int, default=1, show_default=True)
def main(
    folder: Path,
    key: Path,
    scenes: Path,
    port: int,
    memory: int,
    cpu: str,
    cuts: int,
    starts: int,
    longest: float,
    speed: float,
    seed: int,
) -> int:
    """Start the image in FOLDER, and check that it is a table."""
    guest = Guest(folder, key, port, memory, cpu)
    guest.fresh()
    trial = Trial(guest, scenes)
    try:
        trial.check("start", trial.start)
        if guest.state() is None:
            return 1
        trial.check("exposure", trial.exposure)
        trial.check("scenes", trial.scenes)
        trial.check("doctor", trial.doctor)
        trial.check("play", trial.plays)
        trial.check("memory of play", trial.memory)
        if cuts:
            trial.check("hands", lambda: trial.hands(speed))
            trial.check("memory of the hands", trial.memory)
            trial.check("power cuts", lambda: trial.cuts(cuts, starts, longest, seed))
    finally:
        guest.cut()
    return 1 if trial.failed else 0


if __name__ == "__main__":
    raise SystemExit(main(standalone_mode=False))
