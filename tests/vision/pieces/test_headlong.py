"""Which way up an M or W lies: bars, corner letters, and doubt where there are none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.codes import LETTERS
from vision.crops import Outline, Picture, Pyramid
from vision.pieces import headlong
from vision.pieces.letters import Piece

CREAM, INK = (205, 235, 245), (45, 35, 30)
QUAD = np.array([[200, 100], [370, 100], [370, 365], [200, 365]], np.float32)
LEGS = np.array([[245, 270], [245, 195], [285, 250], [325, 195], [325, 270]], np.int32)
"""An M that is a W on its head, all but its straight legs."""

MIDDLE = 232.5


def _table(
    bars: tuple[tuple[float, float], ...] = (),
    corner: tuple[int, int, int] | None = None,
    turned: tuple[bool, bool] = (False, True),
) -> Pyramid:
    """A card on green cloth with an M in its middle, `bars` so far below it and so long, pixels, and in its
    upper left and lower right `corner`s another of a colour, some `turned` on their heads."""
    picture: Picture = np.full((480, 640, 3), (60, 110, 40), np.uint8)
    cv2.fillConvexPoly(picture, QUAD.astype(np.int32), CREAM)
    cv2.polylines(picture, [LEGS], isClosed=False, color=INK, thickness=11)
    for below, long in bars:
        y, half = round(MIDDLE + below), round(long / 2)
        cv2.rectangle(picture, (285 - half, y - 4), (285 + half, y + 4), INK, -1)
    if corner is not None:
        small = np.round((LEGS - QUAD.mean(0)) * 0.3).astype(np.int32)
        for middle, headlong in zip(((222, 125), (348, 340)), turned, strict=True):
            here = np.array(middle) + (-small if headlong else small)
            cv2.polylines(picture, [here.astype(np.int32)], isClosed=False, color=corner, thickness=4)
    return Pyramid.of(picture)


def _settled(pyramid: Pyramid, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    now, said = headlong.settled_by_print(pyramid, pieces, {})
    # What was said holds as long as the card lies there, whatever is seen now.
    again, _ = headlong.settled_by_print(Pyramid.of(np.zeros((480, 640, 3), np.uint8)), pieces, said)
    assert all(np.array_equal(one.chances, two.chances) for one, two in zip(now, again, strict=True))
    return now


def _read(letter: str, turns: int = 0, sure: float = 0.97) -> Piece:
    chances = np.zeros((4, 27), np.float32)
    chances[turns, LETTERS.index(letter)] = sure
    return Piece(QUAD, chances, 0.0, 1 - sure, Outline(285, MIDDLE, 265, 170, 0.0, 0.9))


def _letter(piece: Piece) -> str:
    return LETTERS[int(piece.chances[0].argmax())]


@pytest.mark.parametrize(
    ("bars", "letter"),
    [
        (((60, 90),), "M"),
        (((-60, 90),), "W"),
        ((), "M"),
        (((-60, 90), (60, 90)), "M"),  # an ornament above and below
        (((-60, 20),), "M"),  # a figure, a spot
        (((-118, 90),), "M"),  # a frame's line, far off
    ],
)
def test_a_bar_above_an_m_says_that_it_is_a_w_on_its_head(
    bars: tuple[tuple[float, float], ...], letter: str
) -> None:
    (piece,) = _settled(_table(bars), (_read("M"),))
    assert _letter(piece) == letter
    assert (piece.best >= 0.9) == (len(bars) == 1 and bars[0][1] > 50 and abs(bars[0][0]) < 100)
    first = QUAD[2] if letter == "W" else QUAD[0]
    assert np.allclose(piece.corners[0], first)
    assert abs(piece.letter - 0.97) < 1e-5


def test_a_bar_below_takes_what_was_said_the_other_way_round() -> None:
    doubtful = _read("M", sure=0.6)
    doubtful.chances[2, LETTERS.index("W")] = 0.39
    (piece,) = _settled(_table(((60, 90),)), (doubtful,))
    assert _letter(piece) == "M"
    assert piece.best > 0.95


@pytest.mark.parametrize(
    ("corner", "turned", "sure"),
    [(None, (False, True), False), (INK, (False, False), False), (INK, (False, True), True)],
)
def test_an_m_that_nothing_but_its_shape_tells_may_be_a_w(
    corner: tuple[int, int, int] | None, turned: tuple[bool, bool], sure: bool
) -> None:
    """Letters in its corners tell, but not where both stand as the large one does."""
    (piece,) = _settled(_table(corner=corner, turned=turned), (_read("M"),))
    assert _letter(piece) == "M"
    assert (piece.best >= 0.9) is sure
    assert abs(float(piece.chances[2, LETTERS.index("W")]) - (0 if sure else 0.08)) < 0.01
    assert abs(piece.letter - 0.97) < 1e-5


@pytest.mark.parametrize(("turned", "letter"), [((False, True), "M"), ((True, False), "W")])
def test_the_corner_letters_tell_which_way_up_the_card_lies(turned: tuple[bool, bool], letter: str) -> None:
    """The one at the upper left stands as the large one does."""
    (piece,) = _settled(_table(corner=INK, turned=turned), (_read("M"),))
    assert _letter(piece) == letter
    assert piece.best > 0.9


def test_a_board_s_line_along_a_tile_is_no_bar() -> None:
    (piece,) = _settled(_table(((-128, 90),)), (_read("M"),))
    assert _letter(piece) == "M"


def test_an_m_whose_corner_letter_was_seen_for_itself_stays() -> None:
    piece = replace(_read("M"), index=QUAD[0])
    assert _settled(_table(), (piece,)) == (piece,)


def test_a_tile_whose_figure_tells_its_lower_side_stays() -> None:
    piece = replace(_read("M"), outline=Outline(285, MIDDLE, 200, 190, 0.0, 0.9))
    assert _settled(_table(), (piece,)) == (piece,)


def test_of_other_letters_nothing_is_asked() -> None:
    piece = _read("A")
    assert _settled(_table(((-60, 90),)), (piece,)) == (piece,)
