"""Load photographs from files and save them: every format, safe against damaged and huge files."""

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
from vision.faults import NO_SUCH_FILE, NOT_A_FILE, TOO_LARGE, TOO_MANY_SCANS, TOO_MUCH_MEMORY, PictureError
from vision.formats import FORMATS, MAX_PIXELS, faults_in_one_line, open_raster, pillow, too_large
from vision.scanlines import NO_TURN, Turn, fill, shrink_factor, size, turn_of, unturned

__all__ = [
    "FORMATS",
    "MAX_PIXELS",
    "Photograph",
    "PictureError",
    "decode",
    "load",
    "load_bounded",
    "load_photograph",
    "save",
]

SHRUNK_FROM_PIXELS: Final = 16_000_000
"""The number of pixels above which a photograph is decoded at a half or a quarter of its size each way. A
small Pi has room for only 12 of 48 million pixels.

No letter is lost. The finder looks at the photograph in 640 pixels, where the smallest cards that it finds
are some 25 high. The decoded photograph has at least 2,300 pixels, where these cards are 90 high. Of labelled
scenes shrunk to a width of 960, with equally small cards, 99 in a hundred letters are read.
"""

MAX_FILE_BYTES: Final = 64_000_000
"""The greatest size of a JPEG file, bytes. A camera's 200 megapixels take some 50 million."""

_DECODING: Final = threading.Lock()
"""The lock held while a picture from outside is decoded. Decoding two pictures at once would take twice
the memory."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A photograph, with the size at which it was taken."""

    picture: Picture
    """The picture that is read. It may have fewer pixels than the photograph as taken."""
    width: int
    """The width of the photograph as taken, pixels."""
    height: int
    """The height of the photograph as taken, pixels."""

    @property
    def shrink_factors(self) -> tuple[float, float]:
        """Return the number of the file's pixels for each pixel of the picture, across and down."""
        height, width = self.picture.shape[:2]
        return self.width / width, self.height / height


def load(path: Path) -> Picture:
    """Return the photograph as (h, w, 3) blue-green-red bytes, turned by its EXIF orientation.

    An animation gives its first picture. A JPEG of more than `MAX_PIXELS` is shrunk. Raise PictureError if
    the photograph cannot be read.
    """
    return _read(path, MAX_PIXELS).picture


def load_photograph(path: Path) -> Photograph:
    """Return the photograph at `path`. If it has more than `SHRUNK_FROM_PIXELS` pixels, it is shrunk to half
    its width or less. Raise PictureError if it cannot be read."""
    return _read(path, SHRUNK_FROM_PIXELS)


def load_bounded(path: Path) -> Picture:
    """Return the picture of a file that another program may replace at any time, shrunk to at most
    `SHRUNK_FROM_PIXELS` pixels.

    Rare formats are decoded in a process of their own, as in `decode`, so the memory is limited. Raise
    PictureError if the picture cannot be read.
    """
    name = str(path)
    with _DECODING, faults_in_one_line(name), _file(path) as file:
        if not _is_jpeg(file):
            return decoder_sandbox.decode_file_sandboxed(file.fileno(), name, None, SHRUNK_FROM_PIXELS)
        if os.fstat(file.fileno()).st_size > MAX_FILE_BYTES:
            raise PictureError(name, TOO_MUCH_MEMORY)
        return _jpeg(file, name, None, SHRUNK_FROM_PIXELS).picture


def decode(data: bytes, name: str, enough: int | None = None) -> Picture:
    """Return the picture in a photograph's bytes, which may come from anybody. Messages call the photograph
    `name`.

    A picture with more than `SHRUNK_FROM_PIXELS` pixels is shrunk by 2, 4 or 8. With `enough`, any picture is
    shrunk while its longer side keeps that many pixels: a phone's 48 megapixels then take a quarter of the
    memory and the time. One picture is decoded at a time. Raise PictureError if the picture cannot be read.
    """
    with _DECODING, faults_in_one_line(name):
        file = BytesIO(data)
        if _is_jpeg(file):
            return _jpeg(file, name, enough, SHRUNK_FROM_PIXELS).picture
        return decoder_sandbox.decode_sandboxed(data, name, enough, SHRUNK_FROM_PIXELS)


def _read(path: Path, max_pixels: int) -> Photograph:
    """Return the photograph at `path`, with a picture of `max_pixels` pixels at most."""
    name = str(path)
    with faults_in_one_line(name), _file(path) as file:
        if _is_jpeg(file):
            return _jpeg(file, name, None, max_pixels)
        with open_raster(file, name) as raster:
            shrink = shrink_factor(raster.width, raster.height, None, max_pixels)
            width, height = size(raster, shrink)
            picture = np.empty((height, width, 3), np.uint8)
            fill(picture, raster, shrink)
            return Photograph(picture, *size(raster))


@contextmanager
def _file(path: Path) -> Iterator[BinaryIO]:
    if not path.exists():
        raise PictureError(str(path), NO_SUCH_FILE)
    if not path.is_file():
        # Opening a pipe would wait for ever.
        raise PictureError(str(path), NOT_A_FILE)
    with path.open("rb") as file:
        yield file


def _is_jpeg(file: BinaryIO) -> bool:
    """Return True if the file is a JPEG whose colours OpenCV decodes."""
    file.seek(0)
    if file.read(3) != jpeg.START:
        file.seek(0)
        return False
    with pillow(file) as image:
        fits = image.format in jpeg.FORMATS and image.mode in jpeg.MODES
    file.seek(0)
    return fits


def _jpeg(file: BinaryIO, name: str, enough: int | None, max_pixels: int) -> Photograph:
    """Return the photograph in a JPEG file, turned upright and shrunk by the factor that `enough` and
    `max_pixels` ask for. Raise PictureError if its header tells that decoding would take too much memory or
    time."""
    head = jpeg.read_header(jpeg.content(file))
    if (pixels := head.width * head.height) > jpeg.MAX_PIXELS:
        raise too_large(name, TOO_LARGE, pixels, jpeg.MAX_PIXELS)
    if head.coefficient_bytes > jpeg.MAX_COEFFICIENT_BYTES:
        raise PictureError(name, TOO_MUCH_MEMORY)
    if head.scans > jpeg.MAX_SCANS:
        raise PictureError(name, TOO_MANY_SCANS)
    with pillow(file) as image:
        turn = turn_of(image)
    picture = _turned_upright(
        jpeg.decode(file, shrink_factor(head.width, head.height, enough, max_pixels)), turn
    )
    return Photograph(picture, *((head.height, head.width) if turn[0] else (head.width, head.height)))


def _turned_upright(picture: Picture, turn: Turn) -> Picture:
    if turn == NO_TURN:
        return picture
    turned = np.empty((*picture.shape[:2][:: -1 if turn[0] else 1], 3), np.uint8)
    unturned(turned, turn)[:] = picture
    return turned


def save(path: Path, picture: Picture, quality: int = 88) -> None:
    """Write a blue-green-red picture. The format follows the name: JPEG if the name has no known ending.

    The folder is created. Raise OSError if the file cannot be written.
    """
    path = path_with_format(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode(picture, path, quality))


def path_with_format(path: Path) -> Path:
    """Return the path to which a picture for `path` is written. A name without a known format gets `.jpg`."""
    return path if _format(path) else path.with_suffix(".jpg")


def encode(picture: Picture, path: Path, quality: int = 88) -> bytes:
    """Return a blue-green-red picture as bytes in the format of `path` (see `path_with_format`). Raise
    OSError or ValueError if that format cannot hold it."""
    image = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
    data = BytesIO()
    image.save(data, _format(path) or "JPEG", quality=quality)
    return data.getvalue()


def _format(path: Path) -> str | None:
    """Return the format for the file name of `path`, or None if this program does not read that format."""
    form = Image.registered_extensions().get(path.suffix.lower())
    return form if form in FORMATS and form in Image.SAVE else None
