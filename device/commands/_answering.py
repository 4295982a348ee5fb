"""Shared parts of the commands that answer about photographs: options, the output format, and Tesseract."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from device.errors import UsageFault
from engine.cards import PACKS
from engine.catalogue import GAMES

PHOTO: Final = click.Path(path_type=Path, dir_okay=False, readable=False)
"""The type of a command-line argument for a photograph. click does not check that the file can be
read: the command reports an unreadable file in its own line."""

PHOTO_OPTIONS: Final = ("game", "pack", "chosen")
"""The parameters of the options --game, --pack and --option. They are refused without a
photograph, because a line of JSON has its own keys for them."""

Command = TypeVar("Command", bound=Callable[..., Any])


def options(command: Command) -> Command:
    """Decorate a command with the options --game, --pack, --option and --json."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON at a terminal too."),
        click.option(
            "--option", "chosen", multiple=True, metavar="NAME=VALUE",
            help="Set an option of the game. Repeat it for more.",
        ),
        click.option("--pack", type=click.Choice(list(PACKS)), help="Play with this pack."),
        click.option("--game", type=click.Choice(list(GAMES)), default="lexicon", show_default=True),
    ):  # fmt: skip
        command = option(command)
    return command


def for_people(*, as_json: bool) -> bool:
    """Return True if a person reads the answer: the output is a terminal and JSON was not requested."""
    return not as_json and sys.stdout.isatty()


def needs_tesseract(command_name: str) -> None:
    """Raise UsageFault if Tesseract does not run. Its sentence says that the command `command_name` needs
    Tesseract, and says what to install."""
    from device.commands._doctor import software
    from device.commands._doctor.finding import Failing

    try:
        software.tesseract(shutil.which("tesseract"))
    except Failing as fault:
        raise UsageFault(f"{command_name} needs Tesseract: {fault.sentence}: {fault.advice}") from None
