"""Train all five networks from scratch on two cores: pictures, training, weights, calibration. The speller
is trained first, alone on both cores, then the others.

`python -m vision.lab.training.recipe WORK` writes into vision/weights; `--only speller` trains the speller
alone. WORK keeps the pictures and the curves. Results that WORK already holds are not made again.
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

OVERLAPPING_PICTURES: Final = 1600
"""The number of pictures of overlapping cards, the first in the folder. Training for corner letters sees
only these."""

PICTURES: Final = 8400
"""The number of all pictures. The finder and the speller see each picture six or seven times, in different
light. Trained with 5,200 pictures, each seen ten times, the speller read 94 of 100 crops of these pictures
right, and 90 of 100 crops of pictures that it had not seen."""

HELD_BACK_PICTURES: Final = 200
"""The number of pictures in held-back typefaces on which the calibration is measured."""

FIRST_HELD_BACK_PICTURE: Final = 900_000
"""The number of the first held-back picture, far beyond those of the training pictures, so that no picture
is used for both."""

RANGE_PICTURES: Final = 64
"""The number of pictures on which a network's values are measured before they are rounded to eight bits. The
range of these values sets the scale of the rounding.
"""

TRAINING_PROCESSES: Final = 2
"""The number of processes that train at a time."""

TRAINING_ORDER: Final = (("speller",), ("finder",), ("spotter", "glyphs"), ("figures",))
"""The networks in the order of their training. The networks of one group train at the same time, one on both
cores or two on a core each."""

DRAWN_PACKS: Final = 600
"""The number of packs that are drawn for an epoch of the classifier of figures. The first epoch shows only
large cards. In its two hundred steps the loss in the cells fell from 3.8 to 2.6; with cards of all sizes
it had hardly fallen."""

TRAINING_COUNTS: Final = {
    "speller": PICTURES, "finder": PICTURES,
    "spotter": OVERLAPPING_PICTURES, "glyphs": OVERLAPPING_PICTURES, "figures": DRAWN_PACKS,
}  # fmt: skip
"""The number of pictures from which each network learns. The classifier of figures learns from none of
them."""


@dataclass(frozen=True, slots=True)
class Round:
    """One further round of training."""

    steps: int
    """The number of steps."""
    rate: float
    """The peak learning rate."""
    mean: int = 1
    """The weight of the round's result in the mean with the network before. With 0 the result is used
    alone."""
    favour: tuple[float, float] | None = None
    """The frequency with which the finder sees crowded and rare pictures, or None for the usual one."""
    batch: int | None = None
    """The number of items in a step, or None for that of the first training."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine on which training runs."""

    processes: int = 1
    """The number of processes, each on a core."""
    device: str = "cpu"
    """The device: `cpu`, or a graphics card."""
    workers: int = 0
    """The number of processes that draw pictures for a graphics card."""

    def arguments(self) -> tuple[object, ...]:
        """Return the arguments of `train` for this machine."""
        if self.device == "cpu":
            return ("--processes", self.processes)
        return ("--device", self.device, "--workers", self.workers)

    def shared(self, networks: int) -> "Machine":
        """Return the share of the machine for one of several networks that train side by side."""
        return replace(self, processes=self.processes // networks, workers=self.workers // networks)


ROUNDS: Final = {
    "speller": (Round(6000, 1.5e-3), Round(3500, 1.2e-3)),
    "finder": (
        Round(6000, 1.5e-3, mean=0, favour=(1.5, 1)),
        Round(6000, 1.5e-3, mean=0, favour=(3, 1)),
        Round(5000, 1.2e-3, mean=0, favour=(2.5, 3)),
    ),
}
"""The rounds of `--longer`, in order. On held-back crops the speller's cross entropy went from 0.507 to
0.501 in its first round, and the mean of both networks had 0.488. In the second round it was 0.478, and
the mean had 0.469. A mean of the finder's rounds found 95.2 of 100 held-back pieces, its last round 94.5,
but the mean lost cards of golden scenes."""

SEED: Final = 1940
"""The seed of the first further round. Another seed draws other crops."""

GRAPHICS_CARD_ARGUMENTS: Final[dict[str, tuple[object, ...]]] = {
    "speller": ("--steps", 9700, "--batch", 16), "glyphs": ("--steps", 15_600, "--batch", 9)
}  # fmt: skip
"""The arguments of the same training on a graphics card: eight and three times as many pictures a step,
drawn by some fifteen processes within eight minutes (docs/model-card.md). The training of the other
networks stays the same."""

DEVICE_OPTION: Final = click.option(
    "--device", default="cpu", show_default=True, help="Where to teach: cpu, cuda."
)
"""The option for training on a graphics card."""

WORKERS_OPTION: Final = click.option(
    "--workers", type=click.IntRange(0), default=0, show_default=True,
    help="Processes that draw what a graphics card is shown.",
)  # fmt: skip
"""The option for the number of processes that keep a graphics card busy: one for each core except the
trainer's."""

ALLOCATOR_ENVIRONMENT: Final = {
    # An allocator that gives pages back at every step costs a factor of five.
    "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "100000000000", "MALLOC_TOP_PAD_": "268435456",
}  # fmt: skip


def run(module: str, *arguments: object) -> None:
    """Run one step in a process of its own. Raise click's error, which is printed in one line, if the step
    fails."""
    line = [sys.executable, "-m", f"vision.lab.training.{module}", *map(str, arguments)]
    done = subprocess.run(line, check=False, env={**os.environ, **ALLOCATOR_ENVIRONMENT})
    if done.returncode:
        raise click.ClickException(f"{module} stopped with status {done.returncode}; what it said is above")


def _train(work: Path, machine: Machine, longer: bool, name: str) -> None:
    if (done := work / f"{name}.pt").exists():
        return
    arguments, file = ("--count", TRAINING_COUNTS[name], *machine.arguments()), f"{name}.pt"
    now = work / "taught" / file
    whole = GRAPHICS_CARD_ARGUMENTS.get(name, ()) if machine.device != "cpu" else ()
    run("train", name, work / "pictures", now.parent, *arguments, *whole, *_initial_weights(work, name))
    now.with_suffix(".json").replace(work / f"{name}.json")
    for turn, round_ in enumerate(ROUNDS.get(name, ()) if longer else ()):
        after, mean = work / f"taught-{turn + 1}" / file, work / f"{name}-mean-{turn + 1}.pt"
        schedule = ("--resume", now, "--steps", round_.steps, "--rate", round_.rate, "--seed", SEED + turn)
        seen = ("--favour", *round_.favour) if round_.favour else ()
        run("train", name, work / "pictures", after.parent, *arguments, *schedule, *seen)
        if round_.mean:
            run("weight_averaging", name, mean, now, *[after] * round_.mean)
        now = mean if round_.mean else after
    now.rename(done)  # the file gets its name only when it is complete


def _initial_weights(work: Path, name: str) -> tuple[object, ...]:
    """Return the initial weights of a network. The classifier of figures begins with the spotter's, if the
    spotter was trained."""
    spotter, begun = work / "spotter.pt", work / "begun" / f"{name}.pt"
    if name != "figures" or not spotter.exists():
        return ()
    run("initial_weights", spotter, begun)
    return ("--resume", begun)


def _export(work: Path, name: str) -> None:
    # The ranges of eight bits are measured on the pictures that the network will see: of both kinds, or only
    # of overlapping cards.
    first = 0 if TRAINING_COUNTS[name] == OVERLAPPING_PICTURES else OVERLAPPING_PICTURES - RANGE_PICTURES // 2
    looked_at = ("--pictures", work / "pictures", "--first", first, "--count", RANGE_PICTURES)
    run("quantisation.export", work / f"{name}.pt", WEIGHTS, *looked_at)


@click.command()
@click.argument("work", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(list(TRAINING_COUNTS)), help="Teach this one alone.")
@click.option("--longer", is_flag=True, help="Teach on in rounds, for an hour more.")
@DEVICE_OPTION
@WORKERS_OPTION
def main(work: Path, only: tuple[str, ...], longer: bool, device: str, workers: int) -> None:
    """Render, train, export and calibrate."""
    began, pictures, held = time.monotonic(), work / "pictures", work / "held"
    machine = Machine(TRAINING_PROCESSES, device, workers)

    def say(what: str) -> None:
        click.echo(f"{(time.monotonic() - began) / 60:5.1f} min  {what}", err=True)

    drawn = ("--processes", max(TRAINING_PROCESSES, workers + 1))
    run("training_set", pictures, "--count", OVERLAPPING_PICTURES, "--lapped", *drawn)
    run(
        "training_set",
        pictures,
        "--first",
        OVERLAPPING_PICTURES,
        "--count",
        PICTURES - OVERLAPPING_PICTURES,
        *drawn,
    )
    run(
        "training_set",
        held,
        "--first",
        FIRST_HELD_BACK_PICTURE,
        "--count",
        HELD_BACK_PICTURES,
        "--held-back",
        *drawn,
    )
    say("rendered")
    for lanes in TRAINING_ORDER:
        if not (names := [name for name in lanes if not only or name in only]):
            continue
        with ThreadPoolExecutor(len(names)) as pool:
            list(pool.map(partial(_train, work, machine.shared(len(names)), longer), names))
        for name in names:
            _export(work, name)
        say(" and ".join(names))
    run("calibrate", held, "--first", FIRST_HELD_BACK_PICTURE, "--count", HELD_BACK_PICTURES, "--write")
    say("done")


if __name__ == "__main__":
    main()
