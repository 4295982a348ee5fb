"""Play on a virtual table: the whole product, no hardware.

Example: lexicon-table demo --seed 7 --speed 2
"""

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click

from device.app import Demo, demo
from device.commands._greeting import Greeting
from device.commands._panel import shown_panel
from device.errors import UsageFault
from device.phones import first_pin
from engine.players import Strength

GAMES = (
    *("lexicon", "lexicon-party", "crossword", "lexigram", "my-word"),
    *("keyword", "partnership-keyword", "keyword-solitaire", "keyword-party"),
    *("solitaire-1", "solitaire-2", "clock", "word-solitaire", "keyword-patience"),
)
"""What the simulated players know how to play."""


@click.command(epilog="Example: lexicon-table demo --seed 7 --speed 2", short_help="Play on a virtual table.")
@click.option("--game", type=click.Choice(GAMES), default="lexicon", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the cards and the players.")
@click.option(
    "--speed",
    type=click.FloatRange(0.1, 20.0),
    default=1.0,
    show_default=True,
    help="Table seconds in a second.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0 takes any free one."
)
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to serve the page on.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the journal; a demo started again with it goes on. Without it the match is forgotten.",
)
@click.option(
    "--board",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A board profile (TOML) to play Keyword on; device/boards/reasoned.toml is one.",
)
@click.option(
    "--look", type=click.Choice(["classic", "modern", "club"]), default="classic", show_default=True
)
@click.option(
    "--minutes",
    type=click.FloatRange(0, 99),
    help="The timer's, for a hand; as the game's booklet says without it, and 0 for none.",
)
@click.option(
    "--players",
    default="casual",
    show_default=True,
    metavar="STRENGTH,...",
    help=f"How well people play, by seat: {', '.join(get_args(Strength))}; with hands of cards only.",
)
@click.option(
    "--play",
    "guest",
    default="",
    metavar="NAME",
    help="Play with them yourself, under that name, at /touch in a browser: any game played from a hand.",
)
@click.option("--panel", is_flag=True, help="Draw the table's (mock) pins in the terminal.")
def command(
    game: str,
    seed: int,
    speed: float,
    port: int,
    host: str,
    data: Path | None,
    board: Path | None,
    look: str,
    minutes: float | None,
    players: str,
    guest: str,
    panel: bool,
) -> None:
    """Simulated players play legal and now and then illegal moves, seen only through the camera.

    Ctrl-C ends it.
    """
    with ExitStack() as stack:
        folder = data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-table-")))
        asked = Demo(folder, game, seed, speed, port, host, look=look, board=board, minutes=minutes)
        asked = replace(asked, players=strengths(players), guest=" ".join(guest.split())[:40])
        tell_pin(folder)
        greeting = stack.enter_context(Greeting(host))
        demo(asked, panel=stack.enter_context(shown_panel(panel))).run(greeting)


def strengths(given: str) -> tuple[Strength, ...]:
    """The strengths a person named; UsageFault names the one that is none."""
    known = {str(one): one for one in get_args(Strength)}
    named = [one.strip().lower() for one in given.split(",")]
    strange = [one for one in named if one not in known]
    if strange:
        raise UsageFault(f"--players {strange[0]!r}: none of {', '.join(known)}")
    return tuple(known[one] for one in named)


def tell_pin(data: Path) -> None:
    """Say the PIN of a table that starts for the first time: nothing else ever does."""
    if pin := first_pin(data):
        click.echo(
            f"The table's PIN is {pin}. Write it down: it opens set-up and the steward's page.", err=True
        )
