"""The print quality of a deck: spread or sparse ink, ragged edges, and bars under letters that are other
letters upside down."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.render.brushes import Rng, chance, noise, uniform
from vision.render.prints.typefaces import Mask

SPREAD_INK_SHARE: Final = 0.35
"""The share of decks whose ink is spread or sparse, so that letters look bolder or lighter than their
typeface. A third, by judgement: most print is crisp, and typefaces come in several weights anyway."""

RAGGED_EDGES_SHARE: Final = 0.4
"""The share of decks with ragged edges, as of a typewriter or a stamp, among the decks with spread or
sparse ink. This is one deck in seven of all decks, by judgement."""

SPREAD_HEIGHTS_RANGE: Final = (-0.012, 0.032)
"""The range of the distance by which ink spreads past a letter's edge, in heights of the capitals; negative
for sparse ink. Below the range, hairlines would vanish; above it, the hole of an A would close."""


@dataclass(frozen=True, slots=True)
class Press:
    """The print quality of a deck's letters: how far the ink spreads, and how ragged the edges are."""

    spread: float = 0.0
    """The distance by which the edge of the ink moves outwards, in heights of the capitals. Negative for
    sparse ink."""
    raggedness: float = 0.0
    """The unevenness of a letter's edge: how far the edge moves in or out at random, in heights of the
    capitals. This movement is added to that by `spread`."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar under an underlined letter."""

    thickness: float = 0.06
    """The thickness of the bar under a letter, in heights of the letter."""
    gap: float = 0.05
    """The distance from the letter's foot to the upper edge of the bar under it, in heights of the letter."""
    length: float = 1.0
    """The length of the bar under a letter, in widths of the letter."""
    has_corner_bars: bool = False
    """True if corner letters have a bar, too."""

    @property
    def depth(self) -> float:
        """The distance from the letter's foot to the lower edge of the bar under it, in heights of the
        letter."""
        return self.gap + self.thickness


CRISP_PRINT: Final = Press()
LEVEL_BAR: Final = Bar()


def random_press(rng: Rng) -> Press:
    """Return a random print quality. Most are crisp: the letters look as the typeface has them."""
    if not chance(rng, SPREAD_INK_SHARE):
        return CRISP_PRINT
    return Press(
        uniform(rng, *SPREAD_HEIGHTS_RANGE),
        uniform(rng, 0.004, 0.014) if chance(rng, RAGGED_EDGES_SHARE) else 0.0,
    )


def random_bar(rng: Rng) -> Bar:
    """Return a random bar for underlined letters: from a hairline to a bar as thick as the letter's own
    strokes."""
    thick, long = uniform(rng, 0.03, 0.16), uniform(rng, 0.7, 1.1)
    return Bar(thick, uniform(rng, 0.03, 0.16), long, chance(rng, 0.7))


def pressed(mask: Mask, cap: float, press: Press, pattern: int) -> Mask:
    """Return the coverage of a letter as the press prints it, in an array of the same size as `mask`. The
    letter is `cap` pixels high. The seed `pattern` decides the course of ragged edges."""
    if press == CRISP_PRINT:
        return mask
    soft = max(0.6, 1.5 * (abs(press.spread) + press.raggedness) * cap)
    room = int(np.ceil(max(0.0, press.spread) * cap))  # the margin for ink that spreads past the mask
    edge = room + int(np.ceil(3 * soft))
    wide = np.pad(mask, edge).astype(np.float32) / 255
    blurred = cv2.GaussianBlur(wide, (0, 0), soft)
    moved: float | np.ndarray = press.spread * cap
    if press.raggedness:
        cells = 12 * np.array(wide.shape) / cap
        moved = moved + press.raggedness * cap * noise(np.random.default_rng(pattern), *wide.shape, *cells)
    # How much the grey falls for each pixel across a straight edge with this blur.
    steep = 1 / (np.sqrt(2 * np.pi) * soft)
    inked = np.clip((blurred - 0.5 + moved * steep) / steep + 0.5, 0, 1)
    height, width = mask.shape
    inked = inked[edge - room : edge + height + room, edge - room : edge + width + room]
    fitted = cv2.resize(inked.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.round(255 * fitted), np.uint8)
