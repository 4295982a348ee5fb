"""The pieces with corners refined by their own edges, and the plane of the table that these give."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.crops import Pyramid
from vision.geometry import mat
from vision.geometry.edges import (
    EdgeSupport,
    fit_each_edge,
    fit_opposite_edges,
    measure_edges,
    measure_framed_edges,
    usual_size,
)
from vision.geometry.printed_frames import frame_inset
from vision.geometry.rectification import Plane, rectify
from vision.pieces.classify import Piece, corners_of
from vision.pieces.neighbours import not_overlapped

MIN_VISIBLE_EDGE_SHARE: Final = 0.5
"""Least share of the visible edges of most pieces that a lone piece has: of 1,872 pieces on golden and
labelled pictures none has less than 0.55, of a board's printed name a letter 0.43. Print has no edge of its
own, ...
"""

FAINT_CARD_PROBABILITY: Final = 0.5
"""... and the finder's probability of it is below a half: it sees cards in a shadow, whose edges are as
faint.
"""

MAX_NEW_CARDS_SHARE: Final = 0.1
"""The share of new cards up to which the plane stays as the others made it: one more card hardly changes
it, and measuring all of them again took a tenth of the time of one card."""


@dataclass(frozen=True, slots=True)
class Refined:
    """The `pieces` with refined corners, in their order, the table's `plane`, and which of them (n,) have
    visible edges of their own, as far as these were searched.
    """

    pieces: tuple[Piece, ...]
    plane: Plane
    own: NDArray[np.bool_]


def refine(
    pyramid: Pyramid, pieces: tuple[Piece, ...], marks: tuple[mat.FoundMark, ...], last: Plane | None
) -> Refined:
    """Refine the pieces' corners by their edges, and find the plane. The plane is that of the mat's `marks`
    if there are any, else that of the pieces; the search starts from `last`, the plane before. While few of
    the pieces are new, the plane stays. A piece over or under another keeps its corners, because the picture
    does not tell to which of them an edge belongs.
    """
    height, width = pyramid.levels[0].shape[:2]
    quads = corners_of(pieces)
    scores = np.array([p.outline.score for p in pieces], np.float32)
    done = np.array([p.edged for p in pieces], bool)
    fresh = not_overlapped(pieces) & ~done
    marked = mat.plane(marks, width, height)
    kept = last if fresh.sum() <= MAX_NEW_CARDS_SHARE * done.sum() else None

    def settle(seen: EdgeSupport) -> Plane:
        quads[fresh] = fit_each_edge(seen)
        plane = marked or kept or rectify(quads, width, height, scores, last)
        if (size := usual_size(plane.to_table(quads[fresh | done]))) is not None:
            quads[fresh] = fit_opposite_edges(seen, plane, size)
        return plane

    seen = measure_edges(pyramid, quads[fresh])
    borne, own = seen.borne_out, np.ones(len(pieces), bool)
    if len(borne):
        own[fresh] = (borne >= MIN_VISIBLE_EDGE_SHARE * np.median(borne)) | (
            scores[fresh] >= FAINT_CARD_PROBABILITY
        )
    plane = settle(seen)
    # A single added card takes the size of the others, whose frames were measured: again would cost a tenth.
    if within := frame_inset(pyramid, quads[fresh]):
        plane = settle(measure_framed_edges(pyramid, quads[fresh], within))
    each = zip(pieces, quads, fresh.tolist(), strict=True)
    now = (replace(p, corners=quad, edged=True) if new else p for p, quad, new in each)
    return Refined(tuple(now), plane, own)


def refine_each(pyramid: Pyramid, strangers: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Refine the strangers' corners by their own edges, each by itself, since they may have any size."""
    if not strangers:
        return ()
    quads = fit_each_edge(measure_edges(pyramid, corners_of(strangers)))
    return tuple(replace(p, corners=quad) for p, quad in zip(strangers, quads, strict=True))
