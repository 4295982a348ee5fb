"""Test that a lens covered with fog or grease is reported, and that a clear or slightly greasy one is not."""

import cv2
import numpy as np
import pytest

from engine.shared.condition import Veiled
from tests.vision.conditions.tables import LOOKS, laid, rng, seen, table, where
from vision.conditions import conditions
from vision.crops import Picture
from vision.lab.render.degradations import veiled


def veils(picture: Picture, look: str, sure: float = 1.0) -> list[tuple[float, str, int]]:
    """Return the veils (fog or grease on the lens) that are reported for a picture of the table `look`: for
    each its black level, its severity, and the number of corners of its polygon."""
    found = conditions(picture, seen(where(laid(), look), sure), None)
    return [(c.fact.black, c.severity, len(c.where)) for c in found if isinstance(c.fact, Veiled)]


@pytest.mark.parametrize("look", ["classic", "modern"])
def test_a_fogged_lens_is_told_of_all_of_the_picture(look: str) -> None:
    ((black, severity, corners),) = veils(veiled(rng(), table(look), 0.75), look)
    assert 0.57 <= black < 1
    assert (severity, corners) == ("minor", 0)


def test_where_hardly_any_letter_is_sure_nothing_is_ruled() -> None:
    ((_, severity, _),) = veils(veiled(rng(), table("classic"), 0.75), "classic", sure=0.5)
    assert severity == "serious"


@pytest.mark.parametrize("look", LOOKS)
def test_a_clear_picture_is_not_pale_nor_is_one_with_a_little_grease(look: str) -> None:
    assert veils(table(look), look) == []
    assert veils(veiled(rng(), table(look), 0.2), look) == []


def test_a_pack_in_grey_ink_is_not_while_something_on_the_table_is_dark() -> None:
    grey = table("modern").copy()
    for quad in where(laid(), "modern"):
        inside = (
            cv2.fillConvexPoly(np.zeros(grey.shape[:2], np.uint8), np.round(quad).astype(np.int32), 1) > 0
        )
        grey[inside] = np.maximum(grey[inside], 160)
    grey[-60:, -60:] = 20
    assert veils(grey, "modern") == []
