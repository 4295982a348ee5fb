"""Measure the time until a tap on one phone of a party shows on all others, and the number of phones that a
hub and its gateways serve.

Hub, broker and gateways are processes as people start them. This module has only the phones, which are
sockets. A phone of table 1 reports that its table is ready, or not yet; 96 of a hundred phones, and each
screen, show the change.
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
"""Number of tables, the last ones, that are never ready, so that the bell does not ring."""
STREAMS: Final = 100
SCREEN_INTERVAL: Final = 25
"""One stream in this many is a screen of the room. The others are phones."""
TAPS: Final = 16
GATEWAY_TAPS: Final = 3
"""The number of taps at gateways. Each takes seconds, because the gateways' processes share the machine."""
PAUSE_S: Final = 0.3
PATIENCE_S: Final = 20.0
_NEXT: Final = re.compile(rb'"next":{"at":([0-9.]+)')
_MAX_EARLIER_BYTES: Final = 40
"""Number of bytes that are kept from the end of the received data. A pattern that `Listener.read` searches
may begin in them and end in the next data.
"""
PHONES_PER_SERVER: Final = 500
"""The number of phones with a stream at one hub or one gateway."""
GATEWAYS: Final = 4


@dataclass(eq=False)
class Listener:
    """A phone that listens to a stream."""

    line: socket.socket
    ahead: float = 0.0
    """The phone's estimate of the hub's clock minus its own clock, seconds."""
    changed_at: float = 0.0
    """The time at which the phone's page last changed."""
    rings: float = 0.0
    """The time at which the phone rings the bell, computed as in its page's script."""
    ended: bool = False
    """True if the stream has ended, which is a fault."""
    rest: bytes = b""
    """The end of the data received so far."""

    def read(self) -> None:
        """Read the received data."""
        data = self.line.recv(1 << 18)
        self.ended = not data
        now = time.perf_counter()
        if b"<hx-partial" in self.rest + data:
            self.changed_at = now
        if (found := _NEXT.search(self.rest + data)) is not None:
            self.rings = max(now, float(found[1]) - self.ahead)
        self.rest = data[-_MAX_EARLIER_BYTES:]
        self.rest = self.rest.replace(b"<hx-partial", b"").replace(b'"next":{', b"")


def measure() -> dict[str, Any]:
    """Return milliseconds from a tap to the phones, at a hub alone and at a hub with gateways."""
    return {
        f"{STREAMS} phones at the hub": heard_by(STREAMS),
        f"{STREAMS} screens at the hub": heard_by(STREAMS, screens=1),
        f"{PHONES_PER_SERVER} phones at the hub": heard_by(PHONES_PER_SERVER),
        f"{GATEWAYS} doors of {PHONES_PER_SERVER} phones": heard_by(
            PHONES_PER_SERVER, gateways=GATEWAYS, taps=GATEWAY_TAPS
        ),
    }


def heard_by(
    streams: int, *, screens: int = SCREEN_INTERVAL, gateways: int = 0, taps: int = TAPS
) -> dict[str, Any]:
    """Run a party, and measure `taps` taps. `streams` new phones and screens listen at the hub, or at each
    gateway."""
    with ExitStack() as leaving:
        folder = Path(leaving.enter_context(tempfile.TemporaryDirectory(prefix="lexicon-phones-")))
        home = leaving.enter_context(hub(folder, TABLES))
        phones = [Phone(home.port, home.seat(n)) for n in range(SEATS_PER_TABLE * (TABLES - UNREADY_TABLES))]
        for first in phones[::SEATS_PER_TABLE]:
            first.ready(said=True)
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
    """Hold phones that listen, and the selector that waits for their data."""

    waiting: selectors.BaseSelector
    phones: Sequence[Listener]


@contextmanager
def listening(
    phones: Sequence[Phone], ports: Sequence[int], streams: int, screens: int
) -> Iterator[Listeners]:
    """Let `streams` phones listen at each of `ports`. Every `screens`-th of them is a screen."""
    with selectors.DefaultSelector() as waiting, ExitStack() as leaving:
        listeners = list[Listener]()
        for port in ports:
            for number in range(streams):
                of = "screen" if number % screens == 0 else "mine"
                phone = phones[number % len(phones)]
                listeners.append(Listener(leaving.enter_context(phone.listens(port, of)), phone.ahead(port)))
                waiting.register(listeners[-1].line, selectors.EVENT_READ, listeners[-1])
                hear(waiting, [], 0.0)
        hear(waiting, listeners, time.perf_counter() + PATIENCE_S)
        yield Listeners(waiting, listeners)


def tap_latency(phone: Phone, listeners: Listeners, taps: int) -> dict[str, Any]:
    """Let one phone tap `taps` times. Return the milliseconds until `listeners` show it, and the number of
    listeners."""
    whole = sum(each.changed_at > 0 for each in listeners.phones)
    taken = list[float]()
    for number in range(taps):
        hear(listeners.waiting, [], time.perf_counter() + PAUSE_S)
        taken += _tapped(listeners.waiting, phone, listeners.phones, said=bool(number % 2))
    cuts = statistics.quantiles(taken, n=100)
    return {
        "ms to p50, p99, worst": [round(1000 * each, 1) for each in (cuts[49], cuts[98], max(taken))],
        "listening": whole,
        "streams that ended": sum(each.ended for each in listeners.phones),
    }


def ring_spread(phones: Sequence[Phone], listeners: Listeners) -> float:
    """Return the milliseconds from the first to the last ring of `listeners`, after `phones` report that the
    last tables are ready."""
    for each in listeners.phones:
        each.rings = 0.0
    for phone in phones:
        phone.ready(said=True)
    until = time.perf_counter() + PATIENCE_S
    while not all(each.rings or each.ended for each in listeners.phones) and time.perf_counter() < until:
        hear(listeners.waiting, [], time.perf_counter() + PAUSE_S)
    rings = [each.rings for each in listeners.phones if each.rings] or [0.0]
    return round(1000 * (max(rings) - min(rings)), 1)


def _tapped(
    waiting: selectors.BaseSelector, phone: Phone, listeners: Sequence[Listener], *, said: bool
) -> list[float]:
    """Return the seconds from a tap until each page shows the change. For a page that never shows it,
    return the whole waiting time."""
    for each in listeners:
        each.changed_at = 0.0
    began = time.perf_counter()
    with phone.taps(said=said):
        hear(waiting, listeners, began + PATIENCE_S)
    return [each.changed_at - began if each.changed_at else PATIENCE_S for each in listeners]


def hear(waiting: selectors.BaseSelector, listeners: Sequence[Listener], until: float) -> None:
    """Let phones read until all of `listeners` have the change, or until `until`. Without listeners read
    until `until`."""
    missing = {each for each in listeners if not each.changed_at}
    while True:
        left = until - time.perf_counter()
        for key, _ in waiting.select(max(left, 0.0)):
            key.data.read()
            if key.data.ended:
                waiting.unregister(key.data.line)
            if key.data.changed_at or key.data.ended:
                missing.discard(key.data)
        if left <= 0 or (listeners and not missing):
            return


def processor(machines: Sequence[Machine]) -> list[float]:
    """Return the processor seconds that the machines' processes have used so far."""
    tick = os.sysconf("SC_CLK_TCK")
    stats = [Path(f"/proc/{each.pid}/stat").read_text().rpartition(") ")[2].split() for each in machines]
    return [(int(stat[11]) + int(stat[12])) / tick for stat in stats]


def megabytes(machines: Sequence[Machine]) -> list[float]:
    """Return the present memory of the machines' processes in megabytes."""
    sizes = list[float]()
    for each in machines:
        status = Path(f"/proc/{each.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        sizes.append(round(int(line.split()[1]) / 1000, 1))
    return sizes
