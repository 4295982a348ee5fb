import pytest

from web.drawing import areas, chip, outline, summary
from web.snapshot import Corners, Mark, Picture

UPRIGHT: Corners = ((0.4, 0.2), (0.5, 0.2), (0.5, 0.5), (0.4, 0.5))
UPSIDE_DOWN: Corners = ((0.5, 0.5), (0.4, 0.5), (0.4, 0.2), (0.5, 0.2))
AT_THE_EDGE: Corners = ((0.0, 0.7), (0.1, 0.7), (0.1, 1.0), (0.0, 1.0))
PICTURE = Picture(1, 1000, 500)


def test_an_outline_is_in_pixels() -> None:
    assert outline(Mark("c0", UPRIGHT, "A"), PICTURE) == "400,100 500,100 500,250 400,250"


def test_a_chip_sits_under_the_letter_whichever_way_it_faces() -> None:
    upright, turned = (chip(Mark("c0", quad, "A"), PICTURE) for quad in (UPRIGHT, UPSIDE_DOWN))
    assert (upright.x, upright.y) == (450, 250)
    assert (turned.x, turned.y) == (450, 100)


def test_a_chip_stays_in_the_picture() -> None:
    edge = chip(Mark("c0", AT_THE_EDGE, "A"), PICTURE)
    assert edge.y == pytest.approx(500 - edge.r)


def test_a_board_is_drawn_as_runs_of_alike_squares_and_its_key_squares_on_them() -> None:
    drawn = areas(("rR.gg", "r.#.g", ".###.", "y.#.b", "yY.B+"))
    assert [(a.column, a.length, a.look) for a in drawn if a.row == 0] == [
        (0, 2, "red"),
        (2, 1, "plain"),
        (3, 2, "green"),
        (1, 1, "key"),
    ]
    assert [(a.column, a.length) for a in drawn if a.look == "dark"] == [(2, 1), (1, 3), (2, 1)]
    assert [(a.column, a.row) for a in drawn if a.look == "key"] == [(1, 0), (1, 4), (3, 4), (4, 4)]


def test_the_overlay_is_said_in_words() -> None:
    marks = (Mark("c0", UPRIGHT, "A", 0.5, True), Mark("c1", UPRIGHT, "B"), Mark("c2", UPRIGHT, None))
    shot = Picture(1, 1000, 500, marks)
    assert summary(shot) == "The table as the camera sees it: 2 cards read, 1 doubtful."
