"""Draw the wires between the Pi's pins and the parts in your settings.

Example: lexicon-table wiring --settings table.toml --out wiring.svg
"""

from pathlib import Path

import click

from device import files
from device.errors import UsageFault
from device.printing.wiring import parts, wiring_svg
from device.settings import Settings, load


@click.command(epilog="Example: lexicon-table wiring --settings table.toml --out wiring.svg")
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="Write the drawing to this SVG file. A browser shows and prints it.",
)
def command(file: Path | None, out: Path) -> None:
    """Draw the Pi's header with a wire to each part in the settings: bell, display, lamp, buttons.

    Without --settings the command draws the default pins.
    """
    settings = load(file) if file else Settings()
    if not parts(settings):
        raise UsageFault("The settings name no bell, display, lamp or button: there is nothing to draw.")
    try:
        files.write(out, wiring_svg(settings).encode())
    except OSError as fault:
        raise UsageFault(f"--out {files.terminal_line(out)}: {fault.strerror or fault}") from None
    click.echo(f"{files.terminal_line(out)}: {', '.join(part.title for part in parts(settings))}")
