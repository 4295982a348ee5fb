"""Test `best --photo` and `judge --photo`: positions and hands from photographs."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.commands import _photos, best, judge
from device.errors import UsageFault
from engine.position import Grid, Rows
from tests.vision.reads import SCENES

WORD = SCENES / "strangers-words.jpg"
CROSSWORD = SCENES / "crossword-down.jpg"


def answered(command: Any, *arguments: object) -> dict[str, Any]:
    result = CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Return a photograph of an empty table."""
    photo = tmp_path / "bare.png"
    cv2.imwrite(str(photo), np.full((720, 1280, 3), (70, 110, 80), np.uint8))
    return photo


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (best, judge):
        monkeypatch.setattr(command, "for_people", lambda *, as_json: not as_json)


def said(command: Any, *arguments: object) -> list[str]:
    return CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False).output.splitlines()


def test_a_first_word_between_two_photographs_is_ruled_on(bare: Path) -> None:
    answer = answered(judge.command, "--photo", bare, WORD, "--first")
    assert (answer["ruling"], answer["move"]) == ("legal", "+WIDTH")
    assert (answer["before"], answer["after"]) == ("", "WIDTH")


def test_the_words_of_the_chosen_list_count(bare: Path, tmp_path: Path) -> None:
    club = tmp_path / "club.txt"
    club.write_text("cat")
    answer = answered(judge.command, "--photo", bare, WORD, "--first", "--option", f"word_list={club}")
    assert [breach["clause"] for breach in answer["breaches"]] == ["ALL-1", "ALL-5", "LEX-A"]


def test_nothing_laid_is_a_pass() -> None:
    answer = answered(judge.command, "--photo", WORD, WORD)
    assert answer["before"] == answer["after"] == "WIDTH"


@pytest.mark.usefixtures("at_terminal")
def test_a_person_reads_the_ruling_as_text(bare: Path) -> None:
    lines = said(judge.command, "--photo", bare, WORD, "--first")
    assert lines == ["Before: nothing. After: WIDTH.", "Legal. The player played WIDTH."]


def test_the_plays_of_a_hand_to_a_photographed_table() -> None:
    answer = answered(best.command, "--photo", WORD, "--hand", "cat", "--limit", 3)
    assert (answer["table"], answer["hand"], len(answer["plays"])) == ("WIDTH", "CAT", 3)
    assert {play["move"] for play in answer["plays"]} >= {"+ACT", "+CAT"}


def test_a_hand_is_read_from_its_photograph_from_left_to_right() -> None:
    assert answered(best.command, "--photo", WORD, "--hand", WORD, "--limit", 1)["hand"] == "WIDTH"


@pytest.mark.usefixtures("at_terminal")
def test_a_person_gets_ten_plays_as_lines() -> None:
    first, *plays = said(best.command, "--photo", WORD, "--hand", "OAS?")
    assert first == "On the table: WIDTH. In the hand: OAS?."
    assert [line.split()[0] for line in plays] == [f"{n}." for n in range(1, 11)]
    assert all("4 cards" in line for line in plays)


@pytest.mark.usefixtures("at_terminal")
def test_a_person_is_told_that_no_play_is_possible() -> None:
    assert said(best.command, "--photo", WORD, "--hand", "Q")[-1] == "No play is possible."


def test_a_photographed_crossword_has_room_around_it() -> None:
    answer = answered(best.command, "--photo", CROSSWORD, "--hand", "S", "--game", "crossword", "--limit", 1)
    assert answer["table"].startswith("TIDE;")
    assert answer["plays"][0]["cards"] == 1


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (Rows(("CAT", "DOG"), "K"), "CAT / DOG, exposed K"),
        (Rows(), "nothing"),
        (Grid(("...", "CAT")), "CAT"),
    ],
)
def test_a_table_is_told_to_a_person(position: Rows | Grid, told: str) -> None:
    assert _photos.describe_table(position) == told


@pytest.mark.parametrize(
    ("command", "arguments", "told"),
    [
        (judge.command, ["--photo", "none.jpg", "none.jpg"], "none.jpg: no such file"),
        (judge.command, ["turns.json", "--photo", WORD, WORD], "FILE or --photo"),
        (judge.command, ["--photo", WORD, WORD, "--game", "my-word"], "My Word"),
        (judge.command, ["--photo", WORD, WORD, "--game", "keyword"], "can't be judged from photographs"),
        (judge.command, ["--photo", WORD, WORD, "--option", "out_at"], "NAME=VALUE"),
        (judge.command, ["--photo", WORD, WORD, "--option", "out=3"], "out"),
        (best.command, ["--photo", WORD], "--hand"),
        (best.command, ["--hand", "CAT"], "--photo"),
        (best.command, ["--photo", WORD, "--hand", "C4T"], "hand"),
        (best.command, ["--photo", WORD, "--hand", "none.jpg"], "none.jpg: no such file"),
    ],
)
def test_bad_usage_is_one_line(command: Any, arguments: list[object], told: str) -> None:
    with pytest.raises(UsageFault, match=told) as fault:
        CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)
    assert "\n" not in str(fault.value)


def test_a_hand_without_cards_is_told(bare: Path) -> None:
    with pytest.raises(UsageFault, match="no cards found"):
        CliRunner().invoke(best.command, ["--photo", str(WORD), "--hand", str(bare)], catch_exceptions=False)
