"""Test overlapping cards that are no word: cards dropped in a stair, and a hand that is spread out."""

from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin
from typing import Any

import pytest

from engine.layout import MisplacedCard, arrange
from engine.words import WordList
from tests.engine.layout.conftest import texts

Table = Callable[..., Any]


def _pictured(table: Any, rows: tuple[str, ...]) -> Any:
    """Lay cards in the pattern of the letters in `rows`. A column is 8 mm wide and a row 10 mm high."""
    for down, row in enumerate(rows):
        for right, letter in enumerate(row):
            if letter != " ":
                table = table.card(letter, 300 + 8 * right, 300 + 10 * down)
    return table


STAIRS = (
    ("T", "", "  U", "", "    A"),
    ("    A", "", "  U", "", "T"),
    ("T", "  U", "    A", "      N"),
    ("C", "  A", "    T"),
    ("T", "", "  U"),
    ("T", "", "    U", "", "        A"),
)
ROWS = (
    ("T  U  A",),
    ("  U  A", "T"),
    ("T   A", "  U"),
    ("T", "    U", "        A"),
    ("T      U", "", "              A"),
)


@pytest.mark.parametrize("rows", STAIRS)
@pytest.mark.parametrize("angle", [0, 77, 180])
def test_a_stair_of_cards_is_no_word(
    empty_table: Table, words: WordList, rows: tuple[str, ...], angle: int
) -> None:
    """In a stair each card lies farther right and farther down than the last. It is no word even if its
    letters spell one."""
    table = _turned(_pictured(empty_table(15), rows), angle).word("MOTHER", 600, 750)
    arrangement = arrange(table.seen(), words)
    assert [w.text for w in arrangement.words] == ["MOTHER"]
    assert arrangement.lone == ()
    assert arrangement.hands == ()
    count = sum(letter != " " for row in rows for letter in row)
    assert [type(d) for d in arrangement.doubts] == [MisplacedCard] * count


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("angle", [0, 77, 180])
def test_cards_in_a_line_are_a_word_however_carelessly_laid(
    empty_table: Table, rows: tuple[str, ...], angle: int
) -> None:
    """A line may lean or waver a little. Cards side by side are no stair."""
    seen = _turned(_pictured(empty_table(16), rows), angle).seen()
    arrangement = arrange(seen, None)
    assert sorted(len(w.cards) for w in arrangement.words) == [3] * (len(seen.cards) // 3)
    assert arrangement.doubts == ()


def _turned(table: Any, angle: float) -> Any:
    """Turn the whole table about a point by `angle` degrees clockwise."""
    a = radians(angle)
    cards = tuple(
        replace(
            card,
            x=500 + (card.x - 400) * cos(a) - (card.y - 350) * sin(a),
            y=350 + (card.x - 400) * sin(a) + (card.y - 350) * cos(a),
            angle=card.angle + angle,
        )
        for card in table.cards
    )
    return replace(table, cards=cards)


def test_a_fan_is_a_hand(empty_table: Table, words: WordList) -> None:
    table = empty_table(13).word("CAT", 300, 700)
    for i, letter in enumerate("AEBDRT"):
        table = table.card(letter, 500 + 17 * i, 300 + 1.3 * (i - 2.5) ** 2, -25 + 10 * i)
    arrangement = arrange(table.seen(), words)
    assert [w.text for w in arrangement.words] == ["CAT"]
    assert [len(hand) for hand in arrangement.hands] == [6]


def _few(table: Any, letters: str, turn: float) -> Any:
    """Lay three overlapping cards round a point 210 mm below them, like a hand. Each is turned by `turn`
    degrees more than the last."""
    for i, letter in enumerate(letters):
        a = radians((i - 1) * turn)
        table = table.card(letter, 500 + 210 * sin(a), 500 - 210 * cos(a), (i - 1) * turn)
    return table


def test_three_cards_of_a_hand_are_no_word(empty_table: Table, words: WordList, eye: Any) -> None:
    """Three cards are fanned like a hand. Only if they spell a listed word are they taken for a word laid
    carelessly."""
    sharp = eye(error=0.3, tilt=0.3)
    arrangement = arrange(_few(empty_table(17), "TUA", 5.5).seen(sharp), words)
    assert arrangement.words == ()
    assert [len(hand) for hand in arrangement.hands] == [3]
    assert texts(_few(empty_table(17), "CAT", 5.5).seen(sharp), words) == ["CAT"]


def test_a_row_that_bends_is_no_hand_whatever_it_says(empty_table: Table, words: WordList, eye: Any) -> None:
    table = empty_table(18)
    for i, letter in enumerate("TUABEX"):
        table = table.card(letter, 400 + 38 * i, 300 + 0.6 * (i - 2.5) ** 2, 1.8 * (i - 2.5))
    assert texts(table.seen(eye(error=0.3, tilt=0.3)), words) == ["TUABEX"]
