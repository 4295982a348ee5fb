"""Check that this machine has what the table needs, and say what to do where it has not.

Example: lexicon-table doctor --camera 0
"""

import json
import shutil
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from os import W_OK, access
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from device import faults
from device.errors import UsageFault
from device.network import NAME, drawn, page_address, reachable
from device.settings import NO_CAMERA, CameraSettings, Settings, WebSettings, load
from engine.condition import advise, say, told
from engine.scene import CARD_WIDTH, Lying, Scene

if TYPE_CHECKING:
    from device.hardware.camera import Image

SPACE: Final = 200_000_000
"""Bytes the journal, the pictures of disputed turns and an update need between them."""

SETTLED: Final = 10
"""Pictures after which a camera's exposure and white balance have settled: a third of a second."""

MODEL: Final = Path("/proc/device-tree/model")
SAMPLE: Final = "CAT"
AGAIN: Final = "set the table up again: ./deploy/demo.sh"
MARKS: Final = {"ok": "ok  ", "fail": "FAIL", "skipped": "-   "}


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, and for a failed one `todo`: what to do about it."""

    name: str
    state: Literal["ok", "fail", "skipped"]
    found: str
    todo: str = ""


class Failing(Exception):  # noqa: N818 - raised by a check, caught by `examine`, never seen
    """A check failed: what it `found` and what `todo`."""

    def __init__(self, found: str, todo: str) -> None:
        super().__init__(found)
        self.found = found
        self.todo = todo


Check = Callable[[], str]
"""Returns what it found. Raises Failing, or UsageFault when the fault's own line says what to do."""


@click.command(epilog="Example: lexicon-table doctor --camera 0")
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option("--camera", help="Camera to try: 0, pi, an address, a folder or a video.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a check.")
def command(file: Path | None, camera: str | None, as_json: bool) -> int:
    """Check Tesseract, word list, card reader, camera and its view, pins, disk and port.

    The camera and the pins are tried when they are named, by --camera or in the settings, or on a
    Raspberry Pi. Ends with status 2 when a check failed.
    """
    settings = load(file) if file else Settings()
    failed = False
    for finding in findings(settings, camera, hardware=file is not None or on_a_pi(MODEL)):
        failed |= finding.state == "fail"
        click.echo(json.dumps(asdict(finding)) if as_json else _line(finding))
    if not as_json and sys.stdout.isatty() and (address := reachable(settings.web.host)):
        click.echo(drawn(page_address(address, settings.web.port)))
    return 2 if failed else 0


def findings(settings: Settings, camera: str | None, *, hardware: bool) -> Iterator[Finding]:
    """Every check's finding, as each is done. `hardware`: this table has its own camera and pins."""
    yield examine("tesseract", lambda: tesseract(shutil.which("tesseract")))
    yield examine("word list", lambda: word_list(settings.game.word_list))
    yield examine("card reader", card_reader)
    chosen = CameraSettings(camera) if camera else settings.camera
    if chosen.source == NO_CAMERA:
        yield Finding("camera", "skipped", "none: phones' photographs are read")
        yield Finding("view", "skipped", "no camera to look through")
    elif camera or hardware:
        found = examine("camera", lambda: first_picture(chosen))
        yield found
        blind = Finding("view", "skipped", "no camera to look through")
        yield examine("view", lambda: view(chosen)) if found.state == "ok" else blind
    else:
        yield Finding("camera", "skipped", "none named; try one with --camera 0")
        yield Finding("view", "skipped", "no camera to look through")
    if hardware:
        yield examine("pins", lambda: pins(settings))
    else:
        yield Finding("pins", "skipped", "not a Raspberry Pi; --settings FILE tries what it names")
    yield examine("disk", lambda: disk(Path(settings.table.data).expanduser(), SPACE))
    yield examine("port", lambda: port(settings.web))
    yield Finding("phones", *where(settings.web))


def examine(name: str, check: Check) -> Finding:
    """The finding of one check, whatever it runs into."""
    try:
        return Finding(name, "ok", check())
    except Failing as fault:
        return Finding(name, "fail", fault.found, fault.todo)
    except UsageFault as fault:
        return Finding(name, "fail", str(fault), f"then try again: lexicon-table doctor ({name})")
    except ImportError as fault:
        return Finding(name, "fail", f"{fault.name or 'a package'} cannot be loaded: {fault}", AGAIN)
    except Exception as fault:  # noqa: BLE001 - one broken part must not hide what the other checks find
        return Finding(name, "fail", faults.one_line(f"{type(fault).__name__}: {fault}"), AGAIN)


def on_a_pi(model: Path) -> bool:
    """Whether `model`, the kernel's name for the board, says Raspberry Pi."""
    try:
        return "Raspberry Pi" in model.read_text(errors="replace")
    except OSError:
        return False


def tesseract(program: str | None) -> str:
    """Tesseract's version, when `program` runs and knows English letters."""
    install = "sudo apt-get install tesseract-ocr"
    if program is None:
        raise Failing("not installed", install)
    try:
        languages = _output(program, "--list-langs")
        version = _output(program, "--version").partition("\n")[0]
    except (OSError, subprocess.SubprocessError) as fault:
        raise Failing(f"{program} does not run: {fault}", install) from fault
    if "eng" not in languages.split():
        raise Failing("it lacks its English data", "sudo apt-get install tesseract-ocr-eng")
    return version


def word_list(name: str) -> str:
    """How many words the list called `name` has, when it loads."""
    from device.words.lists import load as load_words

    words = load_words(name)
    if not len(words):
        raise Failing(f"{name} is empty", f"give it words, one a line, or {AGAIN}")
    return f"{name}: {len(words):,} words"


def card_reader() -> str:
    """What the reader makes of a word on the virtual table, when it is right."""
    from vision.reader import Reader
    from vision.render.table import virtual_table

    picture = virtual_table()(sample_scene(SAMPLE), 0)
    try:
        cards = Reader.load().read(picture).observation.cards
    except (OSError, ValueError) as fault:
        raise Failing(f"the networks do not load: {fault}", AGAIN) from fault
    seen = sorted(cards, key=lambda card: card.centre)
    return as_read(SAMPLE, "".join(card.best[0] for card in seen if card.best))


def as_read(laid: str, seen: str) -> str:
    """That `laid` was read, when `seen` is the same."""
    if seen != laid:
        raise Failing(f"{laid} on the virtual table was read as '{seen}'", AGAIN)
    return f"read {seen} on the virtual table"


def sample_scene(word: str) -> Scene:
    """`word` in one row in the middle of a table, millimetres."""
    width, height, step = 900.0, 506.0, CARD_WIDTH + 2
    left = (width - step * (len(word) - 1)) / 2
    cards = tuple(Lying(letter, left + step * i, height / 2) for i, letter in enumerate(word))
    return Scene(width, height, cards)


def first_picture(camera: CameraSettings) -> str:
    """The size of the camera's first picture. Raises UsageFault when there is none."""
    height, width = _picture(camera, 1).shape[:2]
    return f"{camera.source}: {width} x {height} pixels"


def view(camera: CameraSettings) -> str:
    """How well the camera sees. Raises Failing with everything that keeps it from seeing well."""
    from vision.conditions import conditions
    from vision.reader import Reader

    picture = _picture(camera, SETTLED)
    seen = Reader.load().read(picture)
    wrong = told(conditions(picture, seen, None))
    if wrong:
        found = " ".join(say(condition, count) for condition, count in wrong)
        raise Failing(found, " ".join(advise(condition) for condition, _ in wrong))
    if not seen.pieces:
        return "nothing in the way; no cards lie there, so that its focus could not be judged"
    return f"light and focus are good on {len(seen.pieces)} cards"


def _picture(camera: CameraSettings, wanted: int) -> "Image":
    """The camera's picture number `wanted`, or the last one if it has fewer. Raises Failing, UsageFault."""
    from device.hardware.opening import open_camera

    opened = open_camera(camera.source, size=(camera.width, camera.height))
    try:
        # Only the last is kept: ten large pictures are too much for a small Pi.
        last = deque(islice(opened.frames(), wanted), maxlen=1)
    finally:
        opened.close()
    if not last:
        raise Failing(f"{camera.source}: it gives no picture", "check its cable, or name another one")
    return last[0].image


def pins(settings: Settings) -> str:
    """What hangs on the table's pins: all of it is opened, and let go again. Raises UsageFault for what can't
    be reached."""
    from device.hardware.fitted import fit
    from device.hardware.pins import pin_factory

    factory = pin_factory(settings.table.pins)
    if factory is None:
        return "none wanted"
    try:
        fit(settings, factory).close()
    finally:
        factory.close()
    named = ", ".join(f"{key} on {pin}" for part in settings.fittings() for key, pin in part.pins())
    return f"{settings.table.pins}: {named or 'nothing on them'}"


def disk(folder: Path, space: int) -> str:
    """How much room there is for the table's data in `folder`, which need not exist yet. `space`: bytes."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir() or not access(there, W_OK):
        raise Failing(f"{there} cannot be written to", "set [table] data to a folder that can")
    free = shutil.disk_usage(there).free
    if free < space:
        raise Failing(f"{folder}: {_megabytes(free)} free", f"make room: {_megabytes(space)} are needed")
    return f"{folder}: {_megabytes(free)} free"


def where(web: WebSettings) -> tuple[Literal["ok", "skipped"], str]:
    """Where phones will find the page."""
    address = reachable(web.host)
    if address is None:
        return "skipped", "no network that phones could be on"
    return "ok", f"{page_address(address, web.port)} or {page_address(f'{NAME}.local', web.port)}"


def port(web: WebSettings) -> str:
    """That the page's address is free."""
    try:
        with socket.create_server((web.host, web.port)):
            return f"{web.host}:{web.port} is free"
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise Failing(
            f"{web.host}:{web.port}: {reason}", "stop what uses it, or set [web] port to another"
        ) from fault


def _line(finding: Finding) -> str:
    todo = f" -> {finding.todo}" if finding.todo else ""
    return f"{MARKS[finding.state]} {finding.name}: {finding.found}{todo}"


def _megabytes(size: int) -> str:
    return f"{size // 1_000_000:,} MB"


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)
    return done.stdout or done.stderr
