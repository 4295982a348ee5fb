"""`lexicon-table words`, as contract.md promises it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from device.commands.words import command
from device.errors import UsageFault


def answers(*arguments: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    return [msgspec.json.decode(line, type=dict[str, Any]) for line in result.stdout.splitlines()]


def test_a_listed_word_tells_flags_and_meaning() -> None:
    (cats,) = answers("cats")
    assert cats["word"] == "CATS"
    assert cats["listed"] is True
    assert cats["flags"] == ["plural-only"]
    assert cats["why_not"] is None
    assert "feline mammal" in cats["gloss"]


def test_a_name_is_refused_with_its_reason_and_near_words() -> None:
    (paris,) = answers("PARIS")
    assert paris["listed"] is False
    assert paris["flags"] == ["proper"]
    assert paris["why_not"] == "a proper noun"
    assert "PARES" in paris["nearest"]


def test_each_word_has_its_line_in_the_order_given() -> None:
    assert [line["listed"] for line in answers("mo", "mother", "mio")] == [False, True, False]


def test_a_spelling_of_one_side_of_the_ocean_says_so() -> None:
    assert [line["flags"][0] for line in answers("color", "colour")] == ["us", "gb"]


def test_all_prints_the_chosen_list(tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("dog cats")
    lines = answers("--all", "--list", str(path))
    assert [(line["word"], line["flags"]) for line in lines] == [("CATS", ["plural-only"]), ("DOG", [])]


@pytest.mark.parametrize(
    "arguments", [[], ["--all", "cat"], ["c4t"], ["naïve"], [""], ["--list", "nosuch", "cat"]]
)
def test_bad_usage_is_refused_before_anything_is_printed(arguments: list[str]) -> None:
    with pytest.raises(UsageFault):
        CliRunner().invoke(command, arguments, catch_exceptions=False)
