"""Test the limits on the pixels and looks for one picture. The fewer pixels the first look has, the lower
they are. A first look of the usual size has no limits."""

from itertools import pairwise

import pytest

from device.lab.bench.crowd import crowded
from device.lab.bench.speed import PICTURE_PIXELS, table_of
from vision import network
from vision.crops import Picture
from vision.detection_budget import FULL_BUDGET, Budget
from vision.pieces.detect import LOOK_SIDE_PIXELS
from vision.reader import Reader
from vision.render.table import virtual_table
from vision.tensor_format import Floats

LOOKS = (256, 320, 416, 512, LOOK_SIDE_PIXELS)


@pytest.mark.parametrize("look", [LOOK_SIDE_PIXELS, 896, 1280])
def test_from_the_usual_look_on_nothing_is_held_back(look: int) -> None:
    budget = Budget(look)
    assert (budget.side_share, budget.pixel_share, budget.second_look_share) == (1, 1, 1)
    counts = [0, 1, 4, 30]
    assert [budget.first_looks(n) for n in counts] == [budget.second_looks(n) for n in counts] == counts


def test_the_smaller_the_look_the_less_of_all_that_follows() -> None:
    for less, more in pairwise(Budget(look) for look in LOOKS):
        assert less.pixel_share < more.pixel_share
        assert less.second_look_share <= more.second_look_share
        assert (less.first_looks(6), less.second_looks(30)) <= (more.first_looks(6), more.second_looks(30))
    assert Budget(256).first_looks(2) == 1
    assert Budget(LOOK_SIDE_PIXELS // 2).second_looks(30) == 0
    assert Budget() == FULL_BUDGET


@pytest.mark.parametrize("table", ["apart", "crowded"])
def test_the_smaller_the_look_the_fewer_pixels_the_networks_are_shown(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first look of fewer pixels shows the networks fewer pixels in all. On one table cards lie apart,
    and a smaller look leaves more letters for closer looks. On the other cards overlap."""
    picture: Picture = (
        crowded(PICTURE_PIXELS) if table == "crowded" else virtual_table(size=PICTURE_PIXELS)(table_of(30), 1)
    )
    shown = dict.fromkeys(LOOKS, 0)
    at_once = network.run_at_once
    for look in LOOKS:

        def counted(name: str, batch: Picture, look: int = look) -> list[Floats]:
            shown[look] += batch.size
            return at_once(name, batch)

        monkeypatch.setattr(network, "run_at_once", counted)
        Reader.load(look_pixels=look).read(picture, "cards")
    assert all(shown[less] < shown[more] for less, more in pairwise(LOOKS))
