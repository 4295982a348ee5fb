"""All four networks from nothing on two cores: pictures, lessons, weights, calibration. First the one
that reads letters, alone on both cores; then those that find them.

`python -m vision.training.recipe WORK` writes into vision/weights, `--only speller` what reads letters alone.
WORK keeps the pictures and the curves; what is there already is not made again.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import click

from vision.network import WEIGHTS

LAPPED: Final = 1600
"""Pictures of cards laid over one another, the folder's first; all that the corner letters' lessons see."""

COUNT: Final = 8400
"""Pictures altogether. The finder and the speller see each six or seven times, under another light: of 5,200,
seen ten times, the speller read 94 of 100 crops right, and 90 of 100 of pictures it had not seen."""

HELD: Final = 200
"""Pictures in typefaces of their own that the calibration is measured on."""

HELD_FIRST: Final = 900_000

RANGED: Final = 64
"""Pictures that the ranges of the eight-bit networks are taken from."""

CORES: Final = 2
"""Processes that learn at a time."""

LESSONS: Final = (("speller",), ("finder",), ("spotter", "glyphs"))
"""What is taught one after the other: one network on both cores, or two side by side."""

LEARNT_FROM: Final = {"speller": COUNT, "finder": COUNT, "spotter": LAPPED, "glyphs": LAPPED}
"""How many of the pictures each network sees."""

ROOM: Final = {
    # An allocator that gives pages back at every step costs a factor of five.
    "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "100000000000", "MALLOC_TOP_PAD_": "268435456",
}  # fmt: skip


def _run(module: str, *arguments: object) -> None:
    line = [sys.executable, "-m", f"vision.training.{module}", *map(str, arguments)]
    done = subprocess.run(line, check=False, env={**os.environ, **ROOM})
    if done.returncode:
        raise click.ClickException(f"{module} stopped with status {done.returncode}; what it said is above")


def _taught(work: Path, processes: int, name: str) -> None:
    if not (work / f"{name}.pt").exists():
        learnt_from = ("--count", LEARNT_FROM[name], "--processes", processes)
        _run("train", name, work / "pictures", work, *learnt_from)


def _exported(work: Path, name: str) -> None:
    # Ranges of eight bits are taken from what the network will see: of both kinds, or lapped ones alone.
    first = 0 if LEARNT_FROM[name] == LAPPED else LAPPED - RANGED // 2
    looked_at = ("--pictures", work / "pictures", "--first", first, "--count", RANGED)
    _run("export", work / f"{name}.pt", WEIGHTS, *looked_at)


@click.command()
@click.argument("work", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(list(LEARNT_FROM)), help="Teach this one alone.")
def main(work: Path, only: tuple[str, ...]) -> None:
    """Render, teach, export and calibrate."""
    began, pictures, held = time.monotonic(), work / "pictures", work / "held"

    def say(what: str) -> None:
        click.echo(f"{(time.monotonic() - began) / 60:5.1f} min  {what}", err=True)

    _run("pictures", pictures, "--count", LAPPED, "--lapped")
    _run("pictures", pictures, "--first", LAPPED, "--count", COUNT - LAPPED)
    _run("pictures", held, "--first", HELD_FIRST, "--count", HELD, "--held-back")
    say("rendered")
    for lanes in LESSONS:
        if not (names := [name for name in lanes if not only or name in only]):
            continue
        with ThreadPoolExecutor(len(names)) as pool:
            list(pool.map(partial(_taught, work, CORES // len(names)), names))
        for name in names:
            _exported(work, name)
        say(" and ".join(names))
    _run("calibrate", held, "--first", HELD_FIRST, "--count", HELD, "--write")
    say("done")


if __name__ == "__main__":
    main()
