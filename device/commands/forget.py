"""Delete a table's pictures, or everything about its matches."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import click

from device.commands._records.kept import JOURNAL, counted, folder, folder_options
from device.errors import UsageFault
from device.files import shown
from device.records.keeping import held
from device.records.pictures import FOLDER, forgotten
from device.records.rescue import GENERATIONS, HEAD, damaged_ones

EXAMPLE = """\b
Example:
  lexicon-table forget
  lexicon-table forget --matches --data table/
"""


@click.command(epilog=EXAMPLE)
@click.option("--matches", is_flag=True, help="Delete the journal, its backup and damaged ones, too.")
@folder_options
def command(matches: bool, data: Path | None, file: Path | None) -> None:
    """Delete a table's pictures. The table may be playing.

    --matches deletes everything about its matches, too. Stop the table first. Exported files, enrolled decks
    and the choice of words stay.
    """
    target = folder(data, file)
    if not target.is_dir():
        raise UsageFault(f"no such file or folder: {target}")
    with held(target) if matches else nullcontext():  # refused before anything is gone
        pictures = forgotten(target / FOLDER)
        click.echo(f"{shown(target)}: {counted(pictures, 'picture')} deleted", err=True)
        if matches:
            for path in _of_matches(target):
                _delete(path)
            click.echo(f"{shown(target)}: the matches are deleted", err=True)


def _of_matches(target: Path) -> Iterator[Path]:
    # The backups first: alone they would be taken for what is left of a damaged journal.
    for name in (*GENERATIONS, HEAD, JOURNAL):
        yield from sorted(target.glob(f"{name}*"), reverse=True)
    yield from damaged_ones(target / JOURNAL)
    yield target / "virtual-table.json"


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise UsageFault(f"{path}: {fault.strerror or fault}") from fault
