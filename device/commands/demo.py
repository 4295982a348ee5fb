"""Watch simulated players play on a virtual table, without any hardware.

Example: lexicon-table demo --seed 7 --speed 2
"""

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click

from device.commands._greeting import Greeting
from device.commands._panel import shown_panel
from device.commands._ranges import SEED, FiniteRange
from device.commands._served import served_options
from device.demo import Demo, demo
from device.errors import UsageFault
from device.factories import game_of
from device.faults import fault_reporter, report_folder
from device.records.value_files import files_put_aside
from device.virtual.attendance import has_hands, is_touch_playable, names_at_table
from engine.i18n import UserError
from engine.shared import player_names
from engine.shared.players import Strength

GAMES = (
    *("lexicon", "lexicon-party", "crossword", "lexigram", "my-word"),
    *("keyword", "partnership-keyword", "keyword-solitaire", "keyword-party"),
    *("solitaire-1", "solitaire-2", "clock", "word-solitaire", "keyword-patience"),
)
"""The games that the simulated players can play."""


@click.command(epilog="Example: lexicon-table demo --seed 7 --speed 2", short_help="Watch a virtual table.")
@click.option("--game", type=click.Choice(GAMES), default="lexicon", show_default=True)
@click.option(
    "--seed",
    type=SEED,
    default=1,
    show_default=True,
    help="Draw cards and players by this number.",
)
@click.option(
    "--speed",
    type=FiniteRange(0.1, 20.0),
    default=1.0,
    show_default=True,
    help="Play this many times faster.",
)
@served_options
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the match in this folder. A later demo with this folder continues the match.",
)
@click.option(
    "--board",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Play Keyword on this board profile (TOML), such as device/boards/reasoned.toml.",
)
@click.option(
    "--look", type=click.Choice(["classic", "modern", "club"]), default="classic", show_default=True
)
@click.option(
    "--minutes",
    type=FiniteRange(0, 99),
    help="Time each hand with this many minutes. 0 means no timer. By default the booklet decides.",
)
@click.option(
    "--players",
    metavar="STRENGTH,...",
    help=f"Say how well each seat plays: {', '.join(get_args(Strength))}. Only for games played from a hand.",
)
@click.option(
    "--play",
    "guest",
    metavar="NAME",
    help="Play along under this name, at /play-here in a browser. Only for games played from a hand.",
)
@click.option("--panel", is_flag=True, help="Draw bell, display, lamp and buttons in the terminal.")
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
    """Let simulated players play at a virtual table, which the program sees only through a virtual camera.

    Most of their moves are legal, and a few are not. Ctrl-C ends the demo.
    """
    with ExitStack() as stack:
        folder = data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-table-")))
        options = Demo(folder, game, seed, speed, port, host, look=look, board=board, minutes=minutes)
        if players is not None:
            options = replace(options, players=strengths(players, game))
        if guest is not None:
            options = replace(options, guest=guest_name(guest))
        known_damage = files_put_aside(folder)
        plays_here = is_touch_playable(game_of(game, {}))
        greeting = stack.enter_context(Greeting(host, folder, play_here=plays_here))
        demo(options, panel=stack.enter_context(shown_panel(panel)), known_damage=known_damage).run(
            greeting, fault_reporter(report_folder())
        )


def strengths(given: str, game: str) -> tuple[Strength, ...]:
    """Return the strengths that the option --players gives to simulated players. Raise UsageFault for
    an unknown strength, for too many, or for a game without hands of cards."""
    known = {str(one): one for one in get_args(Strength)}
    wanted = [one.strip().lower() for one in given.split(",")]
    strange = [one for one in wanted if one not in known]
    if strange:
        raise UsageFault(f"--players {strange[0]!r}: choose from {', '.join(known)}")
    played = game_of(game, {})
    if not has_hands(played):
        raise UsageFault(f"--players: {played.title} is not played from hands of cards")
    if len(wanted) > (seats := len(names_at_table(played))):
        raise UsageFault(f"--players: you named {len(wanted)}, but {seats} sit at the virtual table")
    return tuple(known[one] for one in wanted)


def guest_name(guest: str) -> str:
    """Return the name of the person who plays along. Raise UsageFault for a name that can't be shown."""
    try:
        return player_names.checked_names([guest])[0]
    except IndexError:
        raise UsageFault("--play: give a name") from None
    except UserError as fault:
        raise UsageFault(f"--play: {fault}") from fault
