"""Make a committed network trainable again: convert eight-bit ONNX back to weights that `train --resume`
takes.

    python -m vision.lab.training.quantisation.dequantise finder vision/weights/finder.onnx OUT/finder.pt \\
        --pictures PICTURES

Export merges every batch normalisation into the convolution before it, but training needs both separately. So
each normalisation gets means and variances measured on rendered pictures, and weights with which it changes
nothing. What was lost by rounding to eight bits stays lost; a few hundred training steps make up for it.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from vision.lab.training.tasks.task import Batch, Task, epochs
from vision.lab.training.train import TASKS

STATISTICS_BATCHES: Final = 24
"""The number of batches on which the means and variances of the batch normalisations are measured. A batch
has thousands of places, so these few are enough: the heat of the reopened finder, a probability, then differs
by 0.0008 on average."""

SEED: Final = 1933
"""The seed by which the batches are drawn. Any fixed number would do: it makes the result reproducible."""

Array = NDArray[np.float32]
OutputStatistics = dict[nn.Module, tuple[Tensor, Tensor]]
"""The mean and the variance (channels,) of the outputs of each convolution."""


def layers(model: Any) -> list[tuple[Array, Array]]:
    """Return weights and bias of each convolution and matrix of an exported network, in the order of
    computation.

    Weights are (outputs, inputs, ...), as in PyTorch. Raise ValueError if a weight is not stored in a known
    way.
    """
    graph = model.graph
    stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    nodes = {node.output[0]: node for node in graph.node}

    def value(name: str) -> Array:
        if name in stored:
            return np.array(stored[name], np.float32)
        node = nodes[name]
        if node.op_type == "DequantizeLinear":
            whole, scale = (np.asarray(stored[each], np.float32) for each in node.input[:2])
            zero = np.asarray(stored[node.input[2]], np.float32)
            axis = next((each.i for each in node.attribute if each.name == "axis"), 0)
            along = [-1 if n == axis else 1 for n in range(whole.ndim)]
            return (whole - zero.reshape(along if zero.ndim else ())) * scale.reshape(
                along if scale.ndim else ()
            )
        if node.op_type == "Cast":
            return value(node.input[0])
        raise ValueError(f"{name} comes of {node.op_type}: no weight")

    return [
        (value(node.input[1]), value(node.input[2]))
        for node in graph.node
        if node.op_type in ("Conv", "Gemm")
    ]


def reopen(net: nn.Module, model: Any, run: Callable[[nn.Module], object]) -> nn.Module:
    """Return the untrained `net` with the weights of the exported `model`, so that it gives the same answers
    as the model.

    `run` puts typical pictures through a network; the means and variances of the normalisations are measured
    on them. Outputs that the exported network lacks stay untrained. Raise ValueError if the two networks have
    different layers.
    """
    folded = _fill(net, layers(model))
    net.eval()
    met = _output_statistics(net, [conv for conv, _ in folded], run)
    with torch.no_grad():
        for conv, norm in folded:
            mean, variance = met[conv]
            norm.running_mean.copy_(mean)  # type: ignore[union-attr]
            norm.running_var.copy_(variance)  # type: ignore[union-attr]
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias += mean
    return net


def _fill(net: nn.Module, given: list[tuple[Array, Array]]) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Copy the weights and biases `given` into the layers of `net`. The bias of a convolution goes into the
    batch normalisation after it, which then does nothing else. Return each convolution that has a
    normalisation, with it. Raise ValueError if the layers do not match."""
    every = [module for module in net.modules() if not isinstance(module, nn.Sequential)]
    left = [n for n, module in enumerate(every) if isinstance(module, nn.Conv2d | nn.Linear)]
    folded = []
    for weights, bias in given:
        place = next((n for n in left if _fits(every[n], weights)), None)
        if place is None:
            raise ValueError(f"the network has no layer of {weights.shape}")
        left.remove(place)
        layer, after = every[place], every[place + 1] if place + 1 < len(every) else None
        with torch.no_grad():
            layer.weight[: len(weights)] = torch.from_numpy(weights)  # type: ignore[index]
            if isinstance(layer, nn.Conv2d) and isinstance(after, nn.BatchNorm2d):
                after.running_mean.zero_()  # type: ignore[union-attr]
                after.running_var.fill_(1 - after.eps)  # type: ignore[union-attr]
                after.weight.fill_(1)
                after.bias.copy_(torch.from_numpy(bias))
                folded.append((layer, after))
            else:
                layer.bias[: len(bias)] = torch.from_numpy(bias)  # type: ignore[index]
    if left:
        raise ValueError(f"{len(left)} layers of the network are not in the file")
    return folded


def _fits(layer: nn.Module, weights: Array) -> bool:
    shape = tuple(layer.weight.shape)  # type: ignore[union-attr, arg-type]
    return shape[1:] == weights.shape[1:] and shape[0] >= weights.shape[0]


def _output_statistics(
    net: nn.Module, convs: list[nn.Conv2d], run: Callable[[nn.Module], object]
) -> OutputStatistics:
    """Return the mean and variance of the outputs of each convolution, by channel."""
    sums = {conv: torch.zeros(3, conv.out_channels, dtype=torch.float64) for conv in convs}

    def note(conv: nn.Module, _: object, out: Tensor) -> None:
        seen = out.double().transpose(0, 1).flatten(1)
        sums[conv] += torch.stack([torch.full((len(seen),), seen.shape[1]), seen.sum(1), (seen**2).sum(1)])

    hooks = [conv.register_forward_hook(note) for conv in convs]
    with torch.no_grad():
        run(net)
    for hook in hooks:
        hook.remove()
    means = {conv: (total / count, squares / count) for conv, (count, total, squares) in sums.items()}
    return {conv: (mean, square - mean**2) for conv, (mean, square) in means.items()}


def _run_batches(task: Task, folder: Path, count: int) -> Callable[[nn.Module], None]:
    """Return a function that puts `STATISTICS_BATCHES` batches of the training task `task` through a
    network, from the first `count` pictures of `folder`."""

    def run(net: nn.Module) -> None:
        batches: Iterator[Batch] = islice(epochs(task, folder, count, SEED), STATISTICS_BATCHES)
        for batch in batches:
            task.losses(net, batch)

    return run


@click.command()
@click.argument("name", type=click.Choice(list(TASKS)))
@click.argument("exported", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--pictures", type=click.Path(exists=True, path_type=Path), required=True, help="Rendered pictures."
)
@click.option(
    "--count", default=400, show_default=True, help="How many of the folder's first ones to look at."
)
def main(name: str, exported: Path, out: Path, pictures: Path, count: int) -> None:
    """Convert the network NAME of the file EXPORTED to weights that can be trained, and write them to OUT.
    The command `train NAME ... --resume OUT` reads them."""
    task = TASKS[name]
    net = reopen(task.net(), onnx.load(exported), _run_batches(task, pictures, count))
    torch.save({name: net.state_dict()}, out)


if __name__ == "__main__":
    main()
