"""Send a mixture of good and faulty requests to a table's web server for a given time. Check the answers, and
measure how much the server's process grows."""

import gc
import os
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from web.server import Server, create_app
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub
from web.workers import THREAD_NAME_PREFIX

ASKING_THREADS: Final = 6
"""Number of threads that send requests. Each thread sends one request after another."""
STREAMS: Final = 40
SILENCE_S: Final = 2.0
"""Maximum seconds for which a half-open connection or an event stream is held before this module closes
it."""
PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
PROPER_STATUSES: Final = frozenset(
    {200, 303, 304, 400, 403, 404, 405, 408, 409, 411, 413, 414, 417, 421, 431, 501, 503}
)
"""The HTTP statuses that are right as answers to this module's requests. Any other status is a wrong
answer."""

SendRequest = Callable[[int, random.Random], int | None]
"""A function that sends a request to a port. It returns the HTTP status of the answer, or None if no answer
came."""


def measure(seconds: float, snapshot: Snapshot) -> dict[str, Any]:
    """Send requests for `seconds` to a server that shows `snapshot`, and count the answers by status.

    Measure also by how many megabytes and threads the process grows between a tenth of the time and its end.
    """
    hub = SnapshotHub(snapshot)
    server = Server(create_app(hub, lambda _: None, streams=STREAMS), "127.0.0.1", 0).start()
    answers: Counter[str] = Counter()
    ends = time.monotonic() + seconds
    asking = [
        threading.Thread(target=_ask, args=(server.port, random.Random(n), ends, answers))
        for n in range(ASKING_THREADS)
    ]
    for thread in asking:
        thread.start()
    time.sleep(seconds / 10)
    early, threads = _resident(), _threads()
    while any(thread.is_alive() for thread in asking):
        time.sleep(0.2)
        hub.republish(lambda s: s)
    gc.collect()
    grown, more = _resident() - early, _threads() + ASKING_THREADS - threads
    server.close()
    return {
        "seconds": seconds,
        "answers": dict(sorted(answers.items())),
        "wrong answers": sum(count for status, count in answers.items() if _wrong(status)),
        "grown MB": round(grown / 1e6, 1),
        "more threads": more,
    }


def _threads() -> int:
    """Return the number of running threads, except those that the server starts only when needed."""
    return sum(not thread.name.startswith(THREAD_NAME_PREFIX) for thread in threading.enumerate())


def _wrong(status: str) -> bool:
    return status.isdigit() and int(status) not in PROPER_STATUSES


def _ask(port: int, rng: random.Random, ends: float, answers: Counter[str]) -> None:
    while time.monotonic() < ends:
        send_request = rng.choice(_REQUEST_KINDS)
        try:
            status = send_request(port, rng)
        except (ConnectionError, TimeoutError):
            status = None
        name = "hung up" if status is None else str(status)
        answers[name] += 1


def _page(port: int, rng: random.Random) -> int | None:
    path = rng.choice(["/", "/join", "/privacy", "/regions", "/api/state", "/nowhere", "/steward"])
    return _answer_status(
        port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    )


def _post(port: int, rng: random.Random) -> int | None:
    body = rng.choice([b"{}", b"{", b"\xff\xfe", b'{"by": -1}', b'{"by": 1e999}', b"[" * 900, b"seat=\x00"])
    kind = rng.choice(["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "x/y"])
    path = rng.choice(["/api/confirm", "/api/challenge", "/join/sit", "/steward/enter", "/"])
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
    return _answer_status(port, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)


def _stranger(port: int, rng: random.Random) -> int | None:
    host = rng.choice(["evil.example", "[::1", "", "localhost:99999", "a" * 300])
    return _answer_status(port, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())


def _huge(port: int, rng: random.Random) -> int | None:
    head = b"POST /api/confirm HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n"
    return _answer_status(port, head + b"x" * rng.randrange(60_000))


def _noise(port: int, rng: random.Random) -> int | None:
    return _answer_status(port, rng.randbytes(200) + b"\r\n\r\n")


def _half_open(port: int, rng: random.Random) -> int | None:
    with socket.create_connection(("127.0.0.1", port), timeout=SILENCE_S) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        time.sleep(rng.random() * SILENCE_S)
    return None


def _slow(port: int, rng: random.Random) -> int | None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        for byte in b"GET /api/state HTTP/1.1\r\nHost: localhost\r\n\r\n":
            line.sendall(bytes([byte]))
            time.sleep(rng.random() * 0.02)
        return _status(line)


def _vanishing(port: int, rng: random.Random) -> int | None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        status = _status(line)
        time.sleep(rng.random() * SILENCE_S)
    return status


_REQUEST_KINDS: Final[list[SendRequest]] = [
    _page,
    _page,
    _page,
    _post,
    _post,
    _stranger,
    _huge,
    _noise,
    _half_open,
    _slow,
    _vanishing,
]


def _answer_status(port: int, request: bytes) -> int | None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(request)
        return _status(line)


def _status(line: socket.socket) -> int | None:
    words = line.recv(4096).split(b" ", 2)
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else None


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES
