"""Test that a command refuses an option that it would otherwise ignore, in one line that names the option."""

import click
import pytest
from click.testing import CliRunner

from device.commands import best, doctor, judge, read, words

OF_PHOTOS = "needs --photo. A line of JSON has its own fields."


@pytest.mark.parametrize(
    ("command", "arguments", "sentence"),
    [
        (judge.command, ("--first",), f"--first {OF_PHOTOS}"),
        (judge.command, ("--game", "crossword"), f"--game {OF_PHOTOS}"),
        (judge.command, ("--option", "any_length=true"), f"--option {OF_PHOTOS}"),
        (best.command, ("--pack", "parker"), f"--pack {OF_PHOTOS}"),
        (read.command, ("--packs", "2", "table.jpg"), "--packs needs --pack."),
        (doctor.command, ("--speed", "--camera", "0"), "--camera does not belong to --speed."),
        (
            words.command,
            ("--add", "zyx", "--list", "british"),
            "--list is for looking up words, or for --all or --check.",
        ),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(
    command: click.Command, arguments: tuple[str, ...], sentence: str
) -> None:
    result = CliRunner().invoke(command, arguments, input='{"game": "lexicon"}')
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"Error: {sentence}"
    assert result.stdout == ""


def test_an_option_at_its_default_is_not_refused() -> None:
    line = '{"game": "lexicon", "before": {"words": []}, "after": {"words": ["CAT"]}}'
    assert CliRunner().invoke(judge.command, ["--json"], input=line).exit_code == 0
