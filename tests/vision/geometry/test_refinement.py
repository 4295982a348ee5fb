"""Test that the map from pixels to the table's plane is computed anew only if enough cards are new."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.corner_letters.laid import piece_at, quad_at
from vision.crops import Pyramid
from vision.geometry.rectification import Plane
from vision.geometry.refinement import refine
from vision.pieces.classify import Piece


def _row(count: int) -> tuple[Piece, ...]:
    """Return `count` cards in rows of eight. They are marked as cards whose outlines were already fitted to
    their edges."""
    quads = [quad_at(40 + 150.0 * (n % 8), 40 + 230.0 * (n // 8), 0) for n in range(count)]
    return tuple(replace(piece_at(quad, "A"), edge_fitted=True) for quad in quads)


@pytest.mark.parametrize(("new", "stays"), [(0, True), (1, True), (3, False)])
def test_while_few_cards_are_new_the_plane_stays_as_it_was(new: int, stays: bool) -> None:
    pyramid = Pyramid.of(np.full((800, 1280, 3), 120, np.uint8))
    last = Plane(np.diag([0.45, 0.45, 1.0]), 576.0, 360.0)
    cards = _row(16)
    pieces = (*cards[new:], *(replace(card, edge_fitted=False) for card in cards[:new]))
    plane = refine(pyramid, pieces, (), last).plane
    assert (plane is last) is stays
    assert refine(pyramid, pieces, (), None).plane is not last
