"""Test that cards in a line are read as one word, whether they lie loose or overlap, at any place and
angle."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.layout import arrange
from engine.observation import Observation
from engine.words import WordList
from tests.engine.layout.conftest import texts

Table = Callable[..., Any]
STACK = ("MOTHER", "CAT", "THATCHED", "FIBS", "EXPERT")


@pytest.mark.parametrize("angle", range(0, 360, 24))
def test_a_word_is_read_at_every_angle(empty_table: Table, angle: int) -> None:
    seen = empty_table(angle).word("EXPORT", 500, 400, angle, jitter=0.03).seen()
    assert texts(seen, None) == ["EXPORT"]


@pytest.mark.parametrize("step", [0.27, 0.4, 0.7, 1.0, 1.25, 1.5])
def test_cards_may_overlap_touch_or_lie_loose(empty_table: Table, words: WordList, step: float) -> None:
    seen = empty_table(1).word("MOTHER", 500, 400, 33, step=step, jitter=0.01).seen()
    assert texts(seen, words) == ["MOTHER"]


@pytest.mark.parametrize("bend", [-2.0, 2.0])
def test_a_row_may_be_bent(empty_table: Table, bend: float) -> None:
    seen = empty_table(2).word("EXPERT", 500, 400, 200, bend=bend, jitter=0.02).seen()
    assert texts(seen, None) == ["EXPERT"]


@pytest.mark.parametrize("seed", range(25))
def test_full_tables_of_rows_are_grouped_exactly(empty_table: Table, words: WordList, seed: int) -> None:
    """Five words of 27 cards lie in rows only a few millimetres apart, some upside down. Each card is
    assigned to its own word."""
    rng = random.Random(seed)
    table = empty_table(seed).piles("Q", 1000, 300)
    for i, word in enumerate(rng.sample(STACK, len(STACK))):
        table = table.word(word, 400 + rng.uniform(-40, 40), 80 + 97 * i, rng.choice((0, 180)), jitter=0.03)
    assert texts(table.seen(), words) == sorted(STACK)
    assert arrange(table.seen(), words).grid is None


@pytest.mark.parametrize("seed", range(25))
def test_words_turned_to_four_seats_are_grouped_exactly(
    empty_table: Table, words: WordList, seed: int
) -> None:
    places = [(330, 90, 0), (330, 860, 180), (60, 450, 90), (1000, 450, 270), (450, 450, 37)]
    table = empty_table(seed)
    for word, place in zip(STACK, places, strict=True):
        table = table.word(word, *place, jitter=0.05)
    assert texts(table.seen(), words) == sorted(STACK)


@pytest.mark.parametrize("seed", range(12))
def test_square_tiles_are_read_whatever_quarter_is_reported(
    empty_table: Table, words: WordList, seed: int
) -> None:
    table = (
        empty_table(seed, shape=(20.0, 20.0)).word("NOON", 100, 100, 15 * seed).word("HOUSE", 300, 300, 91)
    )
    assert texts(table.seen(), words) == ["HOUSE", "NOON"]


def test_two_words_in_one_line_are_two_words(empty_table: Table, words: WordList) -> None:
    table = empty_table(3).word("CAT", 300, 300, jitter=0.02).word("MOTHER", 660, 300, jitter=0.02)
    assert texts(table.seen(), words) == ["CAT", "MOTHER"]


def test_an_empty_table_is_an_empty_arrangement(words: WordList) -> None:
    arrangement = arrange(Observation(1200, 900), words)
    assert (arrangement.words, arrangement.grid, arrangement.doubts) == ((), None, ())


def test_one_position_reads_the_same_wherever_it_is_pushed(empty_table: Table, words: WordList) -> None:
    for angle in (0, 5, 90, 183):
        table = empty_table(angle).word("MOTHER", 500, 300, angle).word("CAT", 500, 700, angle)
        assert texts(table.seen(), words) == ["CAT", "MOTHER"]
