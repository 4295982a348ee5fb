"""Test that a hand over a card of a word is reported, and that bare table or a hand beside a word is not."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.shared.condition import Covered, Fact, Unread
from engine.shared.scene import Arm, Scene
from tests.vision.conditions.tables import LOOKS, SIZE, laid, seen, where
from vision.conditions import conditions
from vision.crops import Picture
from vision.render.table import virtual_table
from vision.tensor_format import Floats

HIDDEN = 11
"""The number of the card that a hand covers from below, the A of CARD, among the cards on the table."""

AT = (172.0, 295.0)
"""The place (x, y) on the table that an arm reaches, mm. It is the upper edge of the card that the arm
covers."""

SEEDS = (1, 2, 3, 4)


def table(look: str, seed: int, *arms: Arm, scene: Scene | None = None) -> Picture:
    return virtual_table(SIZE, seed, look)(replace(scene or laid(), arms=arms), 0)


def without(quads: list[Floats], *gone: int) -> list[Floats]:
    return [quad for n, quad in enumerate(quads) if n not in gone]


def facts(picture: Picture, quads: list[Floats]) -> list[Fact]:
    return [condition.fact for condition in conditions(picture, seen(quads), None)]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_over_a_letter_of_a_word_is_told_and_outlined(look: str, seed: int) -> None:
    quads = where(laid(), look, seed)
    picture = table(look, seed, Arm(*AT, 0))
    found = [c for c in conditions(picture, seen(without(quads, HIDDEN)), None) if c.fact == Covered()]
    (place,) = (np.array(c.where, np.float32) * np.array(SIZE, np.float32) for c in found)
    x, y = place.mean(0).tolist()
    assert cv2.pointPolygonTest(quads[HIDDEN], (x, y), False) > 0


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_bare_table_between_two_words_of_a_row_is_not_told(look: str, seed: int) -> None:
    scene = laid()
    gap = replace(scene, cards=tuple(c for n, c in enumerate(scene.cards) if n != HIDDEN))
    found = facts(table(look, seed, scene=gap), where(gap, look, seed))
    assert Covered() not in found
    assert Unread() not in found


def test_a_hand_between_a_row_and_a_card_that_lies_across_hides_none_of_its_word() -> None:
    """CAR lies in a row, and a D beyond it is turned across the row. A player's arm between them is not
    reported as hiding a card of the word."""
    scene = laid()
    cards = (*scene.cards[:13], replace(scene.cards[13], angle=scene.cards[13].angle + 90))
    across = replace(scene, cards=cards)
    quads = where(across, "club")
    picture = table("club", 1, Arm(240.0, 295.0, 0), scene=across)
    assert Covered() not in facts(picture, without(quads, 12))


def test_a_hand_beside_the_words_covers_none() -> None:
    found = facts(table("club", 1, Arm(560.0, 325.0, 0)), where(laid(), "club"))
    assert Covered() not in found
