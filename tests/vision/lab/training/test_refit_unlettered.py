"""Test the last layer of the speller: its classes for cards without a letter are fitted again, and its
classes for letters stay the same."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from vision.lab.training.refit_unlettered import MASTER_CLASSES, REFITTED_CLASSES, add_to_rows, fit_rows  # noqa: E402
from vision.tensor_format import CLASSES, NOTHING, UNLETTERED  # noqa: E402

ROUND, FOOTED = 14, 11
"""The speller's classes for the letters O and L."""


def test_masters_taken_for_letters_are_told_from_them_and_letters_stay() -> None:
    rng = np.random.default_rng(2)
    kinds = np.repeat([ROUND, FOOTED, MASTER_CLASSES[0], UNLETTERED, NOTHING], 60)
    features = rng.normal(0, 0.3, (len(kinds), 6)).astype(np.float32)
    features[np.arange(len(kinds)), np.repeat(np.arange(5), 60)] += 3
    scores = np.zeros((len(kinds), CLASSES), np.float32)
    scores[np.arange(len(kinds)), np.where(kinds == MASTER_CLASSES[0], ROUND, kinds)] = 5
    soft = np.eye(CLASSES, dtype=np.float32)[kinds]
    weights, bias = fit_rows(*map(torch.from_numpy, (features, scores, soft)))
    said = scores.copy()
    said[:, REFITTED_CLASSES] += features @ weights.numpy().T + bias.numpy()
    told = said.argmax(1)
    bare = np.isin(told, REFITTED_CLASSES)
    assert bare[kinds == MASTER_CLASSES[0]].mean() > 0.9
    assert bare[kinds == UNLETTERED].all()
    assert (told == kinds)[np.isin(kinds, [ROUND, FOOTED, NOTHING])].all()


def test_only_the_rows_of_what_bears_no_letter_change() -> None:
    import onnx
    from onnx import numpy_helper

    from vision.lab.training.refit_unlettered import BIAS_NAME, WEIGHTS_NAME
    from vision.network import WEIGHTS

    path = WEIGHTS / "speller.onnx"
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
    more = np.ones((len(REFITTED_CLASSES), held[WEIGHTS_NAME].shape[1]), np.float32)
    model = add_to_rows(onnx.load(path), more, np.ones(len(REFITTED_CLASSES), np.float32))
    now = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    assert {name for name in held if not np.array_equal(held[name], now[name])} == {WEIGHTS_NAME, BIAS_NAME}
    changed = np.flatnonzero((held[WEIGHTS_NAME] != now[WEIGHTS_NAME]).any(1))
    assert changed.tolist() == sorted(REFITTED_CLASSES)
