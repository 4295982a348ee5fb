"""Round weights to eight bits so that the products of any two neighbours fit into sixteen bits together.

x86 processors without VNNI multiply bytes in pairs and add the two products in sixteen bits (vpmaddubsw). The
sum 255 * (w + v) fits only if w + v is at most 128. In our networks, one to ten in a hundred pairs are
larger. They are made smaller, and the weights that are rounded after them make up for the loss. Pairs with
more effect on the layer's result are rounded first (GPTQ: Frantar et al., 2022). A channel gets a wider step
between its values if less is lost in this way.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

MAX_PAIR_SUM: Final = 128
"""The greatest sum of two neighbouring weights of the same sign, because 255 times this sum still fits into
sixteen bits with a sign. The weights of a pair with a larger sum are made smaller."""

STEP_WIDTHS: Final = (1.0, 1.06, 1.12, 1.25, 1.5, 1.75, 2.0)
"""The factors by which the step between two neighbouring whole numbers of a channel's weights may become
wider. A wider step makes the whole numbers smaller. At twice the step, the sum of every pair fits into
sixteen bits."""

DAMPING_SHARE: Final = 0.003
"""A share of the mean variance of a layer's inputs. It is added to the variance of each input before
weights are rounded, because the measured variance of a nearly constant input is not reliable."""


def fit_weights(weights: Doubles, inputs: Doubles) -> tuple[Doubles, Doubles]:
    """Round the weights (M, K) of a layer to whole numbers so that the sum of two neighbours along K is at
    most `MAX_PAIR_SUM`. The layer's results on the typical `inputs` (N, K) change as little as possible.

    Return the rounded weights, and for each output channel (M,) the factor on its step.
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
    """Return the order in which the weights of the inputs are rounded, as indices (N,). The two inputs of a
    pair stay together. Pairs whose inputs vary more come first; a last input without a partner comes last."""
    pairs = variance[: len(variance) // 2 * 2].reshape(-1, 2).sum(1)
    first = np.argsort(-pairs, kind="stable") * 2
    order = np.stack([first, first + 1], 1).ravel()
    return np.append(order, len(variance) - 1) if len(variance) % 2 else order


def _rounded(weights: Doubles, upper: Doubles) -> Doubles:
    """Return the weights rounded pair by pair so that each pair keeps to `MAX_PAIR_SUM`. Later pairs make
    up for the loss of earlier ones. `upper` is the upper triangular Cholesky factor of the inverse
    covariance of the inputs."""
    left, whole = weights.copy(), np.zeros_like(weights)
    for start in range(0, weights.shape[1], 2):
        pair = slice(start, min(start + 2, weights.shape[1]))
        whole[:, pair] = _round_pair(left[:, pair])
        for k in range(pair.start, pair.stop):
            error = (left[:, k] - whole[:, k]) / upper[k, k]
            left[:, k:] -= error[:, None] * upper[k, k:]
    return whole


def _round_pair(pair: Doubles) -> Doubles:
    """Return pairs of weights (M, 2), or single weights (M, 1), rounded to whole numbers from -127 to
    127. If both weights of a pair have the same sign, their sum lies between -`MAX_PAIR_SUM` and
    `MAX_PAIR_SUM`."""
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
