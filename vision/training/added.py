"""One class more for the exported speller, or that class anew, and nothing else of it changed: logistic
regression on what it makes of a crop before it decides. What it could read it reads as before. Of the mean of
two spellers the class must be found anew: their rows for it were learnt in different ways.

`python -m vision.training.added vision/weights/speller.onnx OUT/speller.onnx --pictures PICTURES`
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor
from torch.nn import functional as nnf

from vision.codes import BACK, STRANGER
from vision.training.lessons.lesson import epochs
from vision.training.lessons.spelling import LESSON

SEED: Final = 2060
"""Of the crops it learns from; another one draws other crops. The committed class has learnt from these."""

WEIGHTS: Final = "net.letters.weight_half"
"""The last layer as export stores it: (classes, features) in half precision ..."""

BIAS: Final = "net.letters.bias"
"""... and (classes,)."""

DECAY: Final = 1e-4
"""What the square of a weight costs: features are some tens, and few of the crops bear the class."""

STEPS: Final = 60
"""Of L-BFGS, which has settled by then."""

READ: Final = 12.0
"""What a crop with a letter counts beside the others: a card taken for something else is lost, where
something else that is not known for it is mostly taken for nothing all the same."""

Array = NDArray[np.float32]


def row(features: Tensor, scores: Tensor, soft: Tensor) -> tuple[Tensor, Tensor]:
    """(F,) weights and () bias of the class that is `soft`'s last, beside the (n, K) `scores` of the others,
    which stay: of least cross entropy on (n, F) `features` with (n, K + 1) soft classes."""
    spread = features.std(0).clamp(min=1e-3)
    middle = features.mean(0)
    even = (features - middle) / spread
    worth = 1 + (READ - 1) * soft[:, :BACK].sum(1)
    weights, bias = torch.zeros(features.shape[1], requires_grad=True), torch.zeros((), requires_grad=True)
    descent = torch.optim.LBFGS([weights, bias], max_iter=STEPS, line_search_fn="strong_wolfe")

    def closure() -> Tensor:
        descent.zero_grad()
        said = torch.cat([scores, (even @ weights + bias)[:, None]], 1)
        error = (nnf.cross_entropy(said, soft, reduction="none") * worth).sum() / worth.sum()
        loss = error + DECAY * (weights**2).sum()
        loss.backward()
        return loss

    descent.step(closure)  # type: ignore[arg-type]
    flat = (weights / spread).detach()
    return flat, (bias - middle @ flat).detach()


def widened(model: Any, weights: Array, bias: float) -> Any:
    """The exported `model` with that class as its last. ValueError when it has not all the others."""
    for held in model.graph.initializer:
        if held.name in (WEIGHTS, BIAS):
            old = numpy_helper.to_array(held)[:STRANGER]
            if len(old) != STRANGER:
                raise ValueError(f"{held.name} has {len(old)} classes, and {STRANGER} were to be added to")
            new = np.concatenate([old, np.asarray([weights if old.ndim == 2 else bias], old.dtype)])
            held.CopyFrom(numpy_helper.from_array(new, held.name))
    scores = next(out for out in model.graph.output if out.name == "scores")
    scores.type.tensor_type.shape.dim[1].dim_value = STRANGER + 1
    onnx.checker.check_model(model)
    return model


def _seen(path: Path, pictures: Path, count: int) -> tuple[Tensor, Tensor, Tensor]:
    """Features, scores and soft classes of the crops of so many pictures."""
    net = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    batches: Iterator[list[Tensor]] = islice(epochs(LESSON, pictures, count, SEED), count // LESSON.batch)
    parts = []
    for crops, soft, *_ in batches:
        scores, _, features = net.run(None, {"pictures": crops.flatten(0, 1).numpy()})
        parts.append((torch.from_numpy(features), torch.from_numpy(scores), soft.flatten(0, 1)))
    features, scores, soft = (torch.cat(part) for part in zip(*parts, strict=True))
    return features, scores[:, :STRANGER], soft


@click.command()
@click.argument("exported", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--pictures", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--count", default=2400, show_default=True, help="Pictures of the folder to learn it from.")
def main(exported: Path, out: Path, pictures: Path, count: int) -> None:
    """Write the speller EXPORTED with the class STRANGER to OUT."""
    features, scores, soft = _seen(exported, pictures, count)
    weights, bias = row(features, scores, soft)
    said = torch.cat([scores, (features @ weights + bias)[:, None]], 1).softmax(1)[:, STRANGER]
    bears = soft[:, STRANGER] > 0
    known, taken = (float((said[which] > 0.5).float().mean()) for which in (bears, ~bears))
    click.echo(
        f"{len(soft)} crops: {known:.1%} of {int(bears.sum())} known, {taken:.2%} of others so", err=True
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(widened(onnx.load(exported), weights.numpy(), float(bias)), out)


if __name__ == "__main__":
    main()
