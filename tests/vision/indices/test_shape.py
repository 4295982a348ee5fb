"""How large cards appear."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.indices.laid import HEIGHT, HERE, card_at, piece_at, quad_at, spot_at
from vision.codes import Floats
from vision.indices.shape import shape_of
from vision.pieces.letters import overlap


def test_a_tilted_table_makes_cards_shorter_in_one_direction_only() -> None:
    flatter = np.array([1.0, 0.7], np.float32)
    seen = [
        piece_at(quad_at(x, 0, turn) * flatter, "A")
        for x, turn in ((0, 0), (500, 90), (900, 45), (1400, 135))
    ]
    shape = shape_of(seen)
    assert shape is not None
    for turn in (0, 90):
        quad = quad_at(400, 300, turn) * flatter
        assert overlap(card_at(spot_at(quad, "K"), shape).corners, quad) > 0.9


def test_nearer_to_a_tilted_camera_cards_are_larger() -> None:
    """There a card seen by its corner letters alone is as large as those beside it, not as those far away."""

    def seen(quad: Floats) -> Floats:
        return (quad * (900 / (1000 - 0.25 * quad[:, 1:]))).astype(np.float32)

    lying = [quad_at(x, y, turn) for x, y, turn in ((0, 0, 0), (400, 50, 30), (100, 400, 90), (600, 450, 0))]
    shape = shape_of([piece_at(seen(quad), "A") for quad in lying])
    assert shape is not None
    even = replace(shape, grows=np.zeros(2))
    for y in (-300, 900):
        there = seen(quad_at(300, y, 0))
        one, other = (overlap(card_at(spot_at(there, "K"), s).corners, there) for s in (shape, even))
        assert one > 0.72
        assert one > other + 0.1
    lone = shape_of([piece_at(seen(lying[0]), "A")])
    assert lone is not None
    assert lone.grows == pytest.approx(0)


def test_letters_tell_how_much_larger_nearer_cards_are_where_they_are_of_one_height() -> None:
    """Thin small ones are measured at random: then nothing is made of them."""
    card = piece_at(quad_at(0, 0, 0), "A")
    places = [(np.array([100.0 * n, 40.0 * (n % 3)], np.float32), n) for n in range(9)]
    even = [(at, 20 * float(np.exp(0.0004 * at[0]))) for at, _ in places]
    odd = [(at, (20.0, 13.0, 26.0)[n % 3] + n) for at, n in places]
    grown, flat = shape_of([card], even), shape_of([card], odd)
    assert grown is not None
    assert flat is not None
    assert grown.grows[0] == pytest.approx(0.0004, rel=0.2)
    assert flat.grows == pytest.approx(0)


def test_no_card_tells_how_large_cards_are() -> None:
    square = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], np.float32)
    assert shape_of([piece_at(square, "A")]) is None


def test_what_the_finder_hardly_saw_does_not_tell_how_large_cards_are() -> None:
    cards = [piece_at(quad_at(300.0 * n, 0, 10), letter) for n, letter in enumerate("WO")]
    corner = piece_at(quad_at(900, 0, 10) * 0.3, "R")
    letters = [replace(corner, outline=replace(corner.outline, score=0.3)) for _ in "RD"]
    doubtful = [piece_at(quad_at(300.0 * n, 400, 10), "E", 0.5) for n in range(3)]
    cards = [replace(p, outline=replace(p.outline, score=0.8)) for p in (*cards, *doubtful)]
    shape = shape_of([*cards, *letters])
    assert shape is not None
    assert np.hypot(*shape.card(np.array([0, -1], np.float32), HERE)[0]) == pytest.approx(HEIGHT, rel=0.05)


def test_two_cards_of_unlike_size_tell_no_tilt() -> None:
    shape = shape_of([piece_at(quad_at(300, 200, 0), "A"), piece_at(HERE + (quad_at(0, 0, 0)) * 3, "B")])
    assert shape is not None
    assert np.isfinite(shape.middle).all()
    assert not shape.grows.any()


def test_letters_tell_how_much_larger_nearer_cards_are_where_one_card_was_read() -> None:
    lone = [piece_at(quad_at(300, 900, 0), "A")]
    letters = [(np.array([x, y], np.float32), 30.0 * 1.0003**y) for x in (200, 500) for y in (0, 100, 800)]
    even, shape = shape_of(lone), shape_of(lone, letters)
    assert even is not None
    assert shape is not None
    up = np.array([0, -1], np.float32)
    far, there = (np.array([300, y], np.float32) for y in (0, lone[0].corners.mean(0)[1]))
    assert np.hypot(*shape.card(up, there)[0]) == pytest.approx(HEIGHT, rel=0.01)
    assert np.hypot(*shape.card(up, far)[0]) == pytest.approx(HEIGHT * 1.0003 ** -there[1], rel=0.03)
    assert np.hypot(*even.card(up, far)[0]) == pytest.approx(HEIGHT, rel=0.01)
    few = shape_of(lone, letters[:3])
    assert few is not None
    assert not few.grows.any()
