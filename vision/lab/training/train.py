"""Train one network on rendered pictures; vision/lab/training/recipe.py trains all five.

`python -m vision.lab.training.train finder PICTURES OUT`
"""

import json
import time
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click
import cv2
import torch
from torch import Tensor, nn

from vision.lab.training.data_parallel import average_gradients, train_in_parallel
from vision.lab.training.optimizers import Descent
from vision.lab.training.tasks import (
    classification,
    corner_classification,
    corner_detection,
    detection,
    figures,
)
from vision.lab.training.tasks.task import Task, epochs

TASKS: dict[str, Task] = {
    "finder": detection.TASK,
    "speller": classification.TASK,
    "spotter": corner_detection.TASK,
    "glyphs": corner_classification.TASK,
    "figures": figures.TASK,
}
"""The training task of each network, by the network's name."""

STEPS_PER_REPORT: Final = 100
"""The number of steps after which a point is added to the training curve and the weights are saved. If
training is interrupted, at most half a minute of work is lost."""

SEED_STRIDE: Final = 100_000
"""The difference between the seeds of two neighbouring processes of one training. Each process adds the
number of the epoch to its seed. The difference is greater than any such number, so no two processes ever have
the same seed."""


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """The settings of one training run."""

    name: str
    """The name of the network."""
    pictures: Path
    """The folder of rendered training pictures."""
    out: Path
    """The folder into which weights and curve are written."""
    count: int
    """The number of pictures of the folder to learn from."""
    steps: int | None
    """The number of steps, or None for the task's own number."""
    seed: int
    """The seed of the order of the pictures, of the random crops and of untrained weights."""
    resume: Path | None
    """The file of the weights to start from, or None to start from scratch."""
    rate: float | None
    """The greatest learning rate, or None for the task's own rate."""
    favour: tuple[float, float]
    """Two weights by which the finder's training favours pictures: that added for mostly covered pieces,
    and that added for a back or an empty table. A picture is drawn as often as its whole weight says."""
    device: str
    """PyTorch's name of the device that trains: `cpu`, or a graphics card such as `cuda`."""
    batch: int | None
    """The number of items in a step, or None for the task's own number."""
    workers: int
    """The number of further processes that prepare training items; 0 if the training process itself
    prepares them."""


@click.command()
@click.argument("name", type=click.Choice(list(TASKS)))
@click.argument("pictures", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=4000, show_default=True, help="Pictures in the folder.")
@click.option("--steps", type=int, help="Steps of the learning-rate schedule.")
@click.option("--seed", default=1933, show_default=True)
@click.option("--resume", type=click.Path(exists=True, path_type=Path), help="Weights to start from.")
@click.option("--rate", type=float, help="Peak learning rate.")
@click.option(
    "--favour",
    nargs=2,
    type=click.FloatRange(0),
    default=(detection.OVERLAPPING_WEIGHT, detection.RARE_WEIGHT),
    show_default=True,
    help="How much more often the finder sees pieces mostly covered, and backs and empty tables.",
)
@click.option("--device", default="cpu", show_default=True, help="Where it learns: cpu, or cuda.")
@click.option("--batch", type=click.IntRange(1), help="Items a step: a graphics card has room for more.")
@click.option(
    "--workers", type=click.IntRange(0), default=0, show_default=True,
    help="Processes beside the one that learns, which draw what it is shown.",
)  # fmt: skip
@click.option(
    "--processes", type=click.IntRange(1), default=1, show_default=True,
    help="How many learn together, each on a core.",
)  # fmt: skip
def main(processes: int, **chosen: Any) -> None:
    """Train the network NAME on PICTURES; write OUT/NAME.pt and its curve, OUT/NAME.json."""
    run = TrainingRun(**chosen)
    run.out.mkdir(parents=True, exist_ok=True)
    train_in_parallel(processes, partial(_train, run))


def _train(run: TrainingRun, rank: int) -> None:
    """Run the whole training in process number `rank`. Every process takes the same steps; process 0 also
    reports and saves."""
    task, out = _task(run), run.out / run.name
    net = _initial_network(run, task)
    descent = Descent(net, task.rate, task.steps, task.adamw_rate_ratio)
    began, curve, sums = time.monotonic(), [], dict[str, Tensor]()
    batches = epochs(task, run.pictures, run.count, run.seed + SEED_STRIDE * rank, run.workers)
    for step, batch in enumerate(islice(batches, task.steps), 1):
        losses = task.losses(net, [part.to(run.device) for part in batch])
        torch.stack(list(losses.values())).sum().backward()
        average_gradients(net)
        descent.step()
        # The losses stay on the device. Fetching them at every step would make the program wait for the card.
        sums = {part: loss.detach() + sums.get(part, 0.0) for part, loss in losses.items()}
        if rank == 0 and (step % STEPS_PER_REPORT == 0 or step == task.steps):
            since = step % STEPS_PER_REPORT or STEPS_PER_REPORT
            means = {part: round(total.item() / since, 4) for part, total in sums.items()}
            curve.append({"step": step, **means})
            sums = {}
            minutes = (time.monotonic() - began) / 60
            click.echo(f"{run.name} {minutes:6.1f} min  {json.dumps(curve[-1])}", err=True)
            out.with_suffix(".json").write_text(json.dumps(curve))
            # The file gets its name only when it is complete, so every reader may trust it.
            torch.save({run.name: _weights(net)}, out.with_suffix(".partial.pt"))
    if rank == 0:
        out.with_suffix(".partial.pt").rename(out.with_suffix(".pt"))


def _weights(net: nn.Module) -> dict[str, Tensor]:
    return {name: weight.cpu() for name, weight in net.state_dict().items()}


def _task(run: TrainingRun) -> Task:
    """Return the network's training task with the settings of this run."""
    own = TASKS[run.name]
    overlapping, rare = run.favour
    return replace(
        own,
        batch=run.batch or own.batch,
        steps=run.steps or own.steps,
        rate=run.rate or own.rate,
        favour=partial(detection.picture_weights, overlapping=overlapping, rare=rare)
        if run.name == "finder"
        else own.favour,
    )


def _initial_network(run: TrainingRun, task: Task) -> nn.Module:
    """Return the network before the first step. It is equal in every process of the run."""
    torch.manual_seed(run.seed)
    # Each process uses one thread, because several processes share the cores.
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = task.net()
    if run.resume:
        net.load_state_dict(torch.load(run.resume, weights_only=True)[run.name])
    return net.to(run.device, memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]


if __name__ == "__main__":
    main()
