"""The part of the table that a photograph shows, in millimetres: its edge, and the unread cards within it."""

from collections.abc import Iterable
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layout import (
    FilledObservation,
    VisibleTable,
    with_cut_cards_doubted,
    with_rotated_letters,
    with_unread_cards,
)
from engine.observation import Quad
from engine.shared.condition import Condition, Covered, Unread
from vision.geometry.rectification import Plane
from vision.pieces.classify import Piece
from vision.reader import PhotoReading

HORIZON_DEPTH_SHARE: Final = 0.15
"""The least distance of a picture's corner from the horizon of the table, as a share of that of the corner
farthest from it. With a corner nearer to the horizon, the whole table counts as visible, because the corner
has no meaningful place on the table."""

MIN_COLOUR_GREY_LEVELS: Final = 40.0
"""The difference in median colour, grey levels, from which a strip of the table beside a card is plainly not
paper. Shadow and print change most cards by less; baize and wood differ by more.

If the table is nearly as pale as paper, a strip of it may be taken for the rest of a card that is cut off,
and is reported. Of 168 labelled, traced and golden pictures one is reported falsely, and all three that are
cut off are reported. Without this test five are reported falsely.
"""

MIN_STRIP_PIXELS: Final = 6
"""The fewest pixels of the small copy from which the colour of a strip of the table is judged."""


def view_of(reading: PhotoReading, conditions: Iterable[Condition] = ()) -> VisibleTable:
    """Return what a photo reading says about the visible table: its outline, the cards without a letter,
    other shapes that look like cards, and the places where something covers a card.

    The view's faults in `conditions` add the places that they name: unread ends of rows are shapes that look
    like cards, and covered gaps are covered places.
    """
    conditions = tuple(conditions)
    ends, occlusions = (
        [c.where for c in conditions if isinstance(c.fact, kind) and len(c.where) == 4]
        for kind in (Unread, Covered)
    )
    size = np.array([reading.width, reading.height])
    on_table = [
        [_quad(reading.plane.to_table(np.array(where) * size)) for where in shares]
        for shares in (ends, occlusions)
    ]
    return VisibleTable(
        _rim(reading.plane, reading.width, reading.height),
        _quads(reading, reading.unlettered),
        (*_quads(reading, reading.unread), *on_table[0]),
        tuple(on_table[1]),
        partial(_is_bare_table, reading),
    )


def _quads(reading: PhotoReading, pieces: Iterable[Piece]) -> tuple[Quad, ...]:
    return tuple(_quad(reading.plane.to_table(piece.corners)) for piece in pieces)


def observation_to_arrange(reading: PhotoReading, view: VisibleTable) -> FilledObservation:
    """Return the observation from which the engine arranges the cards into words.

    The probability of cards at the picture's edge is capped. An M or a W is kept in the direction that its
    print shows, or is no longer sure. Unread cards are added to the rows in which they lie.
    """
    observation = with_rotated_letters(with_cut_cards_doubted(reading.observation, view.rim))
    return with_unread_cards(observation, view.unread, view.occlusions)


def _is_bare_table(reading: PhotoReading, strip: Quad, card: Quad) -> bool:
    """Return True if the picture plainly shows the table, and not a card's paper, in the area `strip` beside
    `card`."""
    strip_colours, card_colours = (_colours(reading, quad) for quad in (strip, card))
    if len(strip_colours) < MIN_STRIP_PIXELS or len(card_colours) < MIN_STRIP_PIXELS:
        return False
    return bool(
        np.abs(np.median(strip_colours, axis=0) - np.median(card_colours, axis=0)).max()
        > MIN_COLOUR_GREY_LEVELS
    )


def _colours(reading: PhotoReading, quad: Quad) -> NDArray[np.float64]:
    """Return the colours (n, 3) of the pixels inside `quad`, an area of the table, from the photograph's
    small copy."""
    if reading.trace is None:
        return np.zeros((0, 3))
    small = reading.trace.small
    corners = reading.plane.to_picture(np.array(quad)) * (small.shape[1] / reading.width)
    mask = cv2.fillConvexPoly(np.zeros(small.shape[:2], np.uint8), np.round(corners).astype(np.int32), 1)
    return np.asarray(small[mask > 0], np.float64)


def _rim(plane: Plane, width: int, height: int) -> Quad:
    """Return the outline of the picture on the table.

    If the picture shows the table's horizon, the outline has no corners there. It is then replaced by a
    rectangle around the whole table, so that no card counts as near the edge.
    """
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    depth = corners @ plane.matrix[2, :2] + plane.matrix[2, 2]
    if depth.min() <= HORIZON_DEPTH_SHARE * depth.max():
        return ((0, 0), (plane.width, 0), (plane.width, plane.height), (0, plane.height))
    return _quad(plane.to_table(corners))


def _quad(points: NDArray[np.float64]) -> Quad:
    (a, b), (c, d), (e, f), (g, h) = points.tolist()
    return ((a, b), (c, d), (e, f), (g, h))
