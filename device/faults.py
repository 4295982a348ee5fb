"""Show a person one line and an exit status for every fault, never a traceback.

A fault of the person (bad usage, bad notation, a missing file) ends with status 2, and an interruption with
the status that a shell expects. A fault of the program ends with status 1 and a saved report.
"""

import contextlib
import os
import platform
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from device.errors import UsageFault
from device.files import terminal_line
from engine.i18n import Sentence

BAD_USAGE_STATUS: Final = 2
INTERNAL_STATUS: Final = 1
INTERRUPTED_STATUS: Final = 130
READER_GONE_STATUS: Final = 141
"""Exit status of a program stopped by SIGPIPE, as after `lexicon-table words --all | head`."""

DISTRIBUTION: Final = "lexicon-table"

UNEXPECTED: Final = Sentence(
    "A fault in the program kept me from understanding that. Nothing is lost. Move a card, take the "
    "photograph again, or enter the play by hand."
)
"""Sentence for the phones when the table continues after a fault of the program."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The exit status and the last line of a run of the program."""

    status: int
    """The exit status of the program."""
    line: str = ""
    """The line of text that tells the user why the program ended; empty for no line."""


def ending(fault: BaseException, arguments: Sequence[str], reports: Path) -> Ending:
    """Return the exit status and the last line of a run that failed with `fault`. `arguments` are the
    run's command line. Save a fault of the program under `reports` first."""
    from engine.notation import NotationError  # it imports the engine's moves, which few runs need

    match fault:
        case click.exceptions.Exit(exit_code=code):
            return Ending(code)
        case click.Abort() | KeyboardInterrupt():
            return Ending(INTERRUPTED_STATUS, "stopped")
        case BrokenPipeError():
            return Ending(READER_GONE_STATUS)
        case click.UsageError():
            return Ending(BAD_USAGE_STATUS, _usage_line(fault))
        case click.ClickException():
            return Ending(BAD_USAGE_STATUS, one_line(fault.format_message()))
        case UsageFault() | NotationError():
            return Ending(BAD_USAGE_STATUS, one_line(str(fault)))
        case OSError(strerror=str(reason), filename=place):
            return Ending(BAD_USAGE_STATUS, one_line(f"{reason}: {place}" if place else reason))
        case FileNotFoundError():
            return Ending(BAD_USAGE_STATUS, one_line(str(fault)))
        case _:
            return _internal(fault, arguments, reports)


def fault_reporter(reports: Path) -> Callable[[Exception], Sentence]:
    """Return a function that takes a fault of the program, and returns the message for the phones. The
    function saves a report of each fault under `reports`, but a recurring fault only once."""
    known: set[str] = set()

    def report(fault: Exception) -> Sentence:
        last = traceback.extract_tb(fault.__traceback__)[-1:]
        kind = f"{type(fault).__name__} {[(at.filename, at.lineno) for at in last]}"
        if kind not in known:
            known.add(kind)
            with contextlib.suppress(OSError):
                _save(fault, sys.argv[1:], reports)
        return UNEXPECTED

    return report


def one_line(text: str) -> str:
    """Return `text` in one line: each run of white space becomes one space, and control characters are
    removed."""
    return terminal_line(" ".join(text.split()))


def state_folder() -> Path:
    """Return the folder for the program's own files: in the person's state folder, or in the temporary folder
    if the person has no home."""
    try:
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError:
        import tempfile

        state = tempfile.gettempdir()
    return Path(state) / DISTRIBUTION


def report_folder() -> Path:
    """Return the folder to which a report of each fault of the program is written."""
    return state_folder() / "reports"


def version() -> str:
    """Return the installed version, or `"unknown"` when the package is run without being installed."""
    from importlib import metadata  # it imports all of `email`, which few runs need

    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "unknown"


def _usage_line(fault: click.UsageError) -> str:
    path = fault.ctx.command_path if fault.ctx else DISTRIBUTION
    message = one_line(fault.format_message()).rstrip(".")
    return f"{message} (see '{path} --help')"


def _internal(fault: BaseException, arguments: Sequence[str], reports: Path) -> Ending:
    what = one_line(f"{type(fault).__name__}: {fault}")
    try:
        place = _save(fault, arguments, reports)
    except OSError as refused:
        return Ending(INTERNAL_STATUS, f"internal error, {what} (no report saved: {one_line(str(refused))})")
    return Ending(INTERNAL_STATUS, f"internal error, {what} (report saved in {terminal_line(place)})")


def _save(fault: BaseException, arguments: Sequence[str], reports: Path) -> Path:
    reports.mkdir(parents=True, exist_ok=True)
    now = datetime.now(UTC)
    place = reports / f"{now:%Y%m%dT%H%M%S}-{os.getpid()}.txt"
    place.write_text(_report(fault, arguments, now), encoding="utf-8")
    return place


def _report(fault: BaseException, arguments: Sequence[str], now: datetime) -> str:
    head = (
        f"{DISTRIBUTION} {version()}, Python {platform.python_version()}, {platform.platform()}",
        f"at {now:%Y-%m-%d %H:%M:%S} UTC",
        f"arguments: {list(arguments)!r}",
    )
    return "\n".join((*head, "", *traceback.format_exception(fault)))


def drop_output() -> None:
    """Discard the buffered standard output after the program that read it is gone.

    Without this call Python would try to write the output again at exit, and print an error.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
