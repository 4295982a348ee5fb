"""Read a table's records, a journal in a folder or a copy in a file, as rows and as events."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from device.errors import UsageFault
from device.files import terminal_line
from device.json_faults import mismatch_text
from device.json_input import lines
from device.records.event_codec import decode
from device.records.import_limits import stored_form
from device.records.journal import JournalRow
from device.records.journal_lines import import_rows
from device.records.rescue import JOURNAL, last_number, salvage
from device.settings import Settings, load
from engine.events import AnyEvent, MatchSetUp

Command = Callable[..., Any]


def count_text(number: int, what: str) -> str:
    """Return a count in English: "1 match", "2 matches"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}{'es' if what.endswith('ch') else 's'}"


def folder_options(command: Command) -> Command:
    """Decorate a command with the options --data and --settings, which say whose records it reads."""
    data = click.option("--data", type=click.Path(path_type=Path), help="Use this folder of a table's data.")
    settings = click.option(
        "--settings", "file", type=click.Path(path_type=Path), help="The table's settings file."
    )
    return data(settings(command))


def folder(data: Path | None, file: Path | None) -> Path:
    """Return the table's data folder: `data`, or the folder in the settings `file`, or the usual
    folder. Raise UsageFault if the settings can't be read."""
    settings = load(file) if file else Settings()
    return data or Path(settings.table.data).expanduser()


def rows_of(source: Path) -> tuple[JournalRow, ...]:
    """Return the rows of a table's folder, of a journal, or of an exported copy (`-`: standard input).

    No file is changed, and the table may be playing. For a damaged journal return the readable
    rows, and write a line to standard error. Raise UsageFault if `source` holds no journal and no
    copy.
    """
    if source.name == "-" or (source.is_file() and source.suffix != ".db"):
        return import_rows(lines(str(source)), str(source), stored_form)
    if not source.exists():
        raise UsageFault(f"no such file or folder: {source}")
    path = source / JOURNAL if source.is_dir() else source
    if not path.exists():
        raise UsageFault(f"{source}: no journal is kept there")
    rows, last = salvage(path), last_number(path)
    if last is None and not rows:
        raise UsageFault(f"{path}: this is not a journal of this program")
    if last is None or last > len(rows):
        click.echo(
            f"{terminal_line(path)}: damaged: the first {count_text(len(rows), 'event')} could be read",
            err=True,
        )
    return rows


def events_of(rows: Sequence[JournalRow], source: Path) -> tuple[AnyEvent, ...]:
    """Return the events that the rows of a journal or of an exported copy hold. Raise UsageFault,
    which names `source`, if a row is no event."""
    try:
        return tuple(decode(row.body.encode()) for row in rows)
    except msgspec.ValidationError as fault:
        raise UsageFault(f"{source}: an event can't be understood: {mismatch_text(fault)}") from fault
    except ValueError as fault:
        raise UsageFault(f"{source}: an event can't be understood: {fault}") from fault


def matches(events: Sequence[AnyEvent]) -> tuple[range, ...]:
    """Return the range of each match among the events of its table, in order."""
    starts = [n for n, event in enumerate(events) if isinstance(event, MatchSetUp)]
    return tuple(range(a, b) for a, b in zip(starts, (*starts[1:], len(events)), strict=True))


def match_of(events: Sequence[AnyEvent], number: int | None, source: Path) -> range:
    """Return the range of the indices in `events` that belong to match `number`, from 1; None stands
    for the last match. Raise UsageFault, which calls the journal `source`, if there is no such
    match."""
    every = matches(events)
    if not every:
        raise UsageFault(f"{source}: no match has begun there")
    if number is not None and number > len(every):
        raise UsageFault(f"{source}: holds {count_text(len(every), 'match')}; there is no match {number}")
    return every[(number or len(every)) - 1]
