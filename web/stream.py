"""Send server-sent events. Each phone gets one endless answer with the changes of its page.

An update is an event without a name. It holds partials, which htmx swaps into the page. The event `picture`
holds the region whose picture must load first. The event `state` holds the figures of bell and timer for the
page's script.
"""

from collections.abc import Iterator
from functools import partial
from types import MappingProxyType
from typing import Final

import msgspec

from web.languages import ENGLISH
from web.regions import OWN_MESSAGE_REGION, Regions, RegionUpdate, Renderer, changes
from web.snapshot_hub import Published, SnapshotHub

KEEPALIVE_S: Final = 10.0
"""Seconds of silence after which the server sends a heartbeat. A phone that receives none knows that it
can't reach the table."""
RETRY_MS: Final = 1000
POLL_MS: Final = 1500
"""Milliseconds between two requests of a page that polls because it has no stream."""
HEARTBEAT: Final = b"event: beat\ndata: {}\n\n"
"""The event that tells the page's script that the connection works."""
_NOTHING: Final[Regions] = MappingProxyType({})


def frames(
    hub: SnapshotHub, renderer: Renderer, language: str = ENGLISH, *, keepalive: float = KEEPALIVE_S
) -> Iterator[bytes]:
    """Yield the whole state at once, then its changes, until the hub closes.

    A slow phone blocks only the thread of this generator. When the phone reads again, it gets the latest
    state and misses the states in between.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    version, seen = 0, _NOTHING
    while not hub.closed:
        published = hub.wait(version, keepalive)
        if published is None:
            yield HEARTBEAT
            continue
        shown = renderer.regions(published, language)
        if version:
            make = partial(_changes_as_bytes, hub, renderer, published, seen, language)
            yield renderer.shared_bytes(published, version, language, make)
        else:  # the timer's age differs from phone to phone, so each gets its own first update
            yield _changes_as_bytes(hub, renderer, published, seen, language)
        version, seen = published.version, shown


def frame(hub: SnapshotHub, renderer: Renderer, language: str = ENGLISH) -> bytes:
    """Return one update with all regions, for a page that has no event stream and polls. It contains the
    delay before the page's next request."""
    return (
        b"retry: %d\n" % POLL_MS
        + HEARTBEAT
        + _changes_as_bytes(hub, renderer, hub.latest(), _NOTHING, language)
    )


def _changes_as_bytes(
    hub: SnapshotHub, renderer: Renderer, published: Published, seen: Regions, language: str
) -> bytes:
    return update(changes(hub, renderer, published, seen, language))


def update(changed: RegionUpdate) -> bytes:
    """Return the bytes that send `changed` to a phone, as server-sent events."""
    partials = "".join(
        _partial(name, html) for name, html in changed.regions.items() if name != OWN_MESSAGE_REGION
    )
    picture = changed.regions.get(OWN_MESSAGE_REGION)
    return b"".join(
        (
            event("", partials) if partials else b"",
            event("state", msgspec.json.encode(changed.state).decode(), changed.version),
            event("picture", picture) if picture is not None else b"",
        )
    )


def event(name: str, data: str, number: int | None = None) -> bytes:
    """Return one server-sent event as bytes."""
    lines = [f"event: {name}"] if name else []
    lines += [f"id: {number}"] if number is not None else []
    lines += [f"data: {line}" for line in data.splitlines()]
    return ("\n".join(lines) + "\n\n").encode()


def _partial(name: str, html: str) -> str:
    return f'<hx-partial hx-target="#region-{name}" hx-swap="innerMorph">{html}</hx-partial>'
