"""Switch off bell, lamp and display.

Example: lexicon-table quiet --settings table.toml
"""

from pathlib import Path

import click

from device.errors import UsageFault
from device.faults import state_folder
from device.hardware.pins import pin_factory
from device.hardware.quiet import quieten
from device.records.last_settings import remembered_settings
from device.settings import Settings, load


@click.command(
    epilog="Example: lexicon-table quiet --settings table.toml",
    short_help="Switch off bell, lamp and display.",
)
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option(
    "--pins",
    type=click.Choice(["gpio", "mock", "none"]),
    help="Use these pins instead of those in the settings.",
)
def command(file: Path | None, pins: str | None) -> None:
    """Switch off every output that the settings name now or named at the last start.

    The service runs this command after the table's program ends for any reason, because a coil that stays on
    burns out. While the table runs, the command does nothing, because the table holds its pins.
    """
    named, failed = _settings_to_switch_off(file)
    off, has_pins = list[str](), False
    for settings in named:
        factory = pin_factory(pins or settings.table.pins)  # type: ignore[arg-type]
        if factory is not None:
            has_pins = True
            done, refused = quieten(settings, factory)
            off += [key for key in done if key not in off]
            failed += [line for line in refused if line not in failed]
    if has_pins:
        click.echo(f"off: {', '.join(off) or 'nothing'}", err=True)
    else:
        click.echo("The table has no pins. There is nothing to switch off.", err=True)
    if failed:
        raise UsageFault("; ".join(failed))


def _settings_to_switch_off(file: Path | None) -> tuple[list[Settings], list[str]]:
    """Return the settings that name the outputs to switch off: those of the last start, and those in
    the settings file if they are different. Without a file return the built-in settings. Return
    also the reason if the file can't be read.

    Raise UsageFault if the file can't be read and there was no start before.
    """
    if file is None:
        return [Settings()], []
    last = remembered_settings(file, state_folder())
    try:
        now = load(file)
    except UsageFault as fault:
        if last is None:
            raise
        return [last], [str(fault)]
    return [now] if last in (None, now) else [last, now], []
