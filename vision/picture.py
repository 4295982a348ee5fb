"""Photographs from files and back: every format, none of their traps."""

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final, TypeVar

import cv2
import numpy as np
from PIL import ExifTags, Image, UnidentifiedImageError

from vision import jpeg
from vision.crops import Picture

MOST_PIXELS: Final = 64_000_000
"""Larger photographs are refused: decoding one would take a small Pi's whole memory."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP", "PPM", "JPEG2000", "AVIF")
"""What cameras, phones and scanners write. Nothing else is even tried: Pillow hands PostScript, for one, to a
program that runs it, whatever the file is called."""

LARGE: Final = 16_000_000
"""Pixels above which a photograph is decoded with half as many each way: of 48 million, 12 are all that a
small Pi has room for. No letter is lost by it. The finder looks at it in 640 pixels, where the smallest cards
that it finds are some 25 high; the half of such a photograph has 2,300 at the least, where they are 90, and
of labelled scenes shrunk to a width of 960, with cards as small, 99 in a hundred letters are read."""

ROWS: Final = 64
"""Rows of a photograph taken from Pillow at once: a megabyte of the widest, and more make it no faster."""

Turn = tuple[bool, int, int]
"""Whether rows become columns, and then the steps, 1 or -1, in which they are gone through downwards and
across."""

AS_TAKEN: Final[Turn] = (False, 1, 1)
"""What needs no turning."""

TURNS: Final[Mapping[int, Turn]] = MappingProxyType(
    {
        2: (False, 1, -1), 3: (False, -1, -1), 4: (False, -1, 1),
        5: (True, 1, 1), 6: (True, 1, -1), 7: (True, -1, -1), 8: (True, -1, 1),
    }
)  # fmt: skip
"""By EXIF's number for how a camera was held. Not Pillow's own turning, which takes another copy."""

_APPLE: Final = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypheim", b"ftyphevc")
"""What the files of Apple's cameras (HEIC) begin with: Pillow cannot read them, and people are told so."""

_HEAD: Final = 64
"""Bytes at the start of a file that tell one of Apple's pictures: twelve do, and any more."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A photograph as it was taken, `width` by `height` pixels, and the `picture` that is looked at, which
    may have fewer."""

    picture: Picture
    width: int
    height: int

    @property
    def times(self) -> tuple[float, float]:
        """How many of its pixels, across and down, are one of the picture's."""
        height, width = self.picture.shape[:2]
        return self.width / width, self.height / height


Taken = TypeVar("Taken", Picture, Photograph)


class PictureError(ValueError):
    """A photograph that cannot be read; the message says which and why in one line."""


def load(path: Path) -> Picture:
    """The photograph as (h, w, 3) blue-green-red bytes, turned the way its camera was held (EXIF).

    Of an animation the first picture is taken. Raises PictureError.
    """
    return _understood(str(path), lambda: _load(path))


def opened(path: Path) -> Photograph:
    """The same, with at most half the pixels each way of a JPEG that has more than `LARGE` of them. Raises
    PictureError."""
    return _understood(str(path), lambda: _opened(path))


def decode(data: bytes, name: str, enough: int | None = None) -> Picture:
    """The same of a photograph's bytes, which messages call `name`. Raises PictureError.

    Where its longer side need have no more than `enough` pixels a JPEG may come out shrunk, by 2, 4 or 8 and
    never below that: a phone's 48 megapixels then take a quarter of the memory and the time.
    """
    return _understood(name, lambda: _decoded(BytesIO(data), name, enough))


def _understood(name: str, act: Callable[[], Taken]) -> Taken:
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
    with _file(path) as file:
        return _decoded(file, str(path))


def _opened(path: Path) -> Photograph:
    with _file(path) as file, _image(file, str(path)) as image:
        width, height = image.size
        half = max(width, height) // 2 - 1  # a pixel less: no side may come out longer by being rounded
        picture = _shown(file, image, half if width * height > LARGE else None)
        swapped, _, _ = _turn(image)
    return Photograph(picture, height, width) if swapped else Photograph(picture, width, height)


def _file(path: Path) -> BinaryIO:
    if path.exists() and not path.is_file():
        # Opening a pipe would wait for ever.
        raise PictureError(f"{path}: not a file")
    return path.open("rb")


def _decoded(file: BinaryIO, name: str, enough: int | None = None) -> Picture:
    with _image(file, name) as image:
        return _shown(file, image, enough)


@contextmanager
def _image(file: BinaryIO, name: str) -> Iterator[Image.Image]:
    """The file's picture, yet to be decoded."""
    if file.read(_HEAD)[4:12] in _APPLE:
        raise PictureError(f"{name}: HEIC pictures are not read; save it as JPEG")
    file.seek(0)
    with Image.open(file, formats=FORMATS) as image:
        width, height = image.size
        if width * height > MOST_PIXELS:
            size, limit = width * height / 1e6, MOST_PIXELS // 1_000_000
            raise PictureError(f"{name}: {size:.0f} megapixels; at most {limit} are read")
        yield image


def _shown(file: BinaryIO, image: Image.Image, enough: int | None) -> Picture:
    """The file's picture decoded, `enough` pixels or more long, and turned the way its camera was held."""
    width, height = image.size
    shrink = jpeg.shrinking(width, height, enough)
    if image.format in jpeg.FORMATS and image.mode in jpeg.MODES:
        return _turned(jpeg.decoded(file, shrink), _turn(image))
    image.draft("RGB", (width // shrink, height // shrink))  # a JPEG in four inks; nothing else heeds it
    image.load()
    return _bgr(image, _turn(image))


def _turn(image: Image.Image) -> Turn:
    """How a picture is to be turned. Asked when it was loaded, but for a JPEG: a file may say at its end."""
    return TURNS.get(image.getexif().get(ExifTags.Base.Orientation, 1), AS_TAKEN)


def _bgr(image: Image.Image, turn: Turn) -> Picture:
    if image.mode.startswith("I") or image.mode == "F":
        # Sixteen-bit greys: Pillow would clip them at 255 instead of scaling.
        deep = np.asarray(image, np.float64)
        top = 65535.0 if deep.max() > 255 else 255.0
        grey = np.clip(deep / top * 255, 0, 255).astype(np.uint8)
        return _turned(np.repeat(grey[:, :, None], 3, 2), turn)
    if image.mode in ("RGBA", "LA", "PA", "P"):
        over = image.convert("RGBA")
        white = Image.new("RGBA", over.size, "white")
        image = Image.alpha_composite(white, over)
    return _copied(image if image.mode == "RGB" else image.convert("RGB"), turn)


def _copied(image: Image.Image, turn: Turn) -> Picture:
    """An RGB image's pixels, blue first and turned, taken out some rows at a time: at once Pillow pieces all
    of them together from many strings, and for a moment a large photograph would lie there four times."""
    picture = np.empty((*image.size[:: 1 if turn[0] else -1], 3), np.uint8)
    there = _unturned(picture, turn)
    for top in range(0, image.height, ROWS):
        low = min(image.height, top + ROWS)
        rows = np.asarray(image.crop((0, top, image.width, low)), np.uint8)
        there[top:low] = cv2.cvtColor(rows, cv2.COLOR_RGB2BGR)
    return picture


def _turned(picture: Picture, turn: Turn) -> Picture:
    if turn == AS_TAKEN:
        return picture
    turned = np.empty((*picture.shape[:2][:: -1 if turn[0] else 1], 3), np.uint8)
    _unturned(turned, turn)[:] = picture
    return turned


def _unturned(picture: Picture, turn: Turn) -> Picture:
    """The same memory as it lay before it was turned."""
    swapped, down, across = turn
    there = picture[::down, ::across]
    return there.swapaxes(0, 1) if swapped else there


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
