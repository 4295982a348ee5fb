"""Follow the table's addresses on its network, report changes, and announce the table's name (mDNS)."""

import logging
import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Final

from zeroconf import Error, IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from device.network import NAME

SEARCH_SECONDS: Final = 5.0
"""Seconds to wait for an answer from a party's hub or a table on the network. After this time the
search ends without a result."""
RETRY_SECONDS: Final = 30.0
"""Seconds until a failed announcement of the name is tried again."""

Announce = Callable[[Sequence[str], int], AbstractContextManager[str | None]]
"""A function that announces the table's network name at some addresses and a port as long as its
context lasts. The context yields the name, or None if it can't be announced."""

# zeroconf warns of every lost address and network, but this module handles both.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)


class Presence:
    """Watch the table's addresses on the network, and announce its network name there.

    `find_addresses` returns the present addresses, best first. `on_address` is called with the best address
    whenever it changes, or with None if there is no address. `on_name` is called with the name under
    which the table was announced. `announce` announces it.
    """

    def __init__(
        self,
        find_addresses: Callable[[], tuple[str, ...]],
        port: int,
        *,
        on_address: Callable[[str | None], None],
        on_name: Callable[[str], None],
        announce: Announce,
    ) -> None:
        self._find_addresses, self._port, self._on_address, self._on_name = (
            find_addresses,
            port,
            on_address,
            on_name,
        )
        self._announce = announce
        self._now: tuple[str, ...] = ()
        self._reported: str | None = None
        self._begun = False
        self._announced: tuple[str, ...] = ()
        self._name: str | None = None
        self._tried = float("-inf")
        self._holding = ExitStack()

    def check_addresses(self) -> None:
        """Check the table's addresses, and report the best one at the first call and when it has changed."""
        self._now = self._find_addresses()
        best = next(iter(self._now), None)
        if best != self._reported or not self._begun:
            self._begun, self._reported = True, best
            self._on_address(best)

    def update_announcement(self, now: float) -> None:
        """Announce the table's network name at the addresses that `check_addresses` found last. `now` is in
        seconds of a monotonic clock. A new announcement takes a second or two, because the network is
        first asked whether the name is free."""
        if self._now == self._announced and (self._name or now - self._tried < RETRY_SECONDS):
            return
        self._holding.close()
        self._announced, self._tried, before, self._name = self._now, now, self._name, None
        if self._now:
            self._name = self._holding.enter_context(self._announce(self._now, self._port))
        if self._name is not None and self._name != before:
            self._on_name(self._name)

    def close(self) -> None:
        """Stop announcing the table's name on the network."""
        self._holding.close()


PAGE_SERVICE: Final = "_http._tcp.local."
"""The mDNS service type of a table's page."""
PARTY_SERVICE: Final = "_lexicon-party._tcp.local."
"""The mDNS service type of a party's hub."""


@contextmanager
def announce_name(addresses: Sequence[str], port: int, kind: str = PAGE_SERVICE) -> Iterator[str | None]:
    """Announce the table's name on the network of its `addresses` while the context lasts, as a
    service of the type `kind`. Yield the name. Yield None if there is no network, or if another
    program uses the port of mDNS and does not share it."""
    try:
        post = Zeroconf(interfaces=list(addresses))
    except (OSError, RuntimeError, ValueError, Error):
        yield None
        return
    try:
        yield _register(post, addresses, port, kind)
    finally:
        post.close()


def find_service(kind: str, timeout: float = SEARCH_SECONDS) -> tuple[str, int] | None:
    """Return address and port of a service of the type `kind` on the network; None if none answers within
    `timeout` seconds."""
    named = queue.SimpleQueue[str]()

    # zeroconf calls it with these names
    def changed(
        zeroconf: Zeroconf,  # noqa: ARG001
        service_type: str,  # noqa: ARG001
        name: str,
        state_change: ServiceStateChange,
    ) -> None:
        if state_change is ServiceStateChange.Added:
            named.put(name)

    try:
        post = Zeroconf()
    except (OSError, RuntimeError, ValueError, Error):
        return None
    try:
        browser = ServiceBrowser(post, kind, handlers=[changed])
        info = post.get_service_info(kind, named.get(timeout=timeout), int(1000 * timeout))
        browser.cancel()
    except (queue.Empty, OSError, Error):
        return None
    finally:
        post.close()
    addresses = info.parsed_addresses(IPVersion.V4Only) or info.parsed_addresses() if info else []
    return (addresses[0], info.port) if info and addresses and info.port else None


def _register(post: Zeroconf, addresses: Sequence[str], port: int, kind: str) -> str | None:
    try:
        info = ServiceInfo(
            kind,
            f"{NAME}.{kind}",
            parsed_addresses=list(addresses),
            port=port,
            server=f"{NAME}.local.",
            properties={"path": "/"},
        )
        # With two tables on one network the second's service is renamed, and people use its address.
        post.register_service(info, allow_name_change=True)
    except (OSError, Error):
        return None
    return f"{NAME}.local"
