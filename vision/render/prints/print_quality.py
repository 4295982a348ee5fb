"""The print quality of a deck: more or less ink, sharp or ragged edges, and bars under letters that become
others upside down."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.render.brushes import Rng, chance, noise, uniform
from vision.render.prints.typefaces import Mask

SPREAD_INK_SHARE: Final = 0.35
"""The share of decks whose ink spread or was sparse, so that the same typeface looks bolder or lighter. A
third, by judgement: most print is crisp, and typefaces themselves come in weights."""

RAGGED_EDGES_SHARE: Final = 0.4
"""The share of decks with spread or sparse ink that have ragged edges, as of a typewriter or a stamp: one
deck in seven in all, by judgement."""

SPREAD_HEIGHTS_RANGE: Final = (-0.012, 0.032)
"""The range of the spread of ink, in heights of the capitals. With less ink, hairlines would vanish; with
more, the hole of an A would close."""


@dataclass(frozen=True, slots=True)
class Press:
    """The print quality. Lengths are in heights of the capitals."""

    spread: float = 0.0
    """The distance by which the ink's edge moves outwards."""
    ragged: float = 0.0
    """The unevenness of the edge."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The line under a letter."""

    thick: float = 0.06
    """The thickness, letter heights."""
    below: float = 0.05
    """The distance below the letter, letter heights."""
    long: float = 1.0
    """The length, letter widths."""
    corners: bool = False
    """True if the corner letters have a line, too."""

    @property
    def deep(self) -> float:
        """The distance from the letter's foot to the line's lower edge, letter heights."""
        return self.below + self.thick


CRISP_PRINT: Final = Press()
LEVEL_BAR: Final = Bar()


def random_press(rng: Rng) -> Press:
    """Return a random print quality. Mostly the letters stay as the typeface has them."""
    if not chance(rng, SPREAD_INK_SHARE):
        return CRISP_PRINT
    return Press(
        uniform(rng, *SPREAD_HEIGHTS_RANGE),
        uniform(rng, 0.004, 0.014) if chance(rng, RAGGED_EDGES_SHARE) else 0.0,
    )


def random_bar(rng: Rng) -> Bar:
    """Return a random bar: from a hairline to a beam as thick as the letter's own strokes."""
    thick, long = uniform(rng, 0.03, 0.16), uniform(rng, 0.7, 1.1)
    return Bar(thick, uniform(rng, 0.03, 0.16), long, chance(rng, 0.7))


def pressed(mask: Mask, cap: float, press: Press, pattern: int) -> Mask:
    """Return the letter `mask`, `cap` pixels high, as the press prints it. The ink spreads at the edges,
    and the shape stays. The same `pattern` gives the same edges."""
    if press == CRISP_PRINT:
        return mask
    soft = max(0.6, 1.5 * (abs(press.spread) + press.ragged) * cap)
    room = int(np.ceil(max(0.0, press.spread) * cap))  # the margin for ink that spreads past the mask
    edge = room + int(np.ceil(3 * soft))
    wide = np.pad(mask, edge).astype(np.float32) / 255
    blurred = cv2.GaussianBlur(wide, (0, 0), soft)
    moved: float | np.ndarray = press.spread * cap
    if press.ragged:
        cells = 12 * np.array(wide.shape) / cap
        moved = moved + press.ragged * cap * noise(np.random.default_rng(pattern), *wide.shape, *cells)
    # Near a straight edge with this blur, the grey falls by this much a pixel.
    steep = 1 / (np.sqrt(2 * np.pi) * soft)
    inked = np.clip((blurred - 0.5 + moved * steep) / steep + 0.5, 0, 1)
    height, width = mask.shape
    inked = inked[edge - room : edge + height + room, edge - room : edge + width + room]
    fitted = cv2.resize(inked.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.round(255 * fitted), np.uint8)
