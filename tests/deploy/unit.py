"""Read the service's unit, and the system calls that systemd refuses to it."""

import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
UNIT: Final = ROOT / "deploy" / "lexicon-table.service"
PROGRAM: Final = "/opt/lexicon-table/.venv/bin/lexicon-table"


def service(unit: Path = UNIT) -> dict[str, list[str]]:
    """Return every setting of a unit's service section with its values, in their order."""
    settings: dict[str, list[str]] = {}
    lines = unit.read_text("utf-8").partition("[Service]")[2].partition("[Install]")[0].splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            key, _, value = line.partition("=")
            settings.setdefault(key, []).append(value)
    return settings


def analysed(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run systemd-analyze with these arguments, and return the finished process."""
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def refused_calls() -> tuple[str, ...]:
    """Return the system calls that the unit refuses, of all that systemd knows."""
    may: set[str] = set()
    for value in service()["SystemCallFilter"]:
        groups = (_calls(group) for group in value.removeprefix("~").split())
        if value.startswith("~"):
            may -= set().union(*groups)
        else:
            may |= set().union(*groups)
    return tuple(sorted(_calls("@known") - may))


def _calls(group: str) -> set[str]:
    """Return the names of the system calls in a group of systemd, with those of the groups in it."""
    said = analysed("syscall-filter", "--no-pager", group)
    assert said.returncode == 0, said.stderr
    names = {line.strip() for line in said.stdout.splitlines()[1:] if line.strip() and "#" not in line}
    return set().union(*(_calls(name) if name.startswith("@") else {name} for name in names))
