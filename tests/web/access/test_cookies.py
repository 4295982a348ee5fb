"""Test that every cookie has a lifetime and not only an end date, as a table's clock may be years behind."""

from http.cookies import Morsel, SimpleCookie

import pytest
from flask import Flask

from tests.web.conftest import PIN, watcher


@pytest.mark.parametrize("name", ["table", "language"])
def test_every_cookie_lasts_by_its_own_count(app: Flask, name: str) -> None:
    set_by = given(app)
    assert name in set_by
    for morsel in set_by[name]:
        assert int(morsel["max-age"]) > 30 * 24 * 3600
        assert morsel["httponly"]
        assert morsel["samesite"] == "Lax"


def test_no_other_cookie_is_set(app: Flask) -> None:
    assert given(app).keys() == {"table", "language"}


def given(app: Flask) -> dict[str, list[Morsel[str]]]:
    """Return every cookie that a phone gets when it takes a seat, enters the PIN and chooses a language, by
    the cookie's name."""
    caller = watcher(app).knowing_its_token()
    answers = [
        watcher(app).get("/steward/enter"),
        caller.post("/join/sit", data={"seat": ["0"]}),
        caller.post("/steward/enter", data={"pin": PIN}),
        caller.knowing_its_token().post("/more/language", data={"language": "de"}),
        caller.post("/steward/leave"),
        caller.get("/"),
    ]
    found: dict[str, list[Morsel[str]]] = {}
    for answer in answers:
        assert answer.status_code < 400
        for header in answer.headers.getlist("Set-Cookie"):
            for name, morsel in SimpleCookie(header).items():
                found.setdefault(name, []).append(morsel)
    return found
