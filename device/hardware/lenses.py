"""How high a camera hangs, how much of the table it sees from there, and how large a card is in its pictures.

The camera looks straight down through a lens that draws straight lines straight. Millimetres throughout.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import atan, degrees, hypot, radians, tan
from types import MappingProxyType
from typing import Final, Literal

from engine.scene import CARD_WIDTH

WELL: Final = 40.0
"""Pixels of a card's narrow side from which cards are read as well as any closer."""
BARELY: Final = 26.0
"""The same from which nearly all are."""

Legibility = Literal["well", "barely", "no"]


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera called `name`. It sees `across` degrees along the `width` of its pictures, `width` and
    `height` being the pixels that the table takes of it, and shows that much of the sensor's width."""

    name: str
    across: float
    width: int
    height: int

    @property
    def spread(self) -> float:
        """Return the width of what is seen, as a multiple of the camera's height above it."""
        return 2 * tan(radians(self.across / 2))

    def view(self, above: float) -> tuple[float, float]:
        """Return the width and the height of what is seen from `above` the table."""
        wide = self.spread * above
        return wide, wide * self.height / self.width

    def height_for(self, table: tuple[float, float]) -> float:
        """Return the least height from which all of a table is seen, its longer side along the picture's."""
        long, short = max(table), min(table)
        return max(long, short * self.width / self.height) / self.spread

    def pixels(self, above: float, card: float = CARD_WIDTH) -> float:
        """Return how many pixels a length of `card` on the table has, seen from `above`."""
        return card * self.width / (self.spread * above)

    def highest(self, pixels: float = WELL, card: float = CARD_WIDTH) -> float:
        """Return the height up to which it has so many."""
        return card * self.width / (self.spread * pixels)


def diagonal(angle: float, shape: tuple[int, int]) -> float:
    """Return the degrees across a picture of that shape whose diagonal has `angle` degrees."""
    return degrees(2 * atan(tan(radians(angle / 2)) * shape[0] / hypot(*shape)))


def focal(length: float, wide: float) -> float:
    """Return the degrees across a sensor that is `wide` behind a lens of that focal length."""
    return degrees(2 * atan(wide / 2 / length))


FULL_FRAME: Final = (36.0, 24.0)
"""The film that focal lengths of phones are compared with."""


def equivalent(length: float, shape: tuple[int, int]) -> float:
    """Return the degrees across a phone's sensor of that shape whose lens is told as so many millimetres on
    film: diagonals are compared."""
    return diagonal(focal(length, hypot(*FULL_FRAME)), shape)


LENSES: Final[Mapping[str, Lens]] = MappingProxyType(
    {
        # Degrees as Raspberry Pi's documentation has them (accessories/camera: hardware specification).
        "module-2": Lens("Camera Module 2", 62.2, 2304, 1296),
        "module-3": Lens("Camera Module 3", 66.0, 2304, 1296),
        "module-3-wide": Lens("Camera Module 3 Wide", 102.0, 2304, 1296),
        # Its sensor is 6.287 mm wide; the lens is sold by its focal length.
        "hq-6mm": Lens("HQ Camera, 6 mm lens", focal(6.0, 6.287), 2304, 1296),
        # Webcams are sold by their diagonal.
        "webcam": Lens("USB webcam, 1080p, 78°", diagonal(78.0, (16, 9)), 1920, 1080),
        # Films are a part of what photographs show: as wide, and less high.
        "phone": Lens("Old phone, 26 mm", equivalent(26.0, (4, 3)), 1920, 1080),
    }
)
"""Cameras that tables have, by what `lexicon-table height --camera` calls them."""

TABLES: Final = ((600.0, 450.0), (800.0, 600.0), (900.0, 600.0), (1200.0, 800.0))
"""What is played on, for the overview: part of a table, two players, four, a large one."""


def of_size(lens: Lens, width: int, height: int) -> Lens:
    """Return the lens with pictures of another size, of the same width of its sensor."""
    return replace(lens, width=width, height=height)


def legible(pixels: float) -> Legibility:
    """Tell how cards are read whose narrow side has so many pixels."""
    return "well" if pixels >= WELL else "barely" if pixels >= BARELY else "no"
