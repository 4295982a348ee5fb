"""Test that docs/security.md is complete, and that its claims hold where a test can check them."""

import re
from pathlib import Path

import pytest
from flask import Flask

from tests.web.access.test_roles import ASKED
from tests.web.conftest import Caller, watcher

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/security.md").read_text("utf-8")
FIRST = {
    "V1": "2.1 2.2 2.3 2.4 2.5 3.1 3.2 5.1",
    "V2": "1.1 2.1 2.2 3.1",
    "V3": "2.1 2.2 3.1 4.1 4.2 5.1 5.2 5.3",
    "V4": "1.1 4.1",
    "V5": "2.1 2.2 3.1 3.2",
    "V6": "1.1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 3.1 3.2 4.1 4.2",
    "V7": "2.1 2.2 2.3 2.4 4.1 4.2",
    "V8": "1.1 2.1 2.2 3.1",
    "V9": "1.1 1.2 1.3 2.1",
    "V10": "4.1 4.2 4.3 4.4 4.5",
    "V11": "3.1 3.2 4.1",
    "V12": "1.1 2.1 2.2",
    "V13": "4.1",
    "V14": "2.1 3.1",
    "V15": "1.1 2.1 3.1",
}
"""The requirements of level 1 of ASVS 5.0.0, by chapter."""


def rows(part: str) -> list[list[str]]:
    """Return the rows of the table of security requirements under the heading `part` of the document. A row
    has the requirement's number, its subject, the verdict and the place."""
    lines = TEXT.split(f"## {part}")[1].split("\n## ")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| V")]


def test_every_requirement_of_the_first_level_has_its_line() -> None:
    wanted = [f"{chapter}.{number}" for chapter, numbers in FIRST.items() for number in numbers.split()]
    assert [row[0] for row in rows("Level 1")] == wanted
    assert len(wanted) == 70


def test_the_verdicts_are_counted() -> None:
    verdicts = [row[2] for row in rows("Level 1")]
    assert set(verdicts) == {"met", "not met", "n/a"}
    met, not_met, apart = (verdicts.count(one) for one in ("met", "not met", "n/a"))
    assert f"{met} of 70 are met, {apart} do not apply (n/a), {not_met} are not met" in TEXT


@pytest.mark.parametrize("row", rows("Level 1") + rows("Level 2"), ids=lambda row: row[0])
def test_what_is_named_is_there(row: list[str]) -> None:
    path = ""
    for named in re.findall(r"`([^`]+)`", row[3]):
        if re.match(r"(tests|web|device|deploy)/", named):
            path, _, test = named.partition("::")
        elif named.startswith("::"):
            test = named[2:]
        else:
            continue
        assert (ROOT / path).exists(), named
        assert not test or f"def {test}(" in (ROOT / path).read_text("utf-8"), named


def test_programs_are_started_in_five_places() -> None:
    starting = re.compile(
        r"\bsubprocess\.(run|Popen|call|check_\w+)\(|\bos\.(system|exec\w*|spawn\w*|popen)\("
    )
    sources = (path for room in ("device", "engine", "vision", "web") for path in (ROOT / room).rglob("*.py"))
    found = {str(path.relative_to(ROOT)) for path in sources if starting.search(path.read_text("utf-8"))}
    doctor = {"device/commands/_doctor/machine.py", "device/commands/_doctor/software.py"}
    upgrading = {path for path in found if path.startswith("device/releases/")}
    measuring = {path for path in found if "/lab/" in path}
    assert found - measuring - upgrading == {"vision/decoder_sandbox.py", "device/party/broker.py", *doctor}


def test_nothing_is_evaluated_and_no_shell_started() -> None:
    for folder in ("web", "device", "engine"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not re.search(r"(?<![\w.])(eval|exec)\(|shell=True|os\.system", path.read_text("utf-8")), (
                path
            )


def test_no_weak_hash_guards_anything() -> None:
    for path in (ROOT / "web").rglob("*.py"):
        assert not re.search(r"\bmd5\b|\bsha1\b", path.read_text("utf-8")), path


def test_every_answer_says_what_it_is(client: Caller, app: Flask) -> None:
    for method, path, fields, _ in ASKED.values():
        answer = client.open(path, method=method, data=fields or None, headers={"Accept": "text/html"})
        kind = answer.headers["Content-Type"]
        assert "charset=" in kind or not kind.startswith("text/"), path
        answer.close()


def test_no_answer_lets_another_origin_in(client: Caller) -> None:
    for method, path, _, _ in ASKED.values():
        answer = client.open(path, method=method, headers={"Origin": "http://evil.example"})
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")], path
        answer.close()


def test_pages_are_not_kept(client: Caller) -> None:
    for path in ("/", "/join", "/steward/enter", "/history", "/api/state", "/more"):
        assert client.get(path).headers["Cache-Control"] == "no-store", path


def test_a_phone_may_remember_the_pin(app: Flask) -> None:
    assert 'autocomplete="current-password"' in watcher(app).get("/steward/enter").text
    assert 'autocomplete="new-password"' in watcher(app).steward().get("/steward").text


def test_nothing_of_the_inside_is_shown(app: Flask) -> None:
    phone = watcher(app)
    assert not app.debug
    assert phone.open("/", method="TRACE").status_code == 405
    assert phone.get("/static/").status_code == 404
    assert phone.get("/static/../server.py").status_code == 404
