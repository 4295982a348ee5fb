"""Test the rows of reading figures that `bench` prints. Test its message for a folder without labelled
photographs."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import main
from device.errors import UsageFault
from device.lab.bench import hardships, reading
from device.lab.commands.bench import _table
from engine.words import WordList
from vision.lab.measuring.measure import ReadingTally


def test_counts_by_letter_take_one_line() -> None:
    row = {"found": 1.0, "letters": {"A": (2, 3), "?": (1, 1)}, "confusions": [("A", "V", 1)], "empty": {}}
    assert _table({"real": row}).splitlines() == [
        "real", "  found: 1.0", "  letters: A 2/3, ? 1/1", "  confusions: [('A', 'V', 1)]"
    ]  # fmt: skip


def test_a_folder_without_labelled_sets_is_told_where_they_are_looked_for(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match=r"photos/letter_cards, .*photos/cards_on_table"):
        reading.measure(tmp_path, WordList.of(["AT"]))
    with pytest.raises(UsageFault, match=r"photos/letter_cards, .*photos/cards_on_table"):
        hardships.measure(tmp_path)


@pytest.mark.parametrize("section", ["reading", "hardships", "ablation"])
def test_what_needs_photographs_says_so_instead_of_measuring_nothing(section: str) -> None:
    result = CliRunner().invoke(main, ["bench", "--only", section])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"lexicon-table: --only {section} needs --photos, a folder with labelled photographs\n"
    )


def test_what_is_wrong_in_one_way_is_counted_for_that_way() -> None:
    good, bad = (
        ReadingTally(counted=2, found=2, right=2),
        ReadingTally(counted=2, found=1, sure_wrong=1, wrong=["A", "B"]),
    )
    row = hardships._row({"turned 90": good, "noise 12": bad})
    assert row == {
        "pieces": 4, "found": 0.75, "right": 0.66667, "sure_and_wrong": 1, "false": 0,
        "faults": {"noise 12": 2},
    }  # fmt: skip
