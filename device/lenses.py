"""Compute how high a camera hangs, how much of the table it sees from there, and how large a card is in its
pictures.

The camera looks straight down through a lens that keeps straight lines straight. Millimetres throughout.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import atan, degrees, hypot, radians, tan
from types import MappingProxyType
from typing import Final, Literal

from engine.shared.scene import CARD_WIDTH


@dataclass(frozen=True, slots=True)
class Least:
    """Least size of a card's narrow side: `pixels`, for its letter to be read, and how often it may go into
    the picture's longer side, for it to be found in the shrunk copy (`vision.pieces.detect`).
    """

    pixels: float
    times: float

    def of(self, width: int) -> float:
        """Return the pixels in a picture that is so wide."""
        return max(self.pixels, width / self.times)


WELL: Final = Least(48.0, 41.0)
"""Size from which cards are found and read as well as any larger ones: with 48 pixels all of 142 cards of
labelled tables, fans among them, that were shrunk with their pictures, and with 56 of 2304 all of 144 cards
filmed from far away ...
"""
BARELY: Final = Least(24.0, 58.0)
"""... and size at which 97 of 100 of the former are, and with 40 of 2304 94 of 100 of the latter, with some
false ones (`bench --only sizes`).
"""

Legibility = Literal["well", "barely", "no"]
LEGIBLE: Final[tuple[tuple[Legibility, Least], ...]] = (("well", WELL), ("barely", BARELY))


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera called `name`. It sees `across` degrees along the `width` of its pictures; `width` and
    `height` are the pixels that the table uses: the whole width of the sensor.
    """

    name: str
    across: float
    width: int
    height: int

    @property
    def spread(self) -> float:
        """Return the width of the view as a multiple of the camera's height above it."""
        return 2 * tan(radians(self.across / 2))

    def view(self, above: float) -> tuple[float, float]:
        """Return the width and the height of the view from `above` the table."""
        wide = self.spread * above
        return wide, wide * self.height / self.width

    def height_for(self, table: tuple[float, float]) -> float:
        """Return the least height from which all of a table is seen, its longer side along the picture's."""
        long, short = max(table), min(table)
        return max(long, short * self.width / self.height) / self.spread

    def pixels(self, above: float, card: float = CARD_WIDTH) -> float:
        """Return how many pixels a length of `card` on the table has, seen from `above`."""
        return card * self.width / (self.spread * above)

    def highest(self, least: Least, card: float = CARD_WIDTH) -> float:
        """Return the height up to which it has enough of them."""
        return card * self.width / (self.spread * least.of(self.width))

    def legible(self, above: float, card: float = CARD_WIDTH) -> Legibility:
        """Tell how cards are read from `above` the table."""
        pixels = self.pixels(above, card)
        return next((how for how, least in LEGIBLE if pixels >= least.of(self.width)), "no")


def diagonal(angle: float, shape: tuple[int, int]) -> float:
    """Return the degrees across a picture of that shape whose diagonal has `angle` degrees."""
    return degrees(2 * atan(tan(radians(angle / 2)) * shape[0] / hypot(*shape)))


def focal(length: float, wide: float) -> float:
    """Return the degrees across a sensor that is `wide` behind a lens of that focal length."""
    return degrees(2 * atan(wide / 2 / length))


FULL_FRAME: Final = (36.0, 24.0)
"""The film size to which phones' focal lengths refer."""


def equivalent(length: float, shape: tuple[int, int]) -> float:
    """Return the angle, degrees, across a phone's sensor of that shape for a lens given in millimetres on
    film; the diagonals are equal.
    """
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
        # A film shows a part of the photograph: the same width, and less height.
        "phone": Lens("Old phone, 26 mm", equivalent(26.0, (4, 3)), 1920, 1080),
    }
)
"""Cameras of tables, by their names in `lexicon-table height --camera`."""

TABLES: Final = ((600.0, 450.0), (800.0, 600.0), (900.0, 600.0), (1200.0, 800.0))
"""Sizes of tables for the overview: part of a table, two players, four, a large one."""
