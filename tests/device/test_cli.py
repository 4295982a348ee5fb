"""Test the command line: found commands, suggestions, and one line for each fault."""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from device.cli import LABORATORY_COMMANDS, Commands, main
from device.errors import UsageFault
from device.faults import UNEXPECTED, fault_reporter, report_folder
from engine.notation import NotationError

ROOT = Path(__file__).parents[2]
NAMES = main.list_commands(click.Context(main))

SOURCE = '''"""Deal a hand.

More about it.
"""
import click

@click.command()
@click.option("--packs", type=int)
def command(packs: int) -> int:
    """Deal a hand. Example: lexicon-table deal_out --packs 2"""
    click.echo(f"dealt {packs}")
    return 3
'''


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    """Provide a command line whose commands are files of a new folder: `deal-out`, and a module that can't
    load."""
    folder = tmp_path / "cli_commands_of_a_test"
    folder.mkdir()
    (folder / "deal_out.py").write_text(SOURCE)
    (folder / "broken.py").write_text('"""Never loads."""\nraise RuntimeError("loaded")\n')
    (folder / "_shared.py").write_text("raise RuntimeError('loaded')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Commands(name="lexicon-table", homes=((folder, folder.name),))
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


class _Failing(Commands):
    """A command line of one command, `judge`, that raises the given error."""

    def __init__(self, fault: BaseException) -> None:
        super().__init__(name="lexicon-table")
        self.fault = fault

    def list_commands(self, ctx: click.Context) -> list[str]:
        return ["judge"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return click.Command(cmd_name, callback=self._run)

    def _run(self) -> None:
        raise self.fault


def _ends_with(fault: BaseException) -> Result:
    return CliRunner().invoke(_Failing(fault), ["judge"])


def test_help_names_every_command_without_loading_one(own: Commands) -> None:
    result = CliRunner().invoke(own, ["--help"])
    assert result.exit_code == 0
    assert re.search(r"deal-out +Deal a hand\.", result.output)
    assert re.search(r"broken +Never loads\.", result.output)
    assert "shared" not in result.output


def test_a_command_runs_and_its_result_is_the_exit_status(own: Commands) -> None:
    result = CliRunner().invoke(own, ["deal-out", "--packs", "2"])
    assert (result.exit_code, result.stdout, result.stderr) == (3, "dealt 2\n", "")


def test_an_unknown_command_names_the_nearest(own: Commands) -> None:
    result = CliRunner().invoke(own, ["dealout"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        "lexicon-table: no command 'dealout', did you mean 'deal-out'? (see 'lexicon-table --help')\n"
    )


def test_a_command_of_the_laboratory_says_where_it_comes_from(own: Commands) -> None:
    assert set(LABORATORY_COMMANDS) <= set(NAMES)
    for name in LABORATORY_COMMANDS:
        result = CliRunner().invoke(own, [name, "--json"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert (
            result.stderr == f"lexicon-table: {name} comes with the source tree alone, not with the package\n"
        )


def test_a_word_like_no_command_suggests_none(own: Commands) -> None:
    result = CliRunner().invoke(own, ["zzz"])
    assert result.stderr == "lexicon-table: no command 'zzz' (see 'lexicon-table --help')\n"


@pytest.mark.parametrize("arguments", [["--zzz"], ["deal-out", "--zzz"], ["deal-out", "--packs", "many"]])
def test_bad_usage_is_one_line_that_names_the_help(own: Commands, arguments: list[str]) -> None:
    result = CliRunner().invoke(own, arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "--help')" in result.stderr


@pytest.mark.parametrize(
    ("fault", "status", "line"),
    [
        (UsageFault("a.jpg: no photo"), 2, "lexicon-table: a.jpg: no photo\n"),
        (NotationError("no card '3' in\n'CA3'"), 2, "lexicon-table: no card '3' in 'CA3'\n"),
        (click.ClickException("not\nso"), 2, "lexicon-table: not so\n"),
        (FileNotFoundError(2, "No such file", "a.jpg"), 2, "lexicon-table: No such file: a.jpg\n"),
        (OSError(errno.ENOSPC, "No space left"), 2, "lexicon-table: No space left\n"),
    ],
)
def test_a_fault_of_the_input_is_one_line(fault: Exception, status: int, line: str) -> None:
    result = _ends_with(fault)
    assert (result.exit_code, result.stdout, result.stderr) == (status, "", line)


def test_an_interruption_ends_as_a_shell_expects() -> None:
    result = _ends_with(KeyboardInterrupt())
    assert result.exit_code == 130
    assert result.stderr.strip() == "lexicon-table: stopped"


def test_a_fault_of_ours_is_one_line_and_a_saved_report() -> None:
    result = _ends_with(ZeroDivisionError("by\nzero"))
    assert (result.exit_code, result.stdout) == (1, "")
    [report] = report_folder().iterdir()
    assert result.stderr == (
        f"lexicon-table: internal error, ZeroDivisionError: by zero (report saved in {report})\n"
    )
    text = report.read_text()
    assert "Traceback" in text
    assert "arguments: ['judge']" in text


def test_a_fault_of_the_running_table_is_saved_once_however_often_it_comes_back() -> None:
    excuse = fault_reporter(report_folder())
    told = set()
    for text in ("first", "second"):
        try:
            raise ZeroDivisionError(text)
        except ZeroDivisionError as fault:
            told.add(excuse(fault))
    assert told == {UNEXPECTED}
    [report] = report_folder().iterdir()
    assert "first" in report.read_text()


def test_a_report_that_cannot_be_saved_is_still_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    result = _ends_with(ZeroDivisionError("by zero"))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "no report saved" in result.stderr


def test_a_caller_that_is_no_shell_gets_the_fault_itself() -> None:
    with pytest.raises(UsageFault):
        _Failing(UsageFault("no")).main(["judge"], standalone_mode=False)


def _as_process(arguments: list[str], out: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "device.cli", *arguments]
    return subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.PIPE, text=True, check=False)


def test_a_reader_that_went_away_is_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = _as_process([], writing)
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
def test_a_fault_keeps_its_status_where_standard_error_cannot_be_written() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "device.cli", "judge", "no-such-file"]
        assert subprocess.run(command, cwd=ROOT, stderr=full, check=False).returncode == 2


def test_help_loads_neither_eyes_nor_network() -> None:
    heavy = "{'cv2', 'numpy', 'onnxruntime', 'flask', 'gpiozero', 'sqlite3'}"
    code = (
        "import sys; from device.cli import main\n"
        "try: main(['--help'])\n"
        f"finally: print(sorted({heavy} & set(sys.modules)), file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stderr == "[]\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["enrol", "a.jpg", "--name", ""], "after --name stands an empty text"),
        (["enrol", "a.jpg", "--name="], "--name is given an empty text"),
        (["read", ""], "after read stands an empty text"),
        ([""], "after lexicon-table stands an empty text"),
    ],
)
def test_what_is_given_and_empty_is_refused(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"lexicon-table: {said}")
    assert result.stderr.count("\n") == 1


def test_without_a_command_it_shows_help() -> None:
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: lexicon-table")


def test_version() -> None:
    assert re.fullmatch(
        r"lexicon-table (\d+\.\d+\.\d+|unknown)\n", CliRunner().invoke(main, ["--version"]).stdout
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_a_line_in_the_list_and_an_example(name: str) -> None:
    listed = CliRunner().invoke(main, ["--help"]).stdout
    assert re.search(rf"^  {name} +\S", listed, re.MULTILINE)
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert re.search(rf"lexicon-table {name}\b", result.stdout.partition("\n")[2]), "an example in its help"
