"""Draw letters of typefaces as ink coverage at any size."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]
"""Coverage with ink, (rows, columns): 0 for paper, 255 for ink."""

_VENDORED: Final = Path(__file__).with_name("fonts")
_EM_PIXELS: Final = 256
"""The size at which the proportions of letters are measured, pixels per em. A length of one pixel is then
0.004 em."""

_HANDWRITINGS: Final = frozenset(
    {
        "berenika", "breip", "breipfont", "dancingsc", "humor", "kaushansc", "klaudia", "leckerlio",
        "lobstertw", "staypuft", "stevehand", "stick", "tomsontal",
    }
)  # fmt: skip
_FAMILY_PREFIXES: Final = ("antpolt", "clara", "drm", "ffm", "iwona", "kurier", "lexend")
"""The families of typefaces that are recognised by the beginning of their file names, because each of their
weights and widths has another name. Otherwise each of these would count as a family, and two dozen weights of
one design would be drawn as often as two dozen designs."""

_HANDWRITING_WEIGHT: Final = 3
"""The frequency of a handwritten family, relative to another family. It is high, because there are few
handwritten families, and their letters differ more. By judgement."""


@dataclass(frozen=True, slots=True, order=True)
class Face:
    """One face of a font file."""

    path: str
    """The font file."""
    index: int = 0
    """The number of the face in a file with several faces, from 0."""


@dataclass(frozen=True, slots=True)
class Faces:
    """The typefaces among which a renderer chooses. There is at least one."""

    faces: tuple[Face, ...]
    """The faces, in a fixed order."""

    def __post_init__(self) -> None:
        if not self.faces:
            raise ValueError("no typeface to print with")

    def __len__(self) -> int:
        return len(self.faces)

    def pick(self, rng: np.random.Generator) -> Face:
        """Return a random face. All families are equally likely, except that handwritten ones are
        likelier. Within a family, upright and sturdy faces are likelier than slanted and light ones."""
        groups = _families(self.faces)
        group = groups[int(rng.integers(len(groups)))]
        weights = np.array([_commonness(face) for face in group])
        return group[int(rng.choice(len(group), p=weights / weights.sum()))]


def family(face: Face) -> str:
    """Return the name of a face's family: the start of its file's name."""
    name = re.split(r"[-_ \[]", Path(face.path).stem)[0].lower().rstrip("0123456789")[:9]
    return next((clan for clan in _FAMILY_PREFIXES if name.startswith(clan)), name)


@lru_cache(maxsize=8)
def _families(faces: tuple[Face, ...]) -> tuple[tuple[Face, ...], ...]:
    groups: dict[str, list[Face]] = {}
    for face in faces:
        groups.setdefault(family(face), []).append(face)
    return tuple(
        tuple(group)
        for name, group in groups.items()
        for _ in range(_HANDWRITING_WEIGHT if name in _HANDWRITINGS else 1)
    )


def _commonness(face: Face) -> float:
    name = Path(face.path).stem.lower()
    slanted = any(word in name for word in ("italic", "oblique", "slant"))
    slight = any(word in name for word in ("thin", "extralight", "light"))
    return (0.1 if slanted else 1.0) * (0.2 if slight else 1.0)


def vendored() -> Faces:
    """Return the typefaces in the program's own files: sans, serif and slab, with capitals and figures
    only."""
    return Faces(tuple(Face(str(_VENDORED / name)) for name in ("sans.ttf", "serif.ttf", "slab.otf")))


def odd() -> Faces:
    """Return five unusual typefaces: blackletter, gothic, pen, script and brush, with capitals only. No
    network was trained with them. They stand for decks that no reader can know beforehand."""
    names = ("blackletter.ttf", "gothic.otf", "pen.ttf", "script.ttf", "brush.otf")
    return Faces(tuple(Face(str(_VENDORED / "odd" / name)) for name in names))


@lru_cache(maxsize=64)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """Return Pillow's font for the face at `size` pixels per em. Raise OSError if its file cannot be read."""
    return ImageFont.truetype(face.path, size, face.index, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def cap_share(face: Face) -> float:
    """Return the height of the face's capitals as a share of the em, measured on an H."""
    _, top, _, bottom = font(face, _EM_PIXELS).getbbox("H")
    return max(0.2, (bottom - top) / _EM_PIXELS)


@lru_cache(maxsize=8192)
def aspect(face: Face, text: str) -> float:
    """Return the width of `text` in this face, in heights of its capitals."""
    left, _, right, _ = font(face, _EM_PIXELS).getbbox(text)
    return float(right - left) / (_EM_PIXELS * cap_share(face))


@lru_cache(maxsize=512)
def _tight(face: Face, text: str, size: int) -> Mask:
    drawn = font(face, size)
    left, top, right, bottom = (int(v) for v in drawn.getbbox(text))
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), text, fill=255, font=drawn)
    return np.asarray(image)


def ink(face: Face, text: str, cap: float, stretch: float = 1.0) -> Mask:
    """Return the coverage of `text` on one line, cropped to its ink. Capitals are `cap` pixels high, and
    widths are multiplied by `stretch`.

    The text is drawn at twice the size and reduced. At the final size the font's hinting would make small
    letters square.
    """
    size = max(8, round(2 * cap / cap_share(face)))
    size = size if size < 48 else size // 4 * 4  # few different sizes, so that the cache is useful
    tight = _tight(face, text, size)
    scale = cap / (size * cap_share(face))
    width = max(1, round(tight.shape[1] * scale * stretch))
    height = max(1, round(tight.shape[0] * scale))
    return np.asarray(cv2.resize(tight, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def line(face: Face, text: str, cap: float) -> Mask:
    """Return the coverage of a line of small text with capitals `cap` pixels high, for newspapers, books
    and score pads. This is quicker and coarser than `ink`, because the text is drawn at the final size."""
    return _tight(face, text, max(6, round(cap / cap_share(face))))
