"""Find the patches of print on an upright copy of a card: its letter, a bar below it, print in its
corners."""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Grey, Picture, Pyramid
from vision.tensor_format import Floats

COPY_WIDTH_PIXELS: Final = 96
"""The width of the upright copy of a card in which its print is searched, pixels. A bar is a twelfth of its
letter's height: three pixels or more."""

COPY_HEIGHT_PIXELS: Final = 144
"""The height of the upright copy of a card in which its print is searched, pixels, in the ratio of a card.
Square tiles are stretched to it. This disturbs no measurement of the print."""

GROWN_SIDE_SHARE: Final = 0.06
"""The margin round the card in its upright copy, as a share of each side. Outlines are off, so the margin may
show what looks like a corner letter and belongs to another card."""

INK_CONTRAST_SHARE: Final = 0.5
"""The least darkness of a pixel for it to count as print, as a share of the contrast between paper and
print."""


class Component(NamedTuple):
    """A connected patch of print in an upright copy of a card."""

    left: int
    """The distance of the patch's left edge from the copy's, pixels."""
    top: int
    """The distance of the patch's top edge from the copy's, pixels."""
    width: int
    """The width of the patch, pixels."""
    height: int
    """The height of the patch, pixels."""
    ink_pixels: int
    """The number of pixels of the patch that are print."""
    number: int
    """The number that the patch's pixels have in the array of labels for the copy of the card."""

    @property
    def box(self) -> tuple[slice, slice]:
        """Return the rows and the columns of the copy that the patch spans, as two slices."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)

    def enlarged(self, times: int) -> "Component":
        """Return the patch as measured in a copy of the card that is `times` as large."""
        left, top, width, height = (times * side for side in self[:4])
        return Component(left, top, width, height, times * times * self.ink_pixels, self.number)

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle of the patch, pixels of the copy: its distance from the left edge, then from the
        top edge."""
        return self.left + self.width / 2, self.top + self.height / 2


def upright_copy(pyramid: Pyramid, quad: Floats, scale_factor: int = 1) -> Picture:
    """Return a copy (HEIGHT, WIDTH, 3) of a card, upright by its likeliest reading, with a small margin. The
    copy is larger by the factor `scale_factor`."""
    width, height = scale_factor * COPY_WIDTH_PIXELS, scale_factor * COPY_HEIGHT_PIXELS
    quad = np.asarray(quad + (quad - quad.mean(0)) * (2 * GROWN_SIDE_SHARE), np.float32)
    long = float(np.hypot(*(quad[3] - quad[0])))
    picture = pyramid.near(height / max(1.0, long) * max(pyramid.levels[0].shape[:2]))
    scale = picture.shape[1] / pyramid.levels[0].shape[1]
    to = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    onto = cv2.getPerspectiveTransform(np.asarray(quad * scale, np.float32), to)
    copy = cv2.warpPerspective(picture, onto, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(copy, np.uint8)


def darkest_channel(copy: Picture) -> Grey:
    """Return the least of the three colour channels at each pixel."""
    blue, green, red = cv2.split(copy)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def grey_quantile(grey: Grey, share: float) -> float:
    """Return the grey level below which a `share` of the pixels lies. NumPy's interpolation is left out,
    because it took most of the time."""
    flat = grey.ravel()
    place = int(share * (len(flat) - 1))
    return float(np.partition(flat, place)[place])


def print_components(dark: Grey, share: float) -> tuple[list[Component], NDArray[np.int32]]:
    """Return the patches of print, and a map of the patches' numbers.

    A pixel counts as print if it is darker than the paper by at least `share` of the contrast between paper
    and the darkest print.
    """
    inner = card_area(dark)[::2, ::2]
    ink, paper = grey_quantile(inner, 0.02), grey_quantile(inner, 0.75)
    mask = (dark < paper - share * (paper - ink)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    components = [Component(*(*row, n)) for n, row in enumerate(stats[1:].tolist(), start=1)]
    return components, np.asarray(labels, np.int32)


def card_area(copy: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the inner part of a card's copy, without the margin around the card and without a rim of the
    card of the same width."""
    return copy[
        round(2 * GROWN_SIDE_SHARE * COPY_HEIGHT_PIXELS) : -round(2 * GROWN_SIDE_SHARE * COPY_HEIGHT_PIXELS),
        round(2 * GROWN_SIDE_SHARE * COPY_WIDTH_PIXELS) : -round(2 * GROWN_SIDE_SHARE * COPY_WIDTH_PIXELS),
    ]
