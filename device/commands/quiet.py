"""Switch bell, lamp and display off.

Example: lexicon-table quiet --settings table.toml
"""

from pathlib import Path

import click

from device.errors import UsageFault
from device.hardware.pins import pin_factory
from device.hardware.quiet import quieten
from device.settings import Settings, load


@click.command(
    epilog="Example: lexicon-table quiet --settings table.toml",
    short_help="Switch bell, lamp and display off.",
)
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option(
    "--pins",
    type=click.Choice(["gpio", "mock", "none"]),
    help="Use these pins instead of the ones in the file.",
)
def command(file: Path | None, pins: str | None) -> None:
    """Switch off every output that the settings name.

    The service runs this after the table's program ends for any reason. A solenoid left on would burn out. It
    does nothing while the table runs, since the table holds its pins.
    """
    settings = load(file) if file else Settings()
    factory = pin_factory(pins or settings.table.pins)  # type: ignore[arg-type]
    if factory is None:
        click.echo("The table has no pins. There is nothing to switch off.", err=True)
        return
    off, failed = quieten(settings, factory)
    click.echo(f"off: {', '.join(off) or 'nothing'}", err=True)
    if failed:
        raise UsageFault("; ".join(failed))
