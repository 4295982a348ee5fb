"""Refuse options that a command would ignore."""

from collections.abc import Collection

import click
from click.core import ParameterSource


def refuse_options(names: Collection[str], why: str) -> None:
    """Raise click.UsageError if the running command line has one of the options whose parameters are called
    `names`. `why` is the end of the sentence that begins with the option, such as "needs --photo"."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if given and parameter.name in names:
            raise click.UsageError(f"{parameter.opts[-1]} {why}.")
