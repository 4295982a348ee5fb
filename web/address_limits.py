"""Limit the server's resources for one address, so that nobody there can lock the others out."""

import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

OURS: Final = frozenset({"127.0.0.1", "::1"})
"""This machine's own address: a proxy here speaks for all phones, so it has no limit."""
BUSY: Final = "table.busy"
"""Key in the WSGI environment: a body was not read because too many others are arriving."""


@dataclass(frozen=True, slots=True)
class Share:
    """Limit the simultaneous requests of one address. A browser opens six connections to a server, and all
    phones of a house behind one repeater share an address.
    """

    connections: int = 64
    streams: int = 24
    answers: int = 4
    """Requests answered at once; further ones wait, and those of other addresses do not."""
    uploads: int = 2
    uploads_of_all: int = 8
    """Photographs received at once, each of which takes disk or memory meanwhile."""


SHARE: Final = Share()


class Turns:
    """Queue requests by address: some are answered now, the others wait. Thread-safe."""

    def __init__(self, most: int, start: Callable[[object], None]) -> None:
        """Take `start`, which has a request answered, and `most` requests of one address at once."""
        self._most = most
        self._start = start
        self._answering: Counter[str] = Counter()
        self._waiting: defaultdict[str, deque[object]] = defaultdict(deque)
        self._lock = threading.Lock()

    def ask(self, address: str, request: object) -> None:
        """Start `request` now, or when one of its address is done."""
        with self._lock:
            if address not in OURS and self._answering[address] >= self._most:
                self._waiting[address].append(request)
                return
            self._answering[address] += 1
        self._start(request)

    def done(self, address: str) -> None:
        """Release the turn of an address: its request is answered or streams by itself, so the next may
        start.
        """
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
    """An event stream: its address, its browser's name for all of its windows, and whether its phone has hung
    up, which the stream's thread does not know yet.
    """

    address: str
    browser: str = ""
    gone: Callable[[], bool] = lambda: False


MAX_STREAMS_PER_BROWSER: Final = 4
"""Streams of one browser: with six connections to a server two are left for pages and taps."""


class StreamLimit:
    """Count the open event streams against their limit. Thread-safe."""

    def __init__(self, most: int, each: int = SHARE.streams) -> None:
        """Take limits: `most` of all, `each` of one address."""
        self.most = most
        self._each = each
        self._open: set[StreamConnection] = set()
        self._lock = threading.Lock()

    @property
    def open(self) -> int:
        """Return the number of open streams."""
        return len(self._open)

    def enter(self, who: StreamConnection) -> bool:
        """Take a place; False when all that `who` may have are taken."""
        with self._lock:
            here = [one for one in self._open if one.address == who.address]
            crowded = len(here) >= self._each and who.address not in OURS
            if (
                crowded
                or len(self._open) >= self.most
                or _windows(here, who.browser) >= MAX_STREAMS_PER_BROWSER
            ):
                return False
            self._open.add(who)
            return True

    def leave(self, who: StreamConnection) -> None:
        """Give the place back."""
        with self._lock:
            self._open.discard(who)


def _windows(here: list[StreamConnection], browser: str) -> int:
    """Return the windows of that browser which still listen; none if the request names no browser."""
    return sum(one.browser == browser and not one.gone() for one in here) if browser else 0
