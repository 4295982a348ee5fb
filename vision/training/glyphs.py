"""Train the reader of corner letters on rendered pictures of overlapping cards (`pictures --lapped`).

`python -m vision.training.glyphs PICTURES OUT`
"""

import json
import time
from functools import partial
from pathlib import Path

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as nnf
from torch.utils.data import Dataset

from vision.codes import GLYPH_NOTHING, GLYPH_SIDE, LETTERS, Floats, axes, glyph_matrix
from vision.crops import Picture, Pyramid
from vision.glyphs import glyph_crop
from vision.render.post import quick_post
from vision.render.sample import Index, Label
from vision.training.epochs import epochs
from vision.training.nets import GlyphReader
from vision.training.pictures import load
from vision.training.spotting import WHOLE

CROPS = 16
"""Crops taken from a picture."""

PLACES = 0.5
"""Weight of a letter's place against what it is."""

STRAY = 0.15
"""Share of crops with no corner letter in their middle."""

COVERED = 0.15
"""Share of crops where a corner letter lies partly under other cards."""

SMALLEST = 100.0
"""Pixels of a card's long side from which its corner letters can be read at all."""

CUT = 0.85
"""Share of a corner letter below which what is left of it must not be read: half an O is no C."""

Item = tuple[NDArray[np.uint8], NDArray[np.int64], Floats]


class Glyphs(Dataset[Item]):
    """(CROPS, 80, 80, 3) crops of one picture, their classes, -1 where there was nothing to crop, and the
    (CROPS, 4) places of the letters."""

    def __init__(self, folder: Path, count: int, seed: int, epoch: int = 0) -> None:
        self.folder, self.count, self.seed, self.epoch = folder, count, seed, epoch

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> Item:
        cv2.setNumThreads(0)
        rng = np.random.default_rng((self.seed, self.epoch, index))
        image, labels = load(self.folder, index)
        pyramid = Pyramid.of(image)
        crops = np.zeros((CROPS, GLYPH_SIDE, GLYPH_SIDE, 3), np.uint8)
        classes, lie = np.full(CROPS, -1, np.int64), np.zeros((CROPS, 4), np.float32)
        marks = [(label, i) for label in labels for i in label.indices if _worth(label)]
        clear = [(label, i) for label, i in marks if i.shown >= WHOLE]
        hidden = [(label, i) for label, i in marks if 0 < i.shown < CUT] or clear
        for n in range(CROPS if clear else 0):
            among = hidden if rng.random() < COVERED else clear
            label, mark = among[int(rng.integers(len(among)))]
            crop, classes[n], lie[n] = _crop(rng, pyramid, label, mark, rng.random() < STRAY)
            crops[n] = quick_post(rng, crop) if rng.random() < 0.5 else crop
        return crops, classes, lie


def _worth(label: Label) -> bool:
    return label.letter is not None and float(np.hypot(*axes(label.quad)[0])) > SMALLEST


def _crop(
    rng: np.random.Generator, pyramid: Pyramid, label: Label, mark: Index, stray: bool
) -> tuple[Picture, int, Floats]:
    """A crop as the spotter's guess would give it, its class and the letter's place."""
    up = axes(mark.quad)[0]
    tall, long = float(np.hypot(*up)), float(np.hypot(*axes(label.quad)[0]))
    middle = mark.quad.mean(0) + rng.normal(0, 0.14, 2) * tall
    if stray:  # beside the letter: another letter's part, the figure, the frame, the table
        way, far = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.9, 3.0)) * tall
        middle = middle + np.array([np.cos(way), np.sin(way)]) * far
    turn = float(rng.normal(0, np.radians(13)))
    ahead = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ (up / max(tall, 1e-6))
    long *= float(np.exp(rng.normal(0, 0.1)))
    onto = glyph_matrix(middle.astype(np.float32), ahead.astype(np.float32), long)
    nothing = stray or mark.shown < CUT
    kind = GLYPH_NOTHING if nothing else LETTERS.index(label.letter or "?")
    corner = (onto[:, :2] @ mark.corner + onto[:, 2]) / GLYPH_SIDE - 0.5
    there = onto[:, :2] @ up
    return glyph_crop(pyramid, onto), kind, np.array([*(there / np.hypot(*there)), *corner], np.float32)


def place_loss(said: Tensor, truth: Tensor, classes: Tensor) -> Tensor:
    """How far off the places of letters are; what is none has no place."""
    letters = ((classes >= 0) & (classes != GLYPH_NOTHING)).float()
    error = nnf.smooth_l1_loss(said * 8, truth * 8, beta=0.2, reduction="none").mean(1)
    return (error * letters).sum() / letters.sum().clamp(min=1)


@click.command()
@click.argument("pictures", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=2400, show_default=True, help="Pictures in the folder.")
@click.option("--minutes", default=30.0, show_default=True, help="Wall-clock budget.")
@click.option("--steps", default=3000, show_default=True, help="Steps of the learning-rate schedule.")
@click.option("--batch", default=8, show_default=True, help="Pictures a step.")
@click.option("--workers", default=2, show_default=True)
@click.option("--seed", default=1933, show_default=True)
@click.option("--rate", default=2e-3, show_default=True, help="Peak learning rate.")
@click.option("--resume", type=click.Path(exists=True, path_type=Path), help="Weights to start from.")
def main(
    pictures: Path, out: Path, count: int, minutes: float, steps: int, batch: int, workers: int, seed: int,
    rate: float, resume: Path | None,
) -> None:  # fmt: skip
    """Train on PICTURES and write the weights and the curve to the folder OUT."""
    torch.manual_seed(seed)
    out.mkdir(parents=True, exist_ok=True)
    net = GlyphReader()
    if resume:
        net.load_state_dict(torch.load(resume, weights_only=True)["glyphs"], strict=False)
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.06)
    started, curve, sums = time.monotonic(), [], np.zeros(3)
    for step, (crops, classes, lie) in enumerate(
        epochs(partial(Glyphs, pictures, count, seed), seed, batch, workers), 1
    ):
        shown = crops.flatten(0, 1).float().div(255).permute(0, 3, 1, 2)
        with torch.autocast("cpu", torch.bfloat16):
            said, places = net(shown.contiguous(memory_format=torch.channels_last))
        truth = classes.flatten()
        loss = nnf.cross_entropy(said.float(), truth, ignore_index=-1)
        off = place_loss(places.float(), lie.flatten(0, 1), truth)
        (loss + PLACES * off).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad(set_to_none=True)
        right = (said.argmax(1) == truth)[truth >= 0].float().mean()
        sums += [loss.item(), right.item(), off.item()]
        elapsed = (time.monotonic() - started) / 60
        last = step == steps or elapsed > minutes
        if step % 100 == 0 or last:
            mean, share, far = (sums / (step % 100 or 100)).round(4).tolist()
            curve.append({"step": step, "loss": mean, "right": share, "places": far})
            sums[:] = 0
            click.echo(f"{elapsed:6.1f} min  {json.dumps(curve[-1])}", err=True)
            (out / "curve.json").write_text(json.dumps(curve))
            torch.save({"glyphs": net.state_dict()}, out / "glyphs.pt")
        if last:
            break


if __name__ == "__main__":
    main()
