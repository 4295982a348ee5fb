"""The reading figures' rows as `bench` prints them, and a folder without any labelled set."""

from pathlib import Path

import pytest

from device.commands._bench import reading
from device.commands.bench import _table
from device.errors import UsageFault
from engine.words import WordList


def test_counts_by_letter_take_one_line() -> None:
    row = {"found": 1.0, "letters": {"A": (2, 3), "?": (1, 1)}, "confusions": [("A", "V", 1)], "empty": {}}
    assert _table({"real": row}).splitlines() == [
        "real", "  found: 1.0", "  letters: A 2/3, ? 1/1", "  confusions: [('A', 'V', 1)]"
    ]  # fmt: skip


def test_a_folder_without_labelled_sets_is_told_where_they_are_looked_for(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match=r"photos/letter_cards, .*photos/cards_on_table"):
        reading.measure(tmp_path, WordList.of(["AT"]))
