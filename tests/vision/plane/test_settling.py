"""When the table's plane is worked out anew."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.indices.laid import piece_at, quad_at
from vision.crops import Pyramid
from vision.pieces.letters import Piece
from vision.plane.flatten import Plane
from vision.plane.settling import settled, upright


def _row(count: int) -> tuple[Piece, ...]:
    """Cards side by side whose edges were looked for already."""
    quads = [quad_at(40 + 150.0 * (n % 8), 40 + 230.0 * (n // 8), 0) for n in range(count)]
    return tuple(replace(piece_at(quad, "A"), edged=True) for quad in quads)


@pytest.mark.parametrize(("new", "stays"), [(0, True), (1, True), (3, False)])
def test_while_few_cards_are_new_the_plane_stays_as_it_was(new: int, stays: bool) -> None:
    pyramid = Pyramid.of(np.full((800, 1280, 3), 120, np.uint8))
    last = Plane(np.diag([0.45, 0.45, 1.0]), 576.0, 360.0)
    cards = _row(16)
    pieces = (*cards[new:], *(replace(card, edged=False) for card in cards[:new]))
    plane = settled(pyramid, pieces, (), last).plane
    assert (plane is last) is stays
    assert settled(pyramid, pieces, (), None).plane is not last


@pytest.mark.parametrize(("turn", "chance", "first"), [(1, 0.3, 0), (3, 0.3, 0), (0, 0.3, 0), (1, 0.0, 1)])
def test_a_card_of_the_packs_size_stands_however_square_it_seems(
    turn: int, chance: float, first: int
) -> None:
    """An O that was read on its side, and upright with a lesser `chance`; with none it stays as it is."""
    plane = Plane(np.eye(3), 1280.0, 800.0)
    cards = _row(6)
    said = np.zeros((4, 27), np.float32)
    said[0, 14], said[-turn % 4 if turn else 0, 14] = 0.6, 0.6 if not turn else chance
    lying = replace(cards[0], chances=said, corners=np.roll(cards[0].corners, -turn, axis=0))
    stood = upright((lying, *cards[1:]), plane)
    assert stood[1:] == cards[1:]
    assert np.hypot(*(stood[0].corners[0] - cards[0].corners[first])) == pytest.approx(0, abs=1e-3)
    assert stood[0].letter == pytest.approx(lying.letter)
    assert (stood[0] is lying) is (turn == 0 or chance == 0)
