"""Load exported matches into an empty table, which then continues the last one."""

import time
from pathlib import Path

import click

from device.commands._records.stored_journals import (
    count_text,
    events_of,
    folder,
    folder_options,
    matches,
    rows_of,
)
from device.errors import UsageFault
from device.files import terminal_line
from device.records.event_codec import decode, encode
from device.records.journal import Journal
from device.records.rescue import JOURNAL, backups_of
from device.records.value_files import locked_folder
from engine.match import fold


@click.command(epilog="Example: lexicon-table import evening.jsonl --data table/")
@click.argument("copy", type=click.Path(path_type=Path))
@folder_options
def command(copy: Path, data: Path | None, file: Path | None) -> None:
    """Load COPY, a file from `export` (- for standard input), into a table without a match.

    The program checks every line first. It loads all lines or none.
    """
    rows, target = rows_of(copy), folder(data, file)
    try:
        events = events_of(rows, copy)
        for earlier in matches(events)[:-1]:
            fold(events[earlier.start : earlier.stop])
        match = fold(events)
    except ValueError as fault:
        raise UsageFault(f"{copy}: these events are no match: {fault}") from fault
    with locked_folder(target):
        _check_empty(target)
        journal = Journal(target / JOURNAL, encode=encode, decode=decode, clock=time.time)
        try:
            if len(journal):
                raise UsageFault(_occupied_text(target))
            journal.write(rows)
        finally:
            journal.close()
    game = f" of {match.game.title}" if match else ""
    click.echo(f"{terminal_line(target)}: {count_text(len(rows), 'event')}{game} taken in", err=True)


def _check_empty(target: Path) -> None:
    if any(backup.exists() for backup in backups_of(target / JOURNAL)):
        raise UsageFault(_occupied_text(target))


def _occupied_text(target: Path) -> str:
    return f"{target}: this folder holds a match already. Name another with --data"
