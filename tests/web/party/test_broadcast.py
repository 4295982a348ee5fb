"""Test that one thread sends to all phones of a real server: they get news, the bell first, and leave no
resources behind."""

import socket
from contextlib import ExitStack

import pytest
from flask import Flask

from tests.web.party.conftest import SECRET, phone
from tests.web.party.evening import at, everybody_ready
from tests.web.party.folded import FoldedRoom, begun
from web.party.application import create_app
from web.party.broadcast import Broadcaster
from web.party.live import Stream
from web.party.responses import PartyContext
from web.party.views import live_page
from web.server import SPARE_THREADS, Server


class Paper:
    """A stand-in for a connection that keeps what was sent. While `busy` its phone does not read."""

    def __init__(self) -> None:
        self.busy = False
        self.there = True
        self.read: list[bytes] = []

    def send(self, data: bytes) -> bool:
        """Keep the data that a broadcaster sends to the phone."""
        self.read.append(data)
        return self.there


@pytest.fixture
def still() -> tuple[Flask, FoldedRoom, Broadcaster]:
    """Return the pages of a party, the party, and its broadcaster. The broadcaster's thread has ended, so
    the test sends by itself."""
    room = begun()
    app = create_app(room, SECRET)
    context: PartyContext = app.extensions["page_context"]
    context.closing.close()
    return app, room, app.extensions["broadcaster"]


def listens(app: Flask, broadcaster: Broadcaster, left: list[str]) -> Paper:
    """Connect a phone that shows the room's screen. `left` gets an entry when the broadcaster drops it."""
    paper, context = Paper(), app.extensions["page_context"]
    with app.test_request_context("/tv"):
        stream = Stream(context, app.jinja_env, live_page("screen"))
    assert list(stream.opening(context.moment()))
    broadcaster.add(stream, paper, lambda: left.append("gone"))  # type: ignore[arg-type]
    return paper


def test_the_bell_is_told_to_all_before_any_page_is_rendered(
    still: tuple[Flask, FoldedRoom, Broadcaster], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, room, broadcaster = still
    order = list[str]()

    def noted(_: Paper, data: bytes) -> bool:
        order.append("bell" if b"event: state" in data else "page")
        return True

    monkeypatch.setattr(Paper, "send", noted)
    for _ in range(3):
        listens(app, broadcaster, [])
    everybody_ready(app, room)
    broadcaster.send_all()
    assert order == ["bell"] * 3 + ["page"] * 3


def test_a_phone_that_does_not_read_is_told_the_latest_once_it_does(
    still: tuple[Flask, FoldedRoom, Broadcaster],
) -> None:
    app, room, broadcaster = still
    slow, quick = listens(app, broadcaster, []), listens(app, broadcaster, [])
    slow.busy = True
    at(app, room, 0).tap("/ready", round=1, ready="true")
    broadcaster.send_all()
    at(app, room, 0).tap("/ready", round=1, ready="false")
    broadcaster.send_all()
    assert (len(slow.read), len(quick.read)) == (0, 2)
    slow.busy = False
    at(app, room, 1).tap("/ready", round=1, ready="true")
    broadcaster.send_all()
    assert slow.read == [quick.read[-1]]


def test_a_phone_that_is_gone_gives_its_place_back(still: tuple[Flask, FoldedRoom, Broadcaster]) -> None:
    app, room, broadcaster = still
    left = list[str]()
    paper = listens(app, broadcaster, left)
    paper.there = False
    at(app, room, 0).tap("/ready", round=1, ready="true")
    broadcaster.send_all()
    broadcaster.send_all()
    assert (left, len(paper.read)) == (["gone"], 1)


def reads(line: socket.socket, until: bytes) -> bytes:
    """Return what a connection sends, up to and including `until`."""
    found = b""
    while until not in found:
        data = line.recv(1 << 16)
        assert data, found
        found += data
    return found


def test_a_stream_of_a_real_server_goes_on_without_a_thread_and_ends_with_its_phone(
    app: Flask, room: FoldedRoom, server: Server
) -> None:
    context: PartyContext = app.extensions["page_context"]
    with ExitStack() as leaving:
        lines = list[socket.socket]()
        for _ in range(context.stream_limit.max_streams):
            line = leaving.enter_context(socket.create_connection(("127.0.0.1", server.port), 30))
            line.sendall(f"GET /events?of=screen HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            assert b"text/event-stream" in reads(line, b"event: state")
            lines.append(line)
        assert context.stream_limit.open == context.stream_limit.max_streams == 8
        assert len(server._server.task_dispatcher.threads) <= SPARE_THREADS
        at(app, room, 0).tap("/ready", round=1, ready="true")
        for line in lines:
            assert b"region-now" in reads(line, b"\n\n\r\n")
        for line in lines[1:]:
            line.close()
        said = True
        while context.stream_limit.open > 1:  # a phone that has gone is noticed by the next event sent to it
            at(app, room, 0).tap("/ready", round=1, ready=str(said := not said).lower())
            reads(lines[0], b"\n\n\r\n")
        assert phone(app).get("/tv").status_code == 200
