"""The assignment against trying every one."""

from itertools import permutations

import numpy as np
import pytest

from vision.enrol.matching import matched


@pytest.mark.parametrize("seed", range(60))
def test_no_other_assignment_is_cheaper(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(1, 6))
    costs = rng.integers(-9, 9, (rows, rows + int(rng.integers(0, 3)))).astype(float)
    found = matched(costs)
    assert len(set(found.tolist())) == rows
    every = [sum(costs[i, p[i]] for i in range(rows)) for p in permutations(range(costs.shape[1]), rows)]
    assert costs[np.arange(rows), found].sum() == pytest.approx(min(every))


def test_more_rows_than_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="3 rows"):
        matched(np.zeros((3, 2)))
