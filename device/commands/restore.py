"""Return to a backup of the table's matches: the last hand, evening, week or upgrade."""

import time
from pathlib import Path

import click

from device.commands._records.stored_journals import count_text, events_of, folder, folder_options
from device.errors import UsageFault
from device.files import terminal_line
from device.records.journal import JournalRow
from device.records.rescue import JOURNAL
from device.records.restore import backups_in, restore
from device.records.value_files import locked_folder
from engine.match import fold

EXAMPLE = """\b
Example:
  lexicon-table restore
  lexicon-table restore evening --data table/
"""


@click.command(epilog=EXAMPLE)
@click.argument("backup", required=False)
@folder_options
def command(backup: str | None, data: Path | None, file: Path | None) -> None:
    """List a table's backups, or return to the backup with this name.

    The table makes backups by itself: after each hand, each evening, each week, and before each upgrade. Stop
    the table first. The present matches move to a folder beside the journal, whose name is printed.
    """
    target = folder(data, file)
    if not target.is_dir():
        raise UsageFault(f"no such file or folder: {target}")
    rows_by_backup = {one.name: one.rows for one in backups_in(target)}
    if backup is None:
        width = max(map(len, rows_by_backup), default=0)
        for name, rows in rows_by_backup.items():
            click.echo(f"{name:<{width}} {_summary(rows, target)}")
    if not rows_by_backup:
        raise UsageFault(f"{terminal_line(target)}: no backup is there")
    if backup is None:
        return
    if backup not in rows_by_backup:
        raise UsageFault(
            f"{terminal_line(target)}: no backup is called {terminal_line(backup)}; "
            f"there is {', '.join(rows_by_backup)}"
        )
    rows = rows_by_backup[backup]
    summary = _summary(rows, target)
    with locked_folder(target):
        before = restore(target / JOURNAL, rows, time.strftime("%Y%m%d-%H%M%S"))
    click.echo(f"{terminal_line(target)}: as it was: {summary}. Before: {terminal_line(before)}", err=True)


def _summary(rows: tuple[JournalRow, ...], source: Path) -> str:
    """Return a line about a backup with the events `rows`: the time of its last event, the number of
    events, the game and the players. Raise UsageFault if an event can't be understood, or can't
    follow the events before it."""
    try:
        match = fold(events_of(rows, source))
    except ValueError as fault:
        raise UsageFault(f"{terminal_line(source)}: these events are no match: {fault}") from fault
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(rows[-1].at))
    of = f", {match.game.title}: {', '.join(match.players)}" if match else ""
    return f"{when}  {count_text(len(rows), 'event')}{of}"
