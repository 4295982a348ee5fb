"""Decode pictures of every format but JPEG some rows at a time, to hold as little of them in memory as
possible.

A decoder holds a whole picture, four bytes a pixel in Pillow. The result, blue first, shrunk and turned, is
filled in by rows, so a second copy of the whole is held only in the size that is wanted.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

Pixels = NDArray[np.uint8]
"""The pixels of a picture, (height, width, 3)."""

ROWS_AT_ONCE: Final = 64
"""The number of rows taken from a decoder at once: a megabyte of the widest picture. Taking more rows is not
faster. The number is a multiple of every shrink factor."""

SHRINK_FACTORS: Final = (1, 2, 4, 8)
"""The factors by which a JPEG's decoder can shrink a picture each way. Shrinking saves time."""

Turn = tuple[bool, int, int]
"""A turn of a picture: true if rows become columns; the step, 1 or -1, from one row to the next; the step
from one pixel of a row to the next."""

NO_TURN: Final[Turn] = (False, 1, 1)
"""The turn of a picture that is upright already."""

TURNS: Final[Mapping[int, Turn]] = MappingProxyType(
    {
        2: (False, 1, -1), 3: (False, -1, -1), 4: (False, -1, 1),
        5: (True, 1, 1), 6: (True, 1, -1), 7: (True, -1, -1), 8: (True, -1, 1),
    }
)  # fmt: skip
"""The turn that makes a photograph upright, by EXIF's number for the camera's orientation. Pillow's own
turning would take another copy."""


class Raster(Protocol):
    """A picture that is decoded when its rows are read."""

    width: int
    """The width of the picture as stored, before the turn, pixels."""
    height: int
    """The height of the picture as stored, before the turn, pixels."""

    @property
    def turn(self) -> Turn:
        """Return the turn that makes the picture upright. Ask for it after decoding, because the orientation
        may stand at the end of the file."""

    def rows(self, top: int, bottom: int) -> Pixels:
        """Return the rows from `top` up to, but not including, `bottom`: (rows, width, 3) red-green-blue
        bytes. Errors of the decoder are passed on."""


class PillowRaster:
    """A picture that Pillow decodes."""

    def __init__(self, image: Image.Image) -> None:
        self._image, self.width, self.height = image, *image.size
        self._top: float | None = None

    @property
    def turn(self) -> Turn:
        """Return the turn that makes the picture upright, by its EXIF orientation."""
        self._image.load()
        return turn_of(self._image)

    def rows(self, top: int, bottom: int) -> Pixels:
        """Return rows `top` to `bottom`, without `bottom`, laid over white where they are transparent."""
        band = self._image.crop((0, top, self.width, bottom))
        return self._scaled(band) if _is_deep(band) else red_green_blue(band)

    def _scaled(self, band: Image.Image) -> Pixels:
        """Return grey levels of more than eight bits as (h, w, 3) bytes. The scale is 65,535 if the picture
        has a level above 255. Pillow would clip such levels at 255."""
        if self._top is None:
            brightest = self._image.getextrema()[1]
            self._top = 65535.0 if isinstance(brightest, int | float) and brightest > 255 else 255.0
        deep = np.nan_to_num(np.asarray(band, np.float64))
        grey = np.clip(deep / self._top * 255, 0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, 2)


def _is_deep(image: Image.Image) -> bool:
    return image.mode.startswith("I") or image.mode == "F"


def red_green_blue(band: Image.Image) -> Pixels:
    """Return an image's red-green-blue pixels, laid over white where they are transparent."""
    if band.mode in ("RGBA", "LA", "PA", "P"):
        over = band.convert("RGBA")
        band = Image.alpha_composite(Image.new("RGBA", over.size, "white"), over)
    return np.asarray(band if band.mode == "RGB" else band.convert("RGB"), np.uint8)


def turn_of(image: Image.Image) -> Turn:
    """Return the turn that makes Pillow's picture upright."""
    return TURNS.get(image.getexif().get(ExifTags.Base.Orientation, 1), NO_TURN)


def shrink_factor(width: int, height: int, enough: int | None, max_pixels: int) -> int:
    """Return the shrink factor: the number of pixels each way that become one.

    The factor is large enough to leave no more than `max_pixels` pixels. It is larger while the longer side
    keeps at least `enough` pixels.
    """
    needed = next(
        (shrink for shrink in SHRINK_FACTORS if width * height <= max_pixels * shrink * shrink),
        SHRINK_FACTORS[-1],
    )
    if enough is None:
        return needed
    longer = max(width, height)
    return max(needed, *(shrink for shrink in SHRINK_FACTORS if longer >= shrink * enough), 1)


def size(raster: Raster, shrink: int = 1) -> tuple[int, int]:
    """Return the width and height of the picture after its turn, pixels. The picture is shrunk by the factor
    `shrink` each way."""
    width, height = -(-raster.width // shrink), -(-raster.height // shrink)
    return (height, width) if raster.turn[0] else (width, height)


def fill(picture: Pixels, raster: Raster, shrink: int = 1) -> None:
    """Fill `picture`, which has the raster's `size`, with the raster's pixels, blue first, turned upright and
    shrunk by the factor `shrink` each way. The decoder's errors are passed on."""
    target = unturned(picture, raster.turn)
    for top in range(0, raster.height, ROWS_AT_ONCE):
        rows = raster.rows(top, min(raster.height, top + ROWS_AT_ONCE))
        if shrink > 1:
            rows = np.asarray(Image.fromarray(rows).reduce(shrink), np.uint8)
        at = top // shrink
        target[at : at + len(rows)] = rows[:, :, ::-1]


def unturned(picture: Pixels, turn: Turn) -> Pixels:
    """Return a view of an upright picture's memory in which the pixels lie as in the file, before the turn. A
    decoder can fill the picture through it."""
    swapped, down, across = turn
    view = picture[::down, ::across]
    return view.swapaxes(0, 1) if swapped else view
