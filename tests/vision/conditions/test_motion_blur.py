"""Test that a picture blurred by the camera's movement is reported, and distinguished from one that is out
of focus and from one through a dirty lens."""

import cv2
import numpy as np
import pytest

from engine.shared.condition import Shaken
from tests.vision.conditions.tables import SIZE, laid, long_side, rng, seen, table, where
from vision.conditions import conditions
from vision.crops import Picture
from vision.lab.render.degradations import shaken, unfocused


@pytest.mark.parametrize("turn", [0.0, 0.8, 1.6, 2.4])
def test_a_movement_is_told_whichever_way_it_went(turn: float) -> None:
    quads = where(laid(), "classic")
    picture = shaken(rng(), table("classic"), 0.14 * long_side(quads), turn)
    (found,) = conditions(picture, seen(quads), None)
    assert isinstance(found.fact, Shaken)
    assert found.where == ()


@pytest.mark.parametrize("look", ["classic", "modern", "club"])
def test_where_hardly_a_letter_is_sure_nothing_is_ruled(look: str) -> None:
    quads = where(laid(), look)
    picture = shaken(rng(), table(look), 0.2 * long_side(quads), 0.0)
    (found,) = conditions(picture, seen(quads, sure=0.5), None)
    assert (found.kind, found.severity) == ("shaken", "serious")


def test_so_it_is_where_the_smear_hides_all_cards() -> None:
    picture = shaken(rng(), table("club"), 0.35 * long_side(where(laid(), "club")), 0.0)
    (found,) = conditions(picture, seen([]), None)
    assert (found.kind, found.severity) == ("shaken", "serious")


def test_a_movement_that_costs_no_letter_is_not_told() -> None:
    quads = where(laid(), "classic")
    picture = shaken(rng(), table("classic"), 0.04 * long_side(quads), 0.5)
    assert conditions(picture, seen(quads), None) == ()


def grained(picture: Picture) -> Picture:
    """Return the picture with boards of strong, straight grain in place of the table. The white
    cards stay."""
    lines = np.repeat(rng().normal(0, 40, (SIZE[1], 1)), SIZE[0], axis=1)
    grain = np.clip(90 + cv2.GaussianBlur(lines, (0, 0), 60, sigmaY=1.0), 0, 255)[..., None]
    return np.asarray(np.where(picture.min(2, keepdims=True) < 150, grain, picture), np.uint8)


def test_boards_with_a_straight_grain_are_not_smeared() -> None:
    assert conditions(grained(np.zeros((*SIZE[::-1], 3), np.uint8)), seen([]), None) == ()


def test_a_lens_out_of_focus_is_not_shaken() -> None:
    quads = where(laid(), "classic")
    picture = unfocused(rng(), table("classic"), 0.04 * long_side(quads))
    assert [c.kind for c in conditions(picture, seen(quads), None)] == ["out of focus"]


def test_a_smear_over_most_cards_is_a_dirty_lens_when_others_are_sharp() -> None:
    quads = where(laid(), "classic")
    soft = cv2.GaussianBlur(table("classic"), (0, 0), 0.04 * long_side(quads))
    clean = 0.4  # of the width, beyond which two words' last cards lie
    picture = table("classic").copy()
    edge = round(clean * SIZE[0])
    picture[:, :edge] = soft[:, :edge]
    sharp = [n for n, quad in enumerate(quads) if quad[:, 0].min() > edge]
    assert 2 <= len(sharp) < len(quads) / 2
    (found,) = conditions(picture, seen(quads), None)
    assert found.kind == "dirty lens"
    assert max(x for x, _ in found.where) < clean + 0.12
    assert min(x for x, _ in found.where) < 0.2


def test_of_a_picture_hardly_read_what_is_out_of_focus_a_little_is_serious() -> None:
    quads = where(laid(), "classic")
    picture = unfocused(rng(), table("classic"), 0.033 * long_side(quads))
    for sure, severity in ((1.0, "minor"), (0.5, "serious")):
        (found,) = conditions(picture, seen(quads, sure), None)
        assert (found.kind, found.severity) == ("out of focus", severity)
