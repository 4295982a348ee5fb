"""Test that a table's choice of words survives a power cut, and that an invalid or missing word is named."""

from pathlib import Path

import pytest

from device.errors import UsageFault
from device.records.word_choice import (
    FILE,
    WordChoice,
    choice,
    choose,
    with_offensive,
    with_words,
    without_offensive,
    without_words,
)


def test_nothing_is_left_out_while_nothing_was_chosen(tmp_path: Path) -> None:
    assert choice(tmp_path) == WordChoice()


def test_a_choice_is_kept(tmp_path: Path) -> None:
    chosen = with_words(WordChoice(tier=50, region="gb", without=("slang",)), ["zyx", "ABLER"])
    choose(tmp_path, chosen)
    assert choice(tmp_path) == chosen
    assert chosen.house == ("ABLER", "ZYX")


def test_a_word_of_the_house_is_removed() -> None:
    chosen = with_words(WordChoice(), ["zyx", "quux"])
    assert without_words(chosen, ["ZYX"]).house == ("QUUX",)
    with pytest.raises(UsageFault, match="“CAT” is not a word of the house"):
        without_words(chosen, ["cat"])


@pytest.mark.parametrize("word", ["", "a", "c4t", "naïve", "two words", "x" * 31])
def test_what_can_be_no_word_is_refused(word: str) -> None:
    with pytest.raises(UsageFault, match="is not a word"):
        with_words(WordChoice(), [word])


def test_a_file_spoilt_by_hand_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"tier": 5}')
    assert choice(tmp_path) == WordChoice()
    assert (tmp_path / "words.damaged-1.json").read_text() == '{"tier": 5}'


def test_words_that_offend_are_kept_in_order_and_taken_out_again(tmp_path: Path) -> None:
    chosen = with_offensive(WordChoice(), ["zounds", "DRAT", "drat"])
    choose(tmp_path, chosen)
    assert choice(tmp_path).offensive == ("DRAT", "ZOUNDS")
    assert without_offensive(chosen, ["zounds"]).offensive == ("DRAT",)
    with pytest.raises(UsageFault, match="“CAT” is not among the words that offend here"):
        without_offensive(chosen, ["cat"])
    with pytest.raises(UsageFault, match="is not a word"):
        with_offensive(chosen, ["d4mn"])


def test_a_choice_of_an_earlier_version_is_understood(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"tier":95,"region":"any","without":[],"house":["QUIX"]}')
    assert choice(tmp_path) == WordChoice(house=("QUIX",))
