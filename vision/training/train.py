"""Train the finder and the speller on rendered pictures; the model card has the recipe and what it took.

`python -m vision.training.train PICTURES OUT --minutes 45`
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as nnf
from torch.utils.data import DataLoader, WeightedRandomSampler

from vision.codes import HEAT
from vision.training.dataset import CROPS, Pictures, crowding
from vision.training.nets import Finder, Speller

Batch = tuple[Tensor, ...]


_STRESS = torch.tensor([2.0, 2.0, 3.0, 3.0, 3.0, 3.0, 2.0, 2.0]).reshape(1, 8, 1, 1)
"""Weight of each geometry field. Sizes and angles learn slowest and cost the speller most."""


def heat_loss(said: Tensor, target: Tensor, care: Tensor) -> Tensor:
    """Penalty-reduced focal loss on piece middles (Zhou et al., Objects as Points, 2019)."""
    p = said.sigmoid().clamp(1e-5, 1 - 1e-5)
    hit = target.ge(0.999).float()
    gain = hit * (1 - p) ** 2 * p.log() + (1 - hit) * (1 - target) ** 4 * p**2 * (1 - p).log()
    return -(gain * care).sum() / hit.sum().clamp(min=1)


def finder_loss(said: Tensor, maps: Tensor, near: Tensor, care: Tensor) -> Tensor:
    """Heat everywhere, geometry where a piece's own middle is near."""
    heat = heat_loss(said[:, HEAT], maps[:, HEAT], care)
    error = nnf.smooth_l1_loss(said[:, 1:], maps[:, 1:], beta=0.1, reduction="none") * _STRESS
    return heat + (error.sum(1) * near).sum() / near.sum().clamp(min=1)


def speller_loss(logits: Tensor, fixes: Tensor, classes: Tensor, corners: Tensor, shaped: Tensor) -> Tensor:
    """Cross entropy against soft classes, and corner corrections in hundredths of the crop."""
    spelling = -(classes * logits.log_softmax(1)).sum(1).mean()
    error = nnf.smooth_l1_loss(fixes * 20, corners * 20, beta=0.2, reduction="none").mean(1)
    return spelling + (error * shaped).sum() / shaped.sum().clamp(min=1)


def _unit(pictures: Tensor) -> Tensor:
    flat = pictures.float() / 255
    return flat.permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)


def _stream(folder: Path, count: int, seed: int, batch: int, workers: int, only: str) -> Iterator[Batch]:
    # What the finder learns slowest is fans: where it learns alone, it sees them more often.
    weights = (1 + 6 * crowding(folder, count)) if only == "finder" else np.ones(count)
    crops = 0 if only == "finder" else CROPS
    for epoch in range(1000):
        order = torch.Generator().manual_seed(seed + epoch)
        drawn = WeightedRandomSampler(weights.tolist(), count, replacement=only == "finder", generator=order)
        yield from DataLoader(
            Pictures(folder, count, seed, epoch, crops, only != "speller"), batch, sampler=drawn,
            num_workers=workers, drop_last=True, prefetch_factor=3,
        )  # fmt: skip


def _step(finder: Finder, speller: Speller, batch: Batch) -> tuple[Tensor, Tensor]:
    windows, maps, near, care, crops, classes, corners, shaped = batch
    one = two = torch.zeros(())
    with torch.autocast("cpu", torch.bfloat16):
        if windows.shape[1]:
            said = finder(_unit(windows))
        if crops.shape[1]:
            logits, fixes = speller(_unit(crops.flatten(0, 1)))
    if windows.shape[1]:
        one = finder_loss(said.float(), maps, near, care)
    if crops.shape[1]:
        truth = classes.flatten(0, 1), corners.flatten(0, 1), shaped.flatten()
        two = speller_loss(logits.float(), fixes.float(), *truth)
    return one, two


@click.command()
@click.argument("pictures", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=6000, show_default=True, help="Pictures in the folder.")
@click.option("--minutes", default=120.0, show_default=True, help="Wall-clock budget.")
@click.option("--steps", default=8000, show_default=True, help="Steps of the learning-rate schedule.")
@click.option("--batch", default=8, show_default=True)
@click.option("--workers", default=2, show_default=True)
@click.option("--seed", default=1933, show_default=True)
@click.option("--resume", type=click.Path(exists=True, path_type=Path), help="Weights to start from.")
@click.option("--rate", default=2e-3, show_default=True, help="Peak learning rate.")
@click.option(
    "--only", type=click.Choice(["", "finder", "speller"]), default="", help="Train one network alone."
)
def main(
    pictures: Path, out: Path, count: int, minutes: float, steps: int, batch: int, workers: int, seed: int,
    resume: Path | None, rate: float, only: str,
) -> None:  # fmt: skip
    """Train on PICTURES and write the weights and the curve to the folder OUT."""
    torch.manual_seed(seed)
    np.random.default_rng(seed)
    out.mkdir(parents=True, exist_ok=True)
    finder, speller = Finder(), Speller()
    if resume:
        saved = torch.load(resume, weights_only=True)
        finder.load_state_dict(saved["finder"])
        speller.load_state_dict(saved["speller"])
    # Measured: bfloat16 convolutions are four times as quick with channels last.
    finder.to(memory_format=torch.channels_last)
    speller.to(memory_format=torch.channels_last)
    nets = [net for name, net in (("finder", finder), ("speller", speller)) if only in ("", name)]
    parameters = [weight for net in nets for weight in net.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.06)
    started, curve, sums = time.monotonic(), [], np.zeros(2)
    for step, items in enumerate(_stream(pictures, count, seed, batch, workers, only), 1):
        one, two = _step(finder, speller, items)
        (one + two).backward()
        torch.nn.utils.clip_grad_norm_(finder.parameters(), 5.0)
        torch.nn.utils.clip_grad_norm_(speller.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        optimiser.zero_grad(set_to_none=True)
        sums += [one.item(), two.item()]
        elapsed = (time.monotonic() - started) / 60
        last = step == steps or elapsed > minutes
        if step % 100 == 0 or last:
            n = step % 100 or 100
            curve.append({"step": step, "finder": sums[0] / n, "speller": sums[1] / n})
            sums[:] = 0
            click.echo(f"{elapsed:6.1f} min  {json.dumps(curve[-1])}", err=True)
            (out / "curve.json").write_text(json.dumps(curve))
            torch.save({"finder": finder.state_dict(), "speller": speller.state_dict()}, out / "weights.pt")
        if last:
            break


if __name__ == "__main__":
    main()
