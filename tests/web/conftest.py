"""Provide a table in mid-game, its picture, its server, and a phone at it."""

import os
import queue
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any, cast

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.browser import CHROMIUM, launched
from tests.web.played import Kept as Archive
from tests.web.table_behind import Does, doing
from web.access import pin
from web.access.gate import Gate, StoredGate
from web.requests import PhoneRequest
from web.server import Server, create_app
from web.snapshot import (
    Bell,
    Buttons,
    Clause,
    Contested,
    Exposed,
    Hardware,
    Mark,
    Picture,
    Player,
    PositionShown,
    Proposed,
    Ruled,
    Snapshot,
)
from web.snapshot_hub import SnapshotHub

WIDTH, HEIGHT = 1280, 720
CARD = (70, 109)
ADDRESS = "192.168.7.9"
"""The address at which phones find the table."""
WORDS = ("EXPORT", "SMOTHERED", "CaT", "HAT")

os.environ.setdefault("NO_PROXY", "127.0.0.1,localhost")
expect.set_options(timeout=60_000)  # a long timeout, as a busy machine is no fault of the page


def _marks() -> tuple[Mark, ...]:
    found: list[Mark] = []
    for row, word in enumerate(WORDS):
        for column, letter in enumerate(word):
            x, y = 90 + column * (CARD[0] + 3) + 40 * row, 60 + row * 160
            found.append(_mark(f"c{len(found)}", letter, x, y))
    return tuple(found)


def _mark(card: str, letter: str, x: int, y: int) -> Mark:
    left, right, top, bottom = x / WIDTH, (x + CARD[0]) / WIDTH, y / HEIGHT, (y + CARD[1]) / HEIGHT
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    doubtful = card == "c5"
    letter = "?" if letter.islower() else letter
    return Mark(card, corners, letter, 0.61 if doubtful else 0.998, doubtful)


@pytest.fixture(scope="session")
def jpeg() -> bytes:
    """Return a simple drawing of the cards of `table`, as a JPEG."""
    image = np.full((HEIGHT, WIDTH, 3), (58, 78, 44), np.uint8)
    for mark in _marks():
        (x, y), _, (right, bottom), _ = ((round(cx * WIDTH), round(cy * HEIGHT)) for cx, cy in mark.corners)
        cv2.rectangle(image, (x, y), (right, bottom), (226, 240, 246), -1)
        cv2.putText(image, mark.letter or "", (x + 10, y + 72), cv2.FONT_HERSHEY_DUPLEX, 2.0, (30, 26, 22), 4)
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture(scope="session")
def table() -> Snapshot:
    """Return the snapshot of a match of three players in hand 3. An illegal play has just been ruled on."""
    ruling = Ruled(
        "illegal",
        "MOTHRE isn't in the word list.",
        (Clause("ALL-1", "A word counts when the dictionary has it."),),
        "1:MOTHER~MOTHRE",
        1,
    )
    return Snapshot(
        game="Lexicon",
        hand=3,
        players=(Player("Ann", 42, 6), Player("Bertrand", 87, 4), Player("Cleo", 103, 0, out=True)),
        turn=0,
        ruling=ruling,
        proposal=Proposed("HAT → THATCHED", 0, complete=True),
        history=(
            ruling,
            Ruled("legal", "SMOTHERED — Ann added S, E and D to MOTHER.", (), "2:MOTHER<SMOTHERED", 0),
            Ruled("unclear", "The R of EXPORT could be a P.", (), "+EXPORT", 1),
        ),
        picture=Picture(7, WIDTH, HEIGHT, _marks()),
        position=PositionShown(words=WORDS, exposed=Exposed("Q", 4), stock=17),
        hardware=Hardware(bell=Bell(1, "MOTHRE isn't in the word list.")),
        buttons=Buttons(may_confirm=True, may_challenge=True, contested=Contested(("SMOTHERED",), 0)),
    )


@pytest.fixture
def hub(table: Snapshot, jpeg: bytes) -> Iterator[SnapshotHub]:
    """Provide a snapshot hub whose newest snapshot is `table`, with a picture of the cards."""
    hub = SnapshotHub(replace(table, picture=None))
    hub.publish(table, jpeg)
    yield hub
    hub.close()


@pytest.fixture
def asked() -> "queue.Queue[PhoneRequest]":
    """Return the queue of the phones' requests to the table. It has room for two."""
    return queue.Queue(2)


class Keyring:
    """The keys of a table as they are stored, and a clock that the test moves."""

    def __init__(self) -> None:
        self.kept: list[StoredGate] = []
        self.now = 1_000_000.0
        self.gate = Gate(StoredGate("5e" * 32, PIN_HASH), self.kept.append, clock=lambda: self.now)


PIN = "271828"
PIN_HASH = pin.hashed(PIN, b"salt of the tests", cost=2)
"""The hash of `PIN`. It is cheap to check, since a hundred phones enter the PIN. A real table's hash is
expensive (`test_pin`)."""


@pytest.fixture
def keyring() -> Keyring:
    """Return new keys of a table. The PIN is `PIN`."""
    return Keyring()


@pytest.fixture
def archive(jpeg: bytes) -> Archive:
    """Return the table's archive, with a picture of one turn."""
    return Archive(jpegs={5: jpeg})


@pytest.fixture
def does() -> Does:
    """Return the stand-in for all services that carry out the pages' requests."""
    return Does()


@pytest.fixture
def app(
    hub: SnapshotHub, asked: "queue.Queue[PhoneRequest]", keyring: Keyring, archive: Archive, does: Does
) -> Flask:
    """Provide the web application, which shows phones the snapshots of `hub`."""
    services = doing(does, archive)
    app = create_app(
        hub,
        asked.put_nowait,
        keys=keyring.gate,
        hosts=lambda: ("table.example",),
        address=lambda: ADDRESS,
        streams=6,
        services=services,
    )
    app.config["HEARING"] = 0.0  # the requests are not carried out
    return app


class Caller(FlaskClient):
    """Flask's test client with its phone's token in every request, as every form of the page has it."""

    token = ""

    def seated(self, *seats: int) -> "Caller":
        """Take the given seats with this phone, and return the phone."""
        self.knowing_its_token()
        assert self.post("/join/sit", data={"seat": list(seats)}).status_code == 303
        return self

    def steward(self) -> "Caller":
        """Enter the PIN on this phone, and return the phone."""
        self.knowing_its_token()
        assert self.post("/steward/enter", data={"pin": PIN}).status_code == 303
        return self.knowing_its_token()  # which the PIN has renewed

    def knowing_its_token(self) -> "Caller":
        """Read a form, which gives this phone a cookie, and keep the form's token. Later requests need
        both."""
        found = re.search(r'name="csrf" value="(\w+)"', self.get("/steward/enter").text)
        assert found is not None
        self.token = found[1]
        return self

    def open(self, *args: Any, **kwargs: Any) -> Any:
        """Send a request with the phone's token in its headers."""
        if self.token:
            kwargs["headers"] = {"X-CSRF-Token": self.token, **dict(kwargs.get("headers") or {})}
        return super().open(*args, **kwargs)


@pytest.fixture
def client(app: Flask) -> Caller:
    """Return a phone that has player 1's seat."""
    return watcher(app).seated(1)


def read(page: str) -> str:
    """Return the HTML of a page as plain text, without the tags of emphasis."""
    return unescape(re.sub(r"</?b\b[^>]*>", "", page))


def watcher(app: Flask) -> Caller:
    """Return a phone that only watches."""
    app.test_client_class = Caller
    return cast(Caller, app.test_client())


def sits(page: Page, *names: str) -> None:
    """Take the seats of `names` on a phone at `/join`, and open the scores."""
    for name in names:
        page.get_by_role("checkbox", name=name).check()
    with page.expect_navigation():
        page.locator(".seats + .choices .main").click()


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    """Provide the production server on a free port."""
    server = Server(app, "127.0.0.1", 0).start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Provide Debian's Chromium, without requests to outside addresses."""
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()
