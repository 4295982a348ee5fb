"""JPEG decoded straight into the picture that is kept, by OpenCV.

Pillow holds four bytes a pixel of its own beside our three, 48 MB more for a camera's twelve megapixels, and
takes three to four times as long. The pixels are the same, for both stand on libjpeg-turbo. What OpenCV does
not say is that a file ends too soon: it fills the rest with grey.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO, Final

import cv2
import numpy as np

from vision.crops import Picture

FORMATS: Final = ("JPEG", "MPO")
"""What Pillow calls a JPEG, and one with more pictures behind the first, as phones write them."""

MODES: Final = ("RGB", "L")
"""What it calls the colours that OpenCV decodes as it does itself: not printers' four inks."""

SHRUNK: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""How many of a file's pixels, each way, become one: a JPEG is decoded so in less time, not in more."""

_END: Final = 0xD9
"""The marker at a picture's end ..."""

_SCAN: Final = 0xDA
"""... before its coded pixels (a progressive one's come in several parts) ..."""

_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""... and those behind which no length stands: where a file begins, and among coded pixels."""

_MARKER: Final = re.compile(rb"\xff+([^\x00\xff])")
"""A marker ..."""

_CODED: Final = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
"""... and one that is not among coded pixels (ITU-T T.81, annex B)."""


class TruncatedError(OSError):
    """A file that ends before its picture does."""


def shrinking(width: int, height: int, enough: int | None) -> int:
    """How many pixels may become one each way so that the longer side keeps `enough` of them or more."""
    if enough is None:
        return 1
    return max((shrink for shrink in SHRUNK if max(width, height) >= shrink * enough), default=1)


def decoded(file: BinaryIO, shrink: int = 1) -> Picture:
    """The file's first picture as (h, w, 3) blue-green-red bytes, as it lies there, `shrink` (1, 2, 4 or 8)
    pixels each way as one. Raises TruncatedError, or OSError where no picture comes out of it."""
    file.seek(0)
    if not whole(file.read()):
        raise TruncatedError("the file is truncated")
    with _named(file) as name:
        picture = cv2.imread(name, None, SHRUNK[shrink] | cv2.IMREAD_IGNORE_ORIENTATION)
    if picture is None:
        raise OSError("no picture comes out of the file")
    return np.asarray(picture, np.uint8)


def whole(data: bytes) -> bool:
    """Whether the file's first picture has an end."""
    at = 0
    while found := _MARKER.search(data, at):
        at, marker = found.end(), found[1][0]
        if marker == _END:
            return True
        if marker in _BARE:
            continue
        at += int.from_bytes(data[at : at + 2])
        if marker == _SCAN:
            behind = _CODED.search(data, at)
            at = behind.start() if behind else len(data)
    return False


@contextmanager
def _named(file: BinaryIO) -> Iterator[str]:
    """A name under which OpenCV may open what `file` holds. Of bytes alone it would make two pictures."""
    if not isinstance(file, BytesIO):
        yield f"/proc/self/fd/{file.fileno()}"
        return
    held = os.memfd_create("photograph")
    try:
        with os.fdopen(held, "wb", closefd=False) as there:
            there.write(file.getbuffer())
        yield f"/proc/self/fd/{held}"
    finally:
        os.close(held)
