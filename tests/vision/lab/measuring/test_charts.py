"""Test that the charts of the model card show the measured counts of right and wrong readings."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.crops import Picture
from vision.lab.measuring.charts import (
    CELL_PIXELS,
    COLUMNS,
    LEFT_PIXELS,
    MISSED,
    TOP_PIXELS,
    count_confusions,
    draw_confusion,
    draw_curves,
)
from vision.tensor_format import LETTERS


def _cell(picture: Picture, true: str, read: str) -> tuple[int, int, int]:
    """Return the colour (BGR) of one cell of the chart: the cell of the true letter `true` that was read as
    `read`. The colour is taken near a corner of the cell, where no number is printed."""
    return _at(
        picture,
        LEFT_PIXELS + CELL_PIXELS * COLUMNS.index(read) + 3,
        TOP_PIXELS + CELL_PIXELS * LETTERS.index(true) + 3,
    )


def _at(picture: Picture, x: int, y: int) -> tuple[int, int, int]:
    blue, green, red = picture[y, x].tolist()
    return blue, green, red


def test_right_letters_are_green_and_slips_red_the_commoner_the_darker() -> None:
    pairs = [("E", "E")] * 90 + [("E", "F")] * 9 + [("E", MISSED)] + [("F", "F")] * 3
    picture = draw_confusion(count_confusions(pairs), "figures")
    right, often, seldom = _cell(picture, "E", "E"), _cell(picture, "E", "F"), _cell(picture, "E", MISSED)
    assert right[1] > right[2]
    assert often[2] > often[1]
    assert sum(often) < sum(seldom) < sum(_cell(picture, "E", "Q"))


def test_what_was_never_measured_is_not_drawn_as_wrong_or_right() -> None:
    nothing = draw_confusion(count_confusions([]), "nothing")
    assert len({_cell(nothing, a, b) for a in LETTERS for b in LETTERS}) == 1


def test_every_set_has_a_strip_in_which_a_single_slip_shows() -> None:
    sets = {
        "tiles": count_confusions([("E", "E")] * 99 + [("E", "F")] + [("F", "F")]),
        "cards": count_confusions([("E", MISSED)]),
    }
    pairs = count_confusions([("E", "E")])
    picture, without = draw_confusion(pairs, "figures", sets), draw_confusion(pairs, "figures")
    assert picture.shape[0] > without.shape[0]
    assert picture.shape[1] == without.shape[1]
    strips = picture[without.shape[0] :]
    columns = {letter: strips[:, LEFT_PIXELS + CELL_PIXELS * LETTERS.index(letter) + 3] for letter in "EFG"}
    assert {letter: _reds(column) for letter, column in columns.items()} == {"E": 2, "F": 0, "G": 0}


def _reds(column: NDArray[np.uint8]) -> int:
    """Return how many separate runs of red pixels a column of a chart has. Each run stands for a wrong
    reading."""
    blue, green, red = column.astype(int).T
    wrong = (red - green > 80) & (red - blue > 80)
    return int(np.count_nonzero(wrong[1:] & ~wrong[:-1]))


@pytest.mark.parametrize("steps", [1, 2, 40])
def test_a_curve_falls_as_its_loss_does(steps: int) -> None:
    losses = [(100.0 * (n + 1), 4.0 * 0.9**n) for n in range(steps)]
    picture = draw_curves({"finder": losses}, "training")
    green = (picture[:, :735, 1].astype(int) - picture[:, :735, 2] > 50) & (picture[:, :735, 0] < 200)
    rows = [int(np.flatnonzero(column)[0]) for column in green.T if column.any()]
    assert rows == sorted(rows)
    if steps > 2:
        assert rows[-1] > rows[0] + 100


def test_each_of_five_networks_has_a_line_of_its_own() -> None:
    flat = {name: [(100.0, n + 1.0), (900.0, n + 1.0)] for n, name in enumerate("abcde")}
    lines = draw_curves(flat, "training")[100:350, 400].astype(int)
    hues = {tuple(pixel.tolist()) for pixel in lines if pixel.min() < 160}
    assert len(hues) >= len(flat)


def test_a_sixth_has_none() -> None:
    with pytest.raises(ValueError, match="argument 2 is longer"):
        draw_curves({name: [(100.0, 1.0), (900.0, 2.0)] for name in "abcdef"}, "training")
