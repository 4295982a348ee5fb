"""Measure the distance of a pack's printed frame from the edges of its cards.

A frame is as straight as an edge, and plainer where cards abut. One card alone does not show which of two
lines is the edge, because the upper card of a pile has the edges of others around it. But the frame is
equally far inside on all cards of a pack. A line that repeats at one distance on two thirds of the edges is
therefore the frame.
"""

from typing import Final

import numpy as np

from vision.crops import Pyramid
from vision.geometry.edge_profiles import REACH_STEPS, bearings, paper_ends, profiles
from vision.tensor_format import Floats

MIN_REPEATED_CARDS: Final = 3
"""The number of cards from which a line that repeats on the cards may be the pack's frame."""

MIN_FRAME_HALF_STEPS: Final = 4
"""The least distance from a card's edge at which a printed frame is searched, half steps. A line nearer to
the edge blurs into it."""

MAX_FRAME_HALF_STEPS: Final = 13
"""The greatest distance from a card's edge at which a printed frame is searched, half steps, exclusive.
Corner letters begin there. With the least distance, the range covers 2 to 5 mm of a card 89 mm long."""

MAX_FAINT_EDGE_SHARE: Final = 0.35
"""The share of the cards' edges on which a pack's frame may show less plainly: edges that are hardly visible,
or neighbours' edges taken for a card's own. With 0.3 to 0.5 the corners are the same."""

MIN_FRAME_STRENGTH: Final = 0.35
"""The least strength, 0 to 1, that a frame's line must have on most edges of the cards. On the other edges,
`MAX_FAINT_EDGE_SHARE` of them, it may be weaker. On 80 traced tables lines other than frames hardly reached
it."""

MIN_RISE: Final = 0.15
"""The least strength of a printed line above the lowest strength between the line and the edge, 0 to 1, for
the line to be the pack's frame. Other lines never reached it."""

NEARER_LINE_RISE_SHARE: Final = 0.7
"""The least strength of a printed line, as a share of the plainest line's, for the line to be the pack's
frame although it is not the plainest. Of such lines the nearest to the edge is taken. By judgement."""

MAX_TOP_DIFFERENCE: Final = 0.03
"""The greatest difference in strength, 0 to 1, between the peak of a printed line and a place beside it for
the place to belong to the same line."""

MAX_TOP_HALF_STEPS: Final = 3
"""The greatest width of the peak that one printed line makes, half steps. A wider peak includes another
line."""

MAX_DIFFERENCE_HALF_STEPS: Final = 1
"""The greatest difference between a printed frame's distance from the short edges and from the long edges,
half steps. Only profiles that agree within it confirm a frame."""


def frame_inset(pyramid: Pyramid, quads: Floats) -> int:
    """Return how far inside their edges most cards have a printed frame, half steps of
    `vision/geometry/edge_profiles.py`, or 0 if they have none.

    `quads` (n, 4, 2) are the cards' corners, pixels. They may lie on the frame instead of the card's edges.
    """
    if len(quads) < MIN_REPEATED_CARDS:
        return 0
    # `rising=0` excludes a neighbour's edge across a gap, which is brighter outside; a frame falls twice.
    counts = paper_ends(profiles(pyramid, quads), rising=0).mean(0).reshape(-1, len(quads), 4)
    ends, sides = _short_and_long(quads, counts)
    middle = 2 * REACH_STEPS
    usual = [np.quantile(lines, MAX_FAINT_EDGE_SHARE, 1) for lines in (ends, sides)]
    tops = [_plainest_line(profile) for line in usual for profile in (line[middle:], line[middle::-1])]
    rise, at = max(
        tops,
        key=lambda top: sum(rise for rise, off in tops if abs(off - top[1]) <= MAX_DIFFERENCE_HALF_STEPS),
    )
    return at if rise >= MIN_RISE else 0


def _short_and_long(quads: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Divide the strengths (EDGE_POSITIONS, n, 4) with which paper seems to end at the edges of n cards into
    those of the short edges and those of the long edges, and return the two, (EDGE_POSITIONS, 2 n) each.
    `quads` (n, 4, 2) are the cards' corners, pixels."""
    following = bearings(quads).following
    lengths = np.hypot(following[..., 0], following[..., 1])
    upright = lengths[:, 0] + lengths[:, 2] < lengths[:, 1] + lengths[:, 3]
    turned = np.where(upright[:, None], np.arange(4), (1, 2, 3, 0))
    ordered = np.take_along_axis(counts, turned[None], 2)
    ends, sides = ordered[:, :, ::2], ordered[:, :, 1::2]
    return ends.reshape(len(counts), -1), sides.reshape(len(counts), -1)


def _plainest_line(usual: Floats) -> tuple[float, int]:
    """Return the rise and the distance from the edge, half steps, of the printed line that may be a frame:
    the nearest to the edge of the plain lines. (0, 0) without such a line.

    `usual` are the strengths that most edges reach, at each half step from the edge inwards or outwards. The
    rise is the line's strength above the lowest strength between the line and the edge.
    """
    tops = [
        (float(usual[at] - usual[1:at].min()), at)
        for at in range(MIN_FRAME_HALF_STEPS, MAX_FRAME_HALF_STEPS)
        if usual[at] >= max(MIN_FRAME_STRENGTH, usual[at - 1], usual[at + 1])
    ]
    plainest, _ = max(tops, default=(0.0, 0))
    # Where cards abut, the neighbour's frame comes next, and may be plainer than the edge.
    rise, nearest = next((top for top in tops if top[0] >= NEARER_LINE_RISE_SHARE * plainest), (0.0, 0))
    wide = [
        at
        for at in range(nearest, nearest + MAX_TOP_HALF_STEPS)
        if usual[at] >= usual[nearest] - MAX_TOP_DIFFERENCE
    ]
    return rise, int(np.mean(wide)) if rise else 0
