import json
import queue
import re
import socket
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.table.commands import Refocus
from tests.web.conftest import read
from web.access.guard import MAX_BODY_BYTES
from web.requests import (
    Answer,
    AskWinnable,
    Challenge,
    ChangeTimer,
    Correct,
    PhoneRequest,
    PlayerFinished,
    TurnOver,
)
from web.server import Server, create_app
from web.snapshot import Bell, Choice, Player, Question, Snapshot, decode
from web.snapshot_hub import Published, SnapshotHub

Asked = queue.Queue[PhoneRequest]
JSON = {"Accept": "application/json"}


def test_the_page_is_true_without_javascript(client: FlaskClient) -> None:
    page = read(client.get("/").text)
    for truth in (
        "Bertrand",
        "87",
        "MOTHRE isn't in the word list.",
        "Not allowed",
        "Out of the game",
    ):
        assert truth in page
    assert 'src="/table.jpg?id=7"' in page


def test_the_page_holds_nothing_inline_and_nothing_foreign(client: FlaskClient) -> None:
    page = client.get("/").text
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)", page)
    assert not re.search(r"""(?:src|href|action)=["'](?!/|\#)""", page)


def test_names_are_escaped(client: FlaskClient, hub: SnapshotHub, table: Snapshot) -> None:
    hub.publish(replace(table, players=(Player("<img src=x onerror=alert(1)>"),)))
    assert "<img src=x" not in client.get("/").text
    assert "&lt;img" in client.get("/").text


def test_the_state_is_the_snapshot(client: FlaskClient, table: Snapshot) -> None:
    assert decode(client.get("/api/state").data) == table


def test_the_picture_is_revalidated_not_resent(client: FlaskClient, jpeg: bytes) -> None:
    first = client.get("/table.jpg?id=7")
    assert first.data == jpeg
    again = client.get("/table.jpg?id=7", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    missing = client.get("/table.jpg?id=6")
    assert (missing.status_code, missing.json) == (404, {"error": "No such picture."})


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/api/confirm", {}, TurnOver()),
        ("/api/finished", {"player": 1}, PlayerFinished(1)),
        ("/api/challenge", {"by": 1}, Challenge(1)),
        ("/api/answer", {"question": "q1", "choice": "stock"}, Answer("q1", "stock")),
        ("/api/correct", {"picture": 7, "card": "c5", "letter": "F"}, Correct(7, "c5", "F")),
        ("/api/timer", {"do": "start", "minutes": 7}, ChangeTimer("start", 7)),
        ("/api/winnable", {}, AskWinnable()),
        ("/api/refocus", {}, Refocus()),
    ],
)
def test_a_wish_reaches_the_match(
    client: FlaskClient,
    hub: SnapshotHub,
    table: Snapshot,
    asked: Asked,
    path: str,
    body: Any,
    expected: PhoneRequest,
) -> None:
    asks = Question("q1", "Which pile?", (Choice("stock", "The stock"),))
    hub.publish(replace(table, question=asks, turn=1, buttons=replace(table.buttons, may_foresee=True)))
    answer = client.post(path, json=body)
    assert (answer.status_code, answer.json) == (202, {"accepted": True})
    assert asked.get_nowait() == expected


def test_a_form_comes_back_to_the_page(client: FlaskClient, asked: Asked) -> None:
    answer = client.post("/api/challenge", data={"by": "1"}, headers={"Accept": "text/html,*/*"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert asked.get_nowait() == Challenge(1)


def test_a_late_wish_is_refused_in_a_sentence(client: FlaskClient, hub: SnapshotHub, table: Snapshot) -> None:
    hub.publish(replace(table, buttons=replace(table.buttons, may_challenge=False)))
    answer = client.post("/api/challenge", json={"by": 1})
    assert (answer.status_code, answer.json) == (409, {"error": "There is no word to challenge now."})


def test_a_busy_table_says_so(client: FlaskClient) -> None:
    answers = [client.post("/api/refocus", headers=JSON).status_code for _ in range(3)]
    assert answers == [202, 202, 503]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/confirm", 405),
        ("POST", "/", 405),
        ("GET", "/static/../server.py", 404),
    ],
)
def test_faults_are_json_in_one_line(client: FlaskClient, method: str, path: str, status: int) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert set(answer.get_json()) == {"error"}
    assert "\n" not in answer.get_json()["error"]


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "There is no such page at this table."), ("de", "Diese Seite gibt es an diesem Tisch nicht.")],
)
def test_a_page_there_is_not_is_told_in_the_tables_words(
    client: FlaskClient, language: str, told: str
) -> None:
    answer = client.get("/nowhere", headers={"Accept": "text/html", "Accept-Language": language})
    assert answer.status_code == 404
    assert told in answer.text
    assert "URL" not in answer.text


def test_a_huge_body_is_refused(client: FlaskClient, asked: Asked) -> None:
    answer = client.post("/api/challenge", data=b" " * (MAX_BODY_BYTES + 1), content_type="application/json")
    assert answer.status_code == 413
    assert asked.empty()


@pytest.mark.parametrize(
    "host",
    [
        *("192.168.1.7:8080", "[fe80::1]:8080", "localhost", "lexicon-table.local", "table.example:80"),
        *("raspberrypi", "raspberrypi.fritz.box:8080", "pi.lan", "pi.home.arpa"),
    ],
)
def test_the_table_answers_to_its_names(client: FlaskClient, host: str) -> None:
    assert client.get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:8080", "[::1"])
def test_a_rebound_name_is_turned_away(client: FlaskClient, host: str) -> None:
    assert client.get("/api/state", headers={"Host": host}).status_code in (400, 421)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_site_can_ask_for_nothing(client: FlaskClient, asked: Asked, headers: dict[str, str]) -> None:
    assert client.post("/api/refocus", headers=headers).status_code == 403
    assert asked.empty()


def test_our_own_page_can_ask(client: FlaskClient) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin", **JSON}
    assert client.post("/api/refocus", headers=headers).status_code == 202


def events(answer: Iterator[bytes]) -> Iterator[tuple[str, str]]:
    """Yield the name and data of each event of a stream, as a browser receives them."""
    name, data = "", []
    for raw in answer:
        for line in raw.decode().splitlines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                data.append(line[6:])
            elif not line and (name or data):
                yield name, "\n".join(data)
                name, data = "", []


def test_a_stream_begins_with_everything_and_then_carries_changes(
    client: FlaskClient, hub: SnapshotHub, table: Snapshot
) -> None:
    answer = client.get("/events")
    assert answer.mimetype == "text/event-stream"
    stream = events(answer.iter_encoded())
    name, first = next(stream)
    assert name == ""
    assert 'hx-target="#region-ruling"' in first
    assert "MOTHRE" in first
    assert [next(stream)[0], next(stream)[0]] == ["state", "picture"]
    hub.publish(replace(table, hand=4, hardware=replace(table.hardware, bell=Bell(2, "Again."))))
    _, second = next(stream)
    assert re.findall(r'hx-target="#region-(\w+)"', second) == ["masthead"]
    assert "Hand 4" in second
    name, state = next(stream)
    assert (name, json.loads(state)["bell"]["rings"]) == ("state", 2)
    answer.close()


def test_one_update_can_be_had_without_a_stream(client: FlaskClient) -> None:
    names = [name for name, _ in events(client.get("/regions").iter_encoded())]
    assert names == ["beat", "", "state", "picture"]


def test_streams_are_bounded_and_given_back(hub: SnapshotHub, asked: Asked) -> None:
    client = create_app(hub, asked.put, streams=2).test_client()
    first, second = client.get("/events"), client.get("/events")
    beyond = client.get("/events")
    assert b"retry: 1500" in beyond.data  # it ends, and is asked for again
    first.close()
    third = client.get("/events")
    assert third.is_streamed
    second.close()
    third.close()


def test_the_page_answers_while_every_stream_is_taken(
    server: Server, hub: SnapshotHub, table: Snapshot
) -> None:
    lines = [HTTPConnection("127.0.0.1", server.port, timeout=20) for _ in range(6)]
    answers = []
    for line in lines:
        line.request("GET", "/events")
        answers.append(line.getresponse())
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=20) as page:
        assert b"Bertrand" in page.read()
    hub.publish(replace(table, hand=12))
    for answer in answers:
        assert any(b"Hand 12" in line for line in iter(answer.readline, b""))
    for answer, line in zip(answers, lines, strict=True):
        answer.close()
        line.close()


def test_a_phone_that_never_reads_delays_nobody(server: Server, hub: SnapshotHub, table: Snapshot) -> None:
    stuck = socket.create_connection(("127.0.0.1", server.port))
    stuck.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    line = HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", "/events")
    answer = line.getresponse()
    long = "A very long sentence. " * 4000
    for hand in range(60):
        hub.publish(replace(table, hand=hand, messages=replace(table.messages, notes=(f"{hand} {long}",))))
    hub.publish(replace(table, hand=777))
    assert any(b"Hand 777" in each for each in iter(answer.readline, b""))
    answer.close()
    line.close()
    stuck.close()


def test_a_port_in_use_is_said_in_one_line(app: Flask, server: Server) -> None:
    with pytest.raises(OSError, match=rf"port {server.port} is in use"):
        Server(app, "127.0.0.1", server.port)


def test_closing_frees_the_port(app: Flask) -> None:
    server = Server(app, "127.0.0.1", 0).start()
    line = HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", "/events")
    answer = line.getresponse()
    assert answer.status == 200
    server.close()
    Server(app, "127.0.0.1", server.port).close()
    answer.close()
    line.close()
    assert not [t for t in threading.enumerate() if t.name == "web"]


def test_closing_does_not_wait_for_a_phone_that_never_reads(
    app: Flask,
    hub: SnapshotHub,
    table: Snapshot,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent, wait = threading.Event(), hub.wait
    long = hub.publish(
        replace(table, messages=replace(table.messages, notes=("A very long sentence. " * 400_000,)))
    )

    def watched(after: int, timeout: float) -> Published | None:
        if after == long:
            sent.set()
        return wait(after, timeout)

    monkeypatch.setattr(hub, "wait", watched)
    server = Server(app, "127.0.0.1", 0).start()
    with socket.create_connection(("127.0.0.1", server.port)) as stuck:
        stuck.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert sent.wait(20)
        server.close()
    assert "still running" not in caplog.text


def test_a_server_whose_loop_has_ended_is_closed_already(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    server = Server(app, "127.0.0.1", 0)
    monkeypatch.setattr("web.server.wasyncore.loop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        server.run()
    server.close()
    Server(app, "127.0.0.1", server.port).close()
