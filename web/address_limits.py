"""Limit the requests, streams and uploads of one address, so that an address with too many of them can't
lock out the other phones."""

import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

OWN_ADDRESSES: Final = frozenset({"127.0.0.1", "::1"})
"""This machine's own addresses. The limits of one address do not apply to them, because a proxy on this
machine passes on the requests of all phones."""
BUSY_KEY: Final = "table.busy"
"""Key in the WSGI environment. It is set if the server did not read the request's body, because too many
other bodies are arriving at the same time."""


@dataclass(frozen=True, slots=True)
class AddressLimits:
    """The limits on connections, streams, requests and uploads of one address at the same time. They allow
    for a house whose phones share one address behind a repeater. A browser opens six connections."""

    connections: int = 64
    """The maximum number of open connections."""
    streams: int = 24
    """The maximum number of open event streams."""
    answers: int = 4
    """The maximum number of requests answered at once. Further requests of the same address wait."""
    uploads: int = 2
    """The maximum number of photographs received at once from the address."""
    uploads_of_all: int = 8
    """The maximum number of photographs received at once from all addresses. A photograph takes disk space or
    memory while it arrives."""


DEFAULT_LIMITS: Final = AddressLimits()


class RequestQueues:
    """Queue requests by address. Of each address only a limited number of requests is answered at once, and
    the others wait. Thread-safe."""

    def __init__(self, max_per_address: int, start: Callable[[object], None]) -> None:
        """Take the maximum number of requests of one address that are answered at once, and the function
        `start`, which starts to answer a request."""
        self._max_per_address = max_per_address
        self._start = start
        self._answering: Counter[str] = Counter()
        self._waiting: defaultdict[str, deque[object]] = defaultdict(deque)
        self._lock = threading.Lock()

    def ask(self, address: str, request: object) -> None:
        """Start `request` now, or when an earlier request of `address` is done."""
        with self._lock:
            if address not in OWN_ADDRESSES and self._answering[address] >= self._max_per_address:
                self._waiting[address].append(request)
                return
            self._answering[address] += 1
        self._start(request)

    def done(self, address: str) -> None:
        """Note that a request of `address` no longer needs a thread: it is answered, or its answer continues
        without a thread. Start the next waiting request of `address`."""
        with self._lock:
            waiting = self._waiting.get(address)
            if not waiting:
                self._answering[address] -= 1
                if not self._answering[address]:
                    del self._answering[address]
                self._waiting.pop(address, None)
                return
            following = waiting.popleft()
        self._start(following)


@dataclass(frozen=True, slots=True, eq=False)
class StreamConnection:
    """An open event stream as the limits count it: the phone's address, and its browser."""

    address: str
    """The phone's address."""
    browser: str = ""
    """The name that all windows of one browser share; empty if the request names no browser."""
    hung_up: Callable[[], bool] = lambda: False
    """The function that returns True if the phone has hung up. The limits must ask, because the thread of the
    stream may learn this late."""


MAX_STREAMS_PER_BROWSER: Final = 4
"""The maximum number of streams of one browser. A browser opens six connections to a server, so some
remain for pages and taps."""


class StreamLimit:
    """Count the open event streams, and refuse a stream if a limit is reached. Thread-safe."""

    def __init__(self, max_streams: int, max_per_address: int = DEFAULT_LIMITS.streams) -> None:
        """Take the limits: `max_streams` of all addresses together, and `max_per_address` of one address."""
        self.max_streams = max_streams
        self._max_per_address = max_per_address
        self._open: set[StreamConnection] = set()
        self._lock = threading.Lock()

    @property
    def open(self) -> int:
        """The number of open streams."""
        return len(self._open)

    def enter(self, who: StreamConnection) -> bool:
        """Return True and count the stream `who` as open. If a limit is reached, return False and do not
        count it."""
        with self._lock:
            connections = [one for one in self._open if one.address == who.address]
            crowded = len(connections) >= self._max_per_address and who.address not in OWN_ADDRESSES
            if (
                crowded
                or len(self._open) >= self.max_streams
                or _windows(connections, who.browser) >= MAX_STREAMS_PER_BROWSER
            ):
                return False
            self._open.add(who)
            return True

    def leave(self, who: StreamConnection) -> None:
        """Stop counting the stream `who` as open, because it has ended."""
        with self._lock:
            self._open.discard(who)


def _windows(connections: list[StreamConnection], browser: str) -> int:
    """Return how many of `connections` are open streams of `browser`. Streams of phones that have hung up do
    not count. Return 0 if `browser` is empty, because the request did not name its browser."""
    return sum(one.browser == browser and not one.hung_up() for one in connections) if browser else 0
