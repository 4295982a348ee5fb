"""Detect a veil: fog or grease all over the lens, which adds the view's mean brightness to every place.

Letters lose their black before they lose their edges, so nothing looks out of focus. The lens is foggy where
nothing on the table is dark and no card's blackest print is black. Both tests are needed: print in grey ink
is nowhere black, and a pale table shows nothing dark.
"""

from typing import Final

import cv2
import numpy as np

from vision.conditions.thumbnail import Thumbnail
from vision.crops import Picture
from vision.tensor_format import Floats

DARKEST_PERCENTILE: Final = 0.2
"""The percentile of a picture's grey levels that counts as the darkest of the table. In the small copy these
are some four hundred pixels, as much as a coin's shadow."""

BRIGHTEST_PERCENTILE: Final = 99.0
"""The percentile of a picture's grey levels, in the small copy, that counts as the brightest of the table."""

MIN_DARKEST_RATIO: Final = 0.36
"""The ratio of the darkest grey level to the brightest (`DARKEST_PERCENTILE`, `BRIGHTEST_PERCENTILE`) from
which nothing on the table counts as dark, as in fog."""

MIN_PRINT_RATIO: Final = 0.57
"""The least brightness of a card's blackest print, as a share of its paper's, at which no print on the card
counts as black. It is measured in the colour channel that shows the print best. Fog needs this and
`MIN_DARKEST_RATIO`.

Of 405 photographs and traced tables none came near to both limits: where print had half the paper's light,
the darkest of the table had a third of the light. Fog that adds three quarters loses six letters in a
hundred, and was detected six times in ten. Fog that adds three fifths was detected three times in ten.
"""

VEIL_PAPER_PERCENTILE: Final = 80
"""The percentile of the levels of a card's pixels, in each channel, that counts as the level of its paper."""

PRINT_PERCENTILE: Final = 2
"""The percentile of a card's pixels, from the darkest, whose level counts as its blackest print. Levels are
divided by that of the card's paper. Even a corner letter covers more than this percentage."""

COPY_PIXELS: Final = (60, 90)
"""The width and height in pixels of the copy in which a card's print is searched. Each pixel of the copy is
sampled from one place of the photograph. A mean of several pixels would make thin strokes grey."""

VEIL_RIM_PIXELS: Final = 4
"""The width of the rim of a card's copy that is left out when its blackest print is searched, pixels. The
table beside a card may be dark."""


def blackest_print(picture: Picture, small: Thumbnail, quads: list[Floats]) -> float | None:
    """Return the brightness of the blackest print on any card, as a share of its paper's brightness. None if
    the view is clear, so that there is no fog or grease on the lens, or if no card was seen.

    The print is searched on the cards at `quads`, (4, 2) pixels each.
    """
    dark, light = np.percentile(small.grey, (DARKEST_PERCENTILE, BRIGHTEST_PERCENTILE))
    if not quads or dark < MIN_DARKEST_RATIO * light:
        return None
    black = min(_blackest(picture, quad) for quad in quads)
    return black if black >= MIN_PRINT_RATIO else None


def _blackest(picture: Picture, quad: Floats) -> float:
    """Return the brightness of a card's blackest print, as a share of its paper's."""
    wide, high = COPY_PIXELS
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    onto = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    copy = cv2.warpPerspective(
        picture, onto, COPY_PIXELS, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    inner = (
        copy[VEIL_RIM_PIXELS:-VEIL_RIM_PIXELS, VEIL_RIM_PIXELS:-VEIL_RIM_PIXELS]
        .reshape(-1, 3)
        .astype(np.float32)
    )
    paper = np.maximum(np.percentile(inner, VEIL_PAPER_PERCENTILE, axis=0), 1.0)
    return float(np.percentile((inner / paper).min(1), PRINT_PERCENTILE))
