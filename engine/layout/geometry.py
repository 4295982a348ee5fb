"""Describe seen cards as pieces with a place, a size and directions, and compare the places of pieces."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, pi, radians, sin
from statistics import median
from typing import Final

from engine.observation import Point, Sighting

MAX_TILE_SIDE_RATIO: Final = 1.2
"""Ratio of a piece's longer side to its shorter side below which the piece is square, as a tile is. The
outline of a square does not show which way is up. The limit lies half-way between tiles (1.0) and the
squarest cards (63 x 88 mm: 1.4)."""
MIN_CARD_SIDE_RATIO: Final = 1.3
"""Least median ratio of long side to short side at which the pieces of a picture are cards; below it they
are tiles. The squarest cards have 1.4, and tiles seen at an angle 1.2."""
MIN_ODD_SIZE_RATIO: Final = 1.5
"""Factor by which an unread piece must at least be larger or smaller than the usual piece, in area, not
to count as a card. A card of a crossword that is overlapped by another card still shows two thirds of its
area."""
LEGIBLE_PROBABILITY: Final = 0.5
"""Least probability of a piece's letter at which the piece counts as a card, even if its size is odd. The
letter is then likelier than all other letters together."""


@dataclass(frozen=True, slots=True)
class MeasuredPiece:
    """A sighting with its place, size and directions."""

    index: int
    """The index of the sighting in the observation."""
    centre: Point
    """The centre of the piece, mm."""
    right: Point
    """The unit vector along the top edge of the piece's reported outline."""
    width: float
    """The length of the piece's top edge, mm."""
    height: float
    """The length of the piece's side edge, mm."""
    turns: tuple[float, float, float, float]
    """The probability that the letter is upright after 0, 1, 2 and 3 clockwise quarter turns."""

    @property
    def is_square(self) -> bool:
        """True if the piece is square, as tiles are. A square outline does not tell the direction of
        the letter."""
        return max(self.width, self.height) < MAX_TILE_SIDE_RATIO * min(self.width, self.height)


def are_tiles(pieces: Sequence[MeasuredPiece]) -> bool:
    """Return True if most pieces are about as wide as high. `pieces` must not be empty."""
    return (
        median(max(p.width, p.height) / max(min(p.width, p.height), 1e-6) for p in pieces)
        < MIN_CARD_SIDE_RATIO
    )


def minus(a: Point, b: Point) -> Point:
    """Return `a` - `b`."""
    return (a[0] - b[0], a[1] - b[1])


def dot(a: Point, b: Point) -> float:
    """Return the scalar product of `a` and `b`."""
    return a[0] * b[0] + a[1] * b[1]


def distance(a: Point, b: Point) -> float:
    """Return the distance between two points, mm."""
    return hypot(a[0] - b[0], a[1] - b[1])


def quarter(v: Point, turns: int = 1) -> Point:
    """Return `v` turned by `turns` clockwise quarter turns in the picture: right becomes down."""
    for _ in range(turns % 4):
        v = (-v[1], v[0])
    return v


def heading(v: Point) -> float:
    """Return the direction of `v` in degrees clockwise from the picture's right, in (-180, 180]."""
    return degrees(atan2(v[1], v[0]))


def pointing(angle: float) -> Point:
    """Return the unit vector `angle` degrees clockwise from the picture's right."""
    return (cos(radians(angle)), sin(radians(angle)))


def smallest_angle(a: float, b: float, period: float = 360.0) -> float:
    """Return the angle between two directions, in degrees. Directions that differ by `period` count as equal,
    such as 180 for lines without a front."""
    return abs((a - b + period / 2) % period - period / 2)


def unit(v: Point) -> Point:
    """Return `v` scaled to length one; a zero vector stays zero."""
    length = hypot(*v) or 1.0
    return (v[0] / length, v[1] / length)


def _turns(sighting: Sighting) -> tuple[float, float, float, float]:
    sums = [0.0, 0.0, 0.0, 0.0]
    for reading in sighting.readings:
        sums[reading.turns % 4] += reading.probability
    return (sums[0], sums[1], sums[2], sums[3])


def piece_of(index: int, sighting: Sighting) -> MeasuredPiece:
    """Return the sighting of index `index` as a piece: its centre, size in mm and directions."""
    tl, tr, br, bl = sighting.corners
    along = minus((tr[0] + br[0], tr[1] + br[1]), (tl[0] + bl[0], tl[1] + bl[1]))
    down = minus((bl[0] + br[0], bl[1] + br[1]), (tl[0] + tr[0], tl[1] + tr[1]))
    return MeasuredPiece(
        index, sighting.centre, unit(along), hypot(*along) / 2, hypot(*down) / 2, _turns(sighting)
    )


def without_odd_sizes(pieces: Sequence[MeasuredPiece], sightings: Sequence[Sighting]) -> list[MeasuredPiece]:
    """Return `pieces` without unreadable pieces of another size than the cards. Such a piece is a shadow
    or a part of a card."""
    size = (median(p.width * p.height for p in pieces) if pieces else 0.0) or 1.0
    return [
        p
        for p in pieces
        if 1 / MIN_ODD_SIZE_RATIO < p.width * p.height / size < MIN_ODD_SIZE_RATIO
        or (sightings[p.index].best or ("", 0.0))[1] >= LEGIBLE_PROBABILITY
    ]


def mean_axis(angles: Iterable[float], period: float) -> float:
    """Return the mean of directions in degrees that count as equal if they differ by `period`, such as 180
    for lines without a front. The mean is at least 0 and less than `period`."""
    scale = 2 * pi / period
    x = y = 0.0
    for angle in angles:
        x, y = x + cos(angle * scale), y + sin(angle * scale)
    return (atan2(y, x) / scale) % period


def middle(points: Iterable[Point]) -> Point:
    """Return the mean of the given points, of which there is at least one."""
    listed = list(points)
    return (sum(p[0] for p in listed) / len(listed), sum(p[1] for p in listed) / len(listed))
