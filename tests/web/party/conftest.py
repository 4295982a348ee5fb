"""Provide a party of two tables, its pages, and phones that have scanned a code."""

import re
from collections.abc import Iterator
from functools import cached_property
from html import unescape
from itertools import count
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import StrictUndefined

from engine.words import WordList
from tests.web.party.folded import FoldedRoom, begun
from web.party.application import create_app
from web.party.codes import address
from web.server import Server

SECRET = b"the secret of a party in the tests"
TAPS = count(1)
WORDS = WordList.of(("KITTEN", "HOUSE", "TABLE"))


@pytest.fixture(autouse=True)
def strict_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a template fail if it uses a field that its view does not have."""
    monkeypatch.setattr(Flask, "jinja_options", {"undefined": StrictUndefined})


@pytest.fixture
def room() -> FoldedRoom:
    """Return a party of eight people at two tables, before the first bell."""
    return begun()


@pytest.fixture
def app(room: FoldedRoom) -> Flask:
    """Provide the pages of `room`."""
    return create_app(room, SECRET, words=WORDS, address=lambda: "192.168.7.9", streams=8)


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    """Provide the production server on a free port."""
    server = Server(app, "127.0.0.1", 0).start()
    yield server
    server.close()


class Phone(FlaskClient):
    """A test client that fills in the hidden fields of a page's form: token and key."""

    @cached_property
    def token(self) -> str:
        """The token of this phone's forms."""
        found = re.search(r'name="csrf" value="(\w+)"', self.get("/help").text)
        assert found is not None
        return found[1]

    def tap(self, path: str, **fields: Any) -> Any:
        """Post a form as the page's script does. Return the answer; its field `said` is the text."""
        form = {"csrf": self.token, "key": f"key-of-tap-{next(TAPS)}", **fields}
        answer: Any = self.post(path, data=form, headers={"HX-Request": "true"})
        answer.said = unescape(answer.text)
        return answer

    def player(self, room: FoldedRoom, player: str) -> "Phone":
        """Scan the code of the table at which the player sits, and choose the player. Return the phone."""
        table = next(n for n, row in enumerate(room.latest().party.rounds[-1].room) if player in row)
        path = address(SECRET, "table", table)
        assert self.get(path).status_code == 200
        assert self.post(path, data={"csrf": self.token, "player": player}).status_code == 303
        return self

    def steward(self, number: int = 0) -> "Phone":
        """Scan a steward's code."""
        assert self.get(address(SECRET, "steward", number)).status_code == 303
        return self

    def host(self) -> "Phone":
        """Scan the host's code."""
        assert self.get(address(SECRET, "host")).status_code == 303
        return self


def phone(app: Flask) -> Phone:
    """Return a phone that has scanned nothing."""
    app.test_client_class = Phone
    return cast(Phone, app.test_client())


@pytest.fixture
def server_before() -> Iterator[Server]:
    """Provide a server for the pages of a party that has not been set up yet."""
    server = Server(create_app(FoldedRoom(), SECRET, words=WORDS), "127.0.0.1", 0).start()
    yield server
    server.close()
