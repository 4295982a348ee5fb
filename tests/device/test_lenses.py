"""Test a camera's view from a height, and the size of a card in it."""

from dataclasses import replace
from math import radians, tan

import pytest

from device.lenses import (
    BARELY_READ_SIZE,
    LENSES,
    OVERVIEW_TABLES,
    WELL_READ_SIZE,
    Lens,
    angle_from_diagonal,
    angle_from_film_focal_length,
    angle_from_focal_length,
)
from engine.shared.scene import CARD_WIDTH
from vision.pieces.detect import MAX_LOOK_SIDE_PIXELS

RIGHT_ANGLE = Lens("a right angle", 90.0, 2000, 1000)


def test_a_right_angle_sees_twice_its_height() -> None:
    assert RIGHT_ANGLE.view(500.0) == pytest.approx((1000.0, 500.0))
    assert RIGHT_ANGLE.pixels(500.0) == pytest.approx(2 * CARD_WIDTH)
    assert RIGHT_ANGLE.height_for((800.0, 300.0)) == pytest.approx(400.0)
    assert RIGHT_ANGLE.height_for((400.0, 400.0)) == pytest.approx(400.0)  # its depth decides


@pytest.mark.parametrize("lens", LENSES.values(), ids=LENSES.keys())
@pytest.mark.parametrize("table", OVERVIEW_TABLES)
def test_from_its_least_height_a_table_is_seen_whole_and_from_no_lower(
    lens: Lens, table: tuple[float, float]
) -> None:
    height = lens.height_for(table)
    wide, deep = lens.view(height + 0.01)
    assert wide >= max(table)
    assert deep >= min(table)
    wide, deep = lens.view(height - 1)
    assert wide < max(table) or deep < min(table)


@pytest.mark.parametrize("lens", LENSES.values(), ids=LENSES.keys())
def test_cards_are_read_well_up_to_the_highest_place(lens: Lens) -> None:
    highest = lens.max_height(WELL_READ_SIZE)
    assert (lens.legibility(highest - 1), lens.legibility(highest + 1)) == ("well", "barely")
    assert lens.legibility(lens.max_height(BARELY_READ_SIZE) + 1) == "no"


def test_a_larger_picture_of_the_same_view_lets_the_camera_hang_higher_until_the_copy_decides() -> None:
    """The more pixels a picture has, the higher the camera may hang. Cards are detected in a copy whose
    size is limited, so beyond that size more pixels do not help."""
    small, large, larger = (replace(RIGHT_ANGLE, width=n, height=n // 2) for n in (1000, 1960, 4000))
    assert small.max_height(WELL_READ_SIZE) < large.max_height(WELL_READ_SIZE)
    assert large.max_height(WELL_READ_SIZE) == pytest.approx(larger.max_height(WELL_READ_SIZE), rel=0.01)
    assert MAX_LOOK_SIDE_PIXELS / WELL_READ_SIZE.max_ratio > 24  # pixels of the copy


def test_angles_are_told_in_several_ways() -> None:
    """A lens's angle of view follows from its focal length, its diagonal angle, or its focal length on
    film. A sensor twice as wide as the focal length has an angle of 90 degrees."""
    assert angle_from_focal_length(6.0, 12.0) == pytest.approx(90.0)
    across = angle_from_diagonal(90.0, (16, 9))
    assert tan(radians(across / 2)) == pytest.approx(16 / (16**2 + 9**2) ** 0.5)
    assert angle_from_film_focal_length(43.2666 / 2, (4, 3)) == pytest.approx(
        angle_from_diagonal(90.0, (4, 3)), abs=1e-3
    )
    assert LENSES["webcam"].angle == pytest.approx(70.4, abs=0.1)
