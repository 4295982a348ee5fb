"""Write a table's matches to a file, and its pictures into a folder if you name one."""

import shutil
from pathlib import Path

import click

from device import files
from device.commands._records.stored_journals import count_text, folder, folder_options, rows_of
from device.errors import UsageFault
from device.records.journal_lines import export_lines
from device.records.pictures import FOLDER, stored_pictures

EXAMPLE = """\b
Example:
  lexicon-table export > evening.jsonl
  lexicon-table export --data table/ --output evening.jsonl --pictures pictures/
"""


@click.command(epilog=EXAMPLE)
@click.argument("source", required=False, type=click.Path(path_type=Path))
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the pictures into this folder.",
)
@folder_options
def command(
    source: Path | None, output: Path | None, pictures: Path | None, data: Path | None, file: Path | None
) -> None:
    """Write every event of a table, one line of JSON each, to standard output or a file.

    SOURCE is the table's folder or a journal. The table may be playing. `import` restores the same match from
    the file. Pictures stay on this computer unless --pictures names a folder.
    """
    where = source or folder(data, file)
    lines = export_lines(rows_of(where))
    if output is None:
        for line in lines:
            click.echo(files.shown_json(line.decode()))
    else:
        _write(output, b"".join(line + b"\n" for line in lines))
    if pictures is not None:
        _copy(stored_pictures(where / FOLDER), pictures)


def _write(output: Path, content: bytes) -> None:
    try:
        files.write(output, content)
    except OSError as fault:
        raise UsageFault(f"--output {files.terminal_line(output)}: {fault.strerror or fault}") from fault


def _copy(pictures: tuple[Path, ...], into: Path) -> None:
    try:
        into.mkdir(parents=True, exist_ok=True)
        for picture in pictures:
            shutil.copyfile(picture, into / picture.name)
    except OSError as fault:
        raise UsageFault(f"--pictures {files.terminal_line(into)}: {fault.strerror or fault}") from fault
    click.echo(f"{files.terminal_line(into)}: {count_text(len(pictures), 'picture')} written", err=True)
