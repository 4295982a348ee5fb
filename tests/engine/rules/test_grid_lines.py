"""Test which cards a play lays along its line of a grid, in order. Cards that lay there before are left
out."""

import pytest

from engine.moves import Place
from engine.rules.grid_lines import laid_by


@pytest.mark.parametrize(
    ("across", "cells"),
    [(True, {(2, 3): "C", (2, 5): "T"}), (False, {(2, 3): "C", (4, 3): "T"})],
)
def test_a_play_lays_its_cards_one_after_another_and_leaves_out_what_lay_there(
    across: bool, cells: dict[tuple[int, int], str]
) -> None:
    assert laid_by(Place(2, 3, across, "C.T")) == cells
