"""Test that the pinned requirement files are complete, hashed, and without addresses."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-mutants.txt", "requirements-traced.txt")
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)", re.MULTILINE)


def _text(lock: str) -> str:
    return (ROOT / "deploy" / lock).read_text()


def _pins(lock: str) -> set[tuple[str, str]]:
    return set(PIN.findall(_text(lock)))


def _project() -> dict[str, Any]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"])


def _names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\s<>=;\[]", line, maxsplit=1)[0].lower() for line in requirements}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes(lock: str) -> None:
    entries = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", _text(lock), flags=re.MULTILINE).strip())
    assert entries
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==", entry), entry
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("lock", LOCKS)
def test_no_addresses(lock: str) -> None:
    assert "://" not in _text(lock)
    assert "index-url" not in _text(lock)


def test_every_dependency_is_pinned() -> None:
    assert _names(_project()["dependencies"]) <= {name for name, _ in _pins("requirements.txt")}
    assert _names(_project()["optional-dependencies"]["dev"]) <= {
        name for name, _ in _pins("requirements-dev.txt")
    }


def test_the_tests_run_with_the_pins_of_the_product() -> None:
    assert _pins("requirements.txt") <= _pins("requirements-dev.txt")


def test_training_is_pinned_apart() -> None:
    training = {name for name, _ in _pins("requirements-train.txt")}
    assert training == _names(_project()["optional-dependencies"]["train"])
    assert "torch" not in {name for name, _ in _pins("requirements-dev.txt")}


def test_what_makes_mutants_is_pinned_apart_with_the_pins_of_development() -> None:
    mutants, dev = _pins("requirements-mutants.txt"), _pins("requirements-dev.txt")
    assert _names(_project()["optional-dependencies"]["mutants"]) <= {name for name, _ in mutants}
    assert dev <= mutants
    assert "cosmic-ray" not in {name for name, _ in dev}


def test_the_tracer_is_pinned_apart() -> None:
    traced = _pins("requirements-traced.txt")
    assert _names(_project()["optional-dependencies"]["traced"]) <= {name for name, _ in traced}
    assert _pins("requirements.txt") <= traced
    assert "mitsuba" not in {name for name, _ in _pins("requirements-dev.txt")}
