"""Train the committed networks further on pictures of the present renderer. They learn to read what was added
to the renderer after their training, and keep most of what they had learnt.

`python -m vision.lab.training.fine_tune WORK` makes pictures, trains, and writes the networks into
WORK/weights. To ship the networks, copy them over vision/weights and calibrate. The command skips results
that WORK already holds, so an interrupted run can continue.
"""

import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import click

from vision.lab.training.recipe import (
    DEVICE_OPTION,
    RANGE_PICTURES,
    TRAINING_COUNTS,
    TRAINING_PROCESSES,
    WORKERS_OPTION,
    Machine,
    Round,
    run,
)
from vision.network import WEIGHTS

OVERLAPPING_PICTURES: Final = 3200
"""The number of pictures of overlapping cards, the first ones in the folder of training pictures. Corner
letters are learnt from these pictures alone. Many are needed, because each has one typeface: with too few,
the classifier of corner letters took a clear T in an unknown typeface for an I."""

PICTURES: Final = 12_000
"""The number of pictures on which the networks are trained further. The pictures with many Masters
(`MASTER_PICTURES`) come in addition."""

FOREIGN_PICTURES: Final = 1000
"""The number of pictures, the last of the `PICTURES`, that show tables on which most cards have no letter."""

MASTER_PICTURES: Final = 700
"""The number of pictures of tables with many Masters, rendered in addition to the other `PICTURES`. Their
Masters show drawings from files (`vision.lab.training.drawings`). Only the refit of the speller's last layer
uses them."""

SEED: Final = 2090
"""The seed of the pictures and of the training. Earlier trainings of the networks had other seeds, so the
pictures are new to them."""

ROUNDS: Final[dict[str, tuple[Round, ...]]] = {
    "finder": (
        Round(2000, 1e-3, averaging_weight=0, favour=(2.5, 2)),
        Round(2600, 7e-4, averaging_weight=0, favour=(1.5, 1.5)),
    ),
    "speller": (Round(9700, 1.5e-3, averaging_weight=2, batch=16),),
    "spotter": (Round(4000, 2e-3, averaging_weight=0), Round(6000, 1.5e-3, averaging_weight=0)),
    "glyphs": (Round(15_600, 1.5e-3, batch=9),),
    "figures": (Round(4000, 2e-3, averaging_weight=0), Round(3600, 2e-3, averaging_weight=0)),
}
"""The rounds of further training for each network. The speller and the classifier of corner letters see so
many pictures that they need a graphics card: on two cores they would take two hours each.

After these rounds, both read more typefaces, but are worse at recognising that there is nothing to read. The
mean of the network before and the network after reads as many typefaces, and finds more on whole tables
(docs/model-card.md). So these two are averaged. For the finder and the spotter the mean was worse than the
new network alone: the finder's mean lost five cards of one fan. The result of the classifier of figures was
averaged with the earlier network separately (docs/reading.md).
"""

TRAINING_ORDER: Final = (("speller",), ("spotter", "glyphs"), ("finder",), ("figures",))
"""The names of the networks in groups. The groups are trained one after another, the networks of a group at
the same time. A network that is alone in its group trains on all cores; two networks share the cores."""


def picture_count(name: str) -> int:
    """Return the number of pictures, the first ones in the folder, from which the network `name` learns.
    For the classifier of figures it is the number of packs that are drawn."""
    if name == "glyphs":
        return OVERLAPPING_PICTURES
    return TRAINING_COUNTS[name] if TRAINING_COUNTS[name] <= OVERLAPPING_PICTURES else PICTURES


def train_further(work: Path, name: str, machine: Machine) -> Path:
    """Train the committed network `name` further, by its `ROUNDS`, and return the file of the new weights.
    If the folder `work` has that file already, return it without training."""
    if (done := work / f"{name}.pt").exists():
        return done
    pictures = work / "pictures"
    now = work / "reopened" / f"{name}.pt"
    if not now.exists():
        now.parent.mkdir(parents=True, exist_ok=True)
        run("quantisation.dequantise", name, WEIGHTS / f"{name}.onnx", now, "--pictures", pictures)
    for turn, round_ in enumerate(ROUNDS[name], 1):
        arguments = (pictures, work / f"round-{turn}", "--count", picture_count(name), *machine.arguments())
        now = _round(work, name, now, turn, round_, arguments)
    whole = Path(shutil.copy(now, done.with_suffix(".copied")))
    whole.rename(done)  # the file gets its name only when it is complete
    return done


def _round(work: Path, name: str, now: Path, turn: int, round_: Round, arguments: Sequence[object]) -> Path:
    after = work / f"round-{turn}" / f"{name}.pt"
    favour = ("--favour", *round_.favour) if round_.favour else ()
    batch = ("--batch", round_.batch) if round_.batch else ()
    schedule = ("--resume", now, "--steps", round_.steps, "--rate", round_.rate, "--seed", SEED + turn)
    if not after.exists():
        run("train", name, *arguments, *schedule, *favour, *batch)
    if not round_.averaging_weight:
        return after
    mean = after.with_name(f"{name}-mean.pt")
    run("weight_averaging", name, mean, now, *[after] * round_.averaging_weight)
    return mean


def _make_pictures(folder: Path, drawings: Path | None, processes: int) -> None:
    """Render all training pictures into `folder`, in `processes` processes. If there is a folder of
    `drawings`, also render `MASTER_PICTURES` tables whose Masters show these drawings."""
    draw = partial(run, "training_set", folder, "--seed", SEED, "--processes", processes)
    draw("--count", OVERLAPPING_PICTURES, "--overlapping")
    plain = PICTURES - OVERLAPPING_PICTURES - FOREIGN_PICTURES
    draw("--first", OVERLAPPING_PICTURES, "--count", plain)
    draw("--first", OVERLAPPING_PICTURES + plain, "--count", FOREIGN_PICTURES, "--foreign")
    if drawings is not None:
        draw("--first", PICTURES, "--count", MASTER_PICTURES, "--drawings", drawings)


def _export(work: Path, name: str, trained: Path, masters: int) -> Path:
    """Export the trained network for the product, and return the file. If it is the speller, train its
    classes of Masters and of cards without a letter once more, on all pictures; `masters` of these pictures
    show many Masters."""
    pictures, weights = work / "pictures", work / "weights" / f"{name}.onnx"
    first = 0 if picture_count(name) <= OVERLAPPING_PICTURES else OVERLAPPING_PICTURES - RANGE_PICTURES // 2
    run(
        "quantisation.export",
        trained,
        weights.parent,
        "--pictures",
        pictures,
        "--first",
        first,
        "--count",
        RANGE_PICTURES,
    )
    if name == "speller":
        run("refit_unlettered", weights, weights, "--pictures", pictures, "--count", PICTURES + masters)
    return weights


@click.command()
@click.argument("work", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(list(ROUNDS)), help="Train this one alone.")
@click.option(
    "--drawings", type=click.Path(exists=True, path_type=Path), help="Pictures for Masters to bear."
)
@DEVICE_OPTION
@WORKERS_OPTION
def main(work: Path, only: tuple[str, ...], drawings: Path | None, device: str, workers: int) -> None:
    """Render pictures, train the committed networks further on them, and export the networks into WORK."""
    _make_pictures(work / "pictures", drawings, max(TRAINING_PROCESSES, workers + 1))
    for lane in TRAINING_ORDER:
        names = [name for name in lane if not only or name in only]
        if not names:
            continue
        machine = Machine(TRAINING_PROCESSES, device, workers).shared(len(names))
        with ThreadPoolExecutor(len(names)) as pool:
            trained = list(pool.map(partial(train_further, work, machine=machine), names))
        for name, weights in zip(names, trained, strict=True):
            out = _export(work, name, weights, 0 if drawings is None else MASTER_PICTURES)
            click.echo(f"{name} trained further: {out}", err=True)


if __name__ == "__main__":
    main()
