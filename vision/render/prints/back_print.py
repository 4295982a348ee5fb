"""The appearance of the backs of a deck: one frozen value, drawn at random or made by hand."""

from dataclasses import dataclass
from typing import Literal, get_args

from vision.render.brushes import Colour, Rng, chance, hsv, mix, uniform, weighted

BackStyle = Literal[
    "diamonds", "checks", "hatch", "plain", "stripes", "swirl", "dots", "picture", "word", "triangles"
]


@dataclass(frozen=True, slots=True)
class BackPrint:
    """The print on the back of every card of a deck. The defaults are those of the virtual table's
    Lexicon deck."""

    style: BackStyle = "diamonds"
    """The kind of pattern on the backs."""
    colours: tuple[Colour, Colour] = ((60, 36, 140), (215, 225, 235))
    """The colour of the ground and the colour of the pattern."""
    border: float = 3.2
    """The width of the unprinted border, mm."""


def random_back(rng: Rng, width: float) -> BackPrint:
    """Return a random print for the backs of cards that are `width` mm wide."""
    styles: tuple[BackStyle, ...] = get_args(BackStyle)
    return BackPrint(
        style=weighted(rng, dict.fromkeys(styles, 1 / len(styles))),
        colours=_colours(rng),
        border=uniform(rng, 0, 0.09) * width if chance(rng, 0.85) else 0.0,
    )


def _colours(rng: Rng) -> tuple[Colour, Colour]:
    dark = hsv(rng.random(), uniform(rng, 0.3, 0.95), uniform(rng, 0.15, 0.75))
    light = mix(dark, (245, 245, 245), uniform(rng, 0.55, 1.0))
    return (dark, light) if chance(rng, 0.85) else (light, dark)
