"""Check this computer, the camera and the pins, and say what to do about each fault.

Example: lexicon-table doctor --camera 0
"""

import json
import os
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from device.commands._doctor import machine, playing, software
from device.commands._doctor.finding import Finding, examine
from device.commands._unused_options import refuse_options
from device.files import shown_json, terminal_line
from device.network import addresses_for_host, page_address, qr_code_text
from device.releases.places import Places
from device.settings import NO_CAMERA, CameraSettings, Settings, load

if TYPE_CHECKING:
    from device.commands._doctor.camera import Glimpse

MODEL: Final = Path("/proc/device-tree/model")
MARKS: Final = {"ok": "ok  ", "fail": "FAIL", "skipped": "-   "}


@click.command(epilog="Example: lexicon-table doctor --camera 0")
@click.option(
    "--settings",
    "file",
    type=click.Path(path_type=Path),
    help="The table's settings file. An installed table's program takes its own if you name none.",
)
@click.option("--camera", help="Try this camera: 0, /dev/…, pi, an address, a folder or a video.")
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    help="Save the camera's picture, with the letters read in it.",
)
@click.option(
    "--speed",
    is_flag=True,
    help="Only measure how fast this computer reads, and recommend a [camera] look for it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per check.")
def command(file: Path | None, camera: str | None, picture: Path | None, speed: bool, as_json: bool) -> int:
    """Check software, camera, focus and light, pins, display, disk, clock and network.

    The camera and the pins are tried on a Raspberry Pi, and elsewhere if --camera or the settings name them.
    If the table is playing, its page is asked, and its pins are left alone.
    A terminal shows the camera's picture, and a code with the page's address for phones. The exit status is 2
    if a check failed.
    """
    if speed:
        refuse_options(("file", "camera", "picture"), "does not belong to --speed")
        return _print_speed(as_json)
    file = file or installed_settings(Places(os.environ.get("DESTDIR", "")), Path(sys.prefix))
    settings = load(file) if file else Settings()
    examination = Examination(settings, camera, picture, hardware=file is not None or on_a_pi(MODEL))
    failed = False
    for finding in examination.findings():
        failed |= finding.state == "fail"
        click.echo(shown_json(json.dumps(_values(finding))) if as_json else _line(finding))
    if not as_json and sys.stdout.isatty():
        _show(settings, examination.seen)
    return 2 if failed else 0


class Examination:
    """Run all checks of one machine.

    `hardware` is true if the table has its own camera and pins. `save` is the file for the camera's picture,
    and `seen` the camera's view.
    """

    def __init__(self, settings: Settings, camera: str | None, save: Path | None, *, hardware: bool) -> None:
        self._settings, self._save, self._hardware = settings, save, hardware
        self._camera = CameraSettings(camera) if camera else settings.camera if hardware else None
        self._playing = playing.find_playing_table(settings.web, Path(settings.table.data).expanduser())
        self.seen: Glimpse | None = None

    def findings(self) -> Iterator[Finding]:
        """Yield the finding of every check, as soon as the check is done."""
        settings = self._settings
        yield examine("tesseract", lambda: software.tesseract(shutil.which("tesseract")))
        yield examine("word list", lambda: software.word_list(settings.game.word_list))
        yield examine("card reader", software.card_reader)
        yield from self._camera_findings()
        yield from self._pin_findings()
        yield examine(
            "disk", lambda: machine.disk(Path(settings.table.data).expanduser(), machine.MIN_FREE_BYTES)
        )
        timed = machine.synchronized(shutil.which("timedatectl"))
        places = Places(os.environ.get("DESTDIR", ""))
        yield examine("upgrades", lambda: machine.upgrades(places, shutil.which("ssh-keygen")))
        yield examine("clock", lambda: machine.clock(datetime.now().astimezone(), timed))
        yield examine("port", lambda: machine.port(settings.web, self._playing))
        yield Finding(
            "phones",
            *machine.describe_addresses(
                settings.web, addresses_for_host(settings.web.host), socket.gethostname()
            ),
        )

    def _camera_findings(self) -> Iterator[Finding]:
        if self._camera is None:
            yield Finding("camera", "skipped", "No camera is named. Try one with --camera 0.")
        elif self._camera.source == NO_CAMERA:
            yield Finding("camera", "skipped", "The settings want no camera. Phones take the photographs.")
        else:
            chosen = self._camera
            yield examine("camera", lambda: self._check_camera(chosen))
        seen = self.seen
        if seen is None:
            yield Finding("view", "skipped", "There is no camera to look through.")
        else:
            yield examine("view", lambda: self._view(seen))

    def _check_camera(self, camera: CameraSettings) -> str:
        from device.commands._doctor import camera as eye

        if self._playing is not None and camera.source == self._settings.camera.source:
            report = self._playing.camera(camera.source)
            self.seen = self._playing.glimpse()
            return report
        self.seen = eye.take_glimpse(camera)
        return eye.describe_camera(camera, self.seen)

    def _view(self, seen: "Glimpse") -> str:
        from device.commands._doctor import camera as eye

        return eye.describe_view(seen.picture, self._save)

    def _pin_findings(self) -> Iterator[Finding]:
        taken = self._playing is not None and self._playing.has_pins and self._settings.table.pins == "gpio"
        if self._hardware and not taken:
            yield examine("pins", lambda: machine.pins(self._settings))
            yield examine("display", lambda: machine.display(self._settings, time.sleep))
            return
        if self._hardware:
            why = f"The table that is playing has the pins. {playing.STOP_ADVICE}"
        else:
            why = "This is not a Raspberry Pi. --settings FILE tries the pins it names."
        yield Finding("pins", "skipped", why)
        yield Finding("display", "skipped", why)


def _print_speed(as_json: bool) -> int:
    """Measure this machine's speed, and print the estimated seconds for reading a table."""
    from device.commands._doctor import speed

    click.echo("This takes up to a minute. Let the machine do nothing else meanwhile.", err=True)
    work = speed.load_work()
    measured_speed = speed.measure_speed(work)
    if as_json:
        click.echo(speed.as_json(work, measured_speed))
    else:
        for finding in speed.findings(work, measured_speed):
            click.echo(_line(finding))
    return 0


def installed_settings(places: Places, environment: Path) -> Path | None:
    """Return the settings file of the installed table. Return None if no table is installed, or if
    this program, run from the Python environment `environment`, is another copy."""
    if not places.settings.is_file():
        return None
    return places.settings if environment.resolve().is_relative_to(places.releases.resolve()) else None


def on_a_pi(model: Path) -> bool:
    """Return True if this is a Raspberry Pi. `model` is the file with the kernel's name for the board."""
    try:
        return "Raspberry Pi" in model.read_text(errors="replace")
    except OSError:
        return False


def _show(settings: Settings, seen: "Glimpse | None") -> None:
    """Show the camera's picture in the terminal, and a QR code with which phones open the table's
    page."""
    if seen is not None:
        from device.commands._doctor.screen import terminal_picture

        click.echo(terminal_picture(seen.picture, shutil.get_terminal_size().columns, os.environ))
    for address in addresses_for_host(settings.web.host)[:1]:
        click.echo(qr_code_text(page_address(address, settings.web.port)))


def _values(finding: Finding) -> dict[str, str]:
    """Return the result of a check as values for a line of JSON."""
    return {
        "name": finding.name, "state": finding.state, "found": finding.sentence, "todo": finding.advice,
    }  # fmt: skip


def _line(finding: Finding) -> str:
    advice = f" -> {finding.advice}" if finding.advice else ""
    return terminal_line(f"{MARKS[finding.state]} {finding.name}: {finding.sentence}{advice}")
