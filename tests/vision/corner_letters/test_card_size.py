"""Test the size in pixels that a whole card would have at a place in the picture, which is computed from
the cards that are seen whole."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.corner_letters.laid import HEIGHT, HERE, card_at, piece_at, quad_at, spot_at
from vision.corner_letters.card_size import card_size_of
from vision.pieces.classify import iou
from vision.tensor_format import Floats


def test_a_tilted_table_makes_cards_shorter_in_one_direction_only() -> None:
    flatter = np.array([1.0, 0.7], np.float32)
    seen = [
        piece_at(quad_at(x, 0, turn) * flatter, "A")
        for x, turn in ((0, 0), (500, 90), (900, 45), (1400, 135))
    ]
    shape = card_size_of(seen)
    assert shape is not None
    for turn in (0, 90):
        quad = quad_at(400, 300, turn) * flatter
        assert iou(card_at(spot_at(quad, "K"), shape).corners, quad) > 0.9


def test_nearer_to_a_tilted_camera_cards_are_larger() -> None:
    """Under a tilted camera near cards look larger. If only the corner letter of a card is seen, its size
    is computed from cards at the same distance."""

    def seen(quad: Floats) -> Floats:
        return (quad * (900 / (1000 - 0.25 * quad[:, 1:]))).astype(np.float32)

    lying = [quad_at(x, y, turn) for x, y, turn in ((0, 0, 0), (400, 50, 30), (100, 400, 90), (600, 450, 0))]
    shape = card_size_of([piece_at(seen(quad), "A") for quad in lying])
    assert shape is not None
    even = replace(shape, growth=np.zeros(2))
    for y in (-300, 900):
        there = seen(quad_at(300, y, 0))
        one, other = (iou(card_at(spot_at(there, "K"), s).corners, there) for s in (shape, even))
        assert one > 0.72
        assert one > other + 0.1
    lone = card_size_of([piece_at(seen(lying[0]), "A")])
    assert lone is not None
    assert lone.growth == pytest.approx(0)


def test_no_card_tells_how_large_cards_are() -> None:
    square = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], np.float32)
    assert card_size_of([piece_at(square, "A")]) is None


def test_what_the_finder_hardly_saw_does_not_tell_how_large_cards_are() -> None:
    cards = [piece_at(quad_at(300.0 * n, 0, 10), letter) for n, letter in enumerate("WO")]
    corner = piece_at(quad_at(900, 0, 10) * 0.3, "R")
    letters = [replace(corner, outline=replace(corner.outline, score=0.3)) for _ in "RD"]
    doubtful = [piece_at(quad_at(300.0 * n, 400, 10), "E", 0.5) for n in range(3)]
    cards = [replace(p, outline=replace(p.outline, score=0.8)) for p in (*cards, *doubtful)]
    shape = card_size_of([*cards, *letters])
    assert shape is not None
    assert np.hypot(*shape.card_sides(np.array([0, -1], np.float32), HERE)[0]) == pytest.approx(
        HEIGHT, rel=0.05
    )


def test_two_cards_of_unlike_size_tell_no_tilt() -> None:
    shape = card_size_of([piece_at(quad_at(300, 200, 0), "A"), piece_at(HERE + (quad_at(0, 0, 0)) * 3, "B")])
    assert shape is not None
    assert np.isfinite(shape.middle).all()
    assert not shape.growth.any()
