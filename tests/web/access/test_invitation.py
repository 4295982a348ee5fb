"""Test that the code on the program's screen lets one phone in without the PIN, and no other."""

import pytest
from flask import Flask

from tests.web.conftest import PIN_HASH, Caller, watcher
from tests.web.table_behind import Does
from web.access.gate import Gate, StoredGate
from web.page_services import PageServices
from web.server import create_app
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub, empty_snapshot

CODE = "drawn-in-the-terminal"
PEOPLE = {"Accept": "text/html"}


@pytest.fixture
def fresh() -> Flask:
    """Return the pages of a table at which nobody has played yet. Its invitation is `CODE`."""
    keys = Gate(StoredGate("5e" * 32, PIN_HASH), invitation=CODE)
    return create_app(
        SnapshotHub(empty_snapshot()), lambda _: None, keys=keys, services=PageServices(set_up=Does())
    )


def brings(phone: Caller, code: str) -> str:
    """Return the path of the page that a phone reaches when it scans an invitation with `code`."""
    answer = phone.get(f"/j/{code}", headers=PEOPLE, follow_redirects=True)
    return str(answer.request.path)


def test_the_first_phone_sets_the_table_up_and_the_next_one_needs_the_pin(fresh: Flask) -> None:
    first, second = watcher(fresh), watcher(fresh)
    assert brings(first, CODE) == "/setup"
    assert brings(second, CODE) == "/steward/enter"
    assert first.get("/setup").status_code == 200
    assert brings(first, CODE) == "/setup"  # scanned once more


def test_a_code_that_is_typed_in_capitals_is_as_good(fresh: Flask) -> None:
    assert brings(watcher(fresh), CODE.upper()) == "/setup"


def test_another_code_opens_nothing_and_uses_nothing_up(fresh: Flask) -> None:
    for wrong in ("nothing", CODE[:-1], "é"):
        assert brings(watcher(fresh), wrong) == "/steward/enter"
    assert brings(watcher(fresh), CODE) == "/setup"


@pytest.mark.parametrize(
    ("method", "headers"),
    [("HEAD", {}), ("GET", {"Sec-Purpose": "prefetch;prerender"})],
    ids=["head", "ahead"],
)
def test_a_browser_that_looks_ahead_uses_nothing_up(
    fresh: Flask, method: str, headers: dict[str, str]
) -> None:
    watcher(fresh).open(f"/j/{CODE}", method=method, headers=headers)
    assert brings(watcher(fresh), CODE) == "/setup"


def test_a_table_that_invites_nobody_has_no_empty_code(app: Flask) -> None:
    for code in ("x", "%20"):
        assert brings(watcher(app), code) == "/"
    assert watcher(app).get("/j/").status_code == 404


def test_while_a_match_is_played_everybody_is_shown_the_scores(table: Snapshot) -> None:
    app = create_app(
        SnapshotHub(table), lambda _: None, keys=Gate(StoredGate("5e" * 32, PIN_HASH), invitation=CODE)
    )
    phone = watcher(app)
    assert brings(phone, CODE) == "/"
    assert phone.get("/steward").status_code == 200
