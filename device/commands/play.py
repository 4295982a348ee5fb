"""Referee your table: watch it, keep the scores, ring the bell and serve the page.

Example: lexicon-table play --settings table.toml
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import msgspec

from device.app import play
from device.commands._greeting import Greeting
from device.commands._panel import shown_panel
from device.commands._served import PORT, PORT_HELP
from device.faults import fault_reporter, one_line, report_folder, state_folder
from device.records.last_settings import LastSettings, remember_settings
from device.records.last_settings import settings_or_last as said_before
from device.records.value_files import files_put_aside
from device.service.machine_joining import join_party
from device.settings import Settings, load
from engine.cards import PACKS


@dataclass(frozen=True, slots=True)
class _Overrides:
    """Hold the command-line options that override the settings file."""

    camera: str | None
    host: str | None
    port: int | None
    data: str | None
    pins: str | None
    pack: str | None


@click.command(
    epilog="Example: lexicon-table play --settings table.toml --camera 0", short_help="Referee your table."
)
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option(
    "--camera",
    help="Use this camera: 0 or /dev/… for USB, pi, a stream's address, a folder, a video, or none.",
)
@click.option("--host", help="Serve the page on this network address only.")
@click.option("--port", type=PORT, help=PORT_HELP)
@click.option(
    "--data", help="Keep the match in this folder. A later start with this folder continues the match."
)
@click.option(
    "--pins",
    type=click.Choice(["gpio", "mock", "none"]),
    help="Use the Pi's pins for bell, display, lamp and buttons, pretended pins, or none.",
)
@click.option("--pack", help="Play with this pack: a known one, or a deck you enrolled.")
@click.option(
    "--as-before",
    is_flag=True,
    help="If the settings file can't be read, use the last readable settings, or the built-in ones. The page "
    "says so.",
)
@click.option(
    "--start-anyway",
    is_flag=True,
    help="Start without a camera or pins that are missing. The page says so. The table uses the camera as "
    "soon as it is there.",
)
@click.option(
    "--party",
    metavar="ADDRESS",
    help="Join a party at the address that its hub printed for this table. With - take the last one.",
)
@click.option("--panel", is_flag=True, help="Draw bell, display, lamp and buttons in the terminal.")
def command(
    file: Path | None,
    camera: str | None,
    host: str | None,
    port: int | None,
    data: str | None,
    pins: str | None,
    pack: str | None,
    as_before: bool,
    start_anyway: bool,
    party: str | None,
    panel: bool,
) -> None:
    """Watch the table, referee the game, keep the scores, ring the bell and serve the page.

    Ctrl-C ends the program. The next start continues the match.
    """
    loaded = _settings(file, as_before=as_before)
    if loaded.fault is not None:
        click.echo(one_line(str(loaded.fault)), err=True)
    settings = _overridden(loaded.settings, _Overrides(camera, host, port, data, pins, pack))
    folder = Path(settings.table.data).expanduser()
    known_damage = files_put_aside(folder)
    with Greeting(settings.web.host, folder, invites=True) as greeting, shown_panel(panel) as show:
        given = None if party is None else join_party(folder / "party", party.strip("-"))
        table = play(
            settings,
            panel=show,
            known_damage=known_damage,
            invitation=greeting.invitation,
            settings_trouble=loaded.trouble,
            party=given,
            start_anyway=start_anyway,
            log=lambda fault: click.echo(one_line(str(fault)), err=True),
        )
        if file is not None:
            remember_settings(file, state_folder(), settings)
        table.run(greeting, fault_reporter(report_folder()))


def _settings(file: Path | None, *, as_before: bool) -> LastSettings:
    """Return the settings in `file`. With `as_before` return those of the last start if the file is
    damaged. Without a file return the defaults. Raise UsageFault if no settings can be read."""
    if file is None:
        return LastSettings(Settings())
    return said_before(file, state_folder()) if as_before else LastSettings(load(file))


def _overridden(settings: Settings, given: _Overrides) -> Settings:
    """Return the settings with the command line's changes."""
    camera, web, table, game = settings.camera, settings.web, settings.table, settings.game
    if given.camera is not None:
        camera = msgspec.structs.replace(camera, source=given.camera)
    if given.host is not None:
        web = msgspec.structs.replace(web, host=given.host)
    if given.port is not None:
        web = msgspec.structs.replace(web, port=given.port)
    changes: dict[str, Any] = {
        key: value for key, value in (("data", given.data), ("pins", given.pins)) if value is not None
    }
    if given.pack in PACKS:
        game = msgspec.structs.replace(game, options={**game.options, "pack": str(given.pack)})
        changes["deck"] = None
    elif given.pack is not None:
        changes["deck"] = given.pack
    table = msgspec.structs.replace(table, **changes)
    return msgspec.structs.replace(settings, camera=camera, web=web, table=table, game=game)
