"""Run the command line, `lexicon-table`: find the commands, load the requested one, and end runs tidily.

Commands are the modules of `device.commands`, and those of `device.lab.commands` if the laboratory is
installed. Their help lines are read from their source, so that `--help` never imports OpenCV, a network or a
web server.
"""

import ast
import difflib
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import click

from device import faults
from device.errors import UsageFault
from device.interrupts import signals_interrupt
from device.plugins import load_games

PROGRAM: Final = "lexicon-table"
COMMANDS: Final = Path(__file__).parent / "commands"
LABORATORY: Final = Path(__file__).parent / "lab" / "commands"
"""The laboratory's folder, which an installed product lacks."""

COMMAND_FOLDERS: Final = ((COMMANDS, "device.commands"), (LABORATORY, "device.lab.commands"))
LABORATORY_COMMANDS: Final = ("bench",)
"""The commands of the laboratory. If the laboratory is missing, each command says where to get it."""


class Commands(click.Group):
    """A click group whose commands are modules, imported when they are run.

    `homes` are the folders that hold the modules, each with its dotted name.
    """

    def __init__(self, *, homes: Sequence[tuple[Path, str]] = COMMAND_FOLDERS, **settings: Any) -> None:
        super().__init__(**settings)
        self.homes = homes

    def _files(self) -> dict[str, tuple[Path, str]]:
        """Return the file and the dotted name of each command, in alphabetical order."""
        found = ((path, package) for folder, package in self.homes for path in folder.glob("[!_]*.py"))
        return dict(sorted((_name(path), (path, f"{package}.{path.stem}")) for path, package in found))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in alphabetical order."""
        return list(self._files())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command called `cmd_name`, or None if it does not exist."""
        files = self._files()
        if cmd_name not in files:
            return None
        load_games(lambda line: click.echo(f"{PROGRAM}: {line}", err=True))
        module = import_module(files[cmd_name][1])
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the command as click does. Suggest the nearest name for an unknown command."""
        known = self.list_commands(ctx)
        if args[0] in LABORATORY_COMMANDS and args[0] not in known:
            raise UsageFault(f"{args[0]} comes with the source tree alone, not with the package")
        if args[0] not in known and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(_unknown(args[0], known), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands for `--help`. A command's text is the first line of its module's
        docstring."""
        rows = [(name, _first_line(path)) for name, (path, _) in self._files().items()]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. If the reader of its output has gone, exit with 141, as a shell expects; click
        would exit with 1."""
        if sys.stdout is None:
            raise UsageFault("standard output is closed")
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            faults.drop_output()
            raise click.exceptions.Exit(faults.READER_GONE_STATUS) from None
        return result

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line `args` and exit. If `args` is None, take the process's own arguments. Without
        `standalone_mode` return the result and do not exit, as click does."""
        arguments = sys.argv[1:] if args is None else list(args)
        main = partial(super().main, prog_name=prog_name or PROGRAM, complete_var=complete_var, **extra)

        def run() -> Any:
            return main(_checked_arguments(arguments), standalone_mode=False)

        if not standalone_mode:
            return run()
        try:
            with signals_interrupt():
                result: object = run()
        except (Exception, KeyboardInterrupt) as fault:  # noqa: BLE001 - all must end in one line
            _finish(faults.ending(fault, arguments, faults.report_folder()))
        sys.exit(result if isinstance(result, int) else 0)


def _checked_arguments(arguments: list[str]) -> list[str]:
    """Return the arguments. Raise UsageFault for an empty argument, which would mean the present folder or
    no argument."""
    for before, argument in zip([PROGRAM, *arguments], arguments, strict=False):
        option, is_value, value = argument.partition("=")
        if not argument:
            raise UsageFault(
                f"after {before} stands an empty text: give a name, a file or whatever belongs there"
            )
        if option.startswith("--") and is_value and not value:
            raise UsageFault(
                f"{option} is given an empty text: give a name, a file or whatever belongs there"
            )
    return arguments


def _finish(ending: faults.Ending) -> None:
    if ending.line:
        with suppress(OSError):  # the status still counts where standard error can't be written
            click.echo(f"{PROGRAM}: {ending.line}", err=True)
    sys.exit(ending.status)


def _name(path: Path) -> str:
    """Return the name of the command in the file `path`. The command `import` is in `import_.py`, because
    Python forbids a module called `import`."""
    return path.stem.removesuffix("_").replace("_", "-")


def _first_line(path: Path) -> str:
    """Return the first line of a module's docstring, without importing the module."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]


def _unknown(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"no command '{name}'" + (f", did you mean '{near[0]}'?" if near else "")


def _show_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(f"{PROGRAM} {faults.version()}")
        ctx.exit()


@click.group(name=PROGRAM, cls=Commands, invoke_without_command=True, epilog="Example: lexicon-table demo")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Read letter cards through a camera over your own table, referee the game and keep the scores."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


if __name__ == "__main__":
    main()
