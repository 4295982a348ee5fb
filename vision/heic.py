"""Read HEIC, the format of iPhones: the pixels of a file's main picture, by libheif."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO, Final

import numpy as np
import pillow_heif
from PIL import Image

from vision.scanlines import NO_TURN, Pixels, Turn, red_green_blue

_MODES: Final = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
"""Pillow's name of a picture's mode, by the number of channels of a pixel."""

pillow_heif.options.THUMBNAILS = False
pillow_heif.options.DEPTH_IMAGES = False
pillow_heif.options.AUX_IMAGES = False
pillow_heif.options.DECODE_THREADS = 2  # each thread takes memory of its own


class HeicRaster:
    """A picture whose rows are read on demand.

    libheif turns the picture upright by the boxes in the file (ISO 23008-12). The EXIF orientation repeats
    these boxes and is ignored.
    """

    def __init__(self, file: BinaryIO) -> None:
        """Read the header of `file`. Raise OSError if it has none, or MemoryError."""
        with _pillow_errors():
            container = pillow_heif.open_heif(BytesIO(file.read()))
            self._image = container[container.primary_index]
            self.width, self.height = self._image.size

    @property
    def turn(self) -> Turn:
        """Return `NO_TURN`, because libheif has already turned the picture upright."""
        return NO_TURN

    def rows(self, top: int, bottom: int) -> Pixels:
        """Return rows `top` to `bottom`, without `bottom`, as (bottom - top, width, 3) red-green-blue bytes.
        Raise OSError if the file is damaged, or MemoryError."""
        with _pillow_errors():
            lines = np.asarray(self._image)[top:bottom]
        if lines.dtype != np.uint8:
            lines = lines >> 8
        depth = 1 if lines.ndim == 2 else lines.shape[2]
        lines = lines.astype(np.uint8, copy=False).reshape(bottom - top, self.width, depth)
        return red_green_blue(Image.fromarray(lines.squeeze(2) if depth == 1 else lines, _MODES[depth]))


@contextmanager
def _pillow_errors() -> Iterator[None]:
    """Translate libheif's errors about a file into those that Pillow raises for other formats."""
    try:
        yield
    except (ValueError, RuntimeError, SyntaxError, EOFError) as error:
        message = str(error).lower()
        if "memory" in message or "limit" in message:
            raise MemoryError from error
        raise OSError("truncated" if "end of" in message else "damaged") from error
