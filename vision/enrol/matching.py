"""The cheapest way to give every row a column of its own (the assignment problem)."""

import numpy as np
from numpy.typing import NDArray


def matched(costs: NDArray[np.float64]) -> NDArray[np.int64]:
    """(n, m) costs, n <= m -> (n,) columns, all different, whose costs add up to the least.

    Shortest augmenting paths with potentials (Jonker & Volgenant, 1987), one row after the other.
    """
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"{rows} rows cannot have {columns} columns for themselves")
    lift, drop = np.zeros(rows), np.zeros(columns)
    owner = np.full(columns, -1, np.int64)
    for row in range(rows):
        _augment(costs, row, lift, drop, owner)
    given = np.empty(rows, np.int64)
    taken = np.flatnonzero(owner >= 0)
    given[owner[taken]] = taken
    return given


def _augment(
    costs: NDArray[np.float64],
    row: int,
    lift: NDArray[np.float64],
    drop: NDArray[np.float64],
    owner: NDArray[np.int64],
) -> None:
    """Find a place for `row`, moving earlier rows where that is cheaper. Changes all but `costs`."""
    columns = costs.shape[1]
    far = np.full(columns, np.inf)
    before = np.full(columns, -1, np.int64)
    done = np.zeros(columns, bool)
    here, so_far, column = row, 0.0, -1
    while True:
        through = so_far + costs[here] - lift[here] - drop
        nearer = ~done & (through < far)
        far[nearer], before[nearer] = through[nearer], column
        column = int(np.where(done, np.inf, far).argmin())
        so_far = float(far[column])
        done[column] = True
        if owner[column] < 0:
            break
        here = int(owner[column])
    settled = done & (far < so_far)
    lift[row] += so_far
    lift[owner[settled]] += so_far - far[settled]
    drop[settled] -= so_far - far[settled]
    while column >= 0:
        earlier = int(before[column])
        owner[column] = row if earlier < 0 else owner[earlier]
        column = earlier
