"""The white sheet on which charts are drawn, and the colours of all charts.

Charts are drawn with Pillow alone. They are drawn at twice the size and then reduced, so that lines are
smooth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.crops import Picture

Colour = tuple[int, int, int]
"""A colour: red, green, blue."""

INK: Final = (38, 44, 52)
"""The colour of main text, a little softer than black."""

SOFT: Final = (112, 120, 130)
"""The colour of secondary text. Its contrast with the paper is 4.5 to 1, about the least for legible
small print."""

HAIR: Final = (226, 229, 233)
"""The colour of guide lines: pale, so that they do not distract from the data."""

FAINT: Final = (247, 248, 249)
"""The colour of empty cells, slightly darker than the paper."""

PAPER: Final = (255, 255, 255)
"""The colour of the paper: white, like the pages that show the charts."""

RIGHT: Final = (31, 119, 104)
"""The colour of right readings, a bluish green."""

WRONG: Final = (196, 62, 46)
"""The colour of wrong readings, a red about as dark as `RIGHT`. Right and wrong readings also differ in
their places, so that a reader of the chart need not distinguish the colours."""

_OVERSAMPLING: Final = 2
"""The ratio of the size at which charts are drawn to the size of the finished picture."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A white sheet for one chart. All lengths are in pixels of the finished picture."""

    image: Image.Image
    """The picture, `_OVERSAMPLING` times as large as the finished picture."""
    pen: ImageDraw.ImageDraw
    """Pillow's drawing functions for the picture."""

    @classmethod
    def of(cls, width: float, height: float) -> "Sheet":
        """Return an empty sheet of `width` by `height` pixels of the finished picture."""
        image = Image.new("RGB", (round(width) * _OVERSAMPLING, round(height) * _OVERSAMPLING), PAPER)
        return cls(image, ImageDraw.Draw(image))

    def text(self, x: float, y: float, content: str, size: float, anchor: str, colour: Colour = INK) -> None:
        """Write text at the point `x`, `y`. `anchor` says which part of the text lies there, in Pillow's
        letters, such as `mm` for its middle."""
        self.pen.text((x * _OVERSAMPLING, y * _OVERSAMPLING), content, colour, _font(size), anchor)

    def box(self, x: float, y: float, right: float, foot: float, colour: Colour) -> None:
        """Draw a filled box. Draw nothing if its width or height is not positive."""
        if right > x and foot > y:
            self.pen.rectangle(
                (x * _OVERSAMPLING, y * _OVERSAMPLING, right * _OVERSAMPLING - 1, foot * _OVERSAMPLING - 1),
                colour,
            )

    def line(self, points: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
        """Draw a line `width` pixels wide through the points."""
        self.pen.line(
            [(x * _OVERSAMPLING, y * _OVERSAMPLING) for x, y in points],
            colour,
            round(width * _OVERSAMPLING),
            "curve",
        )

    def done(self) -> Picture:
        """Return the finished picture (rows, columns, 3), blue, green, red."""
        # The picture is reduced by plain averaging. Sharper filters leave faint echoes beside every line,
        # which double the size of a PNG.
        return np.ascontiguousarray(np.asarray(self.image.reduce(_OVERSAMPLING), np.uint8)[:, :, ::-1])


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return Pillow's own typeface, which needs no file and looks alike on every machine."""
    return ImageFont.load_default(size * _OVERSAMPLING)
