"""Find the Masters of unknown packs. A piece without a letter that has the size of the pack's cards and
lies where a card would lie is most likely a Master.

An advertisement, a court card or a card of another pack looks like a Master but lies elsewhere. A Master lies
in a word or a crossword, in a hand or on a pile, square to the cards beside it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from vision.crops import Pyramid
from vision.geometry.edges import MIN_CARDS_FOR_SIZE, support_of_each_edge
from vision.geometry.rectification import MAX_TILE_SIDE_RATIO, Plane
from vision.pieces.classify import Piece, corners_of
from vision.pieces.neighbours import MAX_NEIGHBOUR_ANGLE_DEGREES
from vision.tensor_format import LETTERS, Floats, axes

PLACED_MASTER_PROBABILITY: Final = 0.85
"""The probability given to a Master found by its place. It is low enough that the table asks about the
card."""


MAX_MASTER_SIDE_DEVIATION: Final = 0.15
"""The greatest deviation of a piece's side from the pack's card, as a share of the side, for the piece to be
a possible Master. The limit is wide, because a card's edges are not always visible."""

MAX_GAP_SHARE: Final = 0.4
"""The greatest gap between two neighbours in a row, as a share of the card's side along the row. A card
farther off is no neighbour, so its place does not suggest a Master. Cards may also overlap by half of it."""

MAX_NEIGHBOUR_OFFSET_SHARE: Final = 0.25
"""The greatest sideways offset between two neighbours in a row, as a share of the card's side across the row.
A card farther off is no neighbour, so its place does not suggest a Master."""


MIN_PAPER_EDGE_SHARE: Final = 0.55
"""The least visible share of an edge for it to count as the edge of paper (`vision/geometry/edges.py`). A
possible Master may have one fainter edge.

Of 128 Masters 95 in a hundred reach it, of 1,011 bare places beside cards two in a hundred. An edge along
another card proves nothing alone, because it may be that card's edge: three edges of a hole in a crossword
had 0.8, the free edge 0.15. The free edges alone prove nothing either: the grain of wood between two words
had 0.7, the edges along the words 0.46.
"""

NEXT_CARD_DISTANCE_SHARE: Final = 0.2
"""The distance outside an edge within which another card counts as lying along the edge, as a share of the
length of the piece's side."""

MIN_MASTER_PRINT_PROBABILITY: Final = 0.05
"""The probability of print without a letter above which a doubtful letter may be a Master."""

MIN_PILED_OVERLAP_SHARE: Final = 0.1
"""The least share of the smaller of two pieces that the two must share for one to lie on the other, as on a
pile or in a hand. Such a place suggests a Master."""


def find_masters(
    pyramid: Pyramid, pieces: tuple[Piece, ...], others: tuple[tuple[Piece, ...], ...], plane: Plane
) -> tuple[tuple[Piece, ...], ...]:
    """Return `pieces` together with the Masters found among `others`, followed by each group of `others`
    without these Masters.

    The groups of `others` hold pieces without a letter and unreadable pieces. A doubtful letter among
    `pieces` that lies beside a card in a line, or over or under a card, becomes a doubtful Master.
    """
    cards = [
        p
        for p in pieces
        if p.letter_probability > p.back_probability and p.best_probability >= MIN_SURE_LETTER_PROBABILITY
    ]
    every = [p for group in others for p in group]
    doubtful = [
        p
        for p in pieces
        if p.letter_probability > p.back_probability
        and p.best_probability < MIN_SURE_LETTER_PROBABILITY
        and p.unlettered_probability > MIN_MASTER_PRINT_PROBABILITY
    ]
    if len(cards) < MIN_CARDS_FOR_SIZE or not (every or doubtful):
        return (pieces, *others)
    size = np.median([np.sort(_sides(p, plane)) for p in cards], 0)
    if (
        size[1] <= MAX_TILE_SIDE_RATIO * size[0]
    ):  # Tiles have no Masters: what lies beside them is their board.
        return (pieces, *others)
    left, doubtful = (
        [
            p
            for p in some
            if np.abs(np.log(np.sort(_sides(p, plane)) / size)).max() < MAX_MASTER_SIDE_DEVIATION
        ]
        for some in (every, doubtful)
    )
    doubted = {id(p) for p in doubtful if _neighbouring_card(p, cards) is not None}
    pieces = tuple(_as_possible_master(p) if id(p) in doubted else p for p in pieces)
    left, placed_cards, new_masters, used_ids = (
        _edged_pieces(pyramid, left, cards),
        list(pieces),
        list[Piece](),
        set[int](),
    )
    while new := [(p, beside) for p in left if (beside := _neighbouring_card(p, placed_cards)) is not None]:
        masters = [_as_master(p, beside) for p, beside in new]
        used_ids |= {id(p) for p, _ in new}
        left = [p for p in left if id(p) not in used_ids]
        placed_cards, new_masters = [*placed_cards, *masters], [*new_masters, *masters]
    return (*pieces, *new_masters), *(tuple(p for p in group if id(p) not in used_ids) for group in others)


def _edged_pieces(pyramid: Pyramid, pieces: Sequence[Piece], cards: Sequence[Piece]) -> list[Piece]:
    """Return the pieces whose edges are plainly those of paper, also where no other card lies beside them. A
    patch of table between cards has no such edges."""
    if not pieces:
        return []
    seen = support_of_each_edge(pyramid, corners_of(pieces))
    return [
        p
        for p, edges in zip(pieces, seen, strict=True)
        if _has_paper_edges(edges) and _has_paper_edges(edges[_free_edges(p, cards)])
    ]


def _has_paper_edges(edges: Floats) -> bool:
    """Return True if the picture shows that paper ends along the edges, given the visible share of each. A
    third of the edges, rounded down, may be faint."""
    return len(edges) > 0 and bool(np.sort(edges)[len(edges) // 3] >= MIN_PAPER_EDGE_SHARE)


def _free_edges(piece: Piece, cards: Sequence[Piece]) -> NDArray[np.bool_]:
    """Return a mask (4,): True for each edge of the piece along which no other card lies. The first edge
    begins at the first corner."""
    quad = piece.corners
    middles = (quad + np.roll(quad, -1, axis=0)) / 2
    outside = middles + 2 * NEXT_CARD_DISTANCE_SHARE * (middles - quad.mean(0))
    quads = [card.corners.astype(np.float32) for card in cards if card is not piece]
    return np.array(
        [
            all(cv2.pointPolygonTest(q, (float(x), float(y)), measureDist=False) < 0 for q in quads)
            for x, y in outside
        ]
    )


def _sides(piece: Piece, plane: Plane) -> NDArray[np.float64]:
    """Return the width and height (2,) of a piece on the table, mm."""
    up, right = axes(np.asarray(plane.to_table(piece.corners[None])[0], np.float32))
    return np.array([np.hypot(*right), np.hypot(*up)], np.float64)


def _neighbouring_card(piece: Piece, placed_cards: Sequence[Piece]) -> Piece | None:
    """Return one of `placed_cards` that lies beside the piece in a line, or over or under it. None without
    such a card."""
    return next(
        (p for p in placed_cards if _is_next_to(piece.corners, p.corners) or _overlaps(piece, p)), None
    )


def _is_next_to(quad: Floats, card: Floats) -> bool:
    """Return True if a piece lies next to a card, square to it."""
    up, right = axes(card)
    off = quad.mean(0) - card.mean(0)
    own, _ = axes(quad)
    turn = abs(float(np.degrees(np.arctan2(own[0] * up[1] - own[1] * up[0], own @ up))))
    if min(turn, 180 - turn) > MAX_NEIGHBOUR_ANGLE_DEGREES:
        return False
    for along, across in ((right, up), (up, right)):
        distance, offset = (
            abs(float(off @ along)) / float(along @ along),
            abs(float(off @ across)) / float(across @ across),
        )
        if 1 - MAX_GAP_SHARE / 2 < distance < 1 + MAX_GAP_SHARE and offset < MAX_NEIGHBOUR_OFFSET_SHARE:
            return True
    return False


def _overlaps(piece: Piece, card: Piece) -> bool:
    """Return True if the piece lies on the card, or the card on the piece."""
    shared = cv2.intersectConvexConvex(piece.corners, card.corners)[0]
    return bool(shared > MIN_PILED_OVERLAP_SHARE * min(piece.area, card.area))


def _as_possible_master(piece: Piece) -> Piece:
    """Return the piece as a doubtful Master: its probability of print without a letter, times
    `PLACED_MASTER_PROBABILITY`, becomes the probability of a Master."""
    share = PLACED_MASTER_PROBABILITY * piece.unlettered_probability
    probabilities = piece.probabilities.copy()
    probabilities[0, LETTERS.index("?")] += share
    return replace(
        piece,
        probabilities=probabilities,
        other_probability=piece.other_probability - share,
        unlettered_probability=piece.unlettered_probability - share,
    )


def _as_master(piece: Piece, neighbour: Piece) -> Piece:
    """Return the piece as a Master in the direction of the card beside it."""
    ups = [axes(np.roll(piece.corners, -turn, axis=0))[0] for turn in (0, 2)]
    turn = 2 * int(ups[1] @ axes(neighbour.corners)[0] > ups[0] @ axes(neighbour.corners)[0])
    probabilities = np.zeros_like(piece.probabilities)
    probabilities[0, LETTERS.index("?")] = PLACED_MASTER_PROBABILITY
    corners = np.roll(piece.corners, -turn, axis=0)
    return replace(
        piece,
        corners=corners,
        probabilities=probabilities,
        back_probability=0.0,
        other_probability=1 - PLACED_MASTER_PROBABILITY,
        unlettered_probability=1 - PLACED_MASTER_PROBABILITY,
    )
