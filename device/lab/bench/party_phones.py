"""Measure how long after a tap on one phone of a party all other phones show the change, and how many phones
a hub and its gateways serve.

Hub, broker and gateways are processes as people start them. The phones are sockets in this process. A phone
of table 1 reports that its table is ready, or not ready. 96 of a hundred phones, and each screen of the room,
show the report.
"""

import os
import re
import selectors
import socket
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from device.lab.bench.party_pages import Machine, Phone, gateway, hub
from engine.party import SEATS_PER_TABLE

TABLES: Final = 25
UNREADY_TABLES: Final = 1
"""Number of tables, the last ones, that do not report that they are ready. As long as a table is not ready,
the bell does not ring."""
STREAMS: Final = 100
SCREEN_INTERVAL: Final = 25
"""Number of streams of which one belongs to a screen of the room, and the others to phones."""
TAPS: Final = 16
GATEWAY_TAPS: Final = 3
"""The number of taps that are measured with gateways. A tap then takes seconds, because all processes share
one machine."""
PAUSE_S: Final = 0.3
PATIENCE_S: Final = 20.0
_NEXT: Final = re.compile(rb'"next":{"at":([0-9.]+)')
_MAX_EARLIER_BYTES: Final = 40
"""Number of bytes at the end of the received data that a listener keeps. A pattern that `Listener.read`
searches may begin in these bytes and end in the data received next."""
PHONES_PER_SERVER: Final = 500
"""The number of phones that hold a stream at one hub, or at each gateway."""
GATEWAYS: Final = 4


@dataclass(eq=False)
class Listener:
    """A phone, or a screen of the room, that holds a stream and notes when its page changes."""

    line: socket.socket
    clock_lead_seconds: float = 0.0
    """The seconds by which the hub's clock is ahead of the phone's own, as the phone estimates it."""
    changed_at: float = 0.0
    """The time (`perf_counter`) at which the phone's page last changed; 0 if it has not changed."""
    bell_at: float = 0.0
    """The time (`perf_counter`) at which the phone rings the bell, computed as in the script of its page; 0
    if never."""
    ended: bool = False
    """True if the stream has ended, which is a fault."""
    tail: bytes = b""
    """The last bytes received. A pattern that `read` searches may begin in these bytes."""

    def read(self) -> None:
        """Read the received data. Note if the page changed, when the bell will ring, and if the stream has
        ended."""
        data = self.line.recv(1 << 18)
        self.ended = not data
        now = time.perf_counter()
        if b"<hx-partial" in self.tail + data:
            self.changed_at = now
        if (found := _NEXT.search(self.tail + data)) is not None:
            self.bell_at = max(now, float(found[1]) - self.clock_lead_seconds)
        self.tail = data[-_MAX_EARLIER_BYTES:]
        self.tail = self.tail.replace(b"<hx-partial", b"").replace(b'"next":{', b"")


def measure() -> dict[str, Any]:
    """Return the milliseconds from a tap until phones show the change, with a hub alone and with a hub and
    gateways."""
    return {
        f"{STREAMS} phones at the hub": measure_streams(STREAMS),
        f"{STREAMS} screens at the hub": measure_streams(STREAMS, screens=1),
        f"{PHONES_PER_SERVER} phones at the hub": measure_streams(PHONES_PER_SERVER),
        f"{GATEWAYS} doors of {PHONES_PER_SERVER} phones": measure_streams(
            PHONES_PER_SERVER, gateways=GATEWAYS, taps=GATEWAY_TAPS
        ),
    }


def measure_streams(
    streams: int, *, screens: int = SCREEN_INTERVAL, gateways: int = 0, taps: int = TAPS
) -> dict[str, Any]:
    """Run a party's hub, and measure `taps` taps on one phone, a ring of the bell, and the cost.

    `streams` phones and screens hold a stream and show the taps. One stream in `screens` belongs to a
    screen of the room, the others to phones. With gateways, each of them has `streams` streams; otherwise
    the hub has them.
    """
    with ExitStack() as leaving:
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-phones-")))
        home = leaving.enter_context(hub(folder, TABLES))
        phones = [Phone(home.port, home.seat(n)) for n in range(SEATS_PER_TABLE * (TABLES - UNREADY_TABLES))]
        for first in phones[::SEATS_PER_TABLE]:
            first.report_ready(is_ready=True)
        further = [leaving.enter_context(gateway(folder, home, f"{at}")) for at in range(gateways)]
        serving = further or [home]
        listeners = leaving.enter_context(
            listening(phones, [each.port for each in serving], streams, screens)
        )
        before = processor(serving)
        latency = tap_latency(phones[0], listeners, taps)
        used = [
            round(1000 * (now - then) / taps, 1) for now, then in zip(processor(serving), before, strict=True)
        ]
        last = Phone(home.port, home.seat(SEATS_PER_TABLE * (TABLES - UNREADY_TABLES)))
        return {
            **latency,
            "bell, phones, first to last, ms": ring_spread([phones[0], last], listeners),
            "processor ms a tap, each process": used,
            "MB of each process": megabytes(serving),
        }


@dataclass(frozen=True, slots=True)
class Listeners:
    """The phones and screens that listen, and the selector that waits for their data."""

    selector: selectors.BaseSelector
    phones: Sequence[Listener]


@contextmanager
def listening(
    phones: Sequence[Phone], ports: Sequence[int], streams: int, screens: int
) -> Iterator[Listeners]:
    """Open `streams` streams at each of `ports`, and yield their listeners. One stream in `screens` belongs
    to a screen of the room, the others belong to phones."""
    with selectors.DefaultSelector() as selector, ExitStack() as leaving:
        listeners = list[Listener]()
        for port in ports:
            for number in range(streams):
                page = "screen" if number % screens == 0 else "mine"
                phone = phones[number % len(phones)]
                listeners.append(
                    Listener(
                        leaving.enter_context(phone.open_stream(port, page)), phone.clock_lead_seconds(port)
                    )
                )
                selector.register(listeners[-1].line, selectors.EVENT_READ, listeners[-1])
                read_streams(selector, [], 0.0)
        read_streams(selector, listeners, time.perf_counter() + PATIENCE_S)
        yield Listeners(selector, listeners)


def tap_latency(phone: Phone, listeners: Listeners, taps: int) -> dict[str, Any]:
    """Let `phone` tap `taps` times. Return how long the pages of `listeners` take to show a tap, in
    milliseconds.

    Return also the number of listeners that had received their page before the taps, and the number of
    streams that ended.
    """
    whole = sum(each.changed_at > 0 for each in listeners.phones)
    taken = list[float]()
    for number in range(taps):
        read_streams(listeners.selector, [], time.perf_counter() + PAUSE_S)
        taken += _tap_seconds(listeners.selector, phone, listeners.phones, is_ready=bool(number % 2))
    cuts = statistics.quantiles(taken, n=100)
    return {
        "ms to p50, p99, worst": [round(1000 * each, 1) for each in (cuts[49], cuts[98], max(taken))],
        "listening": whole,
        "streams that ended": sum(each.ended for each in listeners.phones),
    }


def ring_spread(phones: Sequence[Phone], listeners: Listeners) -> float:
    """Let `phones` report that the last tables are ready, so that the bell rings on the phones that listen.
    Return the milliseconds from the first phone's ring to the last."""
    for each in listeners.phones:
        each.bell_at = 0.0
    for phone in phones:
        phone.report_ready(is_ready=True)
    until = time.perf_counter() + PATIENCE_S
    while not all(each.bell_at or each.ended for each in listeners.phones) and time.perf_counter() < until:
        read_streams(listeners.selector, [], time.perf_counter() + PAUSE_S)
    rings = [each.bell_at for each in listeners.phones if each.bell_at] or [0.0]
    return round(1000 * (max(rings) - min(rings)), 1)


def _tap_seconds(
    selector: selectors.BaseSelector, phone: Phone, listeners: Sequence[Listener], *, is_ready: bool
) -> list[float]:
    """Let the phone tap once. Return the seconds until each listener's page shows the tap, or `PATIENCE_S`
    for a page that does not show it in this time."""
    for each in listeners:
        each.changed_at = 0.0
    began = time.perf_counter()
    with phone.reporting_ready(is_ready=is_ready):
        read_streams(selector, listeners, began + PATIENCE_S)
    return [each.changed_at - began if each.changed_at else PATIENCE_S for each in listeners]


def read_streams(selector: selectors.BaseSelector, listeners: Sequence[Listener], until: float) -> None:
    """Read the streams of all phones until each of `listeners` has changed its page, at most until the time
    `until` (`perf_counter`). If `listeners` is empty, read until this time."""
    missing = {each for each in listeners if not each.changed_at}
    while True:
        left = until - time.perf_counter()
        for key, _ in selector.select(max(left, 0.0)):
            key.data.read()
            if key.data.ended:
                selector.unregister(key.data.line)
            if key.data.changed_at or key.data.ended:
                missing.discard(key.data)
        if left <= 0 or (listeners and not missing):
            return


def processor(machines: Sequence[Machine]) -> list[float]:
    """Return the seconds of processor time that the process of each machine has used so far."""
    tick = os.sysconf("SC_CLK_TCK")
    stats = [Path(f"/proc/{each.pid}/stat").read_text().rpartition(") ")[2].split() for each in machines]
    return [(int(stat[11]) + int(stat[12])) / tick for stat in stats]


def megabytes(machines: Sequence[Machine]) -> list[float]:
    """Return the resident memory of each machine's process, in megabytes."""
    sizes = list[float]()
    for each in machines:
        status = Path(f"/proc/{each.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        sizes.append(round(int(line.split()[1]) / 1000, 1))
    return sizes
