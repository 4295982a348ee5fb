"""Test that docs/commands.md agrees with the help texts of the commands."""

from deploy import commands


def test_the_page_of_commands_is_the_commands_own_help() -> None:
    assert commands.PAGE.read_text("utf-8") == commands.text(), "run: python -m deploy.commands"
