"""Test all documents: their links have a target, and their commands can be run."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest

from device.cli import main

ROOT: Final = Path(__file__).parents[2]
README: Final = ROOT / "README.md"
PAGES: Final = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
SOURCES: Final = tuple(
    path.relative_to(ROOT)
    for room in ("engine", "vision", "device", "web", "deploy", "tests")
    for path in (ROOT / room).rglob("*.*")
)
NAMED: Final = re.compile(r"`([a-z_][a-z\d_./-]*\.(?:py|sh|css|js|service))(?:::\w+)?`")
COMMAND: Final = re.compile(
    r"(?:^|[|`]|\s)(?:\.venv/bin/|-u lexicon-table )?lexicon-table ([a-z]+[^|#;`<>(]*)"
)


INLINE: Final = re.compile(r"`(?:sudo (?:-u lexicon-table )?)?(?:\.venv/bin/)?lexicon-table ([a-z][^`…]*)`")
SCRIPT: Final = re.compile(r"(?<![\w/])(?:\./)?(deploy/[\w/-]+\.sh)((?: +[^`\n#|]*)?)")


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the arguments of each `lexicon-table` command on the page, from its blocks and its sentences."""
    for inline in INLINE.findall(page.read_text("utf-8")):
        yield shlex.split(inline)
    for line in re.findall(r"^    +(?!\|)(.*lexicon-table .*)$", page.read_text("utf-8"), re.MULTILINE):
        found = COMMAND.search(line)
        if found and not re.match(r"(sudo )?(systemctl|journalctl|make|git) ", line):
            yield shlex.split(found[1].split("   ")[0])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_is_linked_to_is_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_of_the_tree_that_is_named_is_there(page: Path) -> None:
    """The documents name whole paths, or the ends of paths that a reader can search for. Names in capitals
    are placeholders, and are not checked."""
    ends = {"/".join(path.parts[at:]) for path in SOURCES for at in range(len(path.parts))}
    for named in NAMED.findall(page.read_text("utf-8")):
        assert named in ends, named


def test_every_document_is_linked_to_from_the_list_of_documents() -> None:
    index = ROOT / "docs" / "README.md"
    linked = set(re.findall(r"\(([\w-]+\.md)\)", index.read_text("utf-8")))
    assert linked == {page.name for page in index.parent.glob("*.md")} - {index.name}


def test_the_readme_is_for_newcomers() -> None:
    """The README may have at most 800 words, so that a newcomer reads it."""
    assert len(README.read_text("utf-8").split()) <= 800


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_in_documents_prints_what_its_comments_say(page: Path) -> None:
    for code in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
        assert done.stderr == ""
        assert done.stdout.splitlines() == re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)


def test_the_readme_shows_the_library() -> None:
    assert "```python" in README.read_text("utf-8")


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name != "commands.md"],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_every_command_and_option_that_is_told_exists(page: Path) -> None:
    context = click.Context(main)
    for name, *arguments in commands(page):
        names = [name.rstrip(","), *(a.rstrip(",") for a in arguments)] if name.endswith(",") else [name]
        for one in names:
            command = main.get_command(context, one)
            assert command is not None, f"{page.name}: lexicon-table {one}"
        options = {opt for parameter in command.params for opt in parameter.opts} if command else set()
        for argument in arguments:
            if argument.startswith("-") and argument != "-":
                assert argument in options | {"--help"}, f"{page.name}: lexicon-table {name} {argument}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_script_and_option_that_is_told_exists(page: Path) -> None:
    """Every option of a script in a document stands in the script. `demo.sh` and `test.sh` pass their
    options on, and are not checked."""
    for script, arguments in SCRIPT.findall(page.read_text("utf-8")):
        text = (ROOT / script).read_text("utf-8")
        if script in ("deploy/demo.sh", "deploy/test.sh"):
            continue
        if script == "deploy/release.sh":
            text += (ROOT / "deploy/release/__main__.py").read_text("utf-8")
        for option in re.findall(r"(?<=\s)--[a-z][\w-]*", arguments):
            assert re.search(rf"{option}(?![\w-])", text), f"{page.name}: {script} {option}"
