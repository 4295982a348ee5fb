"""Test that a corner letter which was detected more than once is kept once."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.corner_letters.laid import quad_at, spot_at
from vision.corner_letters.detect import suppress_repeated
from vision.tensor_format import LETTERS


@pytest.mark.parametrize(
    ("letter", "chance", "off", "count"),
    [("M", 0.4, 15, 1), ("M", 0.95, 15, 2), ("M", 0.4, 30, 2), ("W", 0.95, 8, 1), ("W", 0.95, 30, 2)],
)
def test_a_doubtful_part_of_a_plain_letter_is_no_second_one(
    letter: str, chance: float, off: int, count: int
) -> None:
    """Half of a W is detected again as a doubtful M some pixels away, and is dropped. Two clear letters at
    this distance are both kept."""
    plain, other = spot_at(quad_at(100, 100, 0), "W"), spot_at(quad_at(100 + off, 100, 0), letter)
    chances = np.full(len(LETTERS), 0.01, np.float32)
    chances[LETTERS.index(letter)] = chance
    assert len(suppress_repeated([replace(other, probabilities=chances, score=0.6), plain], 10.0)) == count


def test_what_was_seen_in_another_window_is_not_seen_again() -> None:
    spot = spot_at(quad_at(100, 100, 0), "E")
    assert suppress_repeated([spot], 10.0, [spot]) == []
