"""Play on a virtual table: the whole product, no hardware.

Example: lexicon-table demo --seed 7 --speed 2
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from device.app import Demo, demo


@click.command(epilog="Example: lexicon-table demo --seed 7 --speed 2", short_help="Play on a virtual table.")
@click.option("--game", type=click.Choice(["lexicon", "crossword"]), default="lexicon", show_default=True)
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
    "--look", type=click.Choice(["classic", "modern", "club"]), default="classic", show_default=True
)
def command(game: str, seed: int, speed: float, port: int, host: str, data: Path | None, look: str) -> None:
    """Three simulated players play legal and now and then illegal Lexicon, seen only through the camera.

    Ctrl-C ends it.
    """
    with ExitStack() as stack:
        folder = data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-table-")))
        asked = Demo(folder, game=game, seed=seed, speed=speed, port=port, host=host, look=look)
        demo(asked).run(announce)


def announce(port: int) -> None:
    """Say where the page is."""
    click.echo(f"The table is at http://localhost:{port}/  (Ctrl-C ends it)", err=True)
