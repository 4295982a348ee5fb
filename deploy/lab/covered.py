"""Measure how many lines of the rules' functions are run by the tests of the rules.

    python -m deploy.lab.covered        prints the share, and the published figure of the mutants

The packages are those that `deploy.lab.mutants` changes. Only the tests of these packages are traced, because
Python 3.11 calls a tracer at every call and every line. The other tests of the engine run many of the same
lines, but do not count. Lines that run while a module is imported do not count either.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("engine/match", "engine/rules", "engine/ruling", "engine/turn")
MEASURED_PREFIXES: Final = tuple(f"{ROOT}/{package}/" for package in PACKAGES)
TESTS: Final = ("tests/engine/match/", "tests/engine/rules/", "tests/engine/turn/")
FOLDER_VARIABLE: Final = "COVERED"
"""The environment variable with the path of a folder. This module, as pytest's plug-in, writes into that
folder which lines ran."""
FUNCTION_FLAG: Final = 1
"""The flag (inspect.CO_OPTIMIZED) by which the code of a function differs from that of a module or a
class."""

_unrun_lines: dict[CodeType, set[int] | None] = {}
"""The lines of a function that have not run yet, by the function's code. The value is None for code that
is not measured."""
_run_lines: set[tuple[str, int]] = set()


def body_lines(code: CodeType) -> set[int]:
    """Return the numbers of the lines in a function's body."""
    return {line for *_, line in code.co_lines() if line} - {code.co_firstlineno}


def _trace_call(frame: FrameType, _event: str, _arg: object) -> Callable[..., Any] | None:
    code = frame.f_code
    try:
        left = _unrun_lines[code]
    except KeyError:
        measured = code.co_filename.startswith(MEASURED_PREFIXES) and code.co_flags & FUNCTION_FLAG
        left = _unrun_lines[code] = body_lines(code) if measured else None
    return _trace_line if left else None


def _trace_line(frame: FrameType, event: str, _arg: object) -> Callable[..., Any] | None:
    left = _unrun_lines[frame.f_code]
    if event == "line" and left and frame.f_lineno in left:
        left.discard(frame.f_lineno)
        _run_lines.add((frame.f_code.co_filename, frame.f_lineno))
    return _trace_line if left else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record the lines that run during the test, if it is a test of the measured packages."""
    traced = FOLDER_VARIABLE in os.environ and item.nodeid.startswith(TESTS)
    if traced:
        sys.settrace(_trace_call)
    try:
        return (yield)
    finally:
        if traced:
            sys.settrace(None)


def pytest_sessionfinish() -> None:
    """Write the lines that ran in this process to a file in the folder that FOLDER_VARIABLE names."""
    if FOLDER_VARIABLE in os.environ and _run_lines:
        name = os.environ.get("PYTEST_XDIST_WORKER", "alone")
        (Path(os.environ[FOLDER_VARIABLE]) / f"{name}.json").write_text(
            json.dumps(sorted(_run_lines)), "utf-8"
        )


def function_codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of every function in a module's code, also of functions inside classes and other
    functions."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & FUNCTION_FLAG:
                yield inner
            yield from function_codes(inner)


def count_lines(folder: Path) -> tuple[int, int]:
    """Return two numbers: the lines of functions that ran, and all lines of functions. The files in `folder`
    list the lines that ran."""
    seen = {
        (file, line) for one in folder.glob("*.json") for file, line in json.loads(one.read_text("utf-8"))
    }
    whole = {
        (str(path), line)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for code in function_codes(compile(path.read_text("utf-8"), str(path), "exec"))
        for line in body_lines(code)
    }
    return len(seen & whole), len(whole)


MUTANTS_ROW: Final = re.compile(r"a hundred places.*?[|] ([^|]*?) [|].*`(mutants/[^`]*)`.*measured ([0-9-]+)")
"""The pattern of the row about the mutants in the table of docs/measured.md. Its groups are the number of
mutants that the tests noticed, the command, and the date of the measurement."""


def published_figure(figures: str) -> str:
    """Return a sentence with the number of noticed mutants, taken from the text `figures` of
    docs/measured.md.

    The number is not measured anew, because a new sample takes many minutes and needs other packages.
    """
    figure_match = MUTANTS_ROW.search(figures)
    assert figure_match is not None, "docs/measured.md has no row of the mutants."
    noticed, command, date = figure_match.groups()
    return f"Not measured now: on {date}, tests noticed {noticed} changes of the rules ({command})."


def main() -> None:
    """Run the tests of the measured packages. Print how many lines of their functions ran, and the
    published result of the mutation tests."""
    with TemporaryDirectory() as folder:
        os.environ[FOLDER_VARIABLE] = folder
        quietly = ("-qqq", "-p", "no:cacheprovider", "-p", "deploy.lab.covered")
        ended = pytest.main([*quietly, *(str(ROOT / tests) for tests in TESTS)])
        run, whole = count_lines(Path(folder))
    tests, packages = (", ".join(one.strip("/") for one in names) for names in (TESTS, PACKAGES))
    share = f"{run} of {whole} lines of functions ({100 * run / whole:.1f} %)"
    print(f"{tests} run {share} of {packages}.")  # noqa: T201
    print(published_figure((ROOT / "docs/measured.md").read_text("utf-8")))  # noqa: T201
    if ended or not run:
        raise SystemExit("Not all of these tests passed.")


if __name__ == "__main__":
    main()
