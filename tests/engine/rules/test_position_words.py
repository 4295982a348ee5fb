"""Test which words a play is found to have made."""

from engine.position import Rows
from engine.rules.position_words import new_words


def test_the_words_made_come_longest_first_and_by_the_alphabet() -> None:
    before, after = Rows(("CAT", "AT")), Rows(("CAT", "AT", "AT", "HAT", "SMOTHER", "BAT"))
    assert new_words(before, after) == ["SMOTHER", "BAT", "HAT", "AT"]
