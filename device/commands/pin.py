"""Make a new PIN for the table if the old one is lost.

Example: lexicon-table pin --settings table.toml
"""

from pathlib import Path

import click

from device.errors import UsageFault
from device.records.value_files import locked_folder
from device.service.keys import new_pin
from device.settings import Settings, load


@click.command(epilog="Example: lexicon-table pin --settings table.toml", short_help="Make a new PIN.")
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option("--data", help="Use this data folder instead of the one in the settings.")
def command(file: Path | None, data: str | None) -> None:
    """Make and print a new PIN. Stop the table first. Every phone then takes its seat again."""
    settings = load(file) if file else Settings()
    folder = Path(data or settings.table.data).expanduser()
    if not folder.is_dir():
        raise UsageFault(f"{folder}: no such folder")
    with locked_folder(folder):
        click.echo(f"The table's PIN is {new_pin(folder)} from now on.")
