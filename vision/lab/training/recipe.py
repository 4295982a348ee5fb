"""Train all five networks from scratch on two cores: render pictures, train, export the weights, and
calibrate.

`python -m vision.lab.training.recipe WORK` writes into vision/weights; `--only speller` trains the speller
alone. WORK keeps the pictures and the training curves. The command skips results that WORK already holds.
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
"""The number of pictures of overlapping cards, the first ones in the folder of training pictures. The
networks for corner letters learn from these pictures alone."""

PICTURES: Final = 8400
"""The number of all training pictures. The finder and the speller see each picture six or seven times,
each time in different light. Fewer were too few: with 5,200 pictures, each seen ten times, the speller
read 94 of 100 crops of these pictures right, but only 90 of 100 crops of new pictures."""

HELD_BACK_PICTURES: Final = 200
"""The number of pictures in held-back typefaces on which the reader is calibrated."""

FIRST_HELD_BACK_PICTURE: Final = 900_000
"""The number of the first picture in held-back typefaces. It is far beyond the numbers of the training
pictures, so that no picture is used for both purposes."""

RANGE_PICTURES: Final = 64
"""The number of pictures on which the ranges of a network's values are measured. The range decides how
values are rounded to eight bits."""

TRAINING_PROCESSES: Final = 2
"""The number of processes that train at the same time, one for each core."""

TRAINING_ORDER: Final = (("speller",), ("finder",), ("spotter", "glyphs"), ("figures",))
"""The names of the networks in groups. The groups are trained one after another, the networks of a group at
the same time. A network that is alone in its group trains on all cores; two networks share the cores."""

DRAWN_PACKS: Final = 600
"""The number of packs that are drawn for each epoch of the classifier of figures. The first epoch has two
hundred steps, and shows only large cards: the loss for the figures' places then fell from 3.8 to 2.6. With
cards of all sizes it hardly fell."""

TRAINING_COUNTS: Final = {
    "speller": PICTURES, "finder": PICTURES,
    "spotter": OVERLAPPING_PICTURES, "glyphs": OVERLAPPING_PICTURES, "figures": DRAWN_PACKS,
}  # fmt: skip
"""The number of pictures in an epoch of each network. For the classifier of figures it is a number of
packs, because cards are drawn for it."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of further training of a network."""

    steps: int
    """The number of training steps in the round."""
    rate: float
    """The greatest learning rate in the round of further training."""
    averaging_weight: int = 1
    """The weight of the network after the round when the two networks before and after it are averaged. The
    network before the round has the weight 1. With 0 the network after the round is kept alone."""
    favour: tuple[float, float] | None = None
    """Two weights by which the finder's training favours pictures: that added for mostly covered pieces,
    and that added for a back or an empty table. None for the usual weights."""
    batch: int | None = None
    """The number of items in a step, or None for the task's own number."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine that trains: its processes and its device."""

    processes: int = 1
    """The number of processes that train on the processor, each on one core."""
    device: str = "cpu"
    """PyTorch's name of the device: `cpu`, or a graphics card such as `cuda`."""
    workers: int = 0
    """The number of processes that prepare training items for a graphics card."""

    def arguments(self) -> tuple[object, ...]:
        """Return the command-line arguments of `train` for this machine."""
        if self.device == "cpu":
            return ("--processes", self.processes)
        return ("--device", self.device, "--workers", self.workers)

    def shared(self, networks: int) -> "Machine":
        """Return the part of the machine that one of `networks` networks gets when they train at the same
        time."""
        return replace(self, processes=self.processes // networks, workers=self.workers // networks)


ROUNDS: Final = {
    "speller": (Round(6000, 1.5e-3), Round(3500, 1.2e-3)),
    "finder": (
        Round(6000, 1.5e-3, averaging_weight=0, favour=(1.5, 1)),
        Round(6000, 1.5e-3, averaging_weight=0, favour=(3, 1)),
        Round(5000, 1.2e-3, averaging_weight=0, favour=(2.5, 3)),
    ),
}
"""The further rounds of the option `--longer`, in order.

On held-back crops, the speller's cross entropy was 0.507 before these rounds. After the first round it was
0.501, and 0.488 for the mean of the networks before and after the round. After the second round it was 0.478,
and 0.469 for the mean. Of 100 held-back pieces, a mean of the finder's rounds found 95.2 and the last round
alone 94.5, but the mean lost cards of golden scenes.
"""

SEED: Final = 1940
"""The seed of the crops in the first round of further training. Each later round adds 1, so that it draws
other crops."""

GRAPHICS_CARD_ARGUMENTS: Final[dict[str, tuple[object, ...]]] = {
    "speller": ("--steps", 9700, "--batch", 16), "glyphs": ("--steps", 15_600, "--batch", 9)
}  # fmt: skip
"""The arguments that `train` gets for some networks on a graphics card. The speller then sees eight times
as many pictures a step as on the processor, the classifier of corner letters three times as many. Some
fifteen processes prepare them within eight minutes (docs/model-card.md). The other networks train with
the same arguments everywhere."""

DEVICE_OPTION: Final = click.option(
    "--device", default="cpu", show_default=True, help="Where to train: cpu, cuda."
)
"""The command-line option that names the device for training."""

WORKERS_OPTION: Final = click.option(
    "--workers", type=click.IntRange(0), default=0, show_default=True,
    help="Processes that draw what a graphics card is shown.",
)  # fmt: skip
"""The command-line option for the number of processes that prepare training items for a graphics card.
One for each core but one keeps the card busy."""

ALLOCATOR_ENVIRONMENT: Final = {
    # Without these settings, the allocator returns memory to the system at every step, and training takes
    # five times as long.
    "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "100000000000", "MALLOC_TOP_PAD_": "268435456",
}  # fmt: skip


def run(module: str, *arguments: object) -> None:
    """Run the module `module` of the package `vision.lab.training` in a process of its own. Raise
    ClickException if the process fails; click then prints the fault as one line."""
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
        favour = ("--favour", *round_.favour) if round_.favour else ()
        run("train", name, work / "pictures", after.parent, *arguments, *schedule, *favour)
        if round_.averaging_weight:
            run("weight_averaging", name, mean, now, *[after] * round_.averaging_weight)
        now = mean if round_.averaging_weight else after
    now.rename(done)  # the file gets its name only when it is complete


def _initial_weights(work: Path, name: str) -> tuple[object, ...]:
    """Return the arguments of `train` that name a network's initial weights. Only the classifier of
    figures has any: the spotter's weights, if the spotter has been trained."""
    spotter, begun = work / "spotter.pt", work / "begun" / f"{name}.pt"
    if name != "figures" or not spotter.exists():
        return ()
    run("initial_weights", spotter, begun)
    return ("--resume", begun)


def _export(work: Path, name: str) -> None:
    # The ranges of values are measured on pictures such as the network will see. These are half overlapping
    # and half other cards, or only overlapping cards for the networks of corner letters.
    first = 0 if TRAINING_COUNTS[name] == OVERLAPPING_PICTURES else OVERLAPPING_PICTURES - RANGE_PICTURES // 2
    looked_at = ("--pictures", work / "pictures", "--first", first, "--count", RANGE_PICTURES)
    run("quantisation.export", work / f"{name}.pt", WEIGHTS, *looked_at)


@click.command()
@click.argument("work", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(list(TRAINING_COUNTS)), help="Train this one alone.")
@click.option("--longer", is_flag=True, help="Train further in rounds, for an hour more.")
@DEVICE_OPTION
@WORKERS_OPTION
def main(work: Path, only: tuple[str, ...], longer: bool, device: str, workers: int) -> None:
    """Train the reader's networks from scratch: render the pictures, train, export the weights into
    vision/weights, and calibrate the reader."""
    began, pictures, held = time.monotonic(), work / "pictures", work / "held"
    machine = Machine(TRAINING_PROCESSES, device, workers)

    def say(what: str) -> None:
        click.echo(f"{(time.monotonic() - began) / 60:5.1f} min  {what}", err=True)

    drawn = ("--processes", max(TRAINING_PROCESSES, workers + 1))
    run("training_set", pictures, "--count", OVERLAPPING_PICTURES, "--overlapping", *drawn)
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
