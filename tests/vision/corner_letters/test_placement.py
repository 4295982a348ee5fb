"""Test the places of a pack's corner letters, and the card that each corner letter belongs to."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.corner_letters.laid import (
    HEIGHT,
    card_at,
    letters_of,
    piece_at,
    quad_at,
    spot_at,
)
from vision.corner_letters.card_size import card_size_of
from vision.corner_letters.placement import card_at_corner


@pytest.mark.parametrize("degrees", [0, 35, 90, 200, 310])
def test_a_card_lies_where_its_upper_corner_letter_says(degrees: float) -> None:
    quad = quad_at(400, 300, degrees)
    shape = card_size_of([piece_at(quad_at(0, 0, 20), "A"), piece_at(quad_at(900, 0, 80), "B")])
    assert shape is not None
    card = card_at(spot_at(quad, "K"), shape)
    assert np.allclose(card.corners, quad, atol=1)
    assert letters_of((card,)) == "K"


def test_an_upright_letter_at_the_lower_right_corner_is_told_from_an_upper_one() -> None:
    quad = quad_at(400, 300, 15)
    shape = card_size_of([piece_at(quad_at(0, 0, 20), "A")])
    assert shape is not None
    assert np.allclose(card_at(spot_at(quad, "K", corner=2), shape).corners, quad, atol=1)


def test_an_upside_down_letter_at_the_lower_right_corner_gives_the_card_turned_by_half() -> None:
    quad = quad_at(400, 300, 15)
    shape = card_size_of([piece_at(quad_at(0, 0, 20), "A")])
    assert shape is not None
    card = card_at(spot_at(quad, "K", corner=2, upside_down=True), shape)
    assert np.allclose(card.corners, np.roll(quad, 2, axis=0), atol=1)


@pytest.mark.parametrize("corner", [1, 3])
def test_a_figure_at_one_of_the_other_corners_is_no_corner_letter(corner: int) -> None:
    quad = quad_at(400, 300, 15)
    shape = card_size_of([piece_at(quad_at(0, 0, 20), "A")])
    assert shape is not None
    spot = spot_at(quad, "B", corner=corner)
    inwards = (quad.mean(0) - quad[corner]) / 8
    assert card_at_corner(replace(spot, middle=quad[corner] + inwards), shape) is None


@pytest.mark.parametrize(("across", "kept"), [(0.25, True), (0.42, False)])
def test_a_letter_in_the_middle_of_a_card_is_no_corner_letter_though_it_be_alone(
    across: float, kept: bool
) -> None:
    quad = quad_at(400, 300, 0)
    shape = card_size_of([piece_at(quad, "A"), piece_at(quad_at(900, 0, 80), "B")])
    assert shape is not None
    inwards = np.array([across, across], np.float32) * HEIGHT
    spot = replace(spot_at(quad, "V"), middle=quad[0] + inwards)
    assert (card_at_corner(spot, shape) is not None) == kept
