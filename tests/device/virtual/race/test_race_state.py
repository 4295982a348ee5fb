"""Test the simulated players of a race: their seats, and the words that they lay on the table."""

import pytest

from device.virtual.race.race_state import begin_race, places
from engine.catalogue import configured

NAMES = ("Anne", "Ben", "Cora")


def test_words_and_crossed_words_lie_on_the_table_before_their_player() -> None:
    runners = begin_race(configured("my-word"), NAMES, 1)
    tall = ("..T......", "STRAIGHTS", "..Y......")
    for seat in range(3):
        for _, (x, y) in places(tall, seat):
            assert 44 <= x <= runners.top.width - 44
            assert 44 <= y <= runners.top.height - 44


def test_there_are_as_many_seats_as_the_table_has_free_sides() -> None:
    with pytest.raises(ValueError, match="3 people sit at the virtual table of My Word, not 4"):
        begin_race(configured("my-word"), (*NAMES, "Dan"), 1)
