"""Fog or grease all over the lens: it adds a mean of the whole view to every place.

Letters lose their black before they lose their edges, so nothing looks out of focus. Where nothing on the
table is dark and the blackest print of no card is black, the lens is to blame: a pack in grey ink lies on
some table that shows something dark, and so does black print on a pale table.
"""

from typing import Final

import cv2
import numpy as np

from vision.conditions.thumbnail import Thumbnail
from vision.crops import Picture
from vision.tensor_format import Floats

DARKEST_PERCENTILE: Final = 0.2
"""The percentile of the small copy's grey levels that is the table's darkest: some hundred pixels, as much
as a coin's shadow."""

BRIGHTEST_PERCENTILE: Final = 99.0
"""The percentile that is the table's light."""

NOTHING_DARK_SHARE: Final = 0.36
"""The share of that light from which nothing is dark."""

NOWHERE_BLACK_SHARE: Final = 0.57
"""The share of its paper, in the channel that shows it best, from which a card's print is nowhere black,
be it blue, red or green. Of 405 photographs and traced tables none came near to both limits: where print
had half the paper's light, the darkest had a third of the light. Of a veil of three quarters, by which six
letters in a hundred are lost, six in ten were detected, of one of three fifths three in ten."""

PAPER_PERCENTILE: Final = 80
"""The percentile of a card's levels that is its paper."""

PRINT_PERCENTILE: Final = 2
"""The percentile of the levels, as shares of the paper, that is the blackest print: a corner letter covers
more."""

COPY_PIXELS: Final = (60, 90)
"""The width and height in pixels of the copy in which a card's print is searched: each is one pixel of the
photograph, not a mean of several, in which thin strokes would be grey."""

RIM_PIXELS: Final = 4
"""The pixels of it left out along its sides: the table beside a card may be dark."""


def blackest_print(picture: Picture, small: Thumbnail, quads: list[Floats]) -> float | None:
    """Return the brightness of the blackest print through fog or grease on the lens, as a share of its
    paper's.

    The blackest print is searched on the cards at `quads`, (4, 2) pixels each. None without fog or grease, or
    without a card to judge by.
    """
    dark, light = np.percentile(small.grey, (DARKEST_PERCENTILE, BRIGHTEST_PERCENTILE))
    if not quads or dark < NOTHING_DARK_SHARE * light:
        return None
    black = min(_blackest(picture, quad) for quad in quads)
    return black if black >= NOWHERE_BLACK_SHARE else None


def _blackest(picture: Picture, quad: Floats) -> float:
    """Return the brightness of a card's blackest print, as a share of its paper's."""
    wide, high = COPY_PIXELS
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    onto = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    copy = cv2.warpPerspective(
        picture, onto, COPY_PIXELS, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    inner = copy[RIM_PIXELS:-RIM_PIXELS, RIM_PIXELS:-RIM_PIXELS].reshape(-1, 3).astype(np.float32)
    paper = np.maximum(np.percentile(inner, PAPER_PERCENTILE, axis=0), 1.0)
    return float(np.percentile((inner / paper).min(1), PRINT_PERCENTILE))
