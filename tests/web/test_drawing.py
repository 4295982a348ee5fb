import pytest

from web.drawing import areas, chip, chips, outline, summary
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


def _card(x: float, y: float, *, turned: bool = False) -> Mark:
    """A card a twentieth of the picture wide, its upper left corner at `x`, `y`."""
    low = y + 0.16
    corners = ((x, y), (x + 0.05, y), (x + 0.05, low), (x, low))
    first, second, third, fourth = corners
    return Mark("c0", (third, fourth, first, second) if turned else corners, "A")


@pytest.mark.parametrize("turned", [False, True])
def test_chips_of_a_crossword_lie_within_their_cards(turned: bool) -> None:
    down = [_card(0.4, 0.1 + 0.16 * n, turned=turned) for n in range(3)]
    across = [_card(0.4 + 0.05 * n, 0.1, turned=turned) for n in range(1, 4)]
    drawn = chips(Picture(1, 1000, 500, (*down, *across)))
    assert [(disc.x, disc.y) for _, disc in drawn[:3]] == [(425, 90), (425, 170), (425, 250)]
    assert all(disc.inside for _, disc in drawn)


def test_chips_of_words_apart_of_fans_and_of_columns_lie_below_their_letters() -> None:
    words = [_card(0.1 + 0.05 * n, y) for n in range(4) for y in (0.1, 0.5)]
    fan = [_card(0.5 + 0.02 * n, 0.1) for n in range(3)]
    column = [_card(0.8, 0.1 + 0.06 * n) for n in range(3)]
    drawn = chips(Picture(1, 1000, 500, (*words, *fan, *column, Mark("c1", UPRIGHT, None))))
    assert len(drawn) == len(words) + len(fan) + len(column)
    assert not any(disc.inside for _, disc in drawn)


def _block(side: float, *, doubtful: bool = False) -> Mark:
    """A letter block in the middle, its `side` a fraction of the picture's width."""
    left, right, top, bottom = 0.5 - side / 2, 0.5 + side / 2, 0.5 - side, 0.5 + side
    return Mark("c0", ((left, top), (right, top), (right, bottom), (left, bottom)), "A", doubtful=doubtful)


@pytest.mark.parametrize(("side", "small"), [(0.1, False), (0.04, False), (0.025, True)])
def test_chips_of_blocks_lie_on_their_middle_and_never_touch(side: float, small: bool) -> None:
    drawn = chip(_block(side), PICTURE)
    assert (drawn.x, drawn.y, drawn.small) == (500, 250, small)
    assert 2 * drawn.r < side * PICTURE.width


def test_a_chip_in_doubt_is_large_enough_to_be_seen_on_the_smallest_block() -> None:
    drawn = chip(_block(0.01, doubtful=True), PICTURE)
    assert not drawn.small
    assert drawn.r > 20


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
