from itertools import product
from statistics import mean

import pytest

from device.lab.bench.players import _alike, _evening, mean_of_largest
from engine.catalogue import configured
from engine.words import WordList


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_last_table_is_the_mean_of_the_largest_drawn(number: int) -> None:
    values = [1.0, 4.0, 6.0, 7.0]
    every = mean(max(drawn) for drawn in product(values, repeat=number))
    assert mean_of_largest(values, number) == pytest.approx(every)


def test_ten_hands_last_no_longer_than_the_bell_and_what_lies_between_them() -> None:
    told = _evening([5, 50], pace=20, tables=1)
    assert told == {"minutes": pytest.approx(10 * ((100 + 420) / 2 + 120) / 60, abs=0.1), "bell_rings": 0.5}
    assert _evening([50], pace=20, tables=10) == {"minutes": 90.0, "bell_rings": 1.0}


def test_a_games_hands_among_equals_are_counted() -> None:
    words = WordList.of(["AT", "CAT", "DO", "GO", "ON", "ONE", "TO", "TOE", "TONE"])
    told = _alike(configured("lexicon"), words, ["greedy"] * 2, 2, 3)
    assert told["hands"] == 2
    assert told["turns"]["10%"] <= told["turns"]["50%"] <= told["turns"]["90%"]
    assert 0 <= told["laid_share"] <= 1
