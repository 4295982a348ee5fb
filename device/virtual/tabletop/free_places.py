"""Find free places for words on the virtual table. The area of a word is a rectangle.

The geometry is in millimetres, x to the right, y downwards, with angles in degrees clockwise.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from typing import Final

from engine.observation import Point
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, LyingCard

CARD_STEP_MM: Final = CARD_WIDTH + 1.5
"""Distance from one card of a word to the next, mm."""
FREE_MM: Final = (48.0, 20.0)
"""Free space in mm at the ends of a new word, and above and below it, if the table is crowded."""
ROOMY_FREE_MM: Final = (120.0, 24.0)
"""Free space in mm at the ends of a new word, and above and below it, if the table has enough space."""
NEAREST_FREE_MM: Final = (44.0, 12.0)
"""Free space in mm between a growing word and other words: at its ends, and above and below it."""
EDGE_MM: Final = 20.0
"""Distance in mm that new words, and cards that people lay, keep from the table's edge."""


@dataclass(frozen=True, slots=True)
class Oblong:
    """A rectangle on the table: `width` by `height` mm, turned clockwise by `angle` degrees about its
    centre."""

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    def corners(self) -> tuple[Point, ...]:
        """Return the four corners in mm, clockwise from the top left of the upright rectangle."""
        return tuple(
            offset_point(self, across, down)
            for across, down in (
                (-self.width / 2, -self.height / 2),
                (self.width / 2, -self.height / 2),
                (self.width / 2, self.height / 2),
                (-self.width / 2, self.height / 2),
            )
        )

    def grown(self, across: float, down: float) -> "Oblong":
        """Return the rectangle enlarged by `across` mm at both ends, and by `down` mm above and below."""
        return replace(self, width=self.width + 2 * across, height=self.height + 2 * down)


def offset_point(place: Oblong, across: float, down: float = 0.0) -> Point:
    """Return the point that lies `across` mm and `down` mm from the centre of `place`. The directions are
    those of the sides of this rectangle, which may be turned."""
    c, s = cos(radians(place.angle)), sin(radians(place.angle))
    return (place.x + across * c - down * s, place.y + across * s + down * c)


def word_oblong(n: int, x: float, y: float, angle: float) -> Oblong:
    """Return the rectangle (mm) that a word of `n` cards covers. Its centre is (`x`, `y`)."""
    return Oblong(x, y, (n - 1) * CARD_STEP_MM + CARD_WIDTH, CARD_HEIGHT, angle)


def oblong_around(cards: Sequence[LyingCard]) -> Oblong:
    """Return the rectangle of a word on the table. `cards` are its cards in reading order."""
    first, last = cards[0], cards[-1]
    x, y = (first.x + last.x) / 2, (first.y + last.y) / 2
    length = hypot(last.x - first.x, last.y - first.y)
    return Oblong(x, y, length + CARD_WIDTH, CARD_HEIGHT, first.angle)


def overlaps(a: Oblong, b: Oblong) -> bool:
    """Return True if two rectangles, which may be turned, overlap."""
    reach = hypot(a.width, a.height) / 2 + hypot(b.width, b.height) / 2
    if hypot(a.x - b.x, a.y - b.y) >= reach:
        return False
    return not any(_separates(axis, a, b) for axis in (a.angle, a.angle + 90, b.angle, b.angle + 90))


def _separates(axis: float, a: Oblong, b: Oblong) -> bool:
    c, s = cos(radians(axis)), sin(radians(axis))
    on_a = [x * c + y * s for x, y in a.corners()]
    on_b = [x * c + y * s for x, y in b.corners()]
    return max(on_a) <= min(on_b) or max(on_b) <= min(on_a)


def is_on_table(place: Oblong, width: float, height: float) -> bool:
    """Return True if the rectangle `place` lies on a table of `width` by `height` mm, and at least `EDGE_MM`
    from its edge."""
    return all(
        EDGE_MM <= x <= width - EDGE_MM and EDGE_MM <= y <= height - EDGE_MM for x, y in place.corners()
    )


def is_free(place: Oblong, blocked: Iterable[Oblong], width: float, height: float, clear: Point) -> bool:
    """Return True if the rectangle `place` lies on the table and apart from the rectangles `blocked`. `clear`
    is the free space (mm) that it needs at its ends, and above and below it."""
    wide = place.grown(*clear)
    return is_on_table(place, width, height) and not any(overlaps(wide, other) for other in blocked)


def find_room(n: int, blocked: Sequence[Oblong], width: float, height: float, angle: float) -> Oblong | None:
    """Return a free rectangle on the table for a word of `n` cards; None if no place is free.

    The word gets space to grow if a place has this space. The search goes row by row from the top, so that
    the words form straight lines. `blocked` lists the rectangles that are not free. Lengths are in mm,
    `angle` is in degrees.
    """
    for clear in (ROOMY_FREE_MM, FREE_MM):
        for x, y in _places(width, height):
            place = word_oblong(n, x, y, angle)
            if is_free(place, blocked, width, height, clear):
                return place
    return None


def _places(width: float, height: float) -> Iterator[Point]:
    """Yield the points (mm) at which a free place for a word is searched. They form a grid of 25 by 16 mm,
    row by row."""
    for down in range(round(height / 16)):
        for across in range(round(width / 25)):
            yield (25.0 * across + 12.0, 16.0 * down + 8.0)
