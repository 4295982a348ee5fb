"""Teach one network from rendered pictures; vision/training/recipe.py teaches all four.

`python -m vision.training.train finder PICTURES OUT`
"""

import json
import time
from pathlib import Path

import click
import cv2
import torch
from torch import nn

from vision.training import finding, glyphs, spelling, spotting
from vision.training.descent import Descent
from vision.training.lesson import Lesson, epochs

LESSONS: dict[str, Lesson] = {
    "finder": finding.LESSON,
    "speller": spelling.LESSON,
    "spotter": spotting.LESSON,
    "glyphs": glyphs.LESSON,
}

REPORTED = 100
"""Steps between two points of the curve, after which the weights are kept."""


@click.command()
@click.argument("name", type=click.Choice(list(LESSONS)))
@click.argument("pictures", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=4000, show_default=True, help="Pictures in the folder.")
@click.option("--minutes", default=120.0, show_default=True, help="Stop after so long, wherever it is.")
@click.option("--steps", type=int, help="Steps of the learning-rate schedule.")
@click.option("--seed", default=1933, show_default=True)
@click.option("--resume", type=click.Path(exists=True, path_type=Path), help="Weights to start from.")
@click.option("--rate", type=float, help="Peak learning rate.")
def main(
    name: str, pictures: Path, out: Path, count: int, minutes: float, steps: int | None, seed: int,
    resume: Path | None, rate: float | None,
) -> None:  # fmt: skip
    """Teach the network NAME from PICTURES; write OUT/NAME.pt and its curve, OUT/NAME.json."""
    lesson = LESSONS[name]
    steps, rate = steps or lesson.steps, rate or lesson.rate
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    # One thread each: two networks learn side by side on two cores, where threads would wait for each other.
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = lesson.net()
    if resume:
        net.load_state_dict(torch.load(resume, weights_only=True)[name])
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    _teach(name, net, lesson, (pictures, count, seed), out, steps, rate, minutes)


def _teach(
    name: str, net: nn.Module, lesson: Lesson, shown: tuple[Path, int, int], out: Path, steps: int,
    rate: float, minutes: float,
) -> None:  # fmt: skip
    descent = Descent(net, rate, steps, lesson.beside)
    began, curve, sums = time.monotonic(), [], dict[str, float]()
    for step, batch in enumerate(epochs(lesson, *shown), 1):
        losses = lesson.losses(net, batch)
        torch.stack(list(losses.values())).sum().backward()
        descent.step()
        sums = {part: sums.get(part, 0.0) + loss.item() for part, loss in losses.items()}
        elapsed = (time.monotonic() - began) / 60
        last = step == steps or elapsed > minutes
        if step % REPORTED == 0 or last:
            since = step % REPORTED or REPORTED
            curve.append({"step": step, **{part: round(total / since, 4) for part, total in sums.items()}})
            sums = {}
            click.echo(f"{name} {elapsed:6.1f} min  {json.dumps(curve[-1])}", err=True)
            (out / f"{name}.json").write_text(json.dumps(curve))
            # Under its own name only when it is done: whoever finds it may trust it.
            torch.save({name: net.state_dict()}, out / f"{name}.partial.pt")
        if last:
            (out / f"{name}.partial.pt").rename(out / f"{name}.pt")
            break


if __name__ == "__main__":
    main()
