"""Attack a table from one address: `python -m device.lab.bench.besiegers PORT PIN SECONDS`.

The attacker tries to keep the other phones from the table. It uses one way of attack after another, then all
of them at once. At the end it prints a count of each result.
"""

import json
import re
import select
import socket
import struct
import sys
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from http.client import HTTPConnection, HTTPException, HTTPResponse
from types import MappingProxyType
from typing import Final

ATTACKER_ADDRESS: Final = "127.0.0.66"
ATTACK_SECONDS: Final = 10.0
"""Seconds for which one way of attack is used before the next."""
HALF_OPEN_COUNT: Final = 1130
STREAM_COUNT: Final = 500
SENDER_THREADS: Final = 8
"""Number of threads that send bodies, PINs and pictures."""
PICTURE_SIDE_PIXELS: Final = 8000
"""Width and height in pixels of the picture that the attacker sends. It has few bytes when compressed."""
ATTACKED_PATHS: Final = ("/nowhere", "/", "/join/sit", "/static/page.js", "/snap", "/api/confirm")

Tally = Counter[str]


def besiege(port: int, pin: str, seconds: float) -> dict[str, int]:
    """Attack for `seconds`. Return how often each result occurred, such as `PIN 403`: a PIN answered with
    403."""
    tally: Tally = Counter()
    steward = enter_pin(port, pin)
    ways: Mapping[str, Callable[[float], None]] = MappingProxyType(
        {
            "half-open": partial(hold_half_open, port, tally),
            "streams": partial(hold_streams, port, tally),
            "bodies": partial(call_in_threads, partial(send_body, port, tally)),
            "PINs": partial(call_in_threads, partial(send_wrong_pin, port, tally)),
            "pictures": partial(call_in_threads, partial(send_picture, port, tally, steward)),
        }
    )
    turns = [[way] for way in ways.values()] + [list(ways.values())]
    ends, number = time.monotonic() + seconds, 0
    while (now := time.monotonic()) < ends:
        until = min(ends, now + ATTACK_SECONDS)
        attacking = [threading.Thread(target=way, args=(until,)) for way in turns[number % len(turns)]]
        for thread in attacking:
            thread.start()
        for thread in attacking:
            thread.join()
        number += 1
    return dict(sorted(tally.items()))


@dataclass(frozen=True, slots=True)
class _HeldConnections:
    """A kind of connections that the attacker opens and keeps open."""

    name: str
    """The name of this kind of connections in the results."""
    count: int
    """The number of connections that the attacker tries to hold."""
    request_start: bytes
    """The bytes that the attacker sends on each connection."""


@dataclass(frozen=True, slots=True)
class _Form:
    """A form that the attacker sends, as a phone would."""

    path: str
    """The path of the page to which the form is sent."""
    content: bytes
    """The body of the request that sends the form."""
    headers: dict[str, str] = field(default_factory=dict)
    """The HTTP headers of the request that sends the form."""


_HALF_OPEN_LINES: Final = _HeldConnections("half-open", HALF_OPEN_COUNT, b"GET / HTTP/1.1\r\nHost: loc")
_STREAM_LINES: Final = _HeldConnections(
    "stream", STREAM_COUNT, b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
)


def hold_half_open(port: int, tally: Tally, until: float) -> None:
    """Until the time `until`, hold as many connections as possible with a request that never ends."""
    _keep(port, tally, _HALF_OPEN_LINES, until)


def hold_streams(port: int, tally: Tally, until: float) -> None:
    """Until the time `until`, hold as many event streams as possible, and read nothing from them."""
    _keep(port, tally, _STREAM_LINES, until)


def _keep(port: int, tally: Tally, kind: _HeldConnections, until: float) -> None:
    lines: list[socket.socket] = []
    while time.monotonic() < until:
        for _ in range(kind.count - len(lines)):
            if time.monotonic() > until:
                break
            with suppress(OSError):
                lines.append(connect(port))
                lines[-1].sendall(kind.request_start)
        for line in filter(_is_closed, lines):
            line.close()
        lines = [line for line in lines if line.fileno() >= 0]
        held = f"most {kind.name} lines held"
        tally[held] = max(tally[held], len(lines))
        time.sleep(0.05)
    for line in lines:
        line.close()


def _is_closed(line: socket.socket) -> bool:
    """Return True if the table has closed the connection. Data that the table has sent is not read."""
    looking = select.poll()
    looking.register(line, select.POLLRDHUP)
    return bool(looking.poll(0))


def call_in_threads(act: Callable[[int], None], until: float) -> None:
    """Call `act` again and again until the time `until`, from `SENDER_THREADS` threads. The argument of `act`
    is a number that grows by one with each call in a thread."""

    def go_on(number: int) -> None:
        while time.monotonic() < until:
            act(number)
            number += 1

    hands = [threading.Thread(target=go_on, args=(number,)) for number in range(SENDER_THREADS)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()


def send_body(port: int, tally: Tally, number: int) -> None:
    """Send a request with a body of 0.5 or 15.9 megabytes, and count in `tally` how it was answered. `number`
    chooses the size, and the path among `ATTACKED_PATHS`."""
    size = (500_000, 15_900_000)[number % 2]
    _send_form(port, tally, "body", _Form(ATTACKED_PATHS[number % len(ATTACKED_PATHS)], bytes(size)))


def send_wrong_pin(port: int, tally: Tally, number: int) -> None:
    """Send a wrong PIN, as from a phone that the table does not know yet."""
    headers = new_phone_form(port)
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    _send_form(port, tally, "PIN", _Form("/steward/enter", f"pin=no{number}".encode(), headers))


def send_picture(port: int, tally: Tally, steward: dict[str, str], _number: int) -> None:
    """Send a picture that has few bytes and very many pixels."""
    content = (
        b"--b\r\nContent-Disposition: form-data; name=photo; filename=a.png\r\n\r\n"
        + large_png()
        + b"\r\n--b--\r\n"
    )
    headers = {**steward, "Content-Type": "multipart/form-data; boundary=b"}
    _send_form(port, tally, "picture", _Form("/snap", content, headers))


@cache
def large_png() -> bytes:
    """Return a grey PNG of `PICTURE_SIDE_PIXELS` x `PICTURE_SIDE_PIXELS` pixels, sixteen bits each."""
    head = struct.pack(">IIBBBBB", PICTURE_SIDE_PIXELS, PICTURE_SIDE_PIXELS, 16, 0, 0, 0, 0)
    rows = zlib.compress(bytes(PICTURE_SIDE_PIXELS * (1 + 2 * PICTURE_SIDE_PIXELS)), 9)
    parts = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def connect(port: int) -> socket.socket:
    """Open a connection to the table from the attacker's address."""
    return socket.create_connection(("127.0.0.1", port), 20, source_address=(ATTACKER_ADDRESS, 0))


def send_request(
    port: int, method: str, path: str, data: bytes, headers: dict[str, str]
) -> tuple[HTTPResponse, bytes]:
    """Send a request from the attacker's address. Return the answer and its body. Raise OSError or
    HTTPException if there is no answer."""
    line = HTTPConnection("127.0.0.1", port, timeout=20, source_address=(ATTACKER_ADDRESS, 0))
    try:
        with suppress(BrokenPipeError):  # refused before all was sent: the answer is there all the same
            line.request(method, path, data, {"Accept": "text/html", **headers})
        answer = line.getresponse()
        return answer, answer.read()
    finally:
        line.close()


def _send_form(port: int, tally: Tally, name: str, form: _Form) -> None:
    """Send the form `form` to the table at `port`. Count in `tally` how it was answered, such as `PIN 403`,
    where `name` is `PIN` and 403 the HTTP status."""
    try:
        answer, _ = send_request(port, "POST", form.path, form.content, form.headers)
        tally[f"{name} {answer.status}"] += 1
    except (OSError, HTTPException):
        tally[f"{name} hung up"] += 1
        time.sleep(0.01)


def new_phone_form(port: int) -> dict[str, str]:
    """Return the headers (cookie and CSRF token) with which a new phone may send a form. Return an empty
    dictionary if the table does not answer."""
    try:
        answer, page = send_request(port, "GET", "/steward/enter", b"", {})
        token = re.search(rb'name="csrf" value="(\w+)"', page)
        cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
        return {"Cookie": cookie, "X-CSRF-Token": token[1].decode() if token else ""}
    except (OSError, HTTPException):
        return {}


def enter_pin(port: int, pin: str) -> dict[str, str]:
    """Enter the PIN. Return the headers (cookie and CSRF token) with which this phone may send pictures."""
    headers = {**new_phone_form(port), "Content-Type": "application/x-www-form-urlencoded"}
    answer, _ = send_request(port, "POST", "/steward/enter", f"pin={pin}".encode(), headers)
    headers["Cookie"] = (answer.getheader("Set-Cookie") or "").split(";")[0]
    _, page = send_request(port, "GET", "/steward/enter", b"", headers)
    token = re.search(rb'name="csrf" value="(\w+)"', page)
    assert token, "the steward's page has forms"
    return {"Cookie": headers["Cookie"], "X-CSRF-Token": token[1].decode()}


if __name__ == "__main__":
    print(json.dumps(besiege(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))))  # noqa: T201  # to its parent
