"""Test which words of a position are new, compared with the position before a play, and in which order."""

from engine.position import Rows
from engine.rules.position_words import new_words


def test_the_words_made_come_longest_first_and_by_the_alphabet() -> None:
    before, after = Rows(("CAT", "AT")), Rows(("CAT", "AT", "AT", "HAT", "SMOTHER", "BAT"))
    assert new_words(before, after) == ["SMOTHER", "BAT", "HAT", "AT"]
