"""Find a card's exact edges near the outline that the speller gave.

The speller's corners are some pixels off, while the four straight edges are visible. Each end of an edge may
lie a little further in or out, and each pair of ends is one line to try. A line is supported by the share of
places along it where the picture falls from paper to table. Two opposite edges are chosen together, because
cards of one pack have one size. An edge covered by another card, or a printed line, is then not mistaken for
the card's own edge. `printed_frames.py` measures the frame that all cards of a pack have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.crops import Pyramid
from vision.geometry.edge_profiles import (
    EDGE_POSITIONS,
    LINE_STEP_CARD_LENGTHS,
    PLACES_PER_EDGE,
    REACH_STEPS,
    bearings,
    paper_ends,
    profiles,
    sampled_shares,
)
from vision.geometry.rectification import Plane
from vision.tensor_format import Floats

OUTER_PLACES: Final = (0, 1, 2, 3, 8, 9, 10, 11)
"""The numbers of the sampled places near both ends of a card's edge. The places in the middle third are left
out, because a letter on a card beneath may seem to be an edge there."""

MAX_LEANING_STEPS: Final = 14
"""The greatest lean of a line that is tried as an edge: how much further out one end lies than the other,
steps of `LINE_STEP_CARD_LENGTHS`. The edges of strongly tilted cards lean as much."""

REMEASURED_CARD_LENGTHS: Final = 0.06
"""The distance that a corner must move when its edges are fitted for the card's edges to be measured again
from there, card lengths. It is half of the distance within which edges are searched."""

USUAL_ERROR_CARD_LENGTHS: Final = 0.05
"""The usual error of an edge as the speller gives it, card lengths, over all cards: far and tilted ones, too.
The larger it is, the farther from this edge a line may be chosen in the picture."""

NETWORK_OUTLINE_COST: Final = 0.25
"""The cost of a line whose middle and lean are each one usual error off the speller's outline. It is
subtracted from the line's support, a share of the places along an edge, so that lines near the speller's
outline are preferred."""

SAME_SIZE_CARD_LENGTHS: Final = 0.012
"""The usual error of a card's size after its outline was mapped to the table, card lengths. The larger it is,
the less the search for edges prefers the size that most cards have."""

MIN_CARDS_FOR_SIZE: Final = 3
"""The fewest cards from which the usual size of a card is known. Of only two different sizes, neither could
be preferred."""

MIN_SAME_SIZE_SHARE: Final = 0.4
"""The least share of the cards that must agree on their size for the usual size to be known. Where cards
overlap, half of the edges that were found one by one may be the neighbours' edges."""

MAX_SIDE_DIFFERENCE: Final = 0.03
"""The greatest difference between the sides of two cards, as a share of the side, for the cards to count as
equal in size. The steps of the edges and the lens make equal sides differ by as much."""


@dataclass(frozen=True, slots=True)
class EdgeSupport:
    """How strongly the picture supports each edge of n cards at each position near a rough outline. Edge i
    runs from corner i to the next."""

    quads: Floats
    """The corners (n, 4, 2) of the outlines near which the edges were searched, pixels."""
    long_sides: Floats
    """The long sides (n,) of the cards, pixels."""
    outward: Floats
    """The unit vectors (n, 4, 2) that point outwards from the cards, one for each edge."""
    votes: Floats
    """The support (n, 4, 49) of the best line at each position of an edge's middle, from 24 half steps inside
    the outline to 24 outside it."""
    lines: NDArray[np.intp]
    """The number, in `_lines`, of the line that the picture supports best for each position of an edge's
    middle, (n, 4, 49)."""

    @property
    def support(self) -> Floats:
        """Return the mean support (n,) of each card's four edges, each where the picture supports it best.
        Support is the share of places along an edge where the paper ends."""
        return np.asarray(self.votes.max(2).mean(1), np.float32)


def measure_edges(pyramid: Pyramid, quads: Floats) -> EdgeSupport:
    """Return how strongly the picture supports each edge of n cards, at each position near the outlines (n,
    4, 2), pixels, clockwise.

    If a corner moves far when the edges are fitted, its card is measured again from the new corners.
    """
    seen = _support(pyramid, quads)
    fitted = fit_each_edge(seen)
    moved = np.hypot(*np.moveaxis(fitted - quads, 2, 0)).max(1, initial=0)
    if not (far := moved > REMEASURED_CARD_LENGTHS * seen.long_sides).any():
        return seen
    remeasured = _support(pyramid, fitted[far])
    for old, new in (
        (seen.quads, remeasured.quads),
        (seen.long_sides, remeasured.long_sides),
        (seen.outward, remeasured.outward),
        (seen.votes, remeasured.votes),
        (seen.lines, remeasured.lines),
    ):
        old[far] = new
    return seen


def measure_framed_edges(pyramid: Pyramid, quads: Floats, inset: int) -> EdgeSupport:
    """Return how strongly the picture supports each edge of cards whose printed frame lies `inset` half steps
    inside the edge (`vision/geometry/printed_frames.py`).

    A line on the frame also supports the edge outside the frame.
    """
    return _support(pyramid, quads, inset=inset)


def _support(
    pyramid: Pyramid, quads: Floats, where: Sequence[int] = range(PLACES_PER_EDGE), inset: int = 0
) -> EdgeSupport:
    run = bearings(quads)
    at, ends, starts = _lines()
    counts = paper_ends(profiles(pyramid, quads))
    if inset:
        counts[:, inset:] += counts[:, :-inset].copy()
    # The votes are gathered place by place: after one matrix product its threads would go on spinning. They
    # are summed at once, since the separate parts would fill new memory every time.
    support = counts[where[0]].take(at[where[0]], 0)
    for place in where[1:]:
        support += counts[place].take(at[place], 0)
    support = support / len(where) + _prior(ends)
    votes = np.maximum.reduceat(support, starts)
    best = support == np.repeat(votes, np.diff(starts, append=len(support)), axis=0)
    lines = np.minimum.reduceat(np.where(best, np.arange(len(best))[:, None], len(best)), starts)
    shape = (len(quads), 4, EDGE_POSITIONS)
    return EdgeSupport(
        quads.copy(),
        run.long_sides,
        run.outward,
        votes.T.reshape(shape).copy(),
        lines.T.reshape(shape).copy(),
    )


def edge_support(pyramid: Pyramid, quads: Floats) -> Floats:
    """Return the support (n,) for outlines (n, 4, 2).

    The support is the share of places along the edges where the picture falls from paper to table. Where no
    card lies, the best of many lines still reaches about a half by chance.
    """
    return _support(pyramid, quads).support


def support_of_each_edge(pyramid: Pyramid, quads: Floats) -> Floats:
    """Return how strongly the picture supports each edge of n cards, (n, 4), where it supports it best. The
    first edge begins at the first corner."""
    return np.asarray(_support(pyramid, quads).votes.max(2), np.float32)


def support_near_corners(pyramid: Pyramid, quads: Floats) -> Floats:
    """Return how strongly the picture supports each edge of n cards, (n, 4), measured only near the edge's
    ends. The first edge begins at the first corner.

    In the middle, what seems to be an edge may be a stroke of the letter on a card beneath.
    """
    return np.asarray(_support(pyramid, quads, OUTER_PLACES).votes.max(2), np.float32)


def fit_each_edge(seen: EdgeSupport) -> Floats:
    """Return the corners (n, 4, 2) of the measured cards, with each edge placed alone where the picture
    supports it best."""
    return _corners(seen, seen.votes.argmax(2))


def fit_opposite_edges(seen: EdgeSupport, plane: Plane, size: tuple[float, float]) -> Floats:
    """Return the corners (n, 4, 2) of the measured cards, with opposite edges placed so that each card has
    the pack's `size`: the short and the long side, mm."""
    flat = plane.to_table(seen.quads)
    sides = _sides(flat)
    short, long = size
    wanted = np.where(sides >= sides.max(1, keepdims=True), long, short)
    # The correction that both edges must make together, in card lengths: edges 0 and 2 bound the height.
    pixels = _sides(seen.quads)
    missing = (wanted / np.maximum(sides, 1e-6) - 1) * pixels / seen.long_sides[:, None]
    middles = (np.arange(EDGE_POSITIONS) - 2 * REACH_STEPS) * LINE_STEP_CARD_LENGTHS / 2
    sums = middles[:, None] + middles[None]
    best = np.empty((len(seen.quads), 4), np.intp)
    for axis, (one, other) in enumerate(((1, 3), (0, 2))):
        off = (sums[None] - missing[:, axis, None, None]) / SAME_SIZE_CARD_LENGTHS
        both = seen.votes[:, one, :, None] + seen.votes[:, other, None, :] - off**2 / 2
        pick = both.reshape(len(best), EDGE_POSITIONS * EDGE_POSITIONS).argmax(1)
        best[:, one], best[:, other] = pick // EDGE_POSITIONS, pick % EDGE_POSITIONS
    return _corners(seen, best)


def usual_size(flat: NDArray[np.float64]) -> tuple[float, float] | None:
    """Return the short and the long side, mm, that most of the flattened cards (n, 4, 2) share.

    None when there are few cards or their sizes differ.
    """
    if len(flat) < MIN_CARDS_FOR_SIZE:
        return None
    sides = np.sort(_sides(flat), 1)
    close = np.all(np.abs(sides[:, None] - sides) < MAX_SIDE_DIFFERENCE * sides, axis=2)
    crowd = close[int(close.sum(1).argmax())]
    if crowd.sum() < max(MIN_CARDS_FOR_SIZE, MIN_SAME_SIZE_SHARE * len(flat)):
        return None
    short, long = np.median(sides[crowd], 0).tolist()
    return short, long


def _sides(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the width and height (n, 2) of n cards with the corners `quads` (n, 4, 2). Each is the mean of
    two opposite edges; edges 0 and 2 give the width."""
    lengths = np.hypot(*np.moveaxis(np.roll(quads, -1, 1) - quads, 2, 0))
    return np.stack([(lengths[:, 0] + lengths[:, 2]) / 2, (lengths[:, 1] + lengths[:, 3]) / 2], 1)


@cache
def _lines() -> tuple[NDArray[np.intp], Floats, NDArray[np.intp]]:
    """Return all lines that are tried as an edge, sorted by the position of their middle.

    The three arrays are the half step (PLACES_PER_EDGE, n) at which each line passes each sampled place, the
    two ends (n, 2) of each line in steps outwards, and the number (49,) of the first line with each middle.
    """
    ends = [
        (a, b)
        for a in range(-REACH_STEPS, REACH_STEPS + 1)
        for b in range(-REACH_STEPS, REACH_STEPS + 1)
        if abs(a - b) <= MAX_LEANING_STEPS
    ]
    ends.sort(key=sum)
    pairs = np.array(ends, np.float32)
    passed = pairs[:, 0] + (pairs[:, 1] - pairs[:, 0]) * sampled_shares()[:, None]
    starts = np.searchsorted(pairs.sum(1), np.arange(-2 * REACH_STEPS, 2 * REACH_STEPS + 1))
    return np.round(2 * (passed + REACH_STEPS)).astype(np.intp), pairs, starts


def _prior(ends: Floats) -> Floats:
    """Return what is added to the support of each line (n, 1), given its two `ends` (n, 2) in steps outwards.
    It is 0 for the outline near which edges are searched, and the more below 0 the farther a line lies from
    it."""
    middle, leaning = (
        ends.mean(1) * LINE_STEP_CARD_LENGTHS,
        (ends[:, 1] - ends[:, 0]) * LINE_STEP_CARD_LENGTHS,
    )
    return np.asarray(
        -NETWORK_OUTLINE_COST * (middle**2 + leaning**2) / USUAL_ERROR_CARD_LENGTHS**2 / 2, np.float32
    )[:, None]


def _corners(seen: EdgeSupport, middles: NDArray[np.intp]) -> Floats:
    """Return the corners (n, 4, 2) of the cards, where the four lines chosen for each card meet. `middles`
    (n, 4) tell for each edge the position that was chosen for its middle, as an index in `seen.votes`."""
    lines = np.take_along_axis(seen.lines, middles[..., None], 2)[..., 0]
    moved = (
        (_lines()[1][lines] + _peak_offsets(seen.votes, middles)[..., None])
        * LINE_STEP_CARD_LENGTHS
        * seen.long_sides[:, None, None]
    )
    start = seen.quads + seen.outward * moved[..., :1]
    direction = np.roll(seen.quads, -1, 1) + seen.outward * moved[..., 1:] - start
    previous_start, previous_direction = np.roll(start, 1, 1), np.roll(direction, 1, 1)
    gap = start - previous_start
    cross = previous_direction[..., 0] * direction[..., 1] - previous_direction[..., 1] * direction[..., 0]
    share = (gap[..., 0] * direction[..., 1] - gap[..., 1] * direction[..., 0]) / np.where(
        np.abs(cross) < 1e-6, 1e-6, cross
    )
    return np.asarray(previous_start + previous_direction * share[..., None], np.float32)


def _peak_offsets(votes: Floats, middles: NDArray[np.intp]) -> Floats:
    """Return the correction (n, 4) to each edge's chosen position, in steps of `LINE_STEP_CARD_LENGTHS`.
    `middles` are the chosen positions, and `votes` the picture's support for every position.

    The correction leads to the top of the parabola through the support at the position and at its two
    neighbours.
    """
    at = middles.clip(1, EDGE_POSITIONS - 2)[..., None]
    low, top, high = (np.take_along_axis(votes, at + by, 2)[..., 0] for by in (-1, 0, 1))
    bend = np.minimum(low - 2 * top + high, -1e-6)
    # A middle chosen for the card's size may be no peak: move at most half way to the next half step.
    return np.asarray(((low - high) / (2 * bend)).clip(-0.5, 0.5) / 2, np.float32)
