"""Test cards that a finger drops beside a word at the virtual table. The word grows at any place and angle,
moves if it has no room, and is read as it lies."""

import random

import pytest

from device.virtual.tabletop.finger_drop import (
    OccupiedError,
    lay_apart,
    lay_beside,
    replace_card,
    words_on_table,
)
from device.virtual.tabletop.free_places import CARD_STEP_MM, is_on_table, overlaps
from device.virtual.tabletop.state import Tabletop, card_oblong
from engine.shared.scene import LyingCard

SIZE = (1100.0, 618.75)


def word(letters: str, x: float, y: float, angle: float = 0.0) -> tuple[LyingCard, ...]:
    sign = -1 if angle == 180.0 else 1
    return tuple(LyingCard(letter, x + sign * n * CARD_STEP_MM, y, angle) for n, letter in enumerate(letters))


def texts(top: Tabletop) -> list[str]:
    return ["".join(card.letter for card in row) for row in words_on_table(top)]


def test_words_are_read_the_way_they_face() -> None:
    top = Tabletop(*SIZE, (word("NO", 300, 100, 180.0), word("ON", 300, 400)))
    assert texts(top) == ["NO", "ON"]


def test_a_card_goes_before_between_and_after() -> None:
    dice, top = random.Random(1), Tabletop(*SIZE, (word("AT", 300, 300),))
    top = lay_beside(top, "C", words_on_table(top)[0][0], -1, dice)
    top = lay_beside(top, "O", words_on_table(top)[0][0], 1, dice)
    top = lay_beside(top, "S", words_on_table(top)[0][-1], 1, dice)
    assert texts(top) == ["COATS"]
    top = replace_card(top, "G", words_on_table(top)[0][0], dice)
    assert texts(top) == ["GOATS"]


@pytest.mark.parametrize("angle", [0.0, 180.0])
def test_a_word_that_has_no_room_moves_to_where_it_has(angle: float) -> None:
    start = 120.0 if angle else 900.0
    dice, top = random.Random(2), Tabletop(*SIZE, (word("AT", start, 100, angle), word("ON", 300, 400)))
    for letter in "TENDED":
        top = lay_beside(top, letter, words_on_table(top)[0][-1], 1, dice)
    assert texts(top) == ["ATTENDED", "ON"]
    cards = [card_oblong(card).grown(-2, -2) for row in words_on_table(top) for card in row]
    assert all(is_on_table(card, *SIZE) for card in cards)
    assert not any(overlaps(a, b) for n, a in enumerate(cards) for b in cards[:n])


def test_a_new_word_begins_while_there_is_any_room_and_is_refused_when_there_is_none() -> None:
    dice, top = random.Random(3), Tabletop(*SIZE)
    for _ in range(7):
        top = lay_apart(top, "A", dice)
    assert texts(top) == ["A"] * 7
    full = Tabletop(*SIZE, tuple(word("A" * 17, 60, y) for y in (70, 170, 270, 370, 470, 550)))
    with pytest.raises(OccupiedError):
        lay_apart(full, "A", dice)
