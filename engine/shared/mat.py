"""Table mats: how large each is and where on it the marks lie that a camera finds.

The printer draws these and the eyes look for them, so both must know the same figures, and neither the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

MODULES: Final = 6
"""Squares along a mark's side: four with its number, and the black rim on either side (ArUco 4 x 4)."""


@dataclass(frozen=True, slots=True)
class MatMark:
    """One square mark: `number` is ArUco's (4 x 4), `x` and `y` its middle, mm from the mat's top left."""

    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat of `width` by `height` mm with upright marks of `side` mm.

    No number is on two mats, so that a single mark tells which mat it is on.
    """

    name: str
    width: float
    height: float
    side: float
    marks: tuple[MatMark, ...]

    @property
    def module(self) -> float:
        """Return the width in millimetres of one of a mark's squares, and of the white it needs round it."""
        return self.side / MODULES


def _mat(name: str, width: float, height: float, side: float, first: int, along: tuple[float, ...]) -> Mat:
    """Return a mat with marks numbered from `first` along the top edge, at `along` mm from the left, then
    along the bottom.
    """
    inset = side / 2 + side / MODULES * 2
    places = [(x, y) for y in (inset, height - inset) for x in (inset, *along, width - inset)]
    return Mat(name, width, height, side, tuple(MatMark(first + n, x, y) for n, (x, y) in enumerate(places)))


LARGE: Final = _mat("large", 800.0, 550.0, 36.0, 0, (200.0, 600.0))
"""The size of the view of a camera 60 to 80 cm above the table: two by two A3 sheets or three by three of A4
or Letter. The two marks between the corners keep it known when a corner is out of the picture or under an
elbow.
"""

SMALL: Final = _mat("small", 400.0, 275.0, 30.0, 8, ())
"""One A3 sheet or two of A4, for a small table or a patience. Its marks are smaller: the camera is nearer."""

MATS: Final[Mapping[str, Mat]] = MappingProxyType({mat.name: mat for mat in (LARGE, SMALL)})
"""Mats by name."""
