"""Make the pictures of Masters from vector drawings and symbol typefaces of Debian packages.

    mkdir debs packages && (cd debs && apt-get download $(cat ../vision/lab/training/drawings.txt))
    for package in debs/*.deb; do dpkg -x "$package" packages; done
    python -m vision.lab.training.drawings packages DRAWINGS

`drawings.txt` names the packages. They must be unpacked and not installed: training would use their typefaces
for letters, as it uses every installed typeface. Debian's `librsvg2-bin` draws the vector drawings.
"""

import subprocess
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from fontTools.ttLib import TTFont
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.render.prints.pictograms import SIDE_PIXELS

VECTOR_FOLDERS: Final = {
    "openclipart": "usr/share/openclipart/svg",
    "tango": "usr/share/icons/Tango/scalable",
}
"""The folder of vector drawings of each source, below the folder of unpacked packages."""

TYPEFACE_PATTERNS: Final = {
    "symbola": "Symbola*.ttf", "noto-emoji": "NotoColorEmoji.ttf",
    "noto-symbols": "NotoSansSymbols*-Regular.ttf", "hieroglyphs": "NotoSansEgyptianHieroglyphs-Regular.ttf",
    "anatolian": "NotoSansAnatolianHieroglyphs-Regular.ttf", "awesome": "fontawesome-webfont.ttf",
}  # fmt: skip
"""The sources of drawings that are symbol typefaces: for the name of each source, the pattern of its files'
names."""

MAX_PICTURES_PER_SOURCE: Final = 1200
"""The number of pictures that is enough from one source, such as a typeface or a package of icons. If the
source has twice as many, every second is drawn; if it has three times as many, every third. More pictures of
one kind teach little."""

COLOUR_EM_PIXELS: Final = 109
"""The only size in which the typeface of coloured emoji has pictures, pixels per em."""

_PICTURE_CATEGORIES: Final = frozenset({"So", "Sm", "Co", "Lo"})
"""The Unicode categories of characters that may be pictures: symbols, private characters, and characters
of picture scripts."""

_TEXT_NAME_WORDS: Final = (
    "LETTER", "DIGIT", "NUMBER", "SQUARED", "PARENTHESIZED", "CIRCLED", "IDEOGRAPH", "HANGUL", "KATAKANA",
    "BRAILLE", "COPYRIGHT", "REGISTERED", "TRADE MARK", "TAG ", "HEXAGRAM FOR", "MATHEMATICAL", "INTEGRAL",
    "FRACTION", "REGIONAL INDICATOR", "LATIN", "GREEK", "CJK", "BOX DRAWINGS", "BLOCK", "DOMINO", "MAHJONG",
    "CANADIAN", "RADICAL",
)  # fmt: skip
"""Words in the Unicode names of characters that are not drawn, because they look like letters or show too
little."""

_TEXT_FILE_WORDS: Final = (
    "letter", "alphabet", "font", "text", "format", "spell", "character", "number", "digit", "word", "logo",
    "sign", "keyboard", "rune",
)  # fmt: skip
"""Words in the file names of vector drawings that are not drawn, because they may show letters, as a logo
does."""

_COVERED_SHARE_RANGE: Final = (0.03, 0.92)
"""The limits of the share of its square that a picture may cover. Below them a drawing is a speck, above
them an empty plate."""

Pixels = NDArray[np.uint8]


@click.command()
@click.argument("packages", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
def main(packages: Path, out: Path) -> None:
    """Draw the pictures in the unpacked PACKAGES into OUT, as SOURCE/NAME.png with an alpha channel."""
    for source, folder in VECTOR_FOLDERS.items():
        files = sorted((packages / folder).rglob("*.svg"))
        step = max(1, len(files) // MAX_PICTURES_PER_SOURCE)
        with ThreadPoolExecutor(2) as pool:
            drawn = pool.map(partial(_draw_vector, out / source, packages / folder), files[::step])
            click.echo(f"{source}: {sum(drawn)}", err=True)
    for source, pattern in TYPEFACE_PATTERNS.items():
        paths = sorted(packages.rglob(pattern))
        click.echo(f"{source}: {sum(_draw_signs(out / source, path) for path in paths)}", err=True)


def _draw_vector(out: Path, folder: Path, path: Path) -> bool:
    """Draw one vector drawing into the folder `out`. Return True if its picture was written."""
    name = "-".join(path.relative_to(folder).with_suffix("").parts).lower()
    if any(word in name for word in _TEXT_FILE_WORDS):
        return False
    command = ["rsvg-convert", "-w", str(SIDE_PIXELS), "-h", str(SIDE_PIXELS), "-a", str(path)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=30)
    drawn = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_UNCHANGED) if done.stdout else None
    if drawn is None or drawn.ndim != 3 or drawn.shape[2] != 4:
        return False
    return _write_drawing(out / f"{name}.png", np.asarray(drawn, np.uint8))


def _draw_signs(out: Path, path: Path) -> int:
    """Draw the picture characters of a typeface into the folder `out`. Return the number of pictures
    written."""
    known = TTFont(str(path), fontNumber=0, lazy=True).getBestCmap()
    codes = [code for code in known if _is_picture(code)]
    step = max(1, len(codes) // MAX_PICTURES_PER_SOURCE)
    colour = path.name == "NotoColorEmoji.ttf"
    face = ImageFont.truetype(
        str(path), COLOUR_EM_PIXELS if colour else SIDE_PIXELS // 2, layout_engine=ImageFont.Layout.BASIC
    )
    return sum(
        _write_drawing(out / f"{_name(code)}.png", _sign(face, chr(code), colour)) for code in codes[::step]
    )


def _is_picture(code: int) -> bool:
    if code < 0x2190 or unicodedata.category(chr(code)) not in _PICTURE_CATEGORIES:
        return False
    name = unicodedata.name(chr(code), "")
    lettered = unicodedata.category(chr(code)) == "Lo" and "HIEROGLYPH" not in name
    return not lettered and not any(word in name for word in _TEXT_NAME_WORDS)


def _name(code: int) -> str:
    """Return the name of a character's picture. It does not depend on the typeface, so pictures of one
    character in several typefaces are held back together or not at all."""
    return unicodedata.name(chr(code), f"private-{code:x}").lower().replace(" ", "-")


def _sign(face: ImageFont.FreeTypeFont, sign: str, colour: bool) -> Pixels:
    image = Image.new("RGBA", (2 * SIDE_PIXELS, 2 * SIDE_PIXELS))
    ink = None if colour else (20, 20, 20, 255)
    ImageDraw.Draw(image).text(
        (SIDE_PIXELS // 2, SIDE_PIXELS // 2), sign, fill=ink, font=face, embedded_color=colour
    )
    return np.asarray(image)[..., [2, 1, 0, 3]]


def _write_drawing(target: Path, drawn: Pixels) -> bool:
    """Write the drawing, cropped to its ink, in the middle of a square picture. Return False without
    writing if it covers too little or too much of the square."""
    rows, columns = np.flatnonzero((drawn[..., 3] > 40).any(1)), np.flatnonzero((drawn[..., 3] > 40).any(0))
    if not len(rows):
        return False
    part = drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = SIDE_PIXELS / max(part.shape[:2])
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    part = np.asarray(cv2.resize(np.ascontiguousarray(part), size, interpolation=cv2.INTER_AREA), np.uint8)
    square = np.zeros((SIDE_PIXELS, SIDE_PIXELS, 4), np.uint8)
    top, left = (SIDE_PIXELS - part.shape[0]) // 2, (SIDE_PIXELS - part.shape[1]) // 2
    square[top : top + part.shape[0], left : left + part.shape[1]] = part
    covered = float((square[..., 3] > 127).mean())
    if not _COVERED_SHARE_RANGE[0] < covered < _COVERED_SHARE_RANGE[1]:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    return bool(cv2.imwrite(str(target), square))


if __name__ == "__main__":
    main()
