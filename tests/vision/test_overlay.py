"""Test that labels are drawn where they can be read: beside each other, and off the letters that they
name."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.shared.condition import Condition, Glare, TooDark
from vision.overlay import DOUBTFUL_COLOUR, FAULT_COLOUR, SURE_COLOUR, Card, are_overlapping, draw, place_tags

BLANK = np.zeros((1200, 1600, 3), np.uint8)
LONG, WIDE = 240.0, 154.0


def _quad(x: float, y: float, angle: float = 0.0) -> NDArray[np.float32]:
    """Return a card around (x, y), turned clockwise by `angle` degrees."""
    a = np.radians(angle)
    right, down = np.array([np.cos(a), np.sin(a)]) * WIDE / 2, np.array([-np.sin(a), np.cos(a)]) * LONG / 2
    corners = np.array([-right - down, right - down, right + down, -right + down])
    return np.asarray(corners + np.array([x, y]), np.float32)


def _fan(letters: str, turn: float, middle: float = 0.0) -> list[Card]:
    """Return fanned cards whose pivot is 500 pixels from their centres, each turned `turn` degrees
    further."""
    angles = [middle + turn * (n - (len(letters) - 1) / 2) for n in range(len(letters))]
    return [
        (_quad(800 + 500 * np.sin(np.radians(a)), 600 - 500 * np.cos(np.radians(a)) + 250, a), letter, 0.99)
        for letter, a in zip(letters, angles, strict=True)
    ]


def _row(letters: str) -> list[Card]:
    return [(_quad(300 + (WIDE + 4) * n, 900), letter, 0.99) for n, letter in enumerate(letters)]


@pytest.mark.parametrize("middle", [0.0, 40.0, 180.0])
def test_no_label_of_a_fan_hides_another(middle: float) -> None:
    found = place_tags(BLANK, _fan("SHELFWINGQ", 5, middle), [])
    assert [tag.text for tag in found] == list("SHELFWINGQ")
    assert not any(one.box.meets(other.box) for one, other in combinations(found, 2))


def test_labels_of_a_fan_stand_beyond_it_in_its_order() -> None:
    found = place_tags(BLANK, _fan("VIKBRW", 7), [])
    tops = [quad[:2, 1].min() for quad, _, _ in _fan("VIKBRW", 7)]
    assert all(tag.box.top < top for tag, top in zip(found, tops, strict=True))
    assert all(one.box.left < other.box.left for one, other in pairwise(found))


def test_wide_labels_of_doubtful_cards_make_room() -> None:
    doubtful = [(quad, letter, 0.5) for quad, letter, _ in _fan("SHELF", 5)]
    found = place_tags(BLANK, doubtful, [])
    assert {tag.text for tag in found} == {f"{letter} 50%" for letter in "SHELF"}
    assert {tag.colour for tag in found} == {DOUBTFUL_COLOUR}
    assert not any(one.box.meets(other.box) for one, other in combinations(found, 2))


def test_a_card_beside_others_has_its_label_on_its_foot() -> None:
    row = _row("MOTH")
    assert are_overlapping(row) == [False] * 4
    for tag, (quad, _, _) in zip(place_tags(BLANK, row, []), row, strict=True):
        assert tag.box.holds(float(quad[:, 0].mean()), float(quad[2, 1]))
        assert tag.colour == SURE_COLOUR


@pytest.mark.parametrize("step", [40.0, WIDE])
def test_a_word_stands_before_its_first_card_and_hides_none(step: float) -> None:
    cards: list[Card] = [(_quad(500 + step * n, 600), letter, 0.99) for n, letter in enumerate("SQUASH")]
    middles = np.array([quad.mean(0) for quad, _, _ in cards])
    word = next(tag for tag in place_tags(BLANK, cards, [("SQUASH", middles)]) if tag.text == "SQUASH")
    assert 0 < 500 - WIDE / 2 - word.box.right < 60
    assert word.box.top < 600 < word.box.bottom


def test_a_word_with_a_card_before_it_stands_elsewhere() -> None:
    cards = [*_row("CAT"), (_quad(300 - WIDE, 900), "Q", 0.99)]
    middles = np.array([quad.mean(0) for quad, _, _ in cards[:3]])
    *others, word = place_tags(BLANK, cards, [("CAT", middles)])
    assert word.text == "CAT"
    assert not any(word.box.meets(other.box) for other in others)
    for quad, _, _ in cards:
        assert not (
            quad[0, 0] < word.box.right and word.box.left < quad[1, 0] and word.box.bottom > quad[0, 1]
        )


def test_troubles_are_named_where_they_are_and_hide_no_other_label() -> None:
    cards = _row("CAT")
    where = tuple((float(x) / 1600, float(y) / 1200) for x, y in cards[1][0])
    wrong = (Condition(TooDark(40)), Condition(Glare(1, 0.3), where=where))
    found = place_tags(BLANK, cards, [], wrong)
    sentence, name = sorted((tag for tag in found if tag.colour == FAULT_COLOUR), key=lambda tag: tag.box.top)
    assert sentence.text == "It is too dark to read the cards for certain."
    assert sentence.box.bottom < 60
    assert name.text == "glare"
    assert not any(one.box.meets(other.box) for one, other in combinations(found, 2))


def test_what_is_at_the_rim_keeps_its_label_in_the_picture() -> None:
    cards = [(_quad(60 + 30 * n, 40), letter, 0.5) for n, letter in enumerate("AT")]
    for tag in place_tags(BLANK, cards, [("AT", np.array([[60, 40], [90, 40]], np.float32))]):
        assert tag.box.left >= 0
        assert tag.box.top >= 0
    assert draw(BLANK, cards, []).any()


def test_a_back_is_outlined_and_has_no_label() -> None:
    back: list[Card] = [(_quad(800, 600), "", 0.97)]
    assert place_tags(BLANK, back, []) == []
    assert draw(BLANK, back, []).any()


def test_a_card_without_a_letter_is_outlined_as_no_read_card_is() -> None:
    stranger = _quad(800, 600)
    drawn = draw(BLANK, [], [], unlettered=[stranger])
    left = drawn[600, round(float(stranger[0, 0]))]
    assert (left == 255).all()
    assert not (drawn == np.array(SURE_COLOUR)).all(2).any()
    assert (drawn[600, 800] == BLANK[600, 800]).all()
