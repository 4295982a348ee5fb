"""Make initial weights for the classifier of figures. Its lower layers get the weights of the spotter's lower
layers, which have learnt to see strokes and letters.

`python -m vision.lab.training.initial_weights WORK/spotter.pt WORK/begun/figures.pt`
"""

from pathlib import Path

import click
import torch
from torch import Tensor

from vision.lab.training.nets import FigureReader

SHARED_LAYERS = ("stem.", "down1.", "down2.")
"""The beginnings of the names of the layers whose weights the classifier of figures takes over from the
trained spotter before its own training. These layers have the same widths in both networks, and see cards at
the same scale."""


def untrained_weights(spotter: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return weights for an untrained classifier of figures, by name. Those of its lower layers come from
    the weights of the `spotter`."""
    lower = {name: weight for name, weight in spotter.items() if name.startswith(SHARED_LAYERS)}
    return FigureReader().state_dict() | lower


@click.command()
@click.argument("spotter", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def main(spotter: Path, out: Path) -> None:
    """Write initial weights for the classifier of figures to OUT. The weights of its lower layers come from
    the trained spotter in the file SPOTTER. `train figures ... --resume OUT` reads them."""
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"figures": untrained_weights(torch.load(spotter, weights_only=True)["spotter"])}, out)


if __name__ == "__main__":
    main()
