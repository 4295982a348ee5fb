"""Test `lexicon-table words`: one line for each word, with its flags and meaning, or the reason why it is
refused."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from device.commands import words
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
    "arguments", [[], ["--all", "cat"], ["--list", "nosuch", "cat"], ["--list", "/dev/zero", "cat"]]
)
def test_bad_usage_is_refused_before_anything_is_printed(arguments: list[str]) -> None:
    with pytest.raises(UsageFault):
        CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_what_is_no_word_has_its_line_and_the_others_are_looked_up() -> None:
    result = CliRunner().invoke(command, ["cat", "c4t", "", "A" * 101, "naïve"])
    lines = [msgspec.json.decode(line, type=dict[str, Any]) for line in result.stdout.splitlines()]
    assert ["error" in line for line in lines] == [False, True, True, True, False]
    assert (lines[4]["word"], lines[4]["listed"]) == ("NAIVE", True)
    assert isinstance(result.exception, UsageFault)
    assert str(result.exception) == "'c4t' is not a word of 1 to 100 letters A-Z (and 2 words more)"


def test_a_words_rarity_is_said_in_words() -> None:
    assert [line["listed_as"] for line in answers("house", "cwm")] == ["common", "in large lists only"]


def test_a_plural_names_its_noun() -> None:
    nouns = [line["plural_of"] for line in answers("cats", "boys", "cities", "knives")]
    assert nouns == ["CAT", "BOY", "CITY", "KNIFE"]


def test_a_table_keeps_words_of_its_own_and_leaves_others_out(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    (before,) = answers("zyx", *data)
    assert before["listed"] is False
    (kept,) = answers("--add", "zyx", "--tier", "60", "--without", "slang", *data)
    assert kept == {"tier": 60, "region": "any", "without": ["slang"], "house": ["ZYX"], "offensive": []}
    zyx, cwm = answers("zyx", "cwm", *data)
    assert (zyx["listed"], zyx["flags"], zyx["listed_as"]) == (True, ["house"], "the table's own")
    assert (cwm["listed"], cwm["why_not"]) == (False, "left out by this table's choice of words")
    assert answers("--house", *data) == [kept]
    (after,) = answers("--remove", "zyx", "--tier", "95", "--without", "nothing", *data)
    assert after == {"tier": 95, "region": "any", "without": [], "house": [], "offensive": []}
    assert [line["listed"] for line in answers("zyx", "cwm", *data)] == [False, True]


def test_the_file_that_was_written_is_named_and_only_then(tmp_path: Path) -> None:
    arguments = ["--tier", "60", "--data", str(tmp_path)]
    first, again = (CliRunner().invoke(command, arguments) for _ in range(2))
    assert first.stderr == f"{tmp_path / 'words.json'}: written\n"
    assert msgspec.json.decode((tmp_path / "words.json").read_bytes())["tier"] == 60
    assert (again.stderr, again.stdout) == ("", first.stdout)


def test_a_word_that_is_not_of_the_house_cannot_be_removed(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="“CAT” is not a word of the house"):
        CliRunner().invoke(command, ["--remove", "cat", "--data", str(tmp_path)], catch_exceptions=False)


def test_a_lists_check_counts_it_and_names_what_the_default_lacks(tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("dog cats zyx")
    (summary,) = answers("--check", "--list", str(path))
    assert summary["words"] == 3
    assert summary["flags"] == {"plural-only": 1}
    assert summary["lengths"] == {"3": 2, "4": 1}
    assert (summary["unknown"], summary["unknown_words"]) == (1, ["ZYX"])


def told(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    """Return the lines that a person at a terminal reads."""
    monkeypatch.setattr(words, "for_people", lambda *, as_json: not as_json)
    monkeypatch.setenv("COLUMNS", "80")
    return CliRunner().invoke(command, arguments).output.splitlines()


def test_a_person_reads_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = told(monkeypatch, "cats", "paris")
    assert lines[0] == "CATS            CATS is in the word list, as the plural of CAT."
    assert any(line.startswith("PARIS           PARIS is written with a capital") for line in lines)
    assert max(map(len, lines)) <= 80
    assert "{" not in "".join(lines)


def test_a_person_reads_the_whole_list_in_columns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("dog cats")
    every = told(monkeypatch, "--all", "--list", str(path))
    assert [line.split()[0] for line in every] == ["CATS", "DOG"]
    assert "plural-only" in every[0]
    assert "       2  words" in told(monkeypatch, "--check", "--list", str(path))


def test_a_person_is_told_of_what_is_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, "c4t")[0] == "'c4t' is not a word of 1 to 100 letters A-Z."


def test_json_is_printed_at_a_terminal_too_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = told(monkeypatch, "cats", "--json")
    assert msgspec.json.decode(line)["word"] == "CATS"


@pytest.mark.parametrize("arguments", [["cat"], ["--house"], ["--add", "zyx"]])
def test_a_damaged_choice_of_words_is_put_aside_and_named(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "words.json").write_text("{")
    first, later = (CliRunner().invoke(command, [*arguments, "--data", str(tmp_path)]) for _ in "12")
    assert (first.exit_code, later.stderr.count("damaged")) == (0, 0)
    assert f"{tmp_path}/words.damaged-1.json: damaged, and put aside" in first.stderr
