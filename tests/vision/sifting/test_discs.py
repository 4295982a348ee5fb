"""A disc on a plate is no O: that has a hole."""

import cv2
import numpy as np
import pytest

from tests.vision.indices.laid import HEIGHT, HERE, WIDTH, piece_at, quad_at
from vision.crops import Picture, Pyramid
from vision.sifting.discs import without_discs

QUAD = quad_at(float(HERE[0]), float(HERE[1]), 0)
MIDDLE = tuple(int(at) for at in HERE + np.array([WIDTH, HEIGHT]) / 2)


def _table(*, hole: bool, ink: tuple[int, int, int] = (50, 60, 130)) -> Picture:
    picture = np.full((600, 900, 3), (60, 110, 40), np.uint8)
    cv2.fillConvexPoly(picture, QUAD.astype(np.int32), (205, 235, 245))
    cv2.circle(picture, MIDDLE, 36, ink, 14 if hole else -1)
    return picture


@pytest.mark.parametrize(
    ("letter", "chance", "hole", "stays"),
    [
        ("O", 0.9, False, False),
        ("Q", 0.6, False, False),
        ("O", 0.9, True, True),
        ("O", 0.99, False, False),
        ("T", 0.9, False, True),  # other letters have ink there
    ],
)
def test_an_o_has_a_hole(letter: str, chance: float, hole: bool, stays: bool) -> None:
    pieces = (piece_at(QUAD, letter, chance),)
    assert without_discs(Pyramid.of(_table(hole=hole)), pieces) == (pieces if stays else ())


def test_among_others_what_is_read_for_certain_is_believed() -> None:
    """A coin may lie on it."""
    other = piece_at(quad_at(30, 30, 0), "A")
    picture = Pyramid.of(_table(hole=False))
    certain, likely = (piece_at(QUAD, "O", chance) for chance in (0.99, 0.9))
    assert without_discs(picture, (certain, other)) == (certain, other)
    assert without_discs(picture, (likely, other)) == (other,)


def test_pale_ink_is_left_alone() -> None:
    pieces = (piece_at(QUAD, "O", 0.9),)
    assert without_discs(Pyramid.of(_table(hole=False, ink=(170, 190, 200))), pieces) == pieces
