"""Where a pack's letters stand on its cards, and which card a corner letter stands on."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.indices.laid import (
    BLACK,
    HEIGHT,
    RED,
    WIDTH,
    card_at,
    fan_of,
    letters_of,
    piece_at,
    quad_at,
    spot_at,
)
from vision.codes import LETTERS, Floats
from vision.indices.shape import shape_of
from vision.indices.standing import alike, astray, card_of


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


def test_what_stands_far_from_where_the_others_do_is_astray() -> None:
    quads, spots = fan_of("CROWD")
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    down = np.array([0, 0.12 * HEIGHT], np.float32)
    word = replace(spots[0], middle=spots[0].middle + down)
    near = replace(spots[1], middle=spots[1].middle + 0.5 * down)
    assert astray([*spots, word, near], spots, shape) == (word,)
    assert astray(spots, spots, shape) == ()
    assert astray([word], (), shape) == ()

    nearly = replace(spots[2], middle=spots[2].middle + 0.6 * down)
    vague = replace(nearly, chances=0.6 * nearly.chances)
    assert astray([nearly, vague], spots, shape) == (vague,)


@pytest.mark.parametrize(
    ("letters", "figures", "tall", "there"),
    [
        ("COOSD", RED, 0, True), ("COOSD", BLACK, 0, False), ("COOSW", BLACK, 0, True),
        ("COOSD", BLACK, 27, True), ("COOSD", BLACK, 20, False), ("COOSW", BLACK, 12, False),
    ],
)  # fmt: skip
def test_a_letter_of_the_pack_s_ink_has_its_corner_where_the_others_have_it(
    letters: str, figures: Floats, tall: int, there: bool
) -> None:
    """Between fanned cards a corner is easily misjudged; figures of another ink tell that it is none, and
    so does a letter that no figure looks like, or that is as tall as the others. One half as tall is of a
    word, as on a Master."""
    quads, spots = fan_of(letters)
    spots = [*(replace(spot, tall=28.0) for spot in spots[:4]), replace(spots[4], tall=float(tall))]
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    up = shape.card(spots[4].up, spots[4].middle)[0]
    astray = replace(spots[4], corner=spots[4].corner + 0.08 * up)
    low = 0.09 * up
    beside = [replace(s, middle=s.middle - low, ink=figures, score=0.3, tall=14.0) for s in spots[:4]]
    told = alike([*spots[:4], astray, *beside], shape)
    assert len(told) == 4 + there
    assert all(np.hypot(*(spot.corner - spots[4].corner)) < 3 for spot in told[4:])


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


@pytest.mark.parametrize(("sure", "there"), [(1.0, True), (0.6, False)])
def test_the_word_in_a_masters_corner_may_be_small_and_stand_higher(sure: float, there: bool) -> None:
    quads, spots = fan_of("COOS?")
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    letters = [replace(spot, tall=28.0) for spot in spots[:4]]
    up = shape.card(spots[4].up, spots[4].middle)[0]
    word = replace(spots[4], middle=np.asarray(spots[4].middle + 0.06 * up, np.float32), tall=11.0)
    word = replace(word, chances=sure * spots[4].chances)
    told = alike([*letters, word], shape)
    assert [spot.letter for spot in told] == [spot.letter for spot in (*letters, word)[: 4 + there]]
    assert all(spot.corner is word.corner for spot in told[4:])


@pytest.mark.parametrize(("letter", "turned"), [("O", True), ("E", False)])
def test_an_o_stands_as_the_letters_next_to_it_do(letter: str, turned: bool) -> None:
    """An O is as round however it lies; an E that seems turned against its neighbours is."""
    quads, spots = fan_of("PR" + letter + "FD", 60.0)
    shape = shape_of([piece_at(quads[-1], "D")])
    assert shape is not None
    x, y = quads[2][0].tolist()
    askew = quad_at(x, y, 8 + 50)
    seen = spot_at(askew, letter)
    middle = spots[2].middle
    amiss = replace(seen, middle=middle, corner=np.asarray(middle - (seen.middle - seen.corner), np.float32))
    told = alike([*spots[:2], amiss, *spots[3:]], shape)
    (read,) = (spot for spot in told if spot.letter == LETTERS.index(letter))
    gap = float(np.hypot(*(read.corner - quads[2][0])))
    assert (gap < 3) is turned
    assert (read is amiss) is not turned


def test_figures_read_for_sure_more_often_than_letters_do_not_tell_where_letters_stand() -> None:
    """In small frames they look like cards' corners: of seven letters two are sure, of the figures all."""
    quads, spots = fan_of("HIVSPRE")
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    tall = [
        replace(spot, tall=52.0, chances=(1.0 if n < 2 else 0.7) * spot.chances)
        for n, spot in enumerate(spots)
    ]
    low = [0.09 * shape.card(spot.up, spot.middle)[0] for spot in spots]
    figures = [
        replace(spot, middle=spot.middle - down, ink=RED, tall=17.0)
        for spot, down in zip(spots, low, strict=True)
    ]
    assert alike([*tall, *figures], shape) == tuple(tall)


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


def test_an_o_seen_twice_and_turned_each_time_stands_as_the_letters_beside_it() -> None:
    quads, spots = fan_of("CROWD", 30.0)
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    turned = []
    for degrees in (45, 60):
        up = np.array([np.sin(np.radians(degrees)), -np.cos(np.radians(degrees))], np.float32)
        ahead, right = shape.card(up, spots[2].middle)
        inwards = 12 / WIDTH * right - 12 / HEIGHT * ahead
        turned.append(replace(spots[2], up=up, corner=(spots[2].middle - inwards).astype(np.float32)))
    kept = [s for s in alike([*spots[:2], *spots[3:], *turned], shape) if s.letter == LETTERS.index("O")]
    assert len(kept) == 2
    for spot in kept:
        assert np.hypot(*(spot.corner - quads[2][0])) < 0.06 * HEIGHT


@pytest.mark.parametrize(("letter", "kept"), [("O", True), ("E", False)])
def test_an_o_whose_corner_is_far_off_only_because_it_seems_turned_is_kept(letter: str, kept: bool) -> None:
    """Letters stand well within their corners: how far to the right depends on where up is."""
    quads = [quad_at(300 + 45 * n, 200, 0) for n in range(5)]
    shape = shape_of([piece_at(quad, "A") for quad in quads])
    assert shape is not None
    spots = [spot_at(quad, one) for quad, one in zip(quads, f"CR{letter}WD", strict=True)]
    spots = [replace(spot, middle=spot.corner + np.array([26, 32], np.float32)) for spot in spots]
    turn = np.radians(45.0)
    askew = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ spots[2].up
    spots[2] = replace(spots[2], up=askew.astype(np.float32))
    assert (LETTERS.index(letter) in [spot.letter for spot in alike(spots, shape)]) is kept
