"""Round weights to eight bits so that any two neighbours fit into sixteen bits together.

x86 processors without VNNI multiply bytes in pairs and add the two products in sixteen bits (vpmaddubsw). A
sum 255 * (w + v) fits only while w + v is 128 or less. One to ten in a hundred pairs of neighbours in our
networks are larger. They are made smaller, and the later weights compensate for the loss, in the order of
their effect on the layer's result (GPTQ: Frantar et al., 2022). A channel gets a wider step between values if
that loses less.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

MAX_PAIR_SUM: Final = 128
"""The greatest sum of two neighbours of one sign, the largest for which 255 times the sum is below two to
the fifteenth."""

STEP_WIDTHS: Final = (1.0, 1.06, 1.12, 1.25, 1.5, 1.75, 2.0)
"""The widths of a channel's step that are tried, in units of its own step. At twice the step every pair
fits."""

DAMPING_SHARE: Final = 0.003
"""The share of the mean variance that is added to every input's variance. The variance of inputs that
hardly ever vary is not reliable."""


def fit_weights(weights: Doubles, inputs: Doubles) -> tuple[Doubles, Doubles]:
    """Round weights (M, K) in steps of eight bits, for inputs (N, K), so that neighbours along K fit.

    Return the weights, and the width (M,) of each channel's step in units of its earlier step.
    """
    spread = np.cov(inputs, rowvar=False)
    spread[np.diag_indices_from(spread)] += DAMPING_SHARE * np.diag(spread).mean() + 1e-6
    order = _pair_order(np.diag(spread))
    upper = np.linalg.cholesky(np.linalg.inv(spread[np.ix_(order, order)])).T
    best, width = np.zeros_like(weights), np.ones(len(weights))
    least = np.full(len(weights), np.inf)
    for step in STEP_WIDTHS:
        tried = np.zeros_like(weights)
        tried[:, order] = _rounded(weights[:, order] / step, upper)
        off = weights - tried * step
        loss = np.einsum("mk,mk->m", off @ spread, off)
        better = loss < least
        best[better], width[better], least[better] = tried[better], step, loss[better]
    return best, width


def _pair_order(variance: Doubles) -> NDArray[np.int64]:
    """Return the order of the inputs in pairs of neighbours. Pairs that change the result most come first,
    and a single last input stays last."""
    pairs = variance[: len(variance) // 2 * 2].reshape(-1, 2).sum(1)
    first = np.argsort(-pairs, kind="stable") * 2
    order = np.stack([first, first + 1], 1).ravel()
    return np.append(order, len(variance) - 1) if len(variance) % 2 else order


def _rounded(weights: Doubles, upper: Doubles) -> Doubles:
    """Return weights rounded so that they fit, pair by pair. The following pairs compensate for every
    pair's loss."""
    left, whole = weights.copy(), np.zeros_like(weights)
    for start in range(0, weights.shape[1], 2):
        pair = slice(start, min(start + 2, weights.shape[1]))
        whole[:, pair] = _round_pair(left[:, pair])
        for k in range(pair.start, pair.stop):
            error = (left[:, k] - whole[:, k]) / upper[k, k]
            left[:, k:] -= error[:, None] * upper[k, k:]
    return whole


def _round_pair(pair: Doubles) -> Doubles:
    """Return the pair (M, 1 or 2) rounded to whole numbers within a byte. Two numbers of one sign add up
    to `MAX_PAIR_SUM` at most."""
    whole = np.clip(np.round(pair), -127, 127)
    over = np.abs(whole.sum(1)) - MAX_PAIR_SUM
    if pair.shape[1] < 2 or (over <= 0).all():
        return whole
    both = (np.sign(whole[:, 0]) == np.sign(whole[:, 1])) & (over > 0)
    size = np.abs(whole)
    # Each weight is reduced by half of the excess, the smaller one by no more than its size. The sum of
    # squared losses is then least.
    first = np.clip(np.ceil(over / 2), over - size[:, 1], size[:, 0])
    given = np.where(both[:, None], np.stack([first, over - first], 1), 0)
    return np.asarray(np.sign(whole) * (size - given))
