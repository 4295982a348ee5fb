"""Fit a crossword on the table into the cells of a grid, where cards adjoin sideways and downwards.

Cards are narrower than high, so the distances of columns and of rows differ. The grid may lie at any angle.
The cells are found from neighbour to neighbour, the best fit first, so that a slightly bent crossword is
still read. Cards that touch no other card are placed by the mean distances of columns and rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import hypot
from statistics import median
from typing import Final

from engine.layout.chains import cannot_be_neighbours, size_along
from engine.layout.geometry import (
    MeasuredPiece,
    dot,
    heading,
    mean_axis,
    minus,
    pointing,
    quarter,
    smallest_angle,
)
from engine.observation import Point

Cell = tuple[int, int]
"""Column and row, counted from a card of the crossword."""

MIN_NEIGHBOUR_DISTANCE_SIDES: Final = 0.62
"""Least distance between the centres of two cards, in lengths of the card's side, at which they can be
neighbours in a crossword. One card may cover slightly more than a third of the other. A card that covers
more would hide the middle of the other."""
MAX_NEIGHBOUR_DISTANCE_SIDES: Final = 1.42
"""Greatest distance between the centres of two cards, in lengths of the card's side, at which they can be
neighbours in a crossword. A card at 1.5 or more would be nearer to the cell after the next."""
MAX_SHIFT_SIDES: Final = 0.34
"""Greatest sideways shift between two cards, as a share of the card's side in the direction of the shift,
at which they can be neighbours in a crossword. With a shift of one half a card would lie as much beside
the next cell."""
MAX_TILT_DEGREES: Final = 22.0
"""Greatest angle between two cards, in degrees, at which they can be neighbours in a crossword. With 45
degrees a tile would fit the next quarter turn equally well. The limit is half of this."""
MAX_OFF_CENTRE_PITCHES: Final = 0.34
"""Greatest distance from the middle of a cell, in steps of the crossword's grid, at which a card that
touches no other card is placed in the cell. The next cell begins at one half, so a card between two cells
belongs to neither."""
MAX_LONE_CARD_CELLS: Final = 4
"""Greatest number of cells from the crossword at which a card that touches no other card is still placed
in a cell. The distance of cells is known to some hundredths, and over four cells this error stays within
`MAX_OFF_CENTRE_PITCHES`."""


MAX_TOUCHING_HEIGHTS: Final = 1.06
"""Greatest distance of the centres of two cards one above the other, in card heights, at which they count
as touching, as in a crossword. It allows a gap of 5 mm between the cards."""
MAX_TOUCHING_SHIFT_WIDTHS: Final = 0.08
"""Greatest sideways shift between two cards one above the other, in card widths (4 mm), at which they
count as touching, as in a crossword. Cards of separate rows are usually shifted farther."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """The pieces of a crossword by cell, with the place and direction of the cells on the table."""

    cells: Mapping[Cell, MeasuredPiece]
    sides: Mapping[int, int]
    """For each piece, by its index in the observation: the number of clockwise quarter turns from the
    piece's own right, as its corners give it, to the direction `angle`."""
    angle: float
    """The direction of increasing columns, degrees clockwise from the picture's right."""
    origin: Point
    """The centre of cell (0, 0), mm."""
    right: Point
    """The vector from the centre of a cell to that of the next cell on the right, mm."""
    down: Point
    """The vector from the centre of a cell to that of the cell below, mm."""
    misfits: tuple[MeasuredPiece, ...]
    """The pieces that fit no cell of the crossword."""
    stray_count: int = 0
    """The number of pieces that have a cell and touch no other piece."""


def has_touching_columns(lattice: Lattice) -> bool:
    """Return True if all cards that lie one above the other touch. The cards of separate rows hardly ever
    do."""
    for (column, row), piece in lattice.cells.items():
        below = lattice.cells.get((column, row + 1))
        if below is None:
            continue
        wide, high = size_along(piece, lattice.sides[piece.index])
        step, across = minus(below.centre, piece.centre), pointing(lattice.angle)
        if (
            abs(dot(step, across)) > MAX_TOUCHING_SHIFT_WIDTHS * wide
            or abs(dot(step, quarter(across))) > MAX_TOUCHING_HEIGHTS * high
        ):
            return False
    return True


@dataclass(frozen=True, slots=True)
class _Frame:
    angle: float

    def side(self, piece: MeasuredPiece) -> int:
        """Return the number of clockwise quarter turns from the piece's own right to the direction
        `angle`."""
        return round(((self.angle - heading(piece.right)) % 360) / 90) % 4

    def tilt(self, piece: MeasuredPiece) -> float:
        return smallest_angle(heading(piece.right), self.angle, 90 if piece.is_square else 180)


def lattices(pieces: Sequence[MeasuredPiece]) -> list[Lattice]:
    """Return the possible crosswords of a picture: the connected groups of pieces, each with the cells of its
    pieces. The largest comes first. Each piece is in one group."""
    left, grown_lattices = list(pieces), []
    while left:
        lattice = _grown(left)
        taken = {p.index for p in lattice.cells.values()}
        left = [p for p in left if p.index not in taken]
        grown_lattices.append(lattice)
    return sorted(grown_lattices, key=lambda k: -len(k.cells))


def with_strays(lattice: Lattice, pieces: Iterable[MeasuredPiece]) -> Lattice:
    """Return the crossword with those of `pieces` added that lie in a free cell although they touch no card.
    The others are added to its misfits."""
    grown, left, frame = lattice, list(pieces), _Frame(lattice.angle)
    # A placed card may bring others near enough, as beyond a hole in a long word.
    while placeable := next(_placeable_pieces(grown, frame, left), None):
        piece, cell = placeable
        sides = {**grown.sides, piece.index: frame.side(piece)}
        grown = replace(grown, cells={**grown.cells, cell: piece}, sides=sides)
        left.remove(piece)
    stray_count = len(grown.cells) - len(lattice.cells)
    return replace(grown, misfits=(*lattice.misfits, *left), stray_count=stray_count)


def _placeable_pieces(
    lattice: Lattice, frame: _Frame, pieces: Iterable[MeasuredPiece]
) -> Iterator[tuple[MeasuredPiece, Cell]]:
    """Yield each piece that fits into a free cell of the crossword, with the cell."""
    for piece in pieces:
        cell = _cell_of(lattice, piece)
        if cell is not None and cell not in lattice.cells and frame.tilt(piece) <= MAX_TILT_DEGREES:
            yield piece, cell


def are_neighbours(piece: MeasuredPiece, other: MeasuredPiece) -> bool:
    """Return True if two pieces lie side by side, or one above the other, as in a crossword."""
    return (
        piece.index != other.index
        and not cannot_be_neighbours(piece, other)
        and _edge(piece, other) is not None
    )


def in_turned_frame(lattice: Lattice, quarters: int) -> Lattice:
    """Return the crossword as seen from a direction turned by `quarters` clockwise quarter turns. The pieces
    stay where they are; their columns and rows change."""
    cells, right, down = dict(lattice.cells), lattice.right, lattice.down
    for _ in range(quarters % 4):
        cells = {(row, -col): piece for (col, row), piece in cells.items()}
        right, down = down, (-right[0], -right[1])
    sides = {i: (side + quarters) % 4 for i, side in lattice.sides.items()}
    angle = (lattice.angle + 90 * quarters) % 360
    return replace(lattice, cells=cells, sides=sides, angle=angle, right=right, down=down)


def _grown(pieces: Sequence[MeasuredPiece]) -> Lattice:
    """Return the crossword that is found when pieces are joined from neighbour to neighbour, beginning at the
    piece with the most neighbours."""
    edges = {p.index: list(_neighbours(p, pieces)) for p in pieces}
    root = max(pieces, key=lambda p: len(edges[p.index]))
    by_index = {p.index: p for p in pieces}
    cells: dict[Cell, MeasuredPiece] = {(0, 0): root}
    sides, place = {root.index: 0}, {root.index: (0, 0)}
    queue: list[tuple[float, int, int, int, int]] = []
    _offer(queue, edges, root.index)
    while queue:
        _, one, side, other, back = heappop(queue)
        if other in place:
            continue
        cell = _stepped(place[one], side - sides[one])
        if cell in cells:
            continue
        place[other], cells[cell] = cell, by_index[other]
        sides[other] = (sides[one] + back - side) % 4
        _offer(queue, edges, other)
    return _fitted(cells, sides)


Edge = tuple[float, int, int, int]
"""The link of one piece to another: its cost, the side of the first piece that faces the second, the index
of the second piece, and the side of the second that points away from the first."""


def _offer(
    queue: list[tuple[float, int, int, int, int]], edges: Mapping[int, list[Edge]], index: int
) -> None:
    for cost, side, other, back in edges[index]:
        heappush(queue, (cost, index, side, other, back))


def _stepped(cell: Cell, quarters: int) -> Cell:
    step = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
    return (cell[0] + step[0], cell[1] + step[1])


def _neighbours(piece: MeasuredPiece, pieces: Iterable[MeasuredPiece]) -> Iterable[Edge]:
    for other in pieces:
        if other.index == piece.index or cannot_be_neighbours(piece, other):
            continue
        edge = _edge(piece, other)
        if edge is not None:
            yield edge


def _edge(piece: MeasuredPiece, other: MeasuredPiece) -> Edge | None:
    """Return the link from `piece` to `other` if they can be neighbours in a crossword: they are aligned
    within `MAX_TILT_DEGREES`, and `other` lies beside, above or below `piece` at a neighbour's distance.
    Otherwise return None."""
    frame = _Frame(heading(piece.right))
    if frame.tilt(other) > MAX_TILT_DEGREES:
        return None
    v, back = minus(other.centre, piece.centre), frame.side(other)
    mean = pointing(mean_axis((frame.angle, heading(quarter(other.right, back))), 360.0))
    side = max(range(4), key=lambda s: dot(v, quarter(mean, s)) / size_along(piece, s)[0])
    ahead = quarter(mean, side)
    length, breadth = size_along(piece, side)
    along, aside = dot(v, ahead) / length, abs(dot(v, quarter(ahead))) / breadth
    if not MIN_NEIGHBOUR_DISTANCE_SIDES < along < MAX_NEIGHBOUR_DISTANCE_SIDES or aside > MAX_SHIFT_SIDES:
        return None
    return (abs(along - 1) + aside, side, other.index, (back + side) % 4)


def _fitted(cells: Mapping[Cell, MeasuredPiece], sides: Mapping[int, int]) -> Lattice:
    angle = mean_axis((heading(quarter(p.right, sides[p.index])) for p in cells.values()), 360.0)
    right, down = _pitch(cells, angle, (1, 0)), _pitch(cells, angle, (0, 1))
    xs = [p.centre[0] - c * right[0] - r * down[0] for (c, r), p in cells.items()]
    ys = [p.centre[1] - c * right[1] - r * down[1] for (c, r), p in cells.items()]
    return Lattice(cells, sides, angle, (sum(xs) / len(xs), sum(ys) / len(ys)), right, down, ())


def _pitch(cells: Mapping[Cell, MeasuredPiece], angle: float, step: Cell) -> Point:
    """Return the mean vector, mm, from the centre of a crossword's cell to the centre of the next cell.
    `step` says which cell is next: (1, 0) to the right, (0, 1) below. If no cell has such a neighbour, the
    vector is as long as a card."""
    pairs = [(p, cells.get((c + step[0], r + step[1]))) for (c, r), p in cells.items()]
    steps = [minus(q.centre, p.centre) for p, q in pairs if q is not None]
    if steps:
        return (sum(s[0] for s in steps) / len(steps), sum(s[1] for s in steps) / len(steps))
    frame, quarters = _Frame(angle), step[1]
    size = median(size_along(p, frame.side(p) + quarters)[0] for p in cells.values())
    ahead = quarter(pointing(angle), quarters)
    return (ahead[0] * size, ahead[1] * size)


def _cell_of(lattice: Lattice, piece: MeasuredPiece) -> Cell | None:
    v = minus(piece.centre, lattice.origin)
    (a, b), (c, d) = lattice.right, lattice.down
    area = a * d - b * c
    if abs(area) < 1e-6:
        return None
    col, row = (v[0] * d - v[1] * c) / area, (v[1] * a - v[0] * b) / area
    cell = (round(col), round(row))
    near = min(max(abs(cell[0] - x), abs(cell[1] - y)) for x, y in lattice.cells)
    fits = hypot(col - cell[0], row - cell[1]) <= MAX_OFF_CENTRE_PITCHES
    return cell if fits and near <= MAX_LONE_CARD_CELLS else None
