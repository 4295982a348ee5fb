"""Change the rules' code a little, a hundred times over, and count how often the tests notice.

    mutants/bin/python -m deploy.lab.mutants              100 mutants, no two at the same place in the code
    mutants/bin/python -m deploy.lab.mutants --seed 2     another hundred
    mutants/bin/python -m deploy.lab.mutants --keep FILE  keeps those that no test noticed, for `--again FILE`

It needs what `deploy/requirements-mutants.txt` pins, in an environment of its own; docs/house.md says more.

A mutant is one change of an operator, a number, a condition or a loop, by cosmic-ray's operators, in a copy
of `engine/`. For each mutant, tests of the engine and of a running table are run until one fails: only those
that reach the changed statement. The tests named after the mutant's module come first, then the quickest.

The same seed gives the same mutants, as long as their code has not changed. Not changed are `|`, which joins
types here, decorators and `except`.
"""

import argparse
import ast
import functools
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from difflib import unified_diff
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import coverage
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("engine/rules", "engine/ruling", "engine/match", "engine/turn")
_RUNNING_TABLE_TESTS: Final = ("apart", "holes", "loop", "loop_timer", "packs", "time_up", "turn_pictures")
TEST_PATHS: Final = (
    "tests/engine",
    *(f"tests/device/running/test_{name}.py" for name in _RUNNING_TABLE_TESTS),
)
"""The tests that may notice a mutant: all tests of the engine, and the tests of the running table that use
no clock and no other thread."""
EXCLUDED_OPERATORS: Final = ("BitOr", "RemoveDecorator", "ExceptionReplacer", "Variable", "NoOp")
TESTS_VARIABLE: Final = "MUTANTS_TESTS"
"""The environment variable with the path of a file, which lists the tests to run in their order."""
TIMES_VARIABLE: Final = "MUTANTS_TIMES"
"""The environment variable with the path of a file, to which the seconds of each test are written."""
MAX_UNCHANGED_TEST_SECONDS: Final = 900
"""The longest time that a test may take on the unchanged code, seconds. It suffices for a busy machine."""
ENDLESS_TEST_FACTOR: Final = 5
"""The time that a test may take on a mutant, as a multiple of the slowest test's time on the unchanged code.
A slower test counts as endless."""
MAX_MEMORY_BYTES: Final = 8 << 30
"""The memory that the tests of a mutant may take, bytes. Without a limit a mutant might gather data without
end."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one place in the code."""

    file: str
    """The path of the changed file, from the root of the project."""
    line: int
    """The number of the line on which the change begins."""
    operator: str
    """The name of cosmic-ray's operator that makes the change."""
    occurrence: int
    """The index of the change among all changes that the operator can make in the file."""


@dataclass(frozen=True)
class LineTests:
    """The tests that run each line of the code, and the time that each test takes."""

    lines: dict[str, dict[str, list[str]]]
    """The names of the tests that run a line, by the line's file and then by its number. The name "" says
    that the line runs when the file is imported."""
    seconds: dict[str, float]
    """The seconds that each test takes on the unchanged code."""

    @property
    def endless_seconds(self) -> float:
        """The seconds that a test may take on a mutant. A slower test counts as endless."""
        return ENDLESS_TEST_FACTOR * max(self.seconds.values())

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that run the mutant's statement, the likeliest to notice the mutant first.

        If the statement runs when the file is imported, return all tests that run a line of the file.
        """
        lines = self.lines.get(mutant.file, {})
        names = {test for line in statement_lines(mutant) for test in lines.get(str(line), ())}
        if "" in names:
            names = {test for tests in lines.values() for test in tests}
        name = Path(mutant.file).stem
        return sorted(names & self.seconds.keys(), key=lambda t: (name not in t, self.seconds[t], t))


# -- the mutants


def mutants_by_place() -> dict[tuple[str, str, int], list[Mutant]]:
    """Return the possible mutants of each place in the code.

    A place is a file, the text of a line, and the place's number among the places with this file and text.
    """
    names = [name for name in sorted(operator_names()) if not any(out in name for out in EXCLUDED_OPERATORS)]
    places: dict[tuple[str, Any], list[Mutant]] = defaultdict(list)
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).glob("*.py")):
        nodes = list(ast_nodes(get_ast(path.read_text("utf-8"))))
        file = str(path.relative_to(ROOT))
        for name in names:
            operator = get_operator(name)()
            spans = ((node, span) for node in nodes for span in operator.mutation_positions(node))
            for occurrence, (node, span) in enumerate(spans):
                if not node.search_ancestor("decorator"):
                    places[file, span].append(Mutant(file, span[0][0], name, occurrence))
    named: dict[tuple[str, str, int], list[Mutant]] = {}
    for (file, span), mutants in sorted(places.items()):
        text, number = _lines(file)[span[0][0] - 1].strip(), 0
        while (file, text, number) in named:
            number += 1
        named[file, text, number] = mutants
    return named


def sample(seed: int, count: int) -> list[Mutant]:
    """Return `count` mutants, no two at the same place in the code.

    The places are chosen by the seed and their own text. So a change of other code does not alter the choice.
    """
    drawn = sorted(mutants_by_place().items(), key=lambda place: _order_key(seed, place[0]))[:count]
    return [min(mutants, key=lambda m: _order_key(seed, (place, m.operator))) for place, mutants in drawn]


def _order_key(seed: int, what: object) -> bytes:
    return blake2b(f"{seed} {what}".encode()).digest()


@functools.cache
def _lines(file: str) -> list[str]:
    return (ROOT / file).read_text("utf-8").split("\n")


def statement_lines(mutant: Mutant) -> range:
    """Return the lines of the innermost statement that contains the mutant's line. Of a statement with a
    body, such as `if`, only the lines before the body count."""
    spans = []
    for node in ast.walk(ast.parse("\n".join(_lines(mutant.file)))):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
            spans.append(range(first, last + 1))
    return min((span for span in spans if mutant.line in span), key=len)


# -- running tests


def copy_engine(folder: Path) -> None:
    """Make a copy of the project in `folder` in which `engine/` can be changed: copy `engine/`, and link
    all other files and folders."""
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for entry in ROOT.iterdir():
        if entry.name != "engine" and not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)


def run_tests(
    folder: Path, tests: Sequence[str], limit: float, before: Sequence[str] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `tests` in the copy `folder`, each for at most `limit` seconds, until one fails. Return the ended
    process.

    Pytest loads this file as a plug-in. `before` is the part of the command line before pytest.
    """
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "deploy.lab.mutants", f"--timeout={limit:.0f}"]
    return subprocess.run(
        [sys.executable, *before, "-m", "pytest", *options, *tests],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES)),
        check=False,
    )


def map_lines(folder: Path) -> LineTests:
    """Run all the tests in the copy `folder` once, and return which of them run each line."""
    times, data = folder / "times.json", folder / "coverage"
    source = f"--source={','.join(PACKAGES)}"
    before = ("-m", "coverage", "run", f"--data-file={data}", source)
    done = run_tests(folder, TEST_PATHS, MAX_UNCHANGED_TEST_SECONDS, before, **{TIMES_VARIABLE: str(times)})
    if done.returncode:
        raise SystemExit(f"{done.stdout[-3000:]}\nA test fails on the code as it is.")
    coverage_data = coverage.CoverageData(str(data))
    coverage_data.read()
    lines = {
        str(Path(file).relative_to(folder.resolve())): {
            str(line): tests for line, tests in coverage_data.contexts_by_lineno(file).items()
        }
        for file in coverage_data.measured_files()
    }
    return LineTests(lines, json.loads(times.read_text("utf-8")))


def try_mutant(mutant: Mutant, line_tests: LineTests, folder: Path) -> tuple[bool, str]:
    """Return two values: True if a test notices the mutant, and the mutant as a diff."""
    path = folder / mutant.file
    was = path.read_text("utf-8")
    now = mutate_code(was, get_operator(mutant.operator)(), mutant.occurrence)
    if now is None or now == was:
        raise SystemExit(f"{mutant} changes nothing.")
    diff = "\n".join(unified_diff(was.split("\n"), now.split("\n"), mutant.file, "", n=0, lineterm=""))
    tests = line_tests.tests(mutant)
    if not tests:
        return False, f"{diff}\n# no test runs through it"
    chosen = folder / "chosen.json"
    chosen.write_text(json.dumps(tests), "utf-8")
    path.write_text(now, "utf-8")
    try:
        files = sorted({test.split("::")[0] for test in tests})
        return run_tests(
            folder, files, line_tests.endless_seconds, **{TESTS_VARIABLE: str(chosen)}
        ).returncode != 0, diff
    finally:
        path.write_text(was, "utf-8")


# -- as pytest's plug-in, in the copy


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep only the tests that the file of TESTS_VARIABLE lists, in its order."""
    if TESTS_VARIABLE in os.environ:
        order = {
            test: i for i, test in enumerate(json.loads(Path(os.environ[TESTS_VARIABLE]).read_text("utf-8")))
        }
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda i: order[i.nodeid])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Count the lines that run from now on as lines of this test.

    All caches are cleared first. If a result of an earlier test were in a cache, this test would not run the
    lines that compute the result.
    """
    if running := coverage.Coverage.current():
        for module in [module for name, module in sys.modules.items() if name.startswith("engine.")]:
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
        running.switch_context(item.nodeid)


_seconds: dict[str, float] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the seconds of one phase of a test (set-up, call or end) to the seconds of the test."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0) + report.duration


def pytest_sessionfinish() -> None:
    """Write the seconds of each test to the file named by `TIMES_VARIABLE`, if any."""
    if TIMES_VARIABLE in os.environ:
        Path(os.environ[TIMES_VARIABLE]).write_text(json.dumps(_seconds), "utf-8")


# -- the command


def results(mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, bool, str]]:
    """Yield each mutant with two values: True if a test noticed the mutant, and the mutant's diff."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        copy_engine(folder)
        line_tests = map_lines(folder)
        for mutant in mutants:
            yield mutant, *try_mutant(mutant, line_tests, folder)


def main() -> None:
    """Try a sample of mutants. Print each mutant that no test noticed, and the number of the noticed ones."""
    from device.lab.bench.solving import interval

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=100, help="how many mutants (100)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (1)")
    parser.add_argument("--keep", type=Path, help="a file for those that no test noticed")
    parser.add_argument("--again", type=Path, help="only those kept there")
    arguments = parser.parse_args()
    if arguments.again:
        chosen = [Mutant(**one) for one in json.loads(arguments.again.read_text("utf-8"))]
    else:
        chosen = sample(arguments.seed, arguments.sample)
    survived = []
    for number, (mutant, found, diff) in enumerate(results(chosen), 1):
        sys.stderr.write(f"{number}/{len(chosen)} {mutant.file}:{mutant.line} {'noticed' if found else ''}\n")
        if not found:
            survived.append(asdict(mutant))
            print(diff, flush=True)  # noqa: T201
            if arguments.keep:
                arguments.keep.write_text(json.dumps(survived, indent=1), "utf-8")
    killed, whole = len(chosen) - len(survived), len(chosen)
    low, high = interval(killed, whole)
    print(f"{killed} of {whole} mutants noticed ({100 * low:.0f} to {100 * high:.0f} %)")  # noqa: T201


if __name__ == "__main__":
    main()
