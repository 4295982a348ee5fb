"""Compute the height of a camera, the part of the table that it sees from there, and the size of a card in
its pictures.

The camera looks straight down through a lens without distortion. All lengths are millimetres.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import atan, degrees, hypot, radians, tan
from types import MappingProxyType
from typing import Final, Literal

from engine.shared.scene import CARD_WIDTH


@dataclass(frozen=True, slots=True)
class MinCardSize:
    """Minimum size of a card's narrow side in a picture."""

    pixels: float
    """The minimum length of the card's narrow side in pixels, in a picture of any size."""
    max_ratio: float
    """The maximum ratio of the picture's longer side to the card's narrow side. A smaller card is not
    found in the shrunk copy of the picture (`vision.pieces.detect`)."""

    def at_width(self, width: int) -> float:
        """Return the minimum length of a card's narrow side, in pixels, in a picture `width` pixels wide."""
        return max(self.pixels, width / self.max_ratio)


WELL_READ_SIZE: Final = MinCardSize(48.0, 41.0)
"""Minimum size at which cards are found and read as well as larger ones.

Of 142 cards on labelled tables, fans among them, all are read at 48 pixels, after shrinking their pictures.
Of 144 cards filmed from far away, all are read at 56 pixels in pictures 2304 pixels wide.
"""
BARELY_READ_SIZE: Final = MinCardSize(24.0, 58.0)
"""Minimum size at which most cards are still read: 97 of 100 cards on labelled tables. Of the filmed cards
94 of 100 are read at 40 pixels in pictures 2304 pixels wide, with some false readings (`bench --only
sizes`)."""

Legibility = Literal["well", "barely", "no"]
LEGIBILITY_SIZES: Final[tuple[tuple[Legibility, MinCardSize], ...]] = (
    ("well", WELL_READ_SIZE),
    ("barely", BARELY_READ_SIZE),
)


@dataclass(frozen=True, slots=True)
class Lens:
    """The properties of one camera model that decide how much of the table it sees."""

    name: str
    """The camera's name for people."""
    angle: float
    """The angle of view along the width, degrees."""
    width: int
    """The width of the table's pictures in pixels. They cover the sensor's whole width."""
    height: int
    """The height of the table's pictures in pixels."""

    @property
    def spread(self) -> float:
        """Return the width of the view divided by the camera's height above the table."""
        return 2 * tan(radians(self.angle / 2))

    def view(self, height_mm: float) -> tuple[float, float]:
        """Return the width and the height, in mm, of the part of the table that the camera sees from
        `height_mm` over the table."""
        wide = self.spread * height_mm
        return wide, wide * self.height / self.width

    def height_for(self, table: tuple[float, float]) -> float:
        """Return the minimum height in mm from which the camera sees the whole table. `table` is the two
        sides of the table in mm. Its longer side lies along the picture's longer side."""
        long, short = max(table), min(table)
        return max(long, short * self.width / self.height) / self.spread

    def pixels(self, height_mm: float, card: float = CARD_WIDTH) -> float:
        """Return the width in pixels of a card of `card` mm, with the camera `height_mm` over the table."""
        return card * self.width / (self.spread * height_mm)

    def max_height(self, least: MinCardSize, card: float = CARD_WIDTH) -> float:
        """Return the maximum height of the camera, in mm, at which a card appears at least as large as
        `least`. `card` is the width of the card in mm."""
        return card * self.width / (self.spread * least.at_width(self.width))

    def legibility(self, height_mm: float, card: float = CARD_WIDTH) -> Legibility:
        """Return how well cards of the width `card` mm are read, with the camera `height_mm` mm over the
        table."""
        pixels = self.pixels(height_mm, card)
        return next((how for how, least in LEGIBILITY_SIZES if pixels >= least.at_width(self.width)), "no")


def angle_from_diagonal(angle: float, shape: tuple[int, int]) -> float:
    """Return the angle of view across a picture of the aspect `shape`, from its diagonal angle; degrees."""
    return degrees(2 * atan(tan(radians(angle / 2)) * shape[0] / hypot(*shape)))


def angle_from_focal_length(length: float, wide: float) -> float:
    """Return the angle of view across a sensor `wide` mm wide, with a lens of the focal length `length`
    mm; degrees."""
    return degrees(2 * atan(wide / 2 / length))


FULL_FRAME: Final = (36.0, 24.0)
"""Width and height, in mm, of a frame of 35 mm film. A phone's focal length is usually stated for
this size, not for its sensor."""


def angle_from_film_focal_length(length: float, shape: tuple[int, int]) -> float:
    """Return the angle of view across a phone's sensor of the aspect `shape`, degrees. `length` is the focal
    length that gives the same diagonal angle on 35 mm film, in mm."""
    return angle_from_diagonal(angle_from_focal_length(length, hypot(*FULL_FRAME)), shape)


LENSES: Final[Mapping[str, Lens]] = MappingProxyType(
    {
        # Degrees as Raspberry Pi's documentation has them (accessories/camera: hardware specification).
        "module-2": Lens("Camera Module 2", 62.2, 2304, 1296),
        "module-3": Lens("Camera Module 3", 66.0, 2304, 1296),
        "module-3-wide": Lens("Camera Module 3 Wide", 102.0, 2304, 1296),
        # Its sensor is 6.287 mm wide; the lens is sold by its focal length.
        "hq-6mm": Lens("HQ Camera, 6 mm lens", angle_from_focal_length(6.0, 6.287), 2304, 1296),
        # Webcams are sold by their diagonal.
        "webcam": Lens("USB webcam, 1080p, 78°", angle_from_diagonal(78.0, (16, 9)), 1920, 1080),
        # A film has the same width as a photograph, and less height.
        "phone": Lens("Old phone, 26 mm", angle_from_film_focal_length(26.0, (4, 3)), 1920, 1080),
    }
)
"""Cameras for tables, by their names in `lexicon-table height --camera`."""

OVERVIEW_TABLES: Final = ((600.0, 450.0), (800.0, 600.0), (900.0, 600.0), (1200.0, 800.0))
"""Sizes of tables for the overview, mm: a part of a table, a table for two, one for four, and a
large table."""
