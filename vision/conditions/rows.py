"""Find rows of cards in the picture, their ends, and the free places around the ends.

A row need not be a word: its cards only touch or nearly touch.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tensor_format import Floats, axes

STEP_LENGTHS: Final = (0.6, 1.25)
"""The least and the greatest distance between two neighbours of a row, in lengths of the card along the row.
Cards that overlap more are left out, because the covered part of the row's last card would look like another
card beyond the row. Nobody leaves a gap of more than a quarter of a card within a word."""

MAX_OFFSET_LENGTHS: Final = 0.25
"""The greatest sideways offset of a card from the row of the last card, as a share of the last card's side
across the row. A card farther off belongs to another row."""

BESIDE_STEPS: Final = (0.06, 0.45)
"""The nearest and the farthest place examined beyond the last card of a row, measured from the card's edge in
steps (distances between the row's cards). The nearest allows for an error of the outline. At the farthest
even a covered card would still show."""

HALF_WIDTH_LENGTHS: Final = 0.3
"""The half width of the place examined beyond a row's last card, as a share of the card's side across the
row. The place is narrower than a card, because the next card may lie a bit off the line."""

MAX_COVERED_PLACE_SHARE: Final = 0.05
"""The greatest share of a place beside a card that known pieces may cover for the place to count as free."""

MIN_ROW_CARD_SIDE_RATIO: Final = 1.15
"""The least ratio of length to width of pieces whose rows are examined. Tarot cards have 1.6, cards in
slanted pictures 1.3. Letter tiles have less and are left out, because the squares of their board are
printed in the tiles' own colour and continue beside every word."""


@dataclass(frozen=True, slots=True)
class RowEnds:
    """The m ends of the rows of cards in a photograph, where another card may lie unseen."""

    card: NDArray[np.intp]
    """The number of the last card at each end, (m,)."""
    middle: Floats
    """The middle of the last card at each end, (m, 2) photograph pixels."""
    outward: Floats
    """The vector (m, 2), pixels, that points out of the row along the last card and is as long as the card in
    this direction."""
    across: Floats
    """The vector (m, 2), pixels, that points across the row and is as long as the last card in this
    direction."""
    step: Floats
    """The distance (m,) between the middles of the row's last two cards, as a share of the last card's length
    along the row, at most 1."""

    def beyond(self) -> Floats:
        """Return the places (m, 4, 2) just beyond the rows' last cards, photograph pixels, where another card
        would lie."""
        near, far = (0.5 + share * self.step for share in BESIDE_STEPS)
        return strips(self.middle, self.outward, self.across, near, far)

    def beside(self, side: int) -> Floats:
        """Return the places (m, 4, 2) on one side of the rows' last cards, photograph pixels, where mostly
        bare table lies. `side` is 1 for one side, -1 for the other."""
        long, wide = (np.maximum(np.linalg.norm(axis, axis=1), 1e-6) for axis in (self.outward, self.across))
        near, far = (0.5 + share * self.step * long / wide for share in BESIDE_STEPS)
        return strips(self.middle, side * self.across, self.outward, near, far)

    def next_cards(self) -> Floats:
        """Return the places (m, 4, 2), photograph pixels, where the next card of each row would lie, beyond
        its last card."""
        half = np.full(len(self.step), 0.5, np.float32)
        return strips(self.middle, self.outward, self.across, half, half + self.step, 0.5)


def find_row_ends(quads: Floats, faces: NDArray[np.bool_]) -> RowEnds:
    """Return the ends of all rows among n pieces with the corners `quads` (n, 4, 2), pixels. An end is a card
    that lies face up and has another card behind it.

    `faces` (k,) is True for each of the first k pieces that lies face up; k is at most n.
    """
    count, middles = len(faces), quads.mean(1)
    up, right = axes(quads[:count])
    outward_axes = np.stack([up, right, -up, -right], 1)
    across_axes = outward_axes[:, [1, 2, 3, 0]]
    gaps = middles[:count, None] - middles[None]
    along, sideways = (
        np.einsum("ijx,ikx->ikj", gaps, axis) / np.maximum((axis**2).sum(2), 1e-6)[:, :, None]
        for axis in (outward_axes, across_axes)
    )
    behind = (
        (along >= STEP_LENGTHS[0]) & (along <= STEP_LENGTHS[1]) & (np.abs(sideways) <= MAX_OFFSET_LENGTHS)
    )
    steps = np.where(behind, along, np.inf).min(2, initial=np.inf)
    card, side = np.nonzero(np.isfinite(steps) & faces[:, None])
    step = np.minimum(steps[card, side], 1).astype(np.float32)
    return RowEnds(card, middles[card], outward_axes[card, side], across_axes[card, side], step)


def strips(
    middle: Floats,
    outward: Floats,
    across: Floats,
    near: Floats,
    far: Floats,
    half_width: float = HALF_WIDTH_LENGTHS,
) -> Floats:
    """Return m oblong places (m, 4, 2), one for each card. Measured from the card's middle, a place begins at
    `near` and ends at `far`, as shares of the vector `outward`, and reaches by `half_width` to both sides, as
    a share of the vector `across`."""
    corners = ((near, -half_width), (far, -half_width), (far, half_width), (near, half_width))
    return np.stack(
        [middle + along[:, None] * outward + side_offset * across for along, side_offset in corners], 1
    ).astype(np.float32)


def are_free(places: Floats, quads: Floats, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return a mask (m,): True for each of the places (m, 4, 2) that lies inside the picture with no known
    piece of `quads` (n, 4, 2) over it. All are in photograph pixels."""
    inside = np.asarray(((places >= 0) & (places <= np.array(size))).all((1, 2)), np.bool_)
    low, high = quads.min(1), quads.max(1)
    for n in np.flatnonzero(inside):
        place = places[n]
        near = np.flatnonzero(((low <= place.max(0)) & (high >= place.min(0))).all(1))
        shared = sum(float(cv2.intersectConvexConvex(place, quads[m])[0]) for m in near)
        inside[n] = shared <= MAX_COVERED_PLACE_SHARE * cv2.contourArea(place)
    return inside


def are_squarish(quads: Floats) -> bool:
    """Return True if most pieces are about as wide as high."""
    up, right = (np.linalg.norm(axis, axis=1) for axis in axes(quads))
    return (
        float(np.median(np.maximum(up, right) / np.maximum(np.minimum(up, right), 1e-6)))
        < MIN_ROW_CARD_SIDE_RATIO
    )


def without_overlaps(places: Sequence[Floats] | Floats) -> list[int]:
    """Return the numbers of the places to keep: each place that overlaps no earlier kept one. Two rows may
    end at the same place."""
    numbers = list[int]()
    for n, place in enumerate(places):
        if all(cv2.intersectConvexConvex(place, places[m])[0] <= 0 for m in numbers):
            numbers.append(n)
    return numbers
