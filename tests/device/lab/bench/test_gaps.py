"""Test the bench that counts how many words are read whole although one of their cards may have no readable
letter."""

from device.lab.bench import gaps
from engine.words import WordList

WORDS = WordList.of(["HOUSE", "PLANET", "BRICK", "WIDTH", "LATE", "CARBONS", "PAINTERS"])


def test_a_table_has_three_words_and_those_of_letters_alone_are_whole() -> None:
    found = gaps.measure(2, WORDS, 7)
    rows = {kind: found[kind] for kind in gaps.KINDS}
    assert sum(row["words"] for row in rows.values()) == 6
    assert all(row["whole"] <= row["words"] for row in rows.values())
    assert rows["plain"] == {"words": 1, "whole": 1}
    assert found["told_where_none_lies"] == 0
