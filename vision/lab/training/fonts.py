"""Choose the typefaces for training: those installed on this machine with plain Latin capitals.

`fonts.txt` beside this file names the Debian packages to install.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.cards import LETTERS
from vision.render.prints.typefaces import Face, Faces, family

ROOTS: Final = (
    Path("/usr/share/fonts"),
    Path("/usr/share/texmf/fonts/opentype"),
    Path("/usr/share/texlive/texmf-dist/fonts"),
)
"""The folders in which Debian installs font files."""

_SUFFIXES: Final = frozenset({".ttf", ".otf", ".ttc"})
_EM_PIXELS: Final = 48
"""The size at which the capitals of a typeface are judged, pixels per em. It is small, so that thousands
of files are judged quickly, and large enough to distinguish the letters."""

_NO_CAPITALS: Final = (
    # Faces whose files look Latin but print other characters, or letters unlike those on any card.
    "symbol", "dingbat", "math", "music", "braille", "emoji", "icon", "ornament", "barcode", "outline",
    "noto sans math", "signwriting", "lastresort", "initials", "smufl", "standardsymbols", "hairline",
    "webdings", "ornm", "cmu-mono-outline", "d050000l", "keyboard", "blackboard", "duotone",
    "linbiolinum_k", "solothurn", "countriesofeurope", "smfp", "fontawesome", "yinit", "storytime", "drmsy",
    # Blackletter faces. Such a deck must be enrolled instead, and learning a blackletter I, which looks like
    # a T, would harm the other letters.
    "fraktur", "cloister", "linotext", "linoscroll", "londonscroll",
)  # fmt: skip
_TRACED_TYPEFACES: Final = ("anonymous", "inconsolata", "doulos")
"""Words in the file names of the typefaces on the path-traced tables (`deploy/lab/traced/fonts.txt`).
These typefaces serve to measure, so they are never used in training, whichever package they come from."""
_HELD_BACK_INTERVAL: Final = 6
"""One typeface family in this number is held back from training. Of some 2,200 typefaces this leaves
enough for training and enough to measure with."""


def installed(roots: tuple[Path, ...] = ROOTS) -> Faces:
    """Return every typeface below the folders `roots` whose capitals look ordinary, in a fixed order. If
    several have exactly the same letter shapes, return only the first. Raise ValueError if there is no such
    typeface."""
    faces_by_name: dict[str, Face] = {}
    for face in _candidates(roots):
        shapes = _shapes(face)
        if shapes is not None and _are_plain(shapes):
            faces_by_name.setdefault(_digest(shapes), face)
    return Faces(tuple(faces_by_name.values()))


def split(faces: Faces) -> tuple[Faces, Faces]:
    """Divide the faces into training faces and held-back faces.

    A hash of the family's name decides for the whole family, so the division of a family stays the same when
    other typefaces are installed or removed. Raise ValueError if one of the two parts is empty.
    """
    held = tuple(face for face in faces.faces if _is_held(face))
    training_faces = tuple(face for face in faces.faces if not _is_held(face))
    return Faces(training_faces), Faces(held)


def _is_held(face: Face) -> bool:
    return hashlib.sha256(family(face).encode()).digest()[0] % _HELD_BACK_INTERVAL == 0


def _candidates(roots: tuple[Path, ...]) -> Iterator[Face]:
    files = (path for root in roots for path in root.rglob("*") if path.suffix.lower() in _SUFFIXES)
    for path in sorted(files):
        if not any(word in str(path).lower() for word in _NO_CAPITALS + _TRACED_TYPEFACES):
            yield Face(str(path))


def _shapes(face: Face) -> list[np.ndarray] | None:
    """Return pictures of the 26 capitals and of a missing character, all of the same size. Return None if
    the file cannot be drawn."""
    try:
        drawn = ImageFont.truetype(face.path, _EM_PIXELS, face.index, layout_engine=ImageFont.Layout.BASIC)
        return [_drawn(drawn, letter) for letter in (*LETTERS, "\uffff")]
    except (OSError, ValueError, ZeroDivisionError):
        return None


def _drawn(drawn: ImageFont.FreeTypeFont, letter: str) -> np.ndarray:
    image = Image.new("L", (2 * _EM_PIXELS, 2 * _EM_PIXELS))
    ImageDraw.Draw(image).text((_EM_PIXELS // 2, _EM_PIXELS // 2), letter, fill=255, font=drawn)
    return np.asarray(image)


def _are_plain(shapes: list[np.ndarray]) -> bool:
    """Return True if the letters of a typeface look like ordinary capitals. `shapes` are their pictures,
    with that of a missing character at the end.

    Ordinary capitals all differ, are about equally high, have a usual amount of ink, and the I is not wider
    than the M. No letter is the box that stands for a missing character.
    """
    *capitals, missing = shapes
    boxes = [_box(shape) for shape in capitals]
    if any(box is None for box in boxes):
        return False
    heights = [box[1] for box in boxes if box]
    widths = [box[0] for box in boxes if box]
    inks = [float(shape.mean()) for shape in capitals]
    distinct = len({shape.tobytes() for shape in shapes}) == len(shapes) or not missing.any()
    upright = max(heights) <= 1.55 * min(heights) and np.median(heights) >= 0.4 * _EM_PIXELS
    inked = min(inks) > 1.0 and max(inks) < 120.0
    return bool(distinct and upright and inked and _is_i_narrow(widths) and max(widths) <= 1.9 * _EM_PIXELS)


def _is_i_narrow(widths: list[int]) -> bool:
    """Return True if the I is at most as wide as the M. In typewriter faces they may be equally wide."""
    return widths[8] <= widths[12]


def _box(shape: np.ndarray) -> tuple[int, int] | None:
    rows, columns = np.flatnonzero((shape > 96).any(1)), np.flatnonzero((shape > 96).any(0))
    if rows.size < 4 or columns.size < 2:
        return None
    return int(columns[-1] - columns[0] + 1), int(rows[-1] - rows[0] + 1)


def _digest(shapes: list[np.ndarray]) -> str:
    return hashlib.sha256(b"".join(shape.tobytes() for shape in shapes)).hexdigest()
