"""Measure the time from an event until every phone has it, and the number of phones that can watch a
table. Measure also how much phones that never read their stream delay the others.

The phones and the table's server share one process, so the times contain the cost of both. At a real table
the times are shorter.
"""

import gc
import gzip
import os
import re
import selectors
import socket
import statistics
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from device.lab.bench import mixture
from web.server import Server, create_app
from web.snapshot import (
    Buttons,
    Clause,
    Contested,
    Exposed,
    Mark,
    Picture,
    Player,
    PositionShown,
    Proposed,
    Ruled,
    Snapshot,
)
from web.snapshot_hub import SnapshotHub

PHONE_COUNTS: Final = (500, 200)
"""Numbers of phones that are measured, the larger number first. The memory that the first phones need is new
to the process and can be measured; the next phones use it again."""
EVENT_COUNT: Final = 40
"""Number of events that are sent to all phones and timed. 200 phones receive 8,000 of them in all."""
PAUSE_S: Final = 0.25
"""Seconds between two events. Even the most frequent events of a real table, the camera's frames, come less
often."""
STUCK_PHONES: Final = 20
"""Number of phones that open a stream and never read from it."""
PATIENCE_S: Final = 60.0
STREAM_REQUEST: Final = b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
HAND_PATTERN: Final = re.compile(rb"Hand (\d+)<")
PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Watcher:
    """One phone's connection to the stream, and the time at which each event arrived. Event `n` shows hand
    `n` + 1."""

    line: socket.socket
    arrivals: dict[int, float] = field(default_factory=dict)
    tail: bytes = b""

    def read(self, now: float) -> bool:
        """Read the received data, and note the events in it at the time `now`. Return False if the table has
        closed the connection."""
        try:
            data = self.line.recv(1 << 18)
        except BlockingIOError:
            return True
        text = self.tail + data
        for found in HAND_PATTERN.finditer(text):
            self.arrivals.setdefault(int(found[1]) - 1, now)
        self.tail = text[-32:]
        return bool(data)


def measure(seconds: float) -> dict[str, Any]:
    """Return how long an event takes to each number of phones, the kilobytes of the first page, and the
    results of a mixture of good and faulty requests. The mixture lasts `seconds` seconds."""
    crowds = {f"{count} phones": measure_phones(count) for count in PHONE_COUNTS}
    return {**crowds, "first page": first_page(), "requests with faults": mixture.measure(seconds, at_play())}


def measure_phones(count: int) -> dict[str, Any]:
    """Measure how long events take to `count` phones, first alone, and then beside `STUCK_PHONES` phones that
    never read. Measure also the memory for each phone."""
    with serving(count + STUCK_PHONES) as (hub, server):
        before = resident()
        with crowd(server.port, count) as watchers:
            read_streams(watchers, 0, time.perf_counter() + PATIENCE_S)
            gc.collect()
            each = (resident() - before) / count
            alone = latencies(hub, watchers, 1)
            with crowd(server.port, STUCK_PHONES):  # they open the stream, and never read from it
                beside = latencies(hub, watchers, 1 + EVENT_COUNT)
            connected = sum(0 in watcher.arrivals for watcher in watchers)
    return {
        "connected": connected,
        "reached ms p50, p99, worst": alone,
        f"the same beside {STUCK_PHONES} that never read": beside,
        "kB a phone": round(each / 1000),
    }


def latencies(hub: SnapshotHub, watchers: Sequence[Watcher], first: int) -> tuple[float, float, float]:
    """Publish events, numbered from `first`, and measure the milliseconds until they arrive at `watchers`.
    Return the median, the 99th percentile and the worst. An event that never arrives counts as infinite."""
    table, taken = at_play(), []
    for number in range(first, first + EVENT_COUNT):
        sent = time.perf_counter()
        hub.publish(replace(table, hand=number + 1, position=replace(table.position, stock=number % 40)))
        read_streams(watchers, number, sent + PATIENCE_S)
        taken += [watcher.arrivals.get(number, float("inf")) - sent for watcher in watchers]
        read_streams(watchers, -1, time.perf_counter() + PAUSE_S)
    cuts = statistics.quantiles(taken, n=100)
    return tuple(round(1000 * each, 1) for each in (cuts[49], cuts[98], max(taken)))  # type: ignore[return-value]


def read_streams(watchers: Sequence[Watcher], number: int, until: float) -> None:
    """Let the phones read until each has received event `number`, or until the time `until`."""
    missing = {watcher.line.fileno() for watcher in watchers if number not in watcher.arrivals}
    with selectors.DefaultSelector() as waiting:
        for watcher in watchers:
            waiting.register(watcher.line, selectors.EVENT_READ, watcher)
        while missing and (left := until - time.perf_counter()) > 0:
            for key, _ in waiting.select(left):
                if not key.data.read(time.perf_counter()):
                    waiting.unregister(key.fileobj)
                    missing.discard(key.fd)
                elif number in key.data.arrivals:
                    missing.discard(key.fd)


@contextmanager
def crowd(port: int, count: int) -> Iterator[list[Watcher]]:
    """Yield `count` phones, each with an open stream of the server at `port`. Close the streams at the
    end."""
    watchers: list[Watcher] = []
    try:
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
            watchers.append(Watcher(line))
            line.sendall(STREAM_REQUEST)
            line.setblocking(False)
        yield watchers
    finally:
        for watcher in watchers:
            watcher.line.close()


@contextmanager
def serving(streams: int) -> Iterator[tuple[SnapshotHub, Server]]:
    """Serve the pages of a table in mid-game to at most `streams` streams. Yield the hub of snapshots and the
    server."""
    hub = SnapshotHub(replace(at_play(), hand=1))
    server = Server(create_app(hub, lambda _: None, streams=streams), "127.0.0.1", 0).start()
    try:
        yield hub, server
    finally:
        server.close()


def first_page() -> dict[str, Any]:
    """Return the compressed kilobytes of the table's page and of all files that its head links to, and the
    number of files."""
    with serving(1) as (_, server):
        home = f"http://127.0.0.1:{server.port}"
        page = fetched(f"{home}/")
        head = gzip.decompress(page).decode().split("</head>")[0]
        needed = set(re.findall(r'(?:src|href)="(/[^"]+)"', head))
        sizes = {"/": len(page), **{one: len(fetched(home + one)) for one in sorted(needed)}}
    return {"kB": round(sum(sizes.values()) / 1000, 1), "parts": len(sizes)}


def fetched(address: str) -> bytes:
    """Return the bytes that a browser receives for `address`, still compressed."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return bytes(answer.read())


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES


def at_play() -> Snapshot:
    """Return the snapshot of a table in mid-game, with three players and forty cards in view."""
    width, height, side = 1280, 720, 0.04
    spots = [(0.05 + 0.09 * (n % 10), 0.1 + 0.2 * (n // 10)) for n in range(40)]
    marks = tuple(
        Mark(
            f"c{n}", ((x, y), (x + side, y), (x + side, y + side), (x, y + side)), "ABCDEFGHIJ"[n % 10], 0.99
        )
        for n, (x, y) in enumerate(spots)
    )
    ruling = Ruled("illegal", "MOTHRE isn't in the word list.", (Clause("ALL-1"),), "1:MOTHER~MOTHRE", 1)
    return Snapshot(
        game="Lexicon",
        players=(Player("Anne", 42, 6), Player("Ben", 87, 4), Player("Cora", 63, 9)),
        turn=0,
        ruling=ruling,
        proposal=Proposed("Ben played HAT.", 0, complete=True),
        history=(ruling,) * 8,
        picture=Picture(7, width, height, marks),
        position=PositionShown(
            words=("EXPORT", "SMOTHERED", "CaT", "HAT"), exposed=Exposed("Q", 4), stock=17
        ),
        buttons=Buttons(may_confirm=True, may_challenge=True, contested=Contested(("SMOTHERED",), 0)),
    )
