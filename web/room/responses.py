"""The values that every page of a party shares: the room, its secret, the word list, and the party at this
moment."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import cast

from flask import current_app

from engine.party import Party
from engine.words import WordList
from web.address_limits import StreamLimit
from web.room.party_service import Room
from web.room.shared_rendering import Sharing
from web.room.state import Moments, PartyMoment


class Watching:
    """Tell whether pages are still served. When the server closes, its streams end."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    @property
    def closed(self) -> bool:
        """Tell whether the server is closing."""
        return self._closed.is_set()

    def close(self) -> None:
        """End the streams."""
        self._closed.set()

    def pause(self, seconds: float) -> None:
        """Wait `seconds`, or until the server closes."""
        self._closed.wait(seconds)


@dataclass(frozen=True)
class RoomDesk:
    """The values that all routes of a party share."""

    room: Room
    """The party, as the pages' machine knows it."""
    secret: bytes
    """The party's secret, which signs codes and cookies."""
    words: WordList | None
    """The word list that prepares a steward's verdict."""
    address: Callable[[], str | None]
    """The function that returns the machine's address on the network."""
    admission: StreamLimit
    """The limit on live streams."""
    hub: Watching = field(default_factory=Watching)
    """The flag that ends the streams when the server closes."""
    moments: Moments = field(default_factory=Moments)
    """The last moment, shared by all requests."""
    sharing: Sharing = field(default_factory=Sharing)
    """The rendered parts that phones share."""
    results: Mapping[str, Callable[[Party], bytes]] = field(default_factory=dict)
    """The host's downloads: by its name a file made of the party."""
    papers: Mapping[str, Callable[[Party, str, str, str], bytes]] = field(default_factory=dict)
    """The host's papers to print: by its name a PDF made of the party, the address that codes lead to,
    without its last `/`, and a language."""
    threads: int = 0
    """Number of threads for event streams: none, because one thread sends news to all phones
    (`web.room.broadcast`).
    """

    def moment(self) -> PartyMoment:
        """Return the party as it is now."""
        return self.moments.of(self.room.latest())


def desk() -> RoomDesk:
    """Return the desk of the application that answers this request."""
    return cast(RoomDesk, current_app.extensions["page_context"])


def cookie_key(secret: bytes) -> bytes:
    """Return the key that signs cookies. It is the same on every machine of the party, and signs no code."""
    return sha256(b"cookies of a party " + secret).digest()
