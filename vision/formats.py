"""Open picture files: which formats are read, how large their pictures may be, and what is wrong with a
file."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final

from PIL import Image, UnidentifiedImageError

from vision.faults import (
    CANNOT_OPEN,
    DAMAGED,
    DECODING_FAILED,
    TOO_LARGE_FOR_FORMAT,
    TOO_MUCH_MEMORY,
    TRUNCATED,
    UNKNOWN_FORMAT,
    PictureError,
)
from vision.scanlines import PillowRaster, Raster

FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP", "PPM", "JPEG2000", "AVIF")
"""The formats of cameras, phones and scanners, besides HEIC. No other format is tried. Pillow would, for
example, give a PostScript file to a program that runs it, whatever the file's name."""

MAX_PIXELS: Final = 64_000_000
"""The greatest number of pixels in any format but JPEG. A larger picture is refused by its header, because
decoding it whole takes a small Pi's whole memory."""

# The limits are those here and in vision.jpeg: Pillow's own is lower than a phone's 200 megapixels.
Image.MAX_IMAGE_PIXELS = None

_BRANDS: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
"""The brands in the header of a HEIC file (ISO 23008-12). An AVIF file may have the brand `mif1`, too."""

HEAD_BYTES: Final = 64
"""The number of bytes at a file's start that tell its format."""


@contextmanager
def open_raster(file: BinaryIO, name: str, max_pixels: int = MAX_PIXELS) -> Iterator[Raster]:
    """Yield the picture in `file`, not yet decoded. Raise PictureError, whose message names the
    picture `name`, if the picture has more than `max_pixels` pixels. Pass on a decoder's errors."""
    head = file.read(HEAD_BYTES)
    file.seek(0)
    if head[4:8] == b"ftyp" and head[8:12] in _BRANDS and b"avif" not in head:
        # The import takes seven megabytes that most tables never need.
        from vision.heic import HeicRaster

        yield _within_limit(HeicRaster(file), name, max_pixels)
        return
    # Pillow takes memory for all of a WebP before it says how large that is.
    if (pixels := webp_pixels(head)) > max_pixels:
        raise too_large(name, TOO_LARGE_FOR_FORMAT, pixels, max_pixels)
    with pillow(file) as image:
        yield _within_limit(PillowRaster(image), name, max_pixels)


def webp_pixels(head: bytes) -> int:
    """Return the number of pixels of a WebP from its first bytes (RFC 9649), or 0 for another format."""
    if head[:4] != b"RIFF" or head[8:12] != b"WEBP":
        return 0
    match head[12:16]:
        case b"VP8X":
            width, height = _little_endian(head[24:27]) + 1, _little_endian(head[27:30]) + 1
        case b"VP8L":
            sides = _little_endian(head[21:25])
            width, height = (sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = _little_endian(head[26:28]) & 0x3FFF, _little_endian(head[28:30]) & 0x3FFF
        case _:
            return 0
    return width * height


def _little_endian(data: bytes) -> int:
    return int.from_bytes(data, "little")


@contextmanager
def pillow(file: BinaryIO) -> Iterator[Image.Image]:
    """Yield the picture in `file`, opened by Pillow. Pass on Pillow's errors."""
    file.seek(0)
    with Image.open(file, formats=FORMATS) as image:
        yield image


def _within_limit(picture: Raster, name: str, max_pixels: int) -> Raster:
    if (pixels := picture.width * picture.height) > max_pixels:
        raise too_large(name, TOO_LARGE_FOR_FORMAT, pixels, max_pixels)
    return picture


def too_large(name: str, text: str, pixels: int, max_pixels: int) -> PictureError:
    """Return the error for a picture of `pixels` pixels, of which at most `max_pixels` are read."""
    return PictureError(name, text, size=round(pixels / 1e6), limit=max_pixels // 1_000_000)


@contextmanager
def faults_in_one_line(name: str) -> Iterator[None]:
    """Turn every error within the block, while the picture `name` is read, into a PictureError of one
    line."""
    try:
        with warnings.catch_warnings():
            # Pillow warns of odd metadata.
            warnings.simplefilter("ignore")
            yield
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError(name, UNKNOWN_FORMAT) from None
    except MemoryError:
        raise PictureError(name, TOO_MUCH_MEMORY) from None
    except Exception as fault:  # a dozen decoders raise errors of any type
        raise _fault_for_people(name, fault) from fault


def _fault_for_people(name: str, fault: Exception) -> PictureError:
    """Return the fault of a file in words for people, from the error of a decoder or of the system."""
    message = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
    if isinstance(fault, OSError) and fault.strerror:  # an error of the system, not of a decoder
        return PictureError(name, CANNOT_OPEN, reason=fault.strerror)
    if "memory" in message.lower():
        return PictureError(name, TOO_MUCH_MEMORY)
    if "truncated" in message.lower() or isinstance(fault, EOFError):
        return PictureError(name, TRUNCATED)
    if isinstance(fault, OSError | SyntaxError):  # Pillow's errors for a damaged file
        return PictureError(name, DAMAGED)
    return PictureError(name, DECODING_FAILED)
