"""Write docs/commands.md from the help of every command: `python -m deploy.commands`."""

from pathlib import Path
from typing import Final

import click

from device.cli import PROGRAM, main

PAGE: Final = Path(__file__).parents[1] / "docs" / "commands.md"
HELP_CHARACTERS: Final = 100
"""The greatest number of characters in a line of a command's help. Longer lines are wrapped, so that they
fit the page."""


def text() -> str:
    """Return the text of docs/commands.md: the help of every command, in alphabetical order."""
    context = click.Context(
        main, info_name=PROGRAM, max_content_width=HELP_CHARACTERS, terminal_width=HELP_CHARACTERS
    )
    parts = ["# The commands", "", "What `lexicon-table COMMAND --help` says.", ""]
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        own = click.Context(command, info_name=name, parent=context, terminal_width=HELP_CHARACTERS)
        help_text = "\n".join(line.rstrip() for line in command.get_help(own).splitlines())
        parts += [f"## {name}", "", "```text", help_text, "```", ""]
    return "\n".join(parts[:-1]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
