"""All four networks from nothing on two cores in less than an hour: pictures, lessons, weights, calibration.

`python -m vision.training.recipe WORK` writes into vision/weights. WORK keeps the pictures and the curves;
what is there already is not made again.
"""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Final

import click

from vision.network import WEIGHTS

LAPPED: Final = 1600
"""Pictures of cards laid over one another, the folder's first; all that the corner letters' lessons see."""

COUNT: Final = 5200
"""Pictures altogether. The finder and the speller see each four or five times, under another light."""

HELD: Final = 200
"""Pictures in typefaces of their own that the calibration is measured on."""

HELD_FIRST: Final = 900_000

RANGED: Final = 64
"""Pictures that the ranges of the eight-bit networks are taken from."""

LANES: Final = ((("speller", COUNT), ("spotter", LAPPED)), (("finder", COUNT), ("glyphs", LAPPED)))
"""What is taught one after the other on each core: both lanes take as long."""

ROOM: Final = {
    # An allocator that gives pages back at every step costs a factor of five.
    "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "100000000000", "MALLOC_TOP_PAD_": "268435456",
}  # fmt: skip


def _run(module: str, *arguments: object) -> None:
    line = [sys.executable, "-m", f"vision.training.{module}", *map(str, arguments)]
    done = subprocess.run(line, check=False, env={**os.environ, **ROOM})
    if done.returncode:
        raise click.ClickException(f"{module} stopped with status {done.returncode}; what it said is above")


def _lane(work: Path, names: Sequence[tuple[str, int]]) -> None:
    for name, count in names:
        if not (work / f"{name}.pt").exists():
            _run("train", name, work / "pictures", work, "--count", count)


@click.command()
@click.argument("work", type=click.Path(path_type=Path))
def main(work: Path) -> None:
    """Render, teach, export and calibrate."""
    began, pictures, held = time.monotonic(), work / "pictures", work / "held"

    def say(what: str) -> None:
        click.echo(f"{(time.monotonic() - began) / 60:5.1f} min  {what}", err=True)

    _run("pictures", pictures, "--count", LAPPED, "--lapped")
    _run("pictures", pictures, "--first", LAPPED, "--count", COUNT - LAPPED)
    _run("pictures", held, "--first", HELD_FIRST, "--count", HELD, "--held-back")
    say("rendered")
    with ThreadPoolExecutor(len(LANES)) as both:
        list(both.map(lambda names: _lane(work, names), LANES))
    say("taught")
    for name, count in chain.from_iterable(LANES):
        # Ranges of eight bits are taken from what the network will see: of both kinds, or lapped ones alone.
        first = 0 if count == LAPPED else LAPPED - RANGED // 2
        _run(
            "export",
            work / f"{name}.pt",
            WEIGHTS,
            "--pictures",
            pictures,
            "--first",
            first,
            "--count",
            RANGED,
        )
    _run("calibrate", held, "--first", HELD_FIRST, "--count", HELD, "--write")
    say("done")


if __name__ == "__main__":
    main()
