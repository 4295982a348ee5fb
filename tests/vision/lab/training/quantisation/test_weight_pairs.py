"""Test the rounding of a network's weights to eight bits: the sum of two neighbouring products must fit
into sixteen bits, as some processors demand."""

import numpy as np
import pytest

from vision.lab.training.quantisation.weight_pairs import MAX_PAIR_SUM, Doubles, fit_weights


def _layer(count: int, seed: int = 1) -> tuple[Doubles, Doubles]:
    """Return random weights (40, count), some of them large, and correlated inputs (4000, count), as the
    inputs from pictures are."""
    rng = np.random.default_rng(seed)
    weights = np.clip(rng.laplace(0, 30, (40, count)), -127, 127)
    common = rng.normal(0, 20, (4000, 4)) @ rng.normal(0, 1, (4, count))
    return weights, np.maximum(0, common + rng.normal(0, 10, (4000, count)))


def _loss(weights: Doubles, inputs: Doubles) -> float:
    """Return the mean variance of the weighted sums of `inputs`. With the errors of rounded weights this is
    the squared error that rounding causes in a layer's output."""
    return float((inputs @ weights.T).var(0).mean())


@pytest.mark.parametrize("count", [2, 26, 27])
def test_neighbours_of_one_sign_fit_and_all_are_bytes(count: int) -> None:
    weights, inputs = _layer(count)
    whole, width = fit_weights(weights, inputs)
    assert (whole == np.round(whole)).all()
    assert np.abs(whole).max() <= 127
    assert ((width >= 1) & (width <= 2)).all()
    pairs = whole[:, : count // 2 * 2].reshape(len(whole), -1, 2)
    one_sign = pairs.prod(2) > 0
    assert np.abs(pairs.sum(2))[one_sign].max() <= MAX_PAIR_SUM
    # 255 is the largest input, so no sum of two products exceeds sixteen bits.
    assert 255 * np.abs(np.where(pairs > 0, pairs, 0).sum(2)).max() < 1 << 15


def test_what_cutting_loses_is_made_good_by_the_others() -> None:
    weights, inputs = _layer(40)
    whole, width = fit_weights(weights, inputs)
    halved = np.round(weights / 2) * 2  # seven bits fit as well, and are the comparison
    assert _loss(weights - whole * width[:, None], inputs) < 0.5 * _loss(weights - halved, inputs)


def test_weights_that_fit_stay() -> None:
    weights, inputs = _layer(20)
    small = np.round(weights / 3)
    whole, width = fit_weights(small, inputs)
    assert (whole == small).all()
    assert (width == 1).all()
