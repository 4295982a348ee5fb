"""Solve the assignment problem: each row of a table of costs gets a column of its own, at the least total
cost.

Enrolment uses it to give groups of alike cards (rows) their letters (columns).
"""

import numpy as np
from numpy.typing import NDArray


def assign(costs: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return a column (n,) for each row of the costs (n, m), n <= m. No two rows get one column, and the sum
    of the costs is the least possible.

    The method is shortest augmenting paths with potentials (Jonker & Volgenant, 1987), one row after the
    other.
    """
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"{rows} rows cannot have {columns} columns for themselves")
    return _columns_of_rows(_owners(costs)[2], rows)


def extra_cost(costs: NDArray[np.float64], barred: NDArray[np.bool_], bar: float) -> NDArray[np.float64]:
    """Return for each row (n,) by how much the cheapest assignment of `costs` (n, m) costs more, n <= m, when
    `bar` is added to the row's costs in the columns that are set in its row of `barred` (n, m). It tells how
    sure the row's column is.

    Additional rows of cost 0 own the columns left over, so every column has an owner. When a row gives up its
    column, a single augmenting path then finds the cheapest assignment.
    """
    rows, columns = costs.shape
    full = np.concatenate([costs, np.zeros((columns - rows, columns))])
    lift, drop, owner = _owners(costs)
    # The potential of a column that no row owns is 0, so 0 is the potential of the additional rows, too.
    owner[owner < 0] = np.arange(rows, columns)
    lift = np.concatenate([lift, np.zeros(columns - rows)])
    columns_of_rows, every = _columns_of_rows(owner, columns), np.arange(columns)
    cheapest, extra = full[every, columns_of_rows].sum(), np.empty(rows)
    for row in range(rows):
        changed = full.copy()
        changed[row] += bar * barred[row]
        left = owner.copy()
        left[columns_of_rows[row]] = -1
        _augment(changed, row, lift.copy(), drop.copy(), left)
        extra[row] = changed[every, _columns_of_rows(left, columns)].sum() - cheapest
    return extra


def _owners(
    costs: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return the cheapest assignment for the costs (n, m): the potentials of the rows and of the columns, and
    for each column the row that owns it, or -1."""
    rows, columns = costs.shape
    lift, drop, owner = np.zeros(rows), np.zeros(columns), np.full(columns, -1, np.int64)
    for row in range(rows):
        _augment(costs, row, lift, drop, owner)
    return lift, drop, owner


def _columns_of_rows(owner: NDArray[np.int64], rows: int) -> NDArray[np.int64]:
    columns = np.empty(rows, np.int64)
    owned = np.flatnonzero(owner >= 0)
    columns[owner[owned]] = owned
    return columns


def _augment(
    costs: NDArray[np.float64],
    row: int,
    lift: NDArray[np.float64],
    drop: NDArray[np.float64],
    owner: NDArray[np.int64],
) -> None:
    """Give `row` a column in the assignment, by the cheapest chain of moves of rows that have a column
    already.

    `lift` and `drop` are the potentials of the rows and columns, and `owner` the row of each column. The
    three are changed in place.
    """
    columns = costs.shape[1]
    far = np.full(columns, np.inf)
    before = np.full(columns, -1, np.int64)
    done = np.zeros(columns, bool)
    current, so_far, column = row, 0.0, -1
    while True:
        through = so_far + costs[current] - lift[current] - drop
        nearer = ~done & (through < far)
        far[nearer], before[nearer] = through[nearer], column
        column = int(np.where(done, np.inf, far).argmin())
        so_far = float(far[column])
        done[column] = True
        if owner[column] < 0:
            break
        current = int(owner[column])
    settled = done & (far < so_far)
    lift[row] += so_far
    lift[owner[settled]] += so_far - far[settled]
    drop[settled] -= so_far - far[settled]
    while column >= 0:
        earlier = int(before[column])
        owner[column] = row if earlier < 0 else owner[earlier]
        column = earlier
