"""Letters in a card's corners, put together from their patches of print."""

import pytest

from vision.pieces.blots import Blot
from vision.pieces.corners import _whole

LETTER = Blot(16, 49, 63, 49, 1185, 5)
"""A large M."""

LEG = Blot(22, 15, 3, 13, 28, 3)


@pytest.mark.parametrize(
    ("other", "box"),
    [
        (Blot(12, 15, 7, 12, 27, 2), (12, 15, 13, 13)),  # its other leg
        (Blot(3, 15, 7, 12, 27, 2), LEG[:4]),  # a black figure beside it
        (Blot(21, 29, 4, 6, 20, 2), LEG[:4]),  # a spot below it
    ],
)
def test_a_small_m_whose_legs_stand_apart_is_one_letter(other: Blot, box: tuple[int, int, int, int]) -> None:
    assert _whole(LEG, [other, LEG], LETTER)[:4] == box
