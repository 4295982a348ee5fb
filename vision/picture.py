"""Photographs from files and back: every format, none of their traps."""

import warnings
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

import cv2
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.crops import Picture

MOST_PIXELS: Final = 64_000_000
"""Larger photographs are refused: decoding one would take a small Pi's whole memory."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP", "PPM", "JPEG2000", "AVIF")
"""What cameras, phones and scanners write. Nothing else is even tried: Pillow hands PostScript, for one, to a
program that runs it, whatever the file is called."""

_APPLE: Final = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypheim", b"ftyphevc")
"""What the files of Apple's cameras (HEIC) begin with: Pillow cannot read them, and people are told so."""

_HEAD: Final = 64
"""Bytes at the start of a file that tell one of Apple's pictures: twelve do, and any more."""


class PictureError(ValueError):
    """A photograph that cannot be read; the message says which and why in one line."""


def load(path: Path) -> Picture:
    """The photograph as (h, w, 3) blue-green-red bytes, turned the way its camera was held (EXIF).

    Of an animation the first picture is taken. Raises PictureError.
    """
    return _understood(str(path), lambda: _load(path))


def decode(data: bytes, name: str, enough: int | None = None) -> Picture:
    """The same of a photograph's bytes, which messages call `name`. Raises PictureError.

    Where its longer side need have no more than `enough` pixels a JPEG may come out shrunk, by 2, 4 or 8 and
    never below that: a phone's 48 megapixels then take a quarter of the memory and the time.
    """
    return _understood(name, lambda: _decoded(BytesIO(data), name, enough))


def _understood(name: str, act: Callable[[], Picture]) -> Picture:
    """What `act` reads; whatever it raises is told in one line about `name`."""
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures (the limit below is ours and lower) and of odd metadata.
            warnings.simplefilter("ignore")
            return act()
    except PictureError:
        raise
    except FileNotFoundError:
        raise PictureError(f"{name}: no such file") from None
    except UnidentifiedImageError:
        raise PictureError(f"{name}: not a photograph that can be decoded") from None
    except Image.DecompressionBombError:
        limit = MOST_PIXELS // 1_000_000
        raise PictureError(f"{name}: far too large; at most {limit} megapixels are read") from None
    except Exception as fault:  # noqa: BLE001  # ten decoders, and on broken files each raises what it likes
        if isinstance(fault, OSError) and fault.strerror:  # the system's word, not a decoder's
            raise PictureError(f"{name}: {fault.strerror}") from None
        raise PictureError(f"{name}: {_damage(fault)}") from None


def _damage(fault: Exception) -> str:
    """What is wrong with a file, for a person, by what a decoder says of it."""
    if "truncated" in str(fault).lower():
        return "the file ends before the picture does; fetch or copy it anew"
    if isinstance(fault, OSError | SyntaxError):  # how Pillow says so
        return "the file is damaged, and no picture comes out of it; fetch or copy it anew"
    reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
    return f"cannot be decoded ({reason})"


def _load(path: Path) -> Picture:
    if path.exists() and not path.is_file():
        # Opening a pipe would wait for ever.
        raise PictureError(f"{path}: not a file")
    with path.open("rb") as file:
        return _decoded(file, str(path))


def _decoded(file: BinaryIO, name: str, enough: int | None = None) -> Picture:
    if file.read(_HEAD)[4:12] in _APPLE:
        raise PictureError(f"{name}: HEIC pictures are not read; save it as JPEG")
    file.seek(0)
    with Image.open(file, formats=FORMATS) as image:
        width, height = image.size
        if width * height > MOST_PIXELS:
            size, limit = width * height / 1e6, MOST_PIXELS // 1_000_000
            raise PictureError(f"{name}: {size:.0f} megapixels; at most {limit} are read")
        if enough is not None:
            shrink = enough / max(width, height)
            image.draft("RGB", (max(1, round(width * shrink)), max(1, round(height * shrink))))
        ImageOps.exif_transpose(image, in_place=True)
        return _bgr(image)


def _bgr(image: Image.Image) -> Picture:
    if image.mode.startswith("I") or image.mode == "F":
        # Sixteen-bit greys: Pillow would clip them at 255 instead of scaling.
        deep = np.asarray(image, np.float64)
        top = 65535.0 if deep.max() > 255 else 255.0
        grey = np.clip(deep / top * 255, 0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.mode in ("RGBA", "LA", "PA", "P"):
        over = image.convert("RGBA")
        white = Image.new("RGBA", over.size, "white")
        image = Image.alpha_composite(white, over)
    # One copy and no more, turned about where it lies: a phone's 48 megapixels are 150 MB each time.
    picture = np.array(image if image.mode == "RGB" else image.convert("RGB"), np.uint8)
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR, dst=picture), np.uint8)


def save(path: Path, picture: Picture, quality: int = 88) -> None:
    """Write a blue-green-red picture; the format follows the name, JPEG when it says nothing known.

    Makes the folder. Raises OSError.
    """
    path = named(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(picture, path, quality))


def named(path: Path) -> Path:
    """Where a picture that is to be written to `path` goes: a name that says no format known gets `.jpg`."""
    return path if _format(path) else path.with_suffix(".jpg")


def encoded(picture: Picture, path: Path, quality: int = 88) -> bytes:
    """The file at `path`, as `named` has it, of a blue-green-red picture. Raises OSError or ValueError where
    that format can't hold it."""
    image = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
    data = BytesIO()
    image.save(data, _format(path) or "JPEG", quality=quality)
    return data.getvalue()


def _format(path: Path) -> str | None:
    """The format that a name says, of those that are read here."""
    form = Image.registered_extensions().get(path.suffix.lower())
    return form if form in FORMATS and form in Image.SAVE else None
