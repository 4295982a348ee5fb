"""JPEG files decoded by OpenCV straight into the picture that is kept.

Pillow holds four bytes a pixel of its own in addition to the picture's three, 48 MB more for a camera's
twelve megapixels, and takes three to four times as long. The pixels are the same, for both use libjpeg-turbo.
OpenCV does not report that a file ends too soon: it fills the rest with grey.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO, Final

import cv2
import numpy as np

from vision.crops import Picture

START: Final = b"\xff\xd8\xff"
"""The bytes that every file begins with."""

FORMATS: Final = ("JPEG", "MPO")
"""Pillow's names of a JPEG, and of one with further pictures behind the first, as phones write them."""

MODES: Final = ("RGB", "L")
"""Pillow's names of the colours that OpenCV decodes in the same way: not printers' four inks."""

SHRUNK: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""OpenCV's flag for each number of pixels, each way, that become one: a JPEG is decoded faster so."""

MOST_PIXELS: Final = 256_000_000
"""The pixels of the largest photograph, which is decoded at an eighth each way at the least: phones' have
up to 200 million."""

MOST_BYTES: Final = 100_000_000
"""The memory that a progressive file may take: the decoder holds all its coefficients."""

MOST_SCANS: Final = 64
"""The most passes of a file: a progressive one has ten, and each costs the time of a whole picture."""

_END: Final = 0xD9
"""The marker at a picture's end ..."""

_SCAN: Final = 0xDA
"""... before its coded pixels (a progressive file has them in several parts) ..."""

_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""... before its size, the colours and their coding ..."""

_PROGRESSIVE: Final = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
"""... of which these tell that the file has several passes ..."""

_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""... and those without a length after them: where a file begins, and among coded pixels."""

_MARKER: Final = re.compile(rb"\xff+([^\x00\xff])")
"""A marker ..."""

_CODED: Final = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
"""... and one that is not among coded pixels (ITU-T T.81, annex B)."""


class TruncatedError(OSError):
    """An error for a file that ends before its picture does."""


def decoded(file: BinaryIO, shrink: int = 1) -> Picture:
    """Decode the file's first picture to (h, w, 3) blue-green-red bytes, without rotating it.

    `shrink` (1, 2, 4 or 8) pixels each way become one. Raise TruncatedError, or OSError when the file can't
    be decoded.
    """
    if not whole(content(file)):
        raise TruncatedError("the file is truncated")
    with _named(file) as name:
        picture = cv2.imread(name, None, SHRUNK[shrink] | cv2.IMREAD_IGNORE_ORIENTATION)
    if picture is None:
        raise OSError("no picture comes out of the file")
    return np.asarray(picture, np.uint8)


@dataclass(frozen=True, slots=True)
class JpegHeader:
    """The facts in a file before its pixels: its size, the bytes of `coefficients` that its decoder holds at
    once, and its number of passes.
    """

    width: int
    height: int
    coefficients: int
    scans: int


def content(file: BinaryIO) -> memoryview:
    """Return the file's bytes; those of a BytesIO are not copied."""
    file.seek(0)
    return file.getbuffer() if isinstance(file, BytesIO) else memoryview(file.read())


def head(data: bytes | memoryview) -> JpegHeader:
    """Read the facts of the file's first picture; a size of zero where it states none."""
    size, held, scans = (0, 0), 0, 0
    for marker, segment in _segments(data):
        if marker in _FRAMES and len(segment) >= 6:
            width, height = int.from_bytes(segment[3:5]), int.from_bytes(segment[1:3])
            parts = segment[6 : 6 + 3 * segment[5]]
            size, all_at_once = (width, height), 0 if marker in _PROGRESSIVE else segment[5]
            coefficients = _coefficients(width, height, parts)
        elif marker == _SCAN and size != (0, 0):
            scans += 1
            if not segment or segment[0] != all_at_once:
                held = coefficients
    return JpegHeader(*size, held, scans)


def _coefficients(width: int, height: int, parts: bytes) -> int:
    """Compute the bytes of all coefficients, two each, of the colours in `parts`, three bytes a colour."""
    steps = [(part >> 4, part & 15) for part in parts[1::3]]
    most = max((across * down for across, down in steps), default=1) or 1
    return sum(2 * width * height * across * down // most for across, down in steps)


def whole(data: bytes | memoryview) -> bool:
    """Tell whether the file's first picture has an end."""
    return any(marker == _END for marker, _ in _segments(data))


def _segments(data: bytes | memoryview) -> Iterator[tuple[int, bytes]]:
    """Yield the markers of the file's first picture with their segments, without the coded pixels."""
    at = 0
    while found := _MARKER.search(data, at):
        at, marker = found.end(), found[1][0]
        if marker in _BARE:
            continue
        if marker == _END:
            yield marker, b""
            return
        length = int.from_bytes(data[at : at + 2])
        yield marker, bytes(data[at + 2 : at + length])
        at += length
        if marker == _SCAN:
            behind = _CODED.search(data, at)
            at = behind.start() if behind else len(data)


@contextmanager
def _named(file: BinaryIO) -> Iterator[str]:
    """Yield a name under which OpenCV can open `file`. From bytes alone it would make two pictures."""
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
