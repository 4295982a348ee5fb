"""Bring two grids of the same table to the same rows and columns.

A grid may be written without the empty rows and columns around its cards, so two grids of one table may
differ in size.
"""

from collections import Counter, defaultdict

from engine.moves import face, faces
from engine.position import Grid, Position

EMPTY = "."


def in_same_frame(before: Grid, after: Grid) -> tuple[Grid, Grid]:
    """Return two grids with the same numbers of rows and columns, aligned so that most cards keep their
    places. Grids of equal size are returned unchanged."""
    if [len(row) for row in before.rows] == [len(row) for row in after.rows]:
        return before, after
    down, right = best_shift(before, after)
    top, left = min(0, down), min(0, right)
    height = max(len(before.rows), down + len(after.rows)) - top
    width = max(_width(before), right + _width(after)) - left
    return (
        Grid(_padded(before, -top, -left, height, width), before.exposed),
        Grid(_padded(after, down - top, right - left, height, width), after.exposed),
    )


def cards_at(grid: Grid) -> dict[tuple[int, int], str]:
    """Return the cards of `grid`, as the notation writes them, by row and column from 0."""
    written = ((r, row) for r, row in enumerate(grid.rows) if row.strip(EMPTY))
    return {(r, c): p for r, row in written for c, p in enumerate(row) if p != EMPTY}


def min_corner(grid: Grid) -> tuple[int, int]:
    """Return the first row and the first column of `grid` in which a card lies. At least one card must lie in
    the grid."""
    spots = cards_at(grid)
    return min(r for r, _ in spots), min(c for _, c in spots)


def same_cards(one: Position, other: Position) -> bool:
    """Return True if two positions hold the same cards in the same places. It does not matter for which
    letters Masters stand, nor how many empty rows and columns surround a grid."""
    if one.exposed != other.exposed:
        return False
    if isinstance(one, Grid) and isinstance(other, Grid):
        if _in_order(one) != _in_order(other):
            return False  # the cards differ, wherever they lie
        return _from_the_corner(one) == _from_the_corner(other)
    return type(one) is type(other) and list(map(faces, one.lines)) == list(map(faces, other.lines))


def _in_order(grid: Grid) -> str:
    return faces("".join(grid.rows).replace(EMPTY, ""))


def _from_the_corner(grid: Grid) -> dict[tuple[int, int], str]:
    spots = cards_at(grid)
    down, right = min_corner(grid) if spots else (0, 0)
    return {(r - down, c - right): face(card) for (r, c), card in spots.items()}


def best_shift(before: Grid, after: Grid) -> tuple[int, int]:
    """Return how many rows down and columns right to move the grid `after` so that most of its cards lie on
    equal cards of the grid `before`. Of equally good shifts the smallest is taken."""
    cells_by_face: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for cell, now in cards_at(after).items():
        cells_by_face[face(now)].append(cell)
    shifts = Counter(
        (r - y, c - x) for (r, c), was in cards_at(before).items() for y, x in cells_by_face[face(was)]
    )
    return min(shifts, key=lambda s: (-shifts[s], abs(s[0]) + abs(s[1]), s), default=(0, 0))


def _width(grid: Grid) -> int:
    return max(map(len, grid.rows), default=0)


def _padded(grid: Grid, down: int, right: int, height: int, width: int) -> tuple[str, ...]:
    rows = [EMPTY * width] * height
    for i, row in enumerate(grid.rows):
        rows[down + i] = (EMPTY * right + row).ljust(width, EMPTY)
    return tuple(rows)
