"""Test that a card's corner letters tell which way up the card lies. They are found by their likeness to
the large letter in its middle."""

import cv2
import numpy as np
import pytest

from vision.crops import Grey
from vision.pieces.components import COPY_HEIGHT_PIXELS, COPY_WIDTH_PIXELS, Component
from vision.pieces.corner_orientation import are_corners_upright

SIZE = (2 * COPY_HEIGHT_PIXELS, 2 * COPY_WIDTH_PIXELS)
PAPER, INK = 235, 40
M = np.array([[-24, 28], [-24, -28], [0, 16], [24, -28], [24, 28]], np.float64)
LETTER = Component(66, 110, 60, 68, 0, 1)
UPPER, LOWER = (34, 40), (158, 248)


def _card(upper: float, lower: float, size: float = 0.3) -> Grey:
    """Draw a card with an M in its middle and a small M in each of two opposite corners. The small ones are
    turned by `upper` and `lower` degrees."""
    card = np.full(SIZE, PAPER, np.uint8)
    for middle, turn, times in (((96, 144), 0.0, 1.0), (UPPER, upper, size), (LOWER, lower, size)):
        cos, sin = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        there = times * M @ np.array([[cos, sin], [-sin, cos]]) + middle
        path = [np.round(16 * there).astype(np.int32)]
        cv2.polylines(card, path, False, INK, max(2, round(10 * times)), cv2.LINE_AA, shift=4)
    return np.asarray(cv2.GaussianBlur(card, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize("size", [0.15, 0.2, 0.3, 0.34])
@pytest.mark.parametrize(
    ("upper", "lower", "told"),
    [(0, 180, True), (180, 0, False), (0, 0, None), (180, 180, None), (90, 90, None), (6, 174, True)],
)
def test_the_upper_one_stands_as_the_large_one_does(
    upper: float, lower: float, told: bool | None, size: float
) -> None:
    assert are_corners_upright(_card(upper, lower, size), LETTER) is told


def test_ornaments_that_touch_them_hide_them_not() -> None:
    card = _card(0, 180)
    for corner in ((0, 0), (2 * COPY_WIDTH_PIXELS - 60, 2 * COPY_HEIGHT_PIXELS - 60)):
        triangle = np.array([[0, 0], [60, 0], [0, 60]]) + corner
        pale = card.copy()
        cv2.fillPoly(pale, [triangle.astype(np.int32)], 185)
        card = np.minimum(card, pale)
    assert are_corners_upright(card, LETTER) is True


def test_figures_and_spots_are_none() -> None:
    card = np.full(SIZE, PAPER, np.uint8)
    card[LETTER.box] = _card(0, 180)[LETTER.box]
    for middle in (UPPER, LOWER):
        cv2.circle(card, middle, 9, INK, 2, cv2.LINE_AA)
        cv2.putText(card, "8", (middle[0] - 4, middle[1] + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.4, INK)
    assert are_corners_upright(card, LETTER) is None


def test_one_that_is_covered_tells_nothing() -> None:
    card = _card(0, 180)
    card[:90, :80] = PAPER
    assert are_corners_upright(card, LETTER) is None
