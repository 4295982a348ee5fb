"""Train two kinds of classes of the exported speller again: Masters, and cards of other games.

The command changes only the weights of these classes in the last layer, by logistic regression on the
features that the layer takes. The classes of letters keep their weights.

The command is for a speller whose weights are the mean of two trained spellers. The two had learnt these
classes in different ways, so the mean knows them badly.

A Master and a card of another game may each show any picture. So the network need only distinguish both from
letters. `vision/pieces/masters.py` distinguishes one from the other later, by the card's place on the table.

`python -m vision.lab.training.refit_unlettered vision/weights/speller.onnx OUT/speller.onnx --pictures
PICTURES`
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

from vision.lab.training.tasks.classification import TASK
from vision.lab.training.tasks.task import epochs
from vision.tensor_format import BACK, CLASSES, LETTERS, NOTHING, UNLETTERED

SEED: Final = 2060
"""The seed by which the crops for the refit are drawn. The committed speller was refitted with this seed."""

WEIGHTS_NAME: Final = "net.letters.weight_half"
"""The name of the weights of the speller's last layer in the exported file: (classes, features) in half
precision."""

BIAS_NAME: Final = "net.letters.bias"
"""The name of the bias of the speller's last layer in the exported file: (classes,)."""

WEIGHT_DECAY: Final = 2e-3
"""The factor on the sum of the squares of the refitted weights, which is added to the loss. It keeps these
weights small, because there are many features and few crops that show the refitted classes."""

REFIT_SHARE: Final = 0.7
"""How much of the refit is applied, as a share of the computed change of the weights. With all of the
change, the bare cloth of a golden scene was read as a card's back."""

STEPS: Final = 60
"""The greatest number of steps of the optimizer L-BFGS in the refit. It has converged by then."""

CROP_WEIGHTS: Final = {"letter": 12.0, "back": 8.0, "strange": 8.0, "nothing": 12.0, "master": 2.5}
"""The weight of a crop in the loss, by what the crop shows. It is highest for letter cards, because a
letter card that is taken for another card is lost, and for bare table, which must not become a card. It
is lower for backs, cards without a letter and Masters: a card of these kinds that is not recognised is
mostly taken for bare table, which does less harm."""

MASTER_CLASSES: Final = tuple(turn * len(LETTERS) + LETTERS.index("?") for turn in range(4))
"""The numbers of the speller's four classes for a Master: one for each quarter turn in which it may lie."""

REFITTED_CLASSES: Final = (*MASTER_CLASSES, UNLETTERED)
"""The numbers of the speller's classes that are trained once more: those of Masters and of cards without a
letter."""

Array = NDArray[np.float32]


def fit_rows(features: Tensor, scores: Tensor, soft: Tensor) -> tuple[Tensor, Tensor]:
    """Return what to add to the speller's last layer for the classes `REFITTED_CLASSES`: weights
    (len(REFITTED_CLASSES), F) and biases (len(REFITTED_CLASSES),).

    They minimise the cross entropy of crops with the `features` (n, F), the present `scores` (n, CLASSES) and
    the true classes `soft` (n, CLASSES).
    """
    spread, middle = features.std(0).clamp(min=1e-3), features.mean(0)
    even = (features - middle) / spread
    master = soft[:, MASTER_CLASSES].sum(1) > 0
    crop_weights = _crop_weights(soft, master)
    places = torch.tensor(REFITTED_CLASSES)
    weights, bias = torch.zeros(features.shape[1], len(REFITTED_CLASSES)), torch.zeros(len(REFITTED_CLASSES))
    for part in (weights, bias):
        part.requires_grad_()
    descent = torch.optim.LBFGS([weights, bias], max_iter=STEPS, line_search_fn="strong_wolfe")

    def closure() -> Tensor:
        descent.zero_grad()
        log_probabilities = scores.index_add(1, places, even @ weights + bias).log_softmax(1)
        wrong = torch.where(
            master, -log_probabilities[:, REFITTED_CLASSES].logsumexp(1), -(soft * log_probabilities).sum(1)
        )
        loss = (wrong * crop_weights).sum() / crop_weights.sum() + WEIGHT_DECAY * (weights**2).sum()
        loss.backward()
        return loss

    descent.step(closure)  # type: ignore[arg-type]
    flat = REFIT_SHARE * (weights / spread[:, None]).detach().T
    return flat, REFIT_SHARE * bias.detach() - flat @ middle


def _crop_weights(soft: Tensor, master: Tensor) -> Tensor:
    """Return the weight (n,) of each crop in the loss. `master` is True for crops of Masters."""
    weights = soft[:, :BACK].sum(1) * CROP_WEIGHTS["letter"]
    for name, column in (("back", BACK), ("nothing", NOTHING), ("strange", UNLETTERED)):
        weights = weights + soft[:, column] * CROP_WEIGHTS[name]
    return torch.where(master, torch.full_like(weights, CROP_WEIGHTS["master"]), weights)


def add_to_rows(model: Any, weights: Array, bias: Array) -> Any:
    """Return the exported speller `model` after its refit: `weights` and `bias` are added to those that its
    last layer has for the classes `REFITTED_CLASSES`.

    If the model has no class for a card without a letter, which is the last class, the class is created.
    Raise ValueError if the model has any other number of classes.
    """
    for held in model.graph.initializer:
        if held.name in (WEIGHTS_NAME, BIAS_NAME):
            old = numpy_helper.to_array(held)
            if len(old) not in (UNLETTERED, UNLETTERED + 1):
                raise ValueError(f"{held.name} has {len(old)} classes, and {UNLETTERED} were to be added to")
            new = np.zeros((UNLETTERED + 1, *old.shape[1:]), np.float32)
            new[: len(old)] = old
            new[list(REFITTED_CLASSES)] += weights if old.ndim == 2 else bias
            held.CopyFrom(numpy_helper.from_array(new.astype(old.dtype), held.name))
    scores = next(out for out in model.graph.output if out.name == "scores")
    scores.type.tensor_type.shape.dim[1].dim_value = UNLETTERED + 1
    onnx.checker.check_model(model)
    return model


def _crop_features(path: Path, pictures: Path, count: int) -> tuple[Tensor, Tensor, Tensor]:
    """Return the features, the scores and the true classes of crops of `count` pictures. The exported
    network in the file `path` computes the features and scores."""
    net = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    batches: Iterator[list[Tensor]] = islice(epochs(TASK, pictures, count, SEED), count // TASK.batch)
    parts = []
    for crops, soft, *_ in batches:
        scores, _, features = net.run(None, {"pictures": crops.flatten(0, 1).numpy()})
        parts.append((torch.from_numpy(features), torch.from_numpy(scores), soft.flatten(0, 1)))
    features, scores, soft = (torch.cat(part) for part in zip(*parts, strict=True))
    return features, nnf.pad(scores, (0, CLASSES - scores.shape[1])), soft


@click.command()
@click.argument("exported", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--pictures", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--count", default=2400, show_default=True, help="Pictures of the folder to learn it from.")
def main(exported: Path, out: Path, pictures: Path, count: int) -> None:
    """Write the speller EXPORTED to OUT, with its classes for Masters and for cards without a letter
    trained once more."""
    features, scores, soft = _crop_features(exported, pictures, count)
    weights, bias = fit_rows(features, scores, soft)
    refitted = (
        scores.index_add(1, torch.tensor(REFITTED_CLASSES), features @ weights.T + bias)
        .softmax(1)[:, REFITTED_CLASSES]
        .sum(1)
    )
    bears = soft[:, REFITTED_CLASSES].sum(1) > 0
    known, taken = (float((refitted[which] > 0.5).float().mean()) for which in (bears, ~bears))
    click.echo(
        f"{len(soft)} crops: {known:.1%} of {int(bears.sum())} known, {taken:.2%} of others so", err=True
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(add_to_rows(onnx.load(exported), weights.numpy(), bias.numpy()), out)


if __name__ == "__main__":
    main()
