"""All five networks from nothing on two cores: pictures, lessons, weights, calibration. First the one
that reads letters, alone on both cores; then those that find them.

`python -m vision.lab.training.recipe WORK` writes into vision/weights, `--only speller` what reads letters
alone. WORK keeps the pictures and the curves; what is there already is not made again.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
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

HELD_BACK_PICTURES: Final = 200
"""Pictures in typefaces of their own that the calibration is measured on."""

HELD_FIRST: Final = 900_000
"""Number of the first of these: far beyond those of the pictures learnt from, so that none is both."""

RANGED: Final = 64
"""Pictures that the ranges of the eight-bit networks are taken from."""

CORES: Final = 2
"""Processes that learn at a time."""

LESSONS: Final = (("speller",), ("finder",), ("spotter", "glyphs"), ("figures",))
"""The order of training: one network on both cores, or two side by side."""

PAINTED: Final = 600
"""Packs that are painted for an epoch of the lesson in figures. The first epoch shows large ones alone: in
its two hundred steps the loss in the cells fell from 3.8 to 2.6, after hardly at all with all sizes."""

LEARNT_FROM: Final = {
    "speller": COUNT, "finder": COUNT, "spotter": LAPPED, "glyphs": LAPPED, "figures": PAINTED
}  # fmt: skip
"""The number of pictures that each network sees; the figure reader sees none of them."""


@dataclass(frozen=True, slots=True)
class Round:
    """One further round of training: steps, peak learning rate, the weight of the result in the mean with the
    network before (0: the result alone), how often the finder sees crowded and rare pictures, and the number
    of items in a step (None: as in the first training).
    """

    steps: int
    rate: float
    mean: int = 1
    favour: tuple[float, float] | None = None
    batch: int | None = None


@dataclass(frozen=True, slots=True)
class Means:
    """The means of training: the machine's cores, `processes` at a time, or a graphics card, with pictures
    drawn by so many `workers`.
    """

    processes: int = 1
    device: str = "cpu"
    workers: int = 0

    def arguments(self) -> tuple[object, ...]:
        """Return the arguments of `train` for these means."""
        if self.device == "cpu":
            return ("--processes", self.processes)
        return ("--device", self.device, "--workers", self.workers)

    def shared(self, networks: int) -> "Means":
        """Return the means of one of so many networks that learn side by side."""
        return replace(self, processes=self.processes // networks, workers=self.workers // networks)


ROUNDS: Final = {
    "speller": (Round(6000, 1.5e-3), Round(3500, 1.2e-3)),
    "finder": (
        Round(6000, 1.5e-3, mean=0, favour=(1.5, 1)),
        Round(6000, 1.5e-3, mean=0, favour=(3, 1)),
        Round(5000, 1.2e-3, mean=0, favour=(2.5, 3)),
    ),
}
"""The rounds of `--longer`, in turn. On held-back crops the speller's cross entropy went from 0.507 to 0.501
in the first of its rounds, the mean of both had 0.488; 0.478 in the second, and 0.469. A mean of the finder's
rounds found 95.2 of 100 held-back pieces, its last round 94.5, but the mean lost cards of golden scenes."""

SEED: Final = 1940
"""Of the first of these rounds; another one draws other crops."""

GRAPHICS: Final[dict[str, tuple[object, ...]]] = {
    "speller": ("--steps", 9700, "--batch", 16), "glyphs": ("--steps", 15_600, "--batch", 9)
}  # fmt: skip
"""The same lessons on a graphics card: eight and three times as many pictures a step, drawn by some fifteen
processes within eight minutes (docs/model-card.md). The other networks' lessons stay the same.
"""

ON_CARD: Final = click.option("--device", default="cpu", show_default=True, help="Where to teach: cpu, cuda.")
"""The means of training on a graphics card ..."""

DRAWN_BY: Final = click.option(
    "--workers", type=click.IntRange(0), default=0, show_default=True,
    help="Processes that draw what a graphics card is shown.",
)  # fmt: skip
"""... and the number of processes that keep it busy: one for each core except that of the trainer."""

ALLOCATOR_ENVIRONMENT: Final = {
    # An allocator that gives pages back at every step costs a factor of five.
    "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "100000000000", "MALLOC_TOP_PAD_": "268435456",
}  # fmt: skip


def run(module: str, *arguments: object) -> None:
    """Run one step in a process of its own. Raises click's fault, which ends in one line, if the step
    fails.
    """
    line = [sys.executable, "-m", f"vision.lab.training.{module}", *map(str, arguments)]
    done = subprocess.run(line, check=False, env={**os.environ, **ALLOCATOR_ENVIRONMENT})
    if done.returncode:
        raise click.ClickException(f"{module} stopped with status {done.returncode}; what it said is above")


def _taught(work: Path, means: Means, longer: bool, name: str) -> None:
    if (done := work / f"{name}.pt").exists():
        return
    how, file = ("--count", LEARNT_FROM[name], *means.arguments()), f"{name}.pt"
    now = work / "taught" / file
    whole = GRAPHICS.get(name, ()) if means.device != "cpu" else ()
    run("train", name, work / "pictures", now.parent, *how, *whole, *_begun(work, name))
    now.with_suffix(".json").replace(work / f"{name}.json")
    for turn, round_ in enumerate(ROUNDS.get(name, ()) if longer else ()):
        after, mean = work / f"taught-{turn + 1}" / file, work / f"{name}-mean-{turn + 1}.pt"
        more = ("--resume", now, "--steps", round_.steps, "--rate", round_.rate, "--seed", SEED + turn)
        seen = ("--favour", *round_.favour) if round_.favour else ()
        run("train", name, work / "pictures", after.parent, *how, *more, *seen)
        if round_.mean:
            run("weight_averaging", name, mean, now, *[after] * round_.mean)
        now = mean if round_.mean else after
    now.rename(done)  # under its own name only when all is done


def _begun(work: Path, name: str) -> tuple[object, ...]:
    """Return the weights that a network begins with: the figure reader begins with the spotter's, if that was
    trained.
    """
    spotter, begun = work / "spotter.pt", work / "begun" / f"{name}.pt"
    if name != "figures" or not spotter.exists():
        return ()
    run("initial_weights", spotter, begun)
    return ("--resume", begun)


def _exported(work: Path, name: str) -> None:
    # Ranges of eight bits are taken from what the network will see: of both kinds, or lapped ones alone.
    first = 0 if LEARNT_FROM[name] == LAPPED else LAPPED - RANGED // 2
    looked_at = ("--pictures", work / "pictures", "--first", first, "--count", RANGED)
    run("quantisation.export", work / f"{name}.pt", WEIGHTS, *looked_at)


@click.command()
@click.argument("work", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(list(LEARNT_FROM)), help="Teach this one alone.")
@click.option("--longer", is_flag=True, help="Teach on in rounds, for an hour more.")
@ON_CARD
@DRAWN_BY
def main(work: Path, only: tuple[str, ...], longer: bool, device: str, workers: int) -> None:
    """Render, teach, export and calibrate."""
    began, pictures, held = time.monotonic(), work / "pictures", work / "held"
    where = Means(CORES, device, workers)

    def say(what: str) -> None:
        click.echo(f"{(time.monotonic() - began) / 60:5.1f} min  {what}", err=True)

    drawn = ("--processes", max(CORES, workers + 1))
    run("training_set", pictures, "--count", LAPPED, "--lapped", *drawn)
    run("training_set", pictures, "--first", LAPPED, "--count", COUNT - LAPPED, *drawn)
    run("training_set", held, "--first", HELD_FIRST, "--count", HELD_BACK_PICTURES, "--held-back", *drawn)
    say("rendered")
    for lanes in LESSONS:
        if not (names := [name for name in lanes if not only or name in only]):
            continue
        with ThreadPoolExecutor(len(names)) as pool:
            list(pool.map(partial(_taught, work, where.shared(len(names)), longer), names))
        for name in names:
            _exported(work, name)
        say(" and ".join(names))
    run("calibrate", held, "--first", HELD_FIRST, "--count", HELD_BACK_PICTURES, "--write")
    say("done")


if __name__ == "__main__":
    main()
