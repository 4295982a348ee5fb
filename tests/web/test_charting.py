from itertools import pairwise

from web.charting import (
    BOTTOM,
    HEIGHT,
    LEFT,
    MAX_CURVE_POINTS,
    MAX_GRID_LINES,
    MIN_NAME_DISTANCE,
    RIGHT,
    TOP,
    WIDTH,
    chart,
)
from web.snapshot import Player

PEOPLE = (Player("Ann"), Player("Bertrand"), Player("Cleopatra the Seventh"))


def test_curves_go_from_the_first_hand_to_the_last() -> None:
    ann, bertrand, cleo = chart(PEOPLE, ((0, 0, 0), (40, 0, 100), (50, 20, 100))).curves
    assert ann.points.split()[0] == f"{LEFT:.1f},{HEIGHT - BOTTOM:.1f}"
    assert cleo.end == (WIDTH - RIGHT, TOP)
    assert ann.end[1] < bertrand.end[1]
    assert [line.totals[-1] for line in (ann, bertrand, cleo)] == [50, 20, 100]
    assert cleo.name == "Cleopatr…"


def test_figures_across_are_round_and_few() -> None:
    assert [mark for _, mark in chart(PEOPLE, ((0, 0, 0), (7, 93, 12))).grid_lines] == [0, 50]
    assert [mark for _, mark in chart(PEOPLE, ((0, 0, 0), (-30, 10, 45))).grid_lines] == [-20, 0, 20, 40]
    assert [mark for _, mark in chart(PEOPLE, ((0, 0, 0), (0, 0, 0))).grid_lines] == [0, 1]
    assert len(chart(PEOPLE, ((0, 0, 0), (7, 12_345, 12))).grid_lines) <= MAX_GRID_LINES + 1


def test_names_never_stand_on_one_another() -> None:
    for totals in ((5, 5, 5), (0, 0, 0), (100, 100, 99)):
        line_chart = chart(PEOPLE, ((0, 0, 0), totals, (100, 0, 0), totals))
        labels = sorted(line.label_y for line in line_chart.curves)
        assert all(later - earlier >= MIN_NAME_DISTANCE - 0.2 for earlier, later in pairwise(labels))
        assert labels[-1] <= HEIGHT


def test_a_long_curve_is_drawn_with_as_many_points_as_there_is_room_for() -> None:
    totals = chart(PEOPLE, tuple((hand, 0, -hand) for hand in range(12_001))).curves[0].totals
    assert (totals[0], totals[-1], len(totals)) == (0, 12_000, MAX_CURVE_POINTS)
    assert max(later - earlier for earlier, later in pairwise(totals)) <= 12_000 // (MAX_CURVE_POINTS - 1) + 1
    assert (
        len(chart(PEOPLE, tuple((hand, 0, 0) for hand in range(MAX_CURVE_POINTS))).curves[0].totals)
        == MAX_CURVE_POINTS
    )
