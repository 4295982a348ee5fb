"""Switch bell, lamp and display off, whatever left them on.

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
@click.option("--pins", type=click.Choice(["gpio", "mock", "none"]), help="Instead of what the file says.")
def command(file: Path | None, pins: str | None) -> None:
    """Switch every output off that the settings name.

    The service runs this whenever the table's program has ended, however it did: a solenoid that was left on
    would burn. It is of no use while the table runs, which holds its pins.
    """
    settings = load(file) if file else Settings()
    factory = pin_factory(pins or settings.table.pins)  # type: ignore[arg-type]
    if factory is None:
        click.echo("no pins, nothing to switch off", err=True)
        return
    off, failed = quieten(settings, factory)
    click.echo(f"off: {', '.join(off) or 'nothing'}", err=True)
    if failed:
        raise UsageFault("; ".join(failed))
