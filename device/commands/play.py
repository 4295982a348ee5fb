"""Run the appliance: the camera over your own table, the bell and the page.

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
from device.records.keeping import aside
from device.settings import Settings, load
from engine.cards import PACKS


@dataclass(frozen=True, slots=True)
class _Given:
    """What the command line sets over the settings file."""

    camera: str | None
    port: int | None
    data: str | None
    pins: str | None
    pack: str | None


@click.command(
    epilog="Example: lexicon-table play --settings table.toml --camera 0", short_help="Run the appliance."
)
@click.option("--settings", "file", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option(
    "--camera",
    help="0, /dev/… a USB camera; pi; the address of a stream; a folder or video; none for phones' photos.",
)
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the page; 0 takes any free one.")
@click.option("--data", help="Folder of the journal; a table started again with it goes on.")
@click.option(
    "--pins",
    type=click.Choice(["gpio", "mock", "none"]),
    help="What bell, display, lamp and buttons hang on.",
)
@click.option("--pack", help="The pack in use: a known one, or a deck you enrolled.")
@click.option("--panel", is_flag=True, help="Draw what is on the pins in the terminal, real or mock.")
def command(
    file: Path | None,
    camera: str | None,
    port: int | None,
    data: str | None,
    pins: str | None,
    pack: str | None,
    panel: bool,
) -> None:
    """Watch the table, referee the game, keep the scores, ring the bell and serve the page.

    Ctrl-C ends it; started again it goes on where it was.
    """
    settings = load(file) if file else Settings()
    settings = _with(settings, _Given(camera, port, data, pins, pack))
    folder = Path(settings.table.data).expanduser()
    before = aside(folder)
    with Greeting(settings.web.host, folder, invites=True) as greeting, shown_panel(panel) as show:
        play(settings, panel=show, before=before, invitation=greeting.invitation).run(greeting)


def _with(settings: Settings, given: _Given) -> Settings:
    """The settings with what the command line says instead."""
    camera, web, table, game = settings.camera, settings.web, settings.table, settings.game
    if given.camera is not None:
        camera = msgspec.structs.replace(camera, source=given.camera)
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
