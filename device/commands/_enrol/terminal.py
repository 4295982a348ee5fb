"""What `enrol` asks a person, line by line, at a terminal or of what is piped in; and what it says when there
is nobody to ask."""

import sys

import click

from device.errors import UsageFault


def line(question: str, otherwise: str) -> str:
    """The line that answers `question`, without the blanks around it.

    Raises UsageFault when nothing more comes in, saying with `otherwise` what to do then. Nothing is printed
    before somebody is known to answer.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        return str(click.prompt(question, default="", show_default=False, prompt_suffix="", err=True)).strip()
    given = "" if sys.stdin is None else sys.stdin.readline()
    if not given:
        raise UsageFault(f"a question, and no terminal to answer it: {otherwise}")
    click.echo(question + given.strip(), err=True)
    return given.strip()


def agreed(question: str, otherwise: str) -> bool:
    """Whether a person says yes to `question`; an empty line is a no. Raises UsageFault as `line` does."""
    while True:
        said = line(f"{question} [y/N]: ", otherwise).lower()
        if said in ("", "n", "no", "y", "yes"):
            return said.startswith("y")
