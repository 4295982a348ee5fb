"""Photographs from files and back: every format, none of their traps."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
from PIL import Image

from vision import decoder_sandbox, jpeg
from vision.crops import Picture
from vision.faults import HEAVY, HUGE, MISSING, NO_FILE, SCANS, PictureError
from vision.formats import FORMATS, MOST_PIXELS, faults_in_one_line, open_raster, pillow, too_large
from vision.scanlines import AS_TAKEN, Turn, fill, shrinking, size, turn_of, unturned

__all__ = [
    "FORMATS",
    "MOST_PIXELS",
    "Photograph",
    "PictureError",
    "bounded",
    "decode",
    "load",
    "opened",
    "save",
]

SHRUNK_FROM_PIXELS: Final = 16_000_000
"""Number of pixels above which a photograph is decoded with half as many each way, or a quarter: of 48
million, 12 are all that a small Pi has room for. No letter is lost by it. The finder looks at it in 640
pixels, where the smallest cards that it finds are some 25 high. The decoded photograph has at least 2,300,
where they are 90; of labelled scenes shrunk to a width of 960, with cards as small, 99 in a hundred letters
are read.
"""

MOST_FILE: Final = 64_000_000
"""Bytes of a JPEG in a file: a camera's 200 megapixels take some 50 million."""

_ONE: Final = threading.Lock()
"""Lock held while a picture from outside is decoded: two at once would take the memory of two."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A photograph as it was taken, `width` by `height` pixels, and the `picture` that is read, which may
    have fewer.
    """

    picture: Picture
    width: int
    height: int

    @property
    def times(self) -> tuple[float, float]:
        """Return how many pixels of the file, across and down, make one of the picture."""
        height, width = self.picture.shape[:2]
        return self.width / width, self.height / height


def load(path: Path) -> Picture:
    """Return the photograph as (h, w, 3) blue-green-red bytes, turned by its EXIF orientation.

    Take the first picture of an animation. Shrink a JPEG of more than `MOST_PIXELS`. Raise PictureError.
    """
    return _read(path, MOST_PIXELS).picture


def opened(path: Path) -> Photograph:
    """Load a photograph, at half its width at most if it has more than `SHRUNK_FROM_PIXELS` pixels. Raise
    PictureError."""
    return _read(path, SHRUNK_FROM_PIXELS)


def bounded(path: Path) -> Picture:
    """Load a picture from a file that another program may replace at any time: at most `SHRUNK_FROM_PIXELS`
    pixels, with no more memory than `decode` takes. Raise PictureError.
    """
    name = str(path)
    with _ONE, faults_in_one_line(name), _file(path) as file:
        if not _is_jpeg(file):
            return decoder_sandbox.decode_file_sandboxed(file.fileno(), name, None, SHRUNK_FROM_PIXELS)
        if os.fstat(file.fileno()).st_size > MOST_FILE:
            raise PictureError(name, HEAVY)
        return _jpeg(file, name, None, SHRUNK_FROM_PIXELS).picture


def decode(data: bytes, name: str, enough: int | None = None) -> Picture:
    """Decode a photograph's bytes, which may come from anybody. Messages call it `name`.

    Shrink a picture with more than `SHRUNK_FROM_PIXELS` pixels by 2, 4 or 8, and one that may be smaller,
    but never below `enough` pixels on the longer side: a phone's 48 megapixels then take a quarter of the
    memory and the time. Decode one picture at a time. Raise PictureError.
    """
    with _ONE, faults_in_one_line(name):
        file = BytesIO(data)
        if _is_jpeg(file):
            return _jpeg(file, name, enough, SHRUNK_FROM_PIXELS).picture
        return decoder_sandbox.decode_sandboxed(data, name, enough, SHRUNK_FROM_PIXELS)


def _read(path: Path, most: int) -> Photograph:
    """Read the photograph at `path`, into a picture of `most` pixels at most."""
    name = str(path)
    with faults_in_one_line(name), _file(path) as file:
        if _is_jpeg(file):
            return _jpeg(file, name, None, most)
        with open_raster(file, name) as found:
            shrink = shrinking(found.width, found.height, None, most)
            width, height = size(found, shrink)
            picture = np.empty((height, width, 3), np.uint8)
            fill(picture, found, shrink)
            return Photograph(picture, *size(found))


@contextmanager
def _file(path: Path) -> Iterator[BinaryIO]:
    if not path.exists():
        raise PictureError(str(path), MISSING)
    if not path.is_file():
        # Opening a pipe would wait for ever.
        raise PictureError(str(path), NO_FILE)
    with path.open("rb") as file:
        yield file


def _is_jpeg(file: BinaryIO) -> bool:
    """Tell whether the file is a JPEG in colours that OpenCV decodes."""
    file.seek(0)
    if file.read(3) != jpeg.START:
        file.seek(0)
        return False
    with pillow(file) as image:
        fits = image.format in jpeg.FORMATS and image.mode in jpeg.MODES
    file.seek(0)
    return fits


def _jpeg(file: BinaryIO, name: str, enough: int | None, most: int) -> Photograph:
    """Return a JPEG's picture, decoded by the properties in its head."""
    head = jpeg.head(jpeg.content(file))
    if (pixels := head.width * head.height) > jpeg.MOST_PIXELS:
        raise too_large(name, HUGE, pixels, jpeg.MOST_PIXELS)
    if head.coefficients > jpeg.MOST_BYTES:
        raise PictureError(name, HEAVY)
    if head.scans > jpeg.MOST_SCANS:
        raise PictureError(name, SCANS)
    with pillow(file) as image:
        turn = turn_of(image)
    picture = _turned(jpeg.decoded(file, shrinking(head.width, head.height, enough, most)), turn)
    return Photograph(picture, *((head.height, head.width) if turn[0] else (head.width, head.height)))


def _turned(picture: Picture, turn: Turn) -> Picture:
    if turn == AS_TAKEN:
        return picture
    turned = np.empty((*picture.shape[:2][:: -1 if turn[0] else 1], 3), np.uint8)
    unturned(turned, turn)[:] = picture
    return turned


def save(path: Path, picture: Picture, quality: int = 88) -> None:
    """Write a blue-green-red picture; the format follows the name, JPEG when it says nothing known.

    Makes the folder. Raise OSError.
    """
    path = named(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(picture, path, quality))


def named(path: Path) -> Path:
    """Return the path for a picture to be written to `path`. A name without a known format gets `.jpg`."""
    return path if _format(path) else path.with_suffix(".jpg")


def encoded(picture: Picture, path: Path, quality: int = 88) -> bytes:
    """Encode a blue-green-red picture in the format of `path` (see `named`). Raise OSError or ValueError if
    that format cannot hold it.
    """
    image = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
    data = BytesIO()
    image.save(data, _format(path) or "JPEG", quality=quality)
    return data.getvalue()


def _format(path: Path) -> str | None:
    """Return the format that a name stands for, among those that the program reads."""
    form = Image.registered_extensions().get(path.suffix.lower())
    return form if form in FORMATS and form in Image.SAVE else None
