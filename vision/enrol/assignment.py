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


def extra_cost(costs: NDArray[np.float64], barred: NDArray[np.bool_], penalty: float) -> NDArray[np.float64]:
    """Return for each row (n,) by how much the cheapest assignment of `costs` (n, m) costs more, n <= m, when
    `penalty` is added to the row's costs in the columns that are set in its row of `barred` (n, m). It tells
    how sure the row's column is.

    Additional rows of cost 0 own the columns left over, so every column has an owner. When a row gives up its
    column, a single augmenting path then finds the cheapest assignment.
    """
    rows, columns = costs.shape
    full = np.concatenate([costs, np.zeros((columns - rows, columns))])
    row_potentials, column_potentials, owner = _owners(costs)
    # The potential of a column that no row owns is 0, so 0 is the potential of the additional rows, too.
    owner[owner < 0] = np.arange(rows, columns)
    row_potentials = np.concatenate([row_potentials, np.zeros(columns - rows)])
    columns_of_rows, every = _columns_of_rows(owner, columns), np.arange(columns)
    cheapest, extra = full[every, columns_of_rows].sum(), np.empty(rows)
    for row in range(rows):
        changed = full.copy()
        changed[row] += penalty * barred[row]
        reassigned = owner.copy()
        reassigned[columns_of_rows[row]] = -1
        _augment(changed, row, row_potentials.copy(), column_potentials.copy(), reassigned)
        extra[row] = changed[every, _columns_of_rows(reassigned, columns)].sum() - cheapest
    return extra


def _owners(
    costs: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return the cheapest assignment for the costs (n, m): the potentials of the rows and of the columns, and
    for each column the row that owns it, or -1."""
    rows, columns = costs.shape
    row_potentials, column_potentials, owner = (
        np.zeros(rows),
        np.zeros(columns),
        np.full(columns, -1, np.int64),
    )
    for row in range(rows):
        _augment(costs, row, row_potentials, column_potentials, owner)
    return row_potentials, column_potentials, owner


def _columns_of_rows(owner: NDArray[np.int64], rows: int) -> NDArray[np.int64]:
    columns = np.empty(rows, np.int64)
    owned = np.flatnonzero(owner >= 0)
    columns[owner[owned]] = owned
    return columns


def _augment(
    costs: NDArray[np.float64],
    row: int,
    row_potentials: NDArray[np.float64],
    column_potentials: NDArray[np.float64],
    owner: NDArray[np.int64],
) -> None:
    """Give `row` a column in the assignment, by the cheapest chain of moves of rows that have a column
    already.

    `row_potentials` and `column_potentials` are the potentials of the rows and columns, and `owner` the row
    of each column. The three are changed in place.
    """
    columns = costs.shape[1]
    distances = np.full(columns, np.inf)
    previous = np.full(columns, -1, np.int64)
    visited = np.zeros(columns, bool)
    current, distance, column = row, 0.0, -1
    while True:
        through = distance + costs[current] - row_potentials[current] - column_potentials
        nearer = ~visited & (through < distances)
        distances[nearer], previous[nearer] = through[nearer], column
        column = int(np.where(visited, np.inf, distances).argmin())
        distance = float(distances[column])
        visited[column] = True
        if owner[column] < 0:
            break
        current = int(owner[column])
    settled = visited & (distances < distance)
    row_potentials[row] += distance
    row_potentials[owner[settled]] += distance - distances[settled]
    column_potentials[settled] -= distance - distances[settled]
    while column >= 0:
        earlier = int(previous[column])
        owner[column] = row if earlier < 0 else owner[earlier]
        column = earlier
