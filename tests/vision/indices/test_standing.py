"""Where a pack's letters stand on its cards, and which card a corner letter stands on."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.indices.laid import (
    BLACK,
    HEIGHT,
    RED,
    card_at,
    fan_of,
    letters_of,
    piece_at,
    quad_at,
    spot_at,
)
from vision.codes import LETTERS, Floats
from vision.indices.shape import shape_of
from vision.indices.standing import alike, card_of


@pytest.mark.parametrize("degrees", [0, 35, 90, 200, 310])
def test_a_card_lies_where_its_upper_corner_letter_says(degrees: float) -> None:
    quad = quad_at(400, 300, degrees)
    shape = shape_of([piece_at(quad_at(0, 0, 20), "A"), piece_at(quad_at(900, 0, 80), "B")])
    assert shape is not None
    card = card_at(spot_at(quad, "K"), shape)
    assert np.allclose(card.corners, quad, atol=1)
    assert letters_of((card,)) == "K"


def test_an_upright_letter_at_the_lower_right_corner_is_told_from_an_upper_one() -> None:
    quad = quad_at(400, 300, 15)
    shape = shape_of([piece_at(quad_at(0, 0, 20), "A")])
    assert shape is not None
    assert np.allclose(card_at(spot_at(quad, "K", corner=2), shape).corners, quad, atol=1)


def test_a_headlong_letter_at_the_lower_right_corner_gives_the_card_turned_by_half() -> None:
    quad = quad_at(400, 300, 15)
    shape = shape_of([piece_at(quad_at(0, 0, 20), "A")])
    assert shape is not None
    card = card_at(spot_at(quad, "K", corner=2, headlong=True), shape)
    assert np.allclose(card.corners, np.roll(quad, 2, axis=0), atol=1)


@pytest.mark.parametrize("corner", [1, 3])
def test_a_figure_at_one_of_the_other_corners_is_no_corner_letter(corner: int) -> None:
    quad = quad_at(400, 300, 15)
    shape = shape_of([piece_at(quad_at(0, 0, 20), "A")])
    assert shape is not None
    spot = spot_at(quad, "B", corner=corner)
    inwards = (quad.mean(0) - quad[corner]) / 8
    assert card_of(replace(spot, middle=quad[corner] + inwards), shape) is None


@pytest.mark.parametrize(
    ("letter", "tall", "kept"), [("B", 12.0, False), ("A", 12.0, True), ("B", 0.0, True)]
)
def test_what_looks_like_a_figure_and_is_half_as_tall_is_one(letter: str, tall: float, kept: bool) -> None:
    quads, spots = fan_of("CROWD")
    shape = shape_of([piece_at(quads[0], "C")])
    assert shape is not None
    spots = [replace(spot, tall=27.0) for spot in spots]
    odd = replace(spot_at(quad_at(500, 500, 0), letter), tall=tall)
    assert [spot is odd for spot in alike([*spots, odd], shape)] == [False] * len(spots) + [True] * kept


def test_letters_stand_where_the_others_of_the_pack_stand() -> None:
    quads, spots = fan_of("CROWD", 30.0)
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    lower = replace(spots[2], middle=spots[2].middle + np.array([0, 20], np.float32))
    assert alike([*spots, lower], shape) == tuple(spots)


@pytest.mark.parametrize(("printed", "told"), [(BLACK, "CDORW"), (RED, "CORW")])
def test_a_red_figure_beside_black_letters_is_no_letter(printed: Floats, told: str) -> None:
    """It stands where letters stand, and an 8 looks much like a B; of a pack printed in red all are red."""
    quads, spots = fan_of("CROWD")
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    seen = [*spots[:4], replace(spots[4], ink=printed)]
    assert "".join(sorted(LETTERS[spot.letter] for spot in alike(seen, shape))) == told
    red = [replace(spot, ink=RED) for spot in spots]
    assert alike(red, shape) == tuple(red)


@pytest.mark.parametrize(("uneven", "told"), [(0.01, "CORW"), (0.06, "CDORW")])
def test_a_figure_of_nearly_the_letters_ink_is_none_where_these_are_all_of_one(
    uneven: float, told: str
) -> None:
    """Where light and noise set the letters themselves apart it may be one of them."""
    quads, spots = fan_of("CROWD")
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    inks = [BLACK + np.array([0, sign * uneven, 0], np.float32) for sign in (1, -1, 1, -1)]
    dull = np.array([-0.96, 0.27, 0.06], np.float32)
    seen = [replace(spot, ink=ink) for spot, ink in zip(spots, [*inks, dull], strict=True)]
    assert "".join(sorted(LETTERS[spot.letter] for spot in alike(seen, shape))) == told


def test_a_wide_letter_keeps_the_corner_it_was_seen_at() -> None:
    """Its middle is further from its card's side than those of others, where all begin in one line."""
    quads, spots = fan_of("COOSW")
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    spots = [replace(spot, tall=28.0) for spot in spots]
    up, right = shape.card(spots[4].up, spots[4].middle)
    wide = replace(spots[4], middle=np.asarray(spots[4].middle + 0.065 * right / shape.wide, np.float32))
    figures = [replace(s, middle=s.middle - 0.09 * up, ink=RED, score=0.3, tall=14.0) for s in spots[:4]]
    assert alike([*spots[:4], wide, *figures], shape) == (*spots[:4], wide)


@pytest.mark.parametrize(("others", "there"), [(28.0, True), (0.0, False)])
def test_a_sure_letter_of_unknown_height_is_one_where_the_others_heights_are_known(
    others: float, there: bool
) -> None:
    quads, spots = fan_of("COOSD")
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    up = shape.card(spots[4].up, spots[4].middle)[0]
    astray = replace(spots[4], corner=spots[4].corner + 0.08 * up)
    told = alike([*(replace(spot, tall=others) for spot in spots[:4]), astray], shape)
    assert len(told) == 4 + there


@pytest.mark.parametrize(("across", "kept"), [(0.25, True), (0.42, False)])
def test_a_letter_in_the_middle_of_a_card_is_no_corner_letter_though_it_be_alone(
    across: float, kept: bool
) -> None:
    quad = quad_at(400, 300, 0)
    shape = shape_of([piece_at(quad, "A"), piece_at(quad_at(900, 0, 80), "B")])
    assert shape is not None
    inwards = np.array([across, across], np.float32) * HEIGHT
    spot = replace(spot_at(quad, "V"), middle=quad[0] + inwards)
    assert alike([spot], shape) == ((spot,) if kept else ())
