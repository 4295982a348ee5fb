"""Test that a table plays with its chosen words, and knows which of them are offensive there."""

from pathlib import Path

from device.records.word_choice import WordChoice, choose
from device.table_words import table_words
from engine.words import WordRefusal


def test_what_the_steward_adds_offends_and_stays_a_word(tmp_path: Path) -> None:
    choose(tmp_path, WordChoice(offensive=("DRAT", "QWX")))
    words = table_words("default", tmp_path)
    assert words.is_offensive("DRAT")
    assert "DRAT" in words
    assert words.is_offensive("QWX")
    assert "QWX" not in words


def test_a_table_that_bars_what_offends_bars_that_too(tmp_path: Path) -> None:
    choose(tmp_path, WordChoice(offensive=("DRAT",)))
    words = table_words("polite", tmp_path)
    assert "DRAT" not in words
    assert words.refusal("DRAT") is WordRefusal.EXCLUDED
    choose(tmp_path, WordChoice(offensive=("DRAT",), without=("offensive",)))
    assert "DRAT" not in table_words("default", tmp_path)
