"""Describe the table mats: their sizes, and the places of the marks by which a camera finds them.

The printer draws the marks and the vision package looks for them. Both need the same figures, and neither may
import the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

MARK_MODULES: Final = 6
"""Number of small squares along the side of a mat's mark: four for its number, and one of the black rim
at each end (ArUco 4 x 4)."""


@dataclass(frozen=True, slots=True)
class MatMark:
    """One square mark of a mat. `number` is its ArUco number (4 x 4), and `x` and `y` are its centre, in mm
    from the mat's top left corner."""

    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat that lies under the cards, of `width` by `height` mm, with printed square marks of `mark_side`
    mm by which a camera finds it.

    Each mark's number is used on one mat only, so a single mark identifies the mat.
    """

    name: str
    width: float
    height: float
    mark_side: float
    marks: tuple[MatMark, ...]

    @property
    def module(self) -> float:
        """The width, in mm, of the small squares of which a mark consists. A mark needs a white margin of the
        same width."""
        return self.mark_side / MARK_MODULES


def _mat(
    name: str, width: float, height: float, mark_side: float, first_number: int, distances: tuple[float, ...]
) -> Mat:
    """Return a mat with marks along its top edge and then along its bottom edge.

    The marks are numbered from `first_number`. Each edge has a mark at both corners, and marks at
    `distances` from the left. All lengths are in mm.
    """
    inset = mark_side / 2 + mark_side / MARK_MODULES * 2
    places = [(x, y) for y in (inset, height - inset) for x in (inset, *distances, width - inset)]
    marks = tuple(MatMark(first_number + n, x, y) for n, (x, y) in enumerate(places))
    return Mat(name, width, height, mark_side, marks)


LARGE_MAT: Final = _mat("large", 800.0, 550.0, 36.0, 0, (200.0, 600.0))
"""The mat for a camera 60 to 80 cm above the table: two by two sheets of A3, or three by three of A4 or
Letter. If a corner is hidden or out of the picture, the two marks between the corners still show its
place."""

SMALL_MAT: Final = _mat("small", 400.0, 275.0, 30.0, 8, ())
"""The mat of one sheet of A3 or two of A4, for a small table or a patience. The camera hangs nearer, so
its marks are smaller."""

MATS: Final[Mapping[str, Mat]] = MappingProxyType({mat.name: mat for mat in (LARGE_MAT, SMALL_MAT)})
"""The table mats that the program prints and recognises, by name."""
