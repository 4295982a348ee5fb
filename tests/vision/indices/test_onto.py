"""A hand of which the finder saw the uppermost card alone: more paper shows beside that."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.indices.laid import HEIGHT, WIDTH, piece_at, quad_at
from vision.crops import Picture, Pyramid
from vision.indices.onto import onto, unread

CREAM, GREEN, PALE = (205, 235, 245), (60, 110, 40), (200, 228, 240)
CARDS = [quad_at(150 + 220 * n, 200, 0) for n in range(4)]


def _table(cloth: tuple[int, int, int], beneath: tuple[float, float] | None, light: float = 1.0) -> Picture:
    """Four cards on a cloth, and one more `beneath` the first, so many pixels to the right and below."""
    picture = np.full((700, 1200, 3), cloth, np.uint8)
    if beneath is not None:
        dim = [round(light * value) for value in CREAM]
        across, down = beneath
        cv2.fillConvexPoly(picture, quad_at(150 + across, 200 + down, 0).astype(np.int32), dim)
    for quad in CARDS:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), CREAM)
        x, y = (int(middle) for middle in quad.mean(0))
        cv2.rectangle(picture, (x - 14, y - 30), (x + 14, y + 30), (40, 40, 40), -1)
    return picture


PIECES = tuple(piece_at(quad, "A") for quad in CARDS)


@pytest.mark.parametrize(
    ("cloth", "beneath", "light", "found"),
    [
        (GREEN, (0.25 * WIDTH, 0), 1.0, True),
        (GREEN, (0, 0.2 * HEIGHT), 0.92, True),  # in the shade of the card above
        (GREEN, None, 1.0, False),
        (GREEN, (0.25 * WIDTH, 0), 0.6, False),  # a plate, or the edge of another cloth
        (PALE, (0.25 * WIDTH, 0), 1.0, False),  # paper and table are of one colour
    ],
)
def test_paper_beside_a_card_tells_that_it_lies_on_others(
    cloth: tuple[int, int, int], beneath: tuple[float, float] | None, light: float, found: bool
) -> None:
    pyramid = Pyramid.of(_table(cloth, beneath, light))
    assert onto(pyramid, PIECES) == (PIECES[:1] if found else ())


def test_what_was_read_beside_a_card_is_no_hand_beneath_it() -> None:
    under = piece_at(quad_at(150 + WIDTH, 200, 0), "B")
    pyramid = Pyramid.of(_table(GREEN, (WIDTH, 0)))
    assert onto(pyramid, (*PIECES, under)) == ()
    assert onto(pyramid, PIECES, (under,)) == ()


def test_a_doubtful_card_and_one_over_another_are_looked_at_anyway() -> None:
    pyramid = Pyramid.of(_table(GREEN, (0.25 * WIDTH, 0)))
    doubtful = (piece_at(CARDS[0], "A", 0.6), *PIECES[1:])
    assert onto(pyramid, doubtful) == ()
    under = piece_at(quad_at(150 + 0.25 * WIDTH, 200, 0), "B")
    assert onto(pyramid, (*PIECES, under)) == ()


@pytest.mark.parametrize(("print_", "found"), [(True, True), (False, False)])
def test_on_a_table_of_the_papers_colour_print_beside_a_card_tells(print_: bool, found: bool) -> None:
    picture = _table(PALE, None)
    if print_:
        x, y = CARDS[0][1]
        cv2.rectangle(picture, (int(x) + 12, int(y) + 10), (int(x) + 26, int(y) + 34), (40, 40, 40), -1)
    assert onto(Pyramid.of(picture), PIECES) == (PIECES[:1] if found else ())


def test_a_cards_own_corner_letter_found_as_a_piece_does_not_lie_under_it() -> None:
    x, y = CARDS[0][0]
    corner = np.array([[x + 6, y + 6], [x + 46, y + 6], [x + 46, y + 60], [x + 6, y + 60]], np.float32)
    pyramid = Pyramid.of(_table(GREEN, (0.25 * WIDTH, 0)))
    assert onto(pyramid, PIECES, (), (piece_at(corner, "A"),)) == PIECES[:1]


@pytest.mark.parametrize(
    ("paper", "score", "wide", "found"),
    [
        (CREAM, 0.3, 1.0, True),
        (CREAM, 0.2, 1.0, False),  # the finder saw nothing there
        (CREAM, 0.3, 0.3, False),  # a slip of paper
        ((120, 140, 235), 0.3, 1.0, False),  # of another colour
    ],
)
def test_paper_of_the_packs_on_which_nothing_was_read_is_looked_at(
    paper: tuple[int, int, int], score: float, wide: float, found: bool
) -> None:
    picture = _table(GREEN, None)
    quad = quad_at(500, 440, 0)
    quad[1:3, 0] = 500 + wide * WIDTH
    cv2.fillConvexPoly(picture, quad.astype(np.int32), paper)
    blank = piece_at(quad, "A", 0.02)
    blank = replace(blank, outline=replace(blank.outline, score=score))
    assert unread(Pyramid.of(picture), (*PIECES, blank)) == ((blank,) if found else ())
    assert unread(Pyramid.of(picture), (blank,)) == ()


def test_what_lies_on_a_card_is_no_hand_of_its_own() -> None:
    blank = piece_at(CARDS[0], "A", 0.02)
    assert unread(Pyramid.of(_table(GREEN, None)), (*PIECES, blank)) == ()
