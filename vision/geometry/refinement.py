"""Refine the pieces' corners by their own edges, and compute the map from the photograph to the table from
the pieces."""

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
from vision.pieces.neighbours import are_not_overlapped

MIN_OWN_EDGES_RATIO: Final = 0.5
"""The least visible share of the edges of a piece that no other piece overlaps, relative to the median of
such pieces. With less, the piece has no edges of its own and is print. Of 1,872 pieces on golden and labelled
pictures none has less than 0.55. A letter of a board's printed name has 0.43."""

FAINT_CARD_PROBABILITY: Final = 0.5
"""The probability of the finder from which a piece is a card although its edges are less visible than
`MIN_OWN_EDGES_RATIO`. The finder sees cards in a shadow, whose edges are as faint."""

MAX_NEW_CARDS_SHARE: Final = 0.1
"""The greatest number of new cards, as a share of the cards that lay there before, at which the last
photograph's map to the table is kept. One more card hardly changes the map. To measure all cards again would
take a tenth of the time in which one card is read."""


@dataclass(frozen=True, slots=True)
class RefinedPieces:
    """The pieces of a photograph with refined corners."""

    pieces: tuple[Piece, ...]
    """The pieces, in the order in which they were given."""
    plane: Plane
    """The map between the photograph and the table."""
    has_own_edges: NDArray[np.bool_]
    """True (n,) for each piece with visible edges of its own, and for each piece whose edges were not
    searched."""


def refine(
    pyramid: Pyramid, pieces: tuple[Piece, ...], marks: tuple[mat.FoundMark, ...], last_plane: Plane | None
) -> RefinedPieces:
    """Return the pieces with corners refined by their edges, and the map from the photograph to the table.

    The map is that of the mat's `marks` if they give one. Otherwise it is computed from the pieces, beginning
    at `last_plane`, the map of the photograph before. While few pieces are new, `last_plane` is kept. A piece
    over or under another keeps its corners, because the picture does not tell whose edge it shows.
    """
    height, width = pyramid.levels[0].shape[:2]
    quads = corners_of(pieces)
    scores = np.array([p.outline.score for p in pieces], np.float32)
    done = np.array([p.edge_fitted for p in pieces], bool)
    fresh = are_not_overlapped(pieces) & ~done
    marked = mat.fit_plane(marks, width, height)
    kept_plane = last_plane if fresh.sum() <= MAX_NEW_CARDS_SHARE * done.sum() else None

    def settle(seen: EdgeSupport) -> Plane:
        quads[fresh] = fit_each_edge(seen)
        plane = marked or kept_plane or rectify(quads, width, height, scores, last_plane)
        if (size := usual_size(plane.to_table(quads[fresh | done]))) is not None:
            quads[fresh] = fit_opposite_edges(seen, plane, size)
        return plane

    seen = measure_edges(pyramid, quads[fresh])
    support, own = seen.support, np.ones(len(pieces), bool)
    if len(support):
        own[fresh] = (support >= MIN_OWN_EDGES_RATIO * np.median(support)) | (
            scores[fresh] >= FAINT_CARD_PROBABILITY
        )
    plane = settle(seen)
    # A single added card takes the size of the others, whose frames were measured. To measure them again
    # would take a tenth of the time.
    if within := frame_inset(pyramid, quads[fresh]):
        plane = settle(measure_framed_edges(pyramid, quads[fresh], within))
    each = zip(pieces, quads, fresh.tolist(), strict=True)
    now = (replace(p, corners=quad, edge_fitted=True) if new else p for p, quad, new in each)
    return RefinedPieces(tuple(now), plane, own)


def refine_each(pyramid: Pyramid, unlettered: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the cards without a letter, `unlettered`, with corners refined by their own edges. Each is
    refined alone, since they may have any size."""
    if not unlettered:
        return ()
    quads = fit_each_edge(measure_edges(pyramid, corners_of(unlettered)))
    return tuple(replace(p, corners=quad) for p, quad in zip(unlettered, quads, strict=True))
