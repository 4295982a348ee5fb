"""Average several states of one network. The mean reads new pictures better than any of the states (Izmailov
et al., Averaging Weights Leads to Wider Optima and Better Generalization, 2018).

`python -m vision.lab.training.weight_averaging speller OUT/speller.pt ONE/speller.pt OTHER/speller.pt`
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import torch
from torch import Tensor

from vision.lab.training.train import TASKS


def mean(states: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of the states, by the name of each weight or statistic. All states must have the
    same layers."""
    first = states[0]
    total = {name: sum((state[name].double() for state in states), torch.zeros(())) for name in first}
    return {name: (total[name] / len(states)).to(first[name].dtype) for name in first}


@click.command()
@click.argument("name", type=click.Choice(list(TASKS)))
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("weights", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(name: str, out: Path, weights: tuple[Path, ...]) -> None:
    """Average the weights of the network NAME in all files WEIGHTS, and write the result to OUT."""
    states = [torch.load(path, weights_only=True)[name] for path in weights]
    torch.save({name: mean(states)}, out)


if __name__ == "__main__":
    main()
