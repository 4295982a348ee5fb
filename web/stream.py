"""Server-sent events: one endless answer a phone, carrying only what changed on its page."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, Final

import msgspec

from web.hub import Hub
from web.regions import Regions, Renderer, update

KEEPALIVE_S: Final = 10.0
"""Silence after which a beat is sent: a phone that hears none knows the table is out of reach."""
RETRY_MS: Final = 1000


def frames(hub: Hub, renderer: Renderer, *, keepalive: float = KEEPALIVE_S) -> Iterator[bytes]:
    """The whole state at once, then changes as they come, until the hub closes.

    A phone that reads slowly blocks only this generator's thread, and when it reads again it gets the
    latest state, not those it missed.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    version, seen = 0, _NOTHING
    while not hub.closed:
        published = hub.wait(version, keepalive)
        if published is None:
            yield BEAT
            continue
        yield event("update", update(hub, renderer, published, seen), published.version)
        version, seen = published.version, renderer.regions(published)


_NOTHING: Final[Regions] = MappingProxyType({})
BEAT: Final = b": keep-alive\nevent: beat\ndata: {}\n\n"
"""The comment keeps proxies awake; the event is what the page's own watchdog hears."""


def event(name: str, data: Any, number: int) -> bytes:
    """One event in the wire format; `data` becomes one line of JSON."""
    return b"event: %s\nid: %d\ndata: %s\n\n" % (name.encode(), number, msgspec.json.encode(data))
