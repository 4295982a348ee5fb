"""Test that the assignment of letters to cards is the best one. The tests try every assignment."""

from itertools import permutations

import numpy as np
import pytest

from vision.enrol.assignment import assign, extra_cost


@pytest.mark.parametrize("seed", range(60))
def test_no_other_assignment_is_cheaper(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(1, 6))
    costs = rng.integers(-9, 9, (rows, rows + int(rng.integers(0, 3)))).astype(float)
    found = assign(costs)
    assert len(set(found.tolist())) == rows
    every = [sum(costs[i, p[i]] for i in range(rows)) for p in permutations(range(costs.shape[1]), rows)]
    assert costs[np.arange(rows), found].sum() == pytest.approx(min(every))


@pytest.mark.parametrize("seed", range(60))
def test_what_a_barred_column_costs_is_what_matching_anew_costs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(1, 9))
    columns = rows + int(rng.integers(0, 6))
    costs = rng.integers(-9, 9, (rows, columns)).astype(float) + rng.random((rows, columns)) * (seed % 2)
    barred = rng.random((rows, columns)) < 0.3
    barred[np.arange(rows), assign(costs)] = True

    def cheapest(costs: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> float:
        return float(costs[np.arange(rows), assign(costs)].sum())

    for row, more in enumerate(extra_cost(costs, barred, 1e3)):
        anew = costs.copy()
        anew[row] += 1e3 * barred[row]
        assert more == pytest.approx(cheapest(anew) - cheapest(costs))


def test_more_rows_than_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="3 rows"):
        assign(np.zeros((3, 2)))
