"""Test that an address that attacks the server can't keep others from being answered."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from tests.web.conftest import Caller, sits, watcher
from web.access.guard import MAX_ANY_UPLOAD_BYTES, MAX_BODY_BYTES
from web.address_limits import DEFAULT_LIMITS, MAX_STREAMS_PER_BROWSER
from web.connections import MAX_HEAD_BYTES, MAX_HEAD_SECONDS, MIN_BYTES_PER_SECOND
from web.server import Server, create_app
from web.snapshot_hub import SnapshotHub

ATTACKER, PHONE = "127.0.0.66", "127.0.0.7"
PEOPLE = {"Accept": "text/html"}


class Clock:
    """A clock in seconds that the test turns."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Return the clock that the server reads. It moves only when the test turns it."""
    return Clock()


@pytest.fixture
def server(app: Flask, clock: Clock) -> Iterator[Server]:
    """Provide the production server on a free port."""
    server = Server(app, "127.0.0.1", 0, clock=clock).start()
    yield server
    server.close()


def connected(server: Server, address: str = ATTACKER) -> socket.socket:
    """Return a connection to the server from `address`."""
    return socket.create_connection(("127.0.0.1", server.port), 20, source_address=(address, 0))


def asked(
    server: Server,
    method: str,
    path: str,
    length: int = 0,
    *,
    address: str = ATTACKER,
    headers: dict[str, str] | None = None,
) -> HTTPResponse:
    """Return the answer to a request. Its headers announce a body of `length` bytes, but no body is sent."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(address, 0))
    line.putrequest(method, path)
    for name, value in {"Content-Length": str(length), **(headers or {})}.items():
        line.putheader(name, value)
    line.endheaders()
    return line.getresponse()


def hung_up(line: socket.socket) -> bool:
    """Return True if the server closed the connection without an answer."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def phone_is_answered(server: Server) -> bool:
    return asked(server, "GET", "/api/state", address=PHONE).status == 200


def test_half_open_connections_of_one_address_keep_nobody_out(server: Server) -> None:
    with ExitStack() as open_:
        for _ in range(DEFAULT_LIMITS.connections):
            open_.enter_context(connected(server))
        for _ in range(40):
            with suppress(ConnectionResetError):  # perhaps as soon as it connects
                assert hung_up(open_.enter_context(connected(server)))
        assert phone_is_answered(server)


def test_a_place_that_is_given_back_can_be_taken_again(server: Server) -> None:
    for _ in range(DEFAULT_LIMITS.connections + 10):
        asked(server, "GET", "/privacy").read()
    assert phone_is_answered(server)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        (b"", MAX_HEAD_SECONDS),
        (b"GET / HTTP/1.1\r\nHost: loc", MAX_HEAD_SECONDS),
        (
            b"POST /snap HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500000\r\n\r\nx",
            MAX_HEAD_SECONDS + 500_000 / MIN_BYTES_PER_SECOND,
        ),
        (b"POST /snap HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n", 400),
    ],
)
def test_who_does_not_come_to_an_end_is_hung_up_on(
    server: Server, clock: Clock, said: bytes, seconds: float
) -> None:
    with connected(server) as line:
        line.sendall(said)
        assert phone_is_answered(server)  # so the server has read the request
        clock.now += seconds - 2 if seconds < 400 else 0
        assert phone_is_answered(server)
        line.setblocking(False)
        with pytest.raises(BlockingIOError):
            line.recv(1)
        line.settimeout(20)
        clock.now += 3 if seconds < 400 else seconds
        assert phone_is_answered(server)
        assert hung_up(line)


def test_a_stream_that_was_asked_for_has_all_the_time(server: Server, clock: Clock, hub: SnapshotHub) -> None:
    with connected(server) as line:
        line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        told = line.makefile("rb")
        assert b"200" in told.readline()
        clock.now += 100_000
        assert phone_is_answered(server)
        hub.republish(lambda shown: shown)
        assert any(b"event: state" in row for row in told)


def test_streams_of_one_address_leave_the_others_theirs(hub: SnapshotHub) -> None:
    app = create_app(hub, lambda _: None, streams=DEFAULT_LIMITS.streams + 2)
    server = Server(app, "127.0.0.1", 0).start()
    with ExitStack() as open_:
        for _ in range(DEFAULT_LIMITS.streams):
            line = open_.enter_context(connected(server))
            line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"200" in line.recv(12)
        assert b"retry: 1500" in asked(server, "GET", "/events").read()
        mine = open_.enter_context(connected(server, PHONE))
        mine.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        told = mine.makefile("rb")
        assert any(b"retry: 1000" in row for row in told)
    server.close()


def test_windows_that_were_closed_just_now_keep_no_other_from_its_stream(server: Server) -> None:
    asks = b"GET /events HTTP/1.1\r\nHost: localhost\r\nX-Browser: firefox\r\n\r\n"
    for _ in range(MAX_STREAMS_PER_BROWSER):
        with connected(server) as line, line.makefile("rb") as told:
            line.sendall(asks)
            assert any(b"event: picture" in row for row in told)
            assert any(row == b"\n" for row in told)  # then the client sends nothing for a long time
    with connected(server) as line:
        line.sendall(asks)
        assert any(b"retry: 1000" in row for row in line.makefile("rb"))


def test_a_proxy_passes_the_stream_on_as_it_comes(server: Server) -> None:
    with connected(server) as line:
        line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"X-Accel-Buffering: no\r\n" in line.recv(4096)


@pytest.mark.parametrize(
    ("method", "path", "length", "status"),
    [
        ("POST", "/nowhere", 15_900_000, 404),
        ("POST", "/", 15_900_000, 405),
        ("GET", "/", 15_900_000, 413),
        ("PUT", "/api/confirm", 15_900_000, 405),
        ("POST", "/static/page.js", 15_900_000, 405),
        ("POST", "/steward/enter", MAX_BODY_BYTES + 1, 413),
        ("POST", "/more/language", 500_000, 413),
        ("POST", "/join/sit", 10**30, 413),
    ],
)
def test_a_body_that_is_not_taken_is_refused_before_it_is_read(
    server: Server, method: str, path: str, length: int, status: int
) -> None:
    answer = asked(server, method, path, length)
    assert answer.status == status
    assert set(json.loads(answer.read())) == {"error"}
    assert ("Allow" in answer.headers) == (status == 405)


def test_a_body_without_end_is_read_no_further_than_its_page_takes(server: Server) -> None:
    with connected(server) as line:
        line.sendall(b"POST /steward/enter HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        line.sendall(b"2000\r\n" + b"x" * 0x2000)
        assert b" 413 " in line.recv(4096)


def test_who_asks_first_does_not_send_in_vain(server: Server) -> None:
    answer = asked(server, "POST", "/nowhere", 15_900_000, headers={"Expect": "100-continue"})
    assert answer.status == 404


def test_who_sends_all_of_it_still_reads_why(server: Server) -> None:
    line = HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(ATTACKER, 0))
    line.request("POST", "/nowhere", body=bytes(15_900_000))
    assert json.loads(line.getresponse().read()) == {"error": "There is no such page at this table."}


def test_a_body_that_is_left_unread_is_no_request(server: Server) -> None:
    hidden = b"GET /api/state HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connected(server) as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(hidden))
        line.sendall(hidden)
        line.shutdown(socket.SHUT_WR)
        said = b"".join(iter(lambda: line.recv(4096), b""))
    assert said.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"POST /snap HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000, b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * MAX_HEAD_BYTES, b"431"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n: x", b"400"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip", b"501"),
    ],
)
def test_what_is_no_request_is_refused_in_one_line(server: Server, head: bytes, status: bytes) -> None:
    with connected(server) as line:
        line.sendall(head + b"\r\n\r\n")
        said = b"".join(iter(lambda: line.recv(4096), b""))
    assert said.split()[1] == status
    assert b"\r\nX-Content-Type-Options: nosniff\r\n" in said
    assert list(json.loads(said.partition(b"\r\n\r\n")[2])) == ["error"]


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Delete the cookies of this address"), ("de", "die Cookies dieser Adresse")],
)
def test_a_browser_with_too_many_cookies_reads_what_to_do(server: Server, language: str, told: str) -> None:
    asking = f"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Language: {language}\r\n"
    with connected(server) as line:
        line.sendall(asking.encode())
        line.sendall(b"Cookie: other=" + b"x" * MAX_HEAD_BYTES + b"\r\n\r\n")
        head, _, page = b"".join(iter(lambda: line.recv(4096), b"")).partition(b"\r\n\r\n")
    assert head.split()[1] == b"431"
    assert b"\r\nContent-Type: text/html" in head
    assert b"\r\nContent-Length: %d\r\n" % len(page) in head + b"\r\n"
    assert f'<html lang="{language}">' in page.decode()
    assert told in page.decode()
    assert "/static/" not in page.decode()  # its own requests would be refused, too


def test_a_browser_shows_what_to_do_about_too_many_cookies(server: Server, chromium: Browser) -> None:
    home = f"http://127.0.0.1:{server.port}/"
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
    context.add_cookies([{"name": f"other-{n}", "value": "x" * 4000, "url": home} for n in range(6)])
    page = context.new_page()
    page.goto(home)
    expect(page.locator("main")).to_contain_text("Cookies dieser Adresse")
    context.clear_cookies()
    page.get_by_role("link").click()
    expect(page.locator("#scores")).to_be_attached()
    context.close()


def seated(app: Flask) -> dict[str, str]:
    """Return the headers of a phone that has a seat."""
    caller: Caller = watcher(app).seated(1)
    cookie = caller.get_cookie("table")
    assert cookie is not None
    return {"Cookie": f"table={cookie.value}", "X-CSRF-Token": caller.token}


@pytest.mark.parametrize(
    ("language", "told"), [("en", "pictures of up to 16 MB"), ("de", "Bilder bis zu 16 MB")]
)
def test_a_picture_that_is_too_large_is_refused_on_the_page(
    server: Server, app: Flask, language: str, told: str
) -> None:
    headers = {**seated(app), **PEOPLE, "Accept-Language": language}
    answer = asked(server, "POST", "/snap", MAX_ANY_UPLOAD_BYTES + 1, headers=headers)
    page = answer.read().decode()
    assert (answer.status, answer.headers.get_content_type()) == (413, "text/html")
    assert told in page


def test_a_browser_shows_why_a_picture_is_too_large(
    server: Server, chromium: Browser, tmp_path: Path
) -> None:
    large = tmp_path / "large.jpg"
    large.write_bytes(bytes(20_000_000))
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/join")
    sits(page, "Ann")
    page.goto(f"http://127.0.0.1:{server.port}/snap")
    page.locator("#photo").set_input_files(large)
    expect(page.locator("main")).to_contain_text("The table takes pictures of up to 16 MB.")
    context.close()


def test_pictures_of_one_address_come_a_few_at_a_time(server: Server, app: Flask) -> None:
    begun = b"POST /snap HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n"
    headers = seated(app)
    with ExitStack() as open_:
        for _ in range(DEFAULT_LIMITS.uploads):
            line = open_.enter_context(connected(server))
            line.sendall(begun)
            assert phone_is_answered(server)  # so the server has read the head
        answer = asked(server, "POST", "/snap", 9_000_000, headers=headers)
        assert answer.status == 503
        assert "Send yours again" in json.loads(answer.read())["error"]
        other = open_.enter_context(connected(server, PHONE))
        other.sendall(begun)
        other.setblocking(False)
        assert phone_is_answered(server)
        with pytest.raises(BlockingIOError):
            other.recv(1)  # it is waited for


def test_a_slow_page_asked_for_by_one_address_delays_nobody(server: Server, app: Flask) -> None:
    held, begun = threading.Event(), threading.Semaphore(0)

    def slow() -> None:
        begun.release()
        held.wait(20)

    app.before_request_funcs.setdefault("privacy", []).append(slow)
    with ExitStack() as open_:
        for _ in range(30):
            line = open_.enter_context(connected(server))
            line.sendall(b"GET /privacy HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for _ in range(DEFAULT_LIMITS.answers):
            assert begun.acquire(timeout=20)
        assert phone_is_answered(server)
        assert not begun.acquire(blocking=False)
        held.set()
        for _ in range(30 - DEFAULT_LIMITS.answers):
            assert begun.acquire(timeout=20)
