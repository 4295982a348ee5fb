"""Make initial weights for the classifier of figures from the spotter's lower layers, which know strokes
and letters.

`python -m vision.lab.training.initial_weights WORK/spotter.pt WORK/begun/figures.pt`
"""

from pathlib import Path

import click
import torch
from torch import Tensor

from vision.lab.training.nets import FigureReader

SHARED_LAYERS = ("stem.", "down1.", "down2.")
"""The names of the layers that both networks have with the same widths, and in which both see a card at
the same scale."""


def untrained_weights(spotter: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights of an untrained classifier of figures, with the spotter's weights in its lower
    layers."""
    lower = {name: weight for name, weight in spotter.items() if name.startswith(SHARED_LAYERS)}
    return FigureReader().state_dict() | lower


@click.command()
@click.argument("spotter", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def main(spotter: Path, out: Path) -> None:
    """Write OUT, which `train figures ... --resume OUT` reads, from the trained SPOTTER."""
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"figures": untrained_weights(torch.load(spotter, weights_only=True)["spotter"])}, out)


if __name__ == "__main__":
    main()
