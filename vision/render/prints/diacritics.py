"""Draw letters with two dots or an accent above them, as packs in other languages have. The reader reads
an Ö as an O."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np

from vision.render.brushes import Rng, disc, polygon, uniform, xy
from vision.render.prints.typefaces import Face, Mask, ink

LETTERS_WITH_DIACRITIC: Final = {"A": "Ä", "O": "Ö", "U": "Ü", "E": "É", "N": "Ñ"}
"""The letters that may be printed with a diacritic, each with its accented form in Unicode."""

_MISSING_CHARACTER: Final = "\ufffe"
"""A character that no typeface has. Its drawing shows how a typeface draws characters that it lacks."""


@dataclass(frozen=True, slots=True)
class DiacriticStyle:
    """The style of a deck's diacritics: the typeface's own diacritics, or two dots. The numbers apply to
    dots only."""

    shape: Literal["own", "round", "square"]
    """The kind of diacritic: `own` for the typeface's own, or two `round` or `square` dots."""
    dot_distance: float = 0.4
    """The distance between the centres of the dots, in heights of the letter with its dots."""
    dot_diameter: float = 0.17
    """The diameter of a dot, in heights of the letter with its dots."""
    letter_height: float = 0.8
    """The height of the letter without its dots, in heights of the letter with its dots."""


ROUND_DIACRITICS: Final = DiacriticStyle("round")


def random_diacritic_style(rng: Rng) -> DiacriticStyle:
    """Return a random style of diacritics. Its dots range from small ones far apart to heavy ones that
    nearly touch each other and the letter."""
    shape: Literal["own", "round", "square"] = ("own", "round", "square")[
        int(rng.choice(3, p=(0.4, 0.3, 0.3)))
    ]
    return DiacriticStyle(shape, uniform(rng, 0.2, 0.45), uniform(rng, 0.09, 0.18), uniform(rng, 0.72, 0.84))


def with_diacritic(face: Face, letter: str, cap: float, style: DiacriticStyle, stretch: float = 1.0) -> Mask:
    """Return the coverage of `letter` with its diacritic. Together they are `cap` pixels high. `letter` is
    one of `LETTERS_WITH_DIACRITIC`.

    The letter stands in the middle of the mask. The mask is at least as wide as a letter of height `cap`
    without a diacritic.
    """
    wide = ink(face, letter, cap, stretch).shape[1]
    if style.shape == "own" and _has_own(face, letter):
        return _centred(
            ink(
                face,
                LETTERS_WITH_DIACRITIC[letter],
                cap / _height(face, LETTERS_WITH_DIACRITIC[letter]),
                stretch,
            ),
            0,
            wide,
        )
    body = ink(face, letter, style.letter_height * cap, stretch)
    above = max(0, round(cap) - body.shape[0])
    across = min(style.dot_diameter * cap, 0.9 * above)
    canvas = _centred(body, above, max(wide, round(style.dot_distance * cap + across) + 1))
    for side in (-0.5, 0.5):
        middle = (canvas.shape[1] / 2 + side * style.dot_distance * cap, across / 2)
        _dot(canvas, middle, across, style.shape == "square")
    return canvas


def _centred(drawn: Mask, above: int, wide: int) -> Mask:
    """Return the mask with `above` empty rows added on top, and with equal empty columns at both sides
    until it is at least `wide` columns wide."""
    left = max(0, wide - drawn.shape[1]) // 2
    right = max(0, wide - drawn.shape[1] - left)
    return np.pad(drawn, ((above, 0), (left, right)))


def _dot(canvas: Mask, middle: tuple[float, float], across: float, square: bool) -> None:
    if square:
        corners = xy([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * across / 2 + xy(middle)
        polygon(canvas, corners, 255)
    else:
        disc(canvas, middle, across / 2, 255)


@lru_cache(maxsize=4096)
def _height(face: Face, text: str) -> float:
    """Return the height of the ink of `text`, in heights of a capital."""
    return float(ink(face, text, 64).shape[0]) / 64


@lru_cache(maxsize=4096)
def _has_own(face: Face, letter: str) -> bool:
    drawn, missing = ink(face, LETTERS_WITH_DIACRITIC[letter], 64), ink(face, _MISSING_CHARACTER, 64)
    return _height(face, LETTERS_WITH_DIACRITIC[letter]) > 1.08 * _height(
        face, letter
    ) and not np.array_equal(drawn, missing)
