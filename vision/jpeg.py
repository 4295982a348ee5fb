"""Decode JPEG files by OpenCV, straight into the picture that is kept.

Pillow would hold four bytes a pixel of its own in addition to the picture's three, 48 MB more for a camera's
twelve megapixels, and take three to four times as long. The pixels are the same, for both use libjpeg-turbo.
OpenCV does not report a file that ends too soon: it fills the rest with grey.
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
"""The bytes at the start of every JPEG file."""

FORMATS: Final = ("JPEG", "MPO")
"""Pillow's names of a JPEG, and of a JPEG with further pictures after the first, as phones write them."""

MODES: Final = ("RGB", "L")
"""Pillow's names of the colours that OpenCV decodes to the same pixels. The four inks of printers are not
among them."""

SHRINK_FLAGS: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""The flag by which OpenCV decodes a JPEG shrunk, for each shrink factor. This is faster."""

MAX_PIXELS: Final = 256_000_000
"""The number of pixels of the largest photograph that is decoded, at an eighth of its size each way if
need be. Phones' photographs have up to 200 million."""

MAX_COEFFICIENT_BYTES: Final = 100_000_000
"""The greatest memory for the coefficients of a progressive JPEG, bytes. The decoder holds all of them at
once, so a file that needs more is not decoded."""

MAX_SCANS: Final = 64
"""The greatest number of passes of a JPEG file. A file with more is not decoded. A progressive file has ten,
and each costs the time of a whole picture."""

_END: Final = 0xD9
"""The code of the marker at the end of a JPEG's picture."""

_SCAN: Final = 0xDA
"""The code of the marker before a JPEG's coded pixels, "start of scan". A progressive file has several
scans."""

_FRAME_HEADERS: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The codes of the JPEG markers that begin a frame header: the size of the picture, its colours and their
coding."""

_PROGRESSIVE: Final = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
"""The codes, among `_FRAME_HEADERS`, of JPEG files whose picture is coded in several passes."""

_WITHOUT_SEGMENT: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""The codes of the JPEG markers after which no length and no content follow."""

_MARKER: Final = re.compile(rb"\xff+([^\x00\xff])")
"""A pattern that finds the next marker in a JPEG file. Its group is the marker's code."""

_CODED_END: Final = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
"""A pattern that finds the marker at which a JPEG's coded pixels end (ITU-T T.81, annex B)."""


class TruncatedError(OSError):
    """The error for a file that ends before its picture ends."""


def decode(file: BinaryIO, shrink: int = 1) -> Picture:
    """Return the file's first picture as (h, w, 3) blue-green-red bytes, shrunk by the factor `shrink` (1, 2,
    4 or 8) each way. The picture is not turned upright.

    Raise TruncatedError if the file ends too early, or OSError if it cannot be decoded.
    """
    if not is_complete(content(file)):
        raise TruncatedError("the file is truncated")
    with _openable_path(file) as name:
        picture = cv2.imread(name, None, SHRINK_FLAGS[shrink] | cv2.IMREAD_IGNORE_ORIENTATION)
    if picture is None:
        raise OSError("no picture comes out of the file")
    return np.asarray(picture, np.uint8)


@dataclass(frozen=True, slots=True)
class JpegHeader:
    """The facts that a JPEG file states about its picture before the pixels."""

    width: int
    """The width of the picture, pixels; 0 if the file states none."""
    height: int
    """The height of the picture, pixels; 0 if the file states none."""
    coefficient_bytes: int
    """The bytes that the decoder holds at once for the picture's coefficients, 0 for a file with one pass."""
    scans: int
    """The number of passes in which the file codes the picture."""


def content(file: BinaryIO) -> memoryview:
    """Return all bytes of a file. Those of a BytesIO are not copied."""
    file.seek(0)
    return file.getbuffer() if isinstance(file, BytesIO) else memoryview(file.read())


def read_header(data: bytes | memoryview) -> JpegHeader:
    """Return the size of a JPEG file's first picture and the cost of decoding it, from the file's markers."""
    size, coefficient_bytes, scans = (0, 0), 0, 0
    for marker, segment in _segments(data):
        if marker in _FRAME_HEADERS and len(segment) >= 6:
            width, height = int.from_bytes(segment[3:5]), int.from_bytes(segment[1:3])
            parts = segment[6 : 6 + 3 * segment[5]]
            size, all_at_once = (width, height), 0 if marker in _PROGRESSIVE else segment[5]
            coefficients = _coefficients(width, height, parts)
        elif marker == _SCAN and size != (0, 0):
            scans += 1
            if not segment or segment[0] != all_at_once:
                coefficient_bytes = coefficients
    return JpegHeader(*size, coefficient_bytes, scans)


def _coefficients(width: int, height: int, parts: bytes) -> int:
    """Return the number of bytes that a JPEG's coefficients take in the decoder, two bytes each. `parts` is
    the header's list of colour components, three bytes each."""
    steps = [(part >> 4, part & 15) for part in parts[1::3]]
    most = max((across * down for across, down in steps), default=1) or 1
    return sum(2 * width * height * across * down // most for across, down in steps)


def is_complete(data: bytes | memoryview) -> bool:
    """Return True if the JPEG's first picture ends within the file, so that the file was not cut off."""
    return any(marker == _END for marker, _ in _segments(data))


def _segments(data: bytes | memoryview) -> Iterator[tuple[int, bytes]]:
    """Yield the code and the content of each marker of a JPEG file's first picture. The coded pixels are left
    out."""
    at = 0
    while match := _MARKER.search(data, at):
        at, marker = match.end(), match[1][0]
        if marker in _WITHOUT_SEGMENT:
            continue
        if marker == _END:
            yield marker, b""
            return
        length = int.from_bytes(data[at : at + 2])
        yield marker, bytes(data[at + 2 : at + length])
        at += length
        if marker == _SCAN:
            coded_end = _CODED_END.search(data, at)
            at = coded_end.start() if coded_end else len(data)


@contextmanager
def _openable_path(file: BinaryIO) -> Iterator[str]:
    """Yield a path under which OpenCV can open `file`. Bytes in memory are copied to an anonymous file
    first, because OpenCV decodes bytes with the memory of two pictures."""
    if not isinstance(file, BytesIO):
        yield f"/proc/self/fd/{file.fileno()}"
        return
    descriptor = os.memfd_create("photograph")
    try:
        with os.fdopen(descriptor, "wb", closefd=False) as copy:
            copy.write(file.getbuffer())
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)
