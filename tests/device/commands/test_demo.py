import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli import main
from device.commands.demo import guest_name, strengths
from device.errors import UsageFault


def test_strengths_are_named_by_seat() -> None:
    assert strengths("greedy, Random,ahead", "lexicon") == ("greedy", "random", "ahead")


def test_a_strength_that_is_none_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageFault, match="'clever': choose from casual, random, greedy, ahead"):
        strengths("greedy,clever", "lexicon")


def test_strengths_are_of_people_who_are_there_and_hold_cards() -> None:
    with pytest.raises(UsageFault, match="you named 4, but 3 sit"):
        strengths("ahead,ahead,ahead,ahead", "lexicon")
    for game in ("solitaire-1", "my-word", "keyword-patience"):
        with pytest.raises(UsageFault, match="not played from hands"):
            strengths("casual", game)


def test_who_plays_along_has_a_name() -> None:
    assert guest_name("  Ann  Lee ") == "Ann Lee"
    with pytest.raises(UsageFault, match="give a name"):
        guest_name(" ")


def test_a_speed_that_is_no_number_is_refused() -> None:
    result = CliRunner().invoke(main, ["demo", "--speed", "nan"])
    assert result.exit_code == 2
    assert "'nan' is not a number" in result.output


def test_where_nothing_comes_of_the_start_no_pin_is_told_and_none_is_kept(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        line = ["demo", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "table")]
        result = CliRunner().invoke(main, line)
    assert result.exit_code != 0
    assert "PIN" not in result.output
    assert not (tmp_path / "table" / "keys.json").exists()
