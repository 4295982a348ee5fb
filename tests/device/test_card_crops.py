"""Test cards cut out of a picture: upright, whole, and no larger than a phone shows."""

from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from device.card_crops import MAX_SIDE_PIXELS, cutout
from engine.observation import Point, Quad


def tilted(angle: float, at: Point = (400.0, 300.0)) -> Quad:
    """Return the corners of a card of 60 by 90 pixels round `at`, turned clockwise by `angle` degrees."""
    c, s = cos(radians(angle)), sin(radians(angle))

    def corner(x: float, y: float) -> Point:
        return (at[0] + c * x - s * y, at[1] + s * x + c * y)

    return (corner(-30, -45), corner(30, -45), corner(30, 45), corner(-30, 45))


@pytest.mark.parametrize("angle", [0, 17, 90, 180, 250])
def test_a_card_is_cut_out_upright(angle: float) -> None:
    quad = tilted(angle)
    image = np.zeros((600, 800, 3), np.uint8)
    cv2.fillPoly(image, [np.array(quad, np.int32)], (255, 255, 255))
    upper = [
        quad[0],
        quad[1],
        *[((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ((quad[1], quad[2]), (quad[0], quad[3]))],
    ]
    cv2.fillPoly(image, [np.array(upper, np.int32)], (0, 0, 255))
    shown = cutout(image, [quad])
    height, width = shown.shape[:2]
    assert (width, height) == pytest.approx((70, 100), abs=3)
    assert shown[height // 4, width // 2].tolist() == pytest.approx([0, 0, 255], abs=8)
    assert shown[3 * height // 4, width // 2].tolist() == pytest.approx([255, 255, 255], abs=8)


def test_several_cards_are_one_picture_of_a_phone_s_size() -> None:
    image = np.zeros((2000, 3000, 3), np.uint8)
    shown = cutout(image, [tilted(0, (200.0 + 300 * n, 900.0)) for n in range(9)])
    assert max(shown.shape) == MAX_SIDE_PIXELS


@pytest.mark.parametrize("reversed_card", [0, 1, 2])
def test_one_card_that_was_read_upside_down_does_not_turn_the_others(reversed_card: int) -> None:
    quads = [tilted(0, (200.0 + 70 * n, 300.0)) for n in range(3)]
    image = np.zeros((600, 800, 3), np.uint8)
    cv2.fillPoly(image, [np.array(quads[0], np.int32)], (255, 255, 255))
    quads[reversed_card] = quads[reversed_card][2:] + quads[reversed_card][:2]  # as an S may be
    shown = cutout(image, quads)
    height, width = shown.shape[:2]
    assert shown[height // 2, width // 6].tolist() == pytest.approx([255, 255, 255], abs=8)
    assert shown[height // 2, 5 * width // 6].tolist() == [0, 0, 0]


def test_a_card_at_the_edge_of_the_picture_is_no_obstacle() -> None:
    assert cutout(np.zeros((600, 800, 3), np.uint8), [tilted(30, (5.0, 5.0))]).size
