"""Test the reader's closer looks at a picture: which places get one, and that a table of sure cards gets
none."""

import numpy as np

from vision.crops import Outline
from vision.pieces.classify import Piece
from vision.pieces.zoom import PictureBox, crowded_or_doubtful, zoom_in
from vision.tensor_format import LETTERS, Floats


def piece(x: float, y: float, sure: float = 0.99, nothing: float = 0.0) -> Piece:
    """Return a card of 60 by 90 pixels with centre (x, y), read as an A."""
    chances = np.zeros((4, len(LETTERS)), np.float32)
    chances[0, 0] = sure * (1 - nothing)
    chances[0, 1] = (1 - sure) * (1 - nothing)
    half: Floats = np.array([[-30, -45], [30, -45], [30, 45], [-30, 45]], np.float32)
    corners = (half + np.array([x, y], np.float32)).astype(np.float32)
    return Piece(corners, chances, 0.0, nothing, Outline(x, y, 90, 60, 0.0))


def test_sure_cards_apart_need_no_closer_look() -> None:
    assert crowded_or_doubtful((piece(100, 100), piece(200, 100))) == []


def test_a_doubtful_card_is_looked_at() -> None:
    ((box, margin),) = crowded_or_doubtful((piece(100, 100), piece(400, 100, sure=0.6)))
    assert box == PictureBox(370, 55, 430, 145)
    assert margin > 45


def test_a_fan_is_one_place_however_sure_its_cards_seem() -> None:
    fan = tuple(piece(100 + 15 * n, 100) for n in range(6))
    ((box, _),) = crowded_or_doubtful(fan)
    assert box == PictureBox(70, 55, 205, 145)


def test_what_is_surely_no_card_is_left_alone() -> None:
    assert crowded_or_doubtful((piece(100, 100, sure=0.5, nothing=0.9),)) == []


def test_what_may_be_a_sliver_is_looked_at_for_corner_letters_beside_a_card_alone() -> None:
    """A sliver beside a card may be a card of a fan, so a closer look searches it for corner letters. A
    sliver by itself gets no look."""
    sliver = piece(165, 100, sure=0.5, nothing=0.9)
    ((box, _),) = crowded_or_doubtful((piece(100, 100), sliver), slivers=True)
    assert box == PictureBox(135, 55, 195, 145)
    assert crowded_or_doubtful((piece(100, 100), sliver)) == []
    assert crowded_or_doubtful((piece(300, 100), sliver), slivers=True) == []


def test_odd_pieces_are_looked_at_by_themselves() -> None:
    """An odd piece far from a fan gets a look of its own. One look for both would have to cover a large
    place at a lower resolution."""
    fan, odd = tuple(piece(100 + 15 * n, 100, sure=0.5) for n in range(6)), piece(900, 100)
    ((box, _), (wide, _)) = crowded_or_doubtful(fan, (), (odd,))
    assert box == PictureBox(870, 55, 930, 145)
    assert [place for place, _ in crowded_or_doubtful(fan)] == [wide]
    assert [place for place, _ in crowded_or_doubtful(fan, (), (piece(120, 100),))] == [wide]


def test_two_doubts_far_apart_are_two_places_the_smaller_first() -> None:
    fan = tuple(piece(100 + 15 * n, 100, sure=0.5) for n in range(6))
    (lone, _), (wide, _) = crowded_or_doubtful((*fan, piece(900, 700, sure=0.5)))
    assert lone.area < wide.area


def test_no_closer_look_when_the_first_was_at_full_scale() -> None:
    picture = np.full((480, 640, 3), 200, np.uint8)
    first = piece(100, 100, sure=0.5)
    assert zoom_in(picture, (first,), scale=1.0) == (first.outline,)


def test_outlines_outside_the_doubtful_place_stay() -> None:
    picture = np.full((1200, 1600, 3), 200, np.uint8)
    sure, doubtful = piece(1300, 900), piece(200, 200, sure=0.5)
    again = zoom_in(picture, (sure, doubtful), scale=0.4)
    assert sure.outline in again
    assert doubtful.outline not in again  # the bare table there shows no card when looked at closely
