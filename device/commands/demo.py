"""Play on a virtual table: the whole product, no hardware.

Example: lexicon-table demo --seed 7 --speed 2
"""

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click

from device.app import Demo, demo, game_of
from device.commands._greeting import Greeting
from device.commands._panel import shown_panel
from device.commands._ranges import SEED, FiniteRange
from device.errors import UsageFault
from device.records.keeping import aside
from device.virtual.attendance import by_finger, dealt, people_at
from engine import names
from engine.players import Strength
from engine.tongue import Cannot

GAMES = (
    *("lexicon", "lexicon-party", "crossword", "lexigram", "my-word"),
    *("keyword", "partnership-keyword", "keyword-solitaire", "keyword-party"),
    *("solitaire-1", "solitaire-2", "clock", "word-solitaire", "keyword-patience"),
)
"""What the simulated players know how to play."""


@click.command(epilog="Example: lexicon-table demo --seed 7 --speed 2", short_help="Play on a virtual table.")
@click.option("--game", type=click.Choice(GAMES), default="lexicon", show_default=True)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Decides the cards and the players.")
@click.option(
    "--speed",
    type=FiniteRange(0.1, 20.0),
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
    type=FiniteRange(0, 99),
    help="The timer's, for a hand; as the game's booklet says without it, and 0 for none.",
)
@click.option(
    "--players",
    metavar="STRENGTH,...",
    help=f"How well people play, by seat: {', '.join(get_args(Strength))} (casual); with hands only.",
)
@click.option(
    "--play",
    "guest",
    metavar="NAME",
    help="Play with them yourself, under that name, at /play-here in a browser: any game played from a hand.",
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
    players: str | None,
    guest: str | None,
    panel: bool,
) -> None:
    """Simulated players play legal and now and then illegal moves, seen only through the camera.

    Ctrl-C ends it.
    """
    with ExitStack() as stack:
        folder = data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-table-")))
        asked = Demo(folder, game, seed, speed, port, host, look=look, board=board, minutes=minutes)
        if players is not None:
            asked = replace(asked, players=strengths(players, game))
        if guest is not None:
            asked = replace(asked, guest=named(guest))
        before = aside(folder)
        here = by_finger(game_of(game, {}))
        greeting = stack.enter_context(Greeting(host, folder, play_here=here))
        demo(asked, panel=stack.enter_context(shown_panel(panel)), before=before).run(greeting)


def strengths(given: str, game: str) -> tuple[Strength, ...]:
    """The strengths a person named; UsageFault names the one that is none, or says that nobody has it."""
    known = {str(one): one for one in get_args(Strength)}
    wanted = [one.strip().lower() for one in given.split(",")]
    strange = [one for one in wanted if one not in known]
    if strange:
        raise UsageFault(f"--players {strange[0]!r}: none of {', '.join(known)}")
    played = game_of(game, {})
    if not dealt(played):
        raise UsageFault(f"--players: {played.title} is not played from hands of cards")
    if len(wanted) > (seats := len(people_at(played))):
        raise UsageFault(f"--players: {len(wanted)} are named, and {seats} sit at the virtual table")
    return tuple(known[one] for one in wanted)


def named(guest: str) -> str:
    """The name of who plays with them; UsageFault when it is none that can be read."""
    try:
        return names.proper([guest])[0]
    except IndexError:
        raise UsageFault("--play: a name is wanted") from None
    except Cannot as fault:
        raise UsageFault(f"--play: {fault}") from fault
