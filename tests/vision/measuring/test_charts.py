"""The model card's pictures say what was counted."""

import numpy as np
import pytest

from vision.codes import LETTERS
from vision.crops import Picture
from vision.measuring.charts import MISSED, confusion, counted, curve


def _cell(picture: Picture, true: str, read: str) -> tuple[int, int, int]:
    """Blue, green, red near the corner of a cell, where no number stands."""
    x, y = 54 + 22 * (LETTERS + MISSED).index(read), 92 + 22 * LETTERS.index(true)
    blue, green, red = picture[y + 3, x + 3].tolist()
    return blue, green, red


def test_right_letters_are_green_and_slips_red_the_commoner_the_darker() -> None:
    pairs = [("E", "E")] * 90 + [("E", "F")] * 9 + [("E", MISSED)] + [("F", "F")] * 3
    picture = confusion(counted(pairs), "figures")
    right, often, seldom = _cell(picture, "E", "E"), _cell(picture, "E", "F"), _cell(picture, "E", MISSED)
    assert right[1] > right[2]
    assert often[2] > often[1]
    assert sum(often) < sum(seldom) < sum(_cell(picture, "E", "Q"))


def test_what_was_never_measured_is_not_drawn_as_wrong_or_right() -> None:
    nothing = confusion(counted([]), "nothing")
    assert len({_cell(nothing, a, b) for a in LETTERS for b in LETTERS}) == 1


@pytest.mark.parametrize("steps", [1, 2, 40])
def test_a_curve_falls_as_its_loss_does(steps: int) -> None:
    losses = [(100.0 * (n + 1), 4.0 * 0.9**n) for n in range(steps)]
    picture = curve({"finder": losses}, "training")
    green = (picture[:, :735, 1].astype(int) - picture[:, :735, 2] > 50) & (picture[:, :735, 0] < 200)
    rows = [int(np.flatnonzero(column)[0]) for column in green.T if column.any()]
    assert rows == sorted(rows)
    if steps > 2:
        assert rows[-1] > rows[0] + 100
