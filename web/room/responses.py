"""Shared parts of every page of a party: the room, its secret, the word list, and the party at this
moment.
"""

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
    """Tell whether pages are still served; streams end once they are not."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    @property
    def closed(self) -> bool:
        """Tell whether the server is closing."""
        return self._closed.is_set()

    def close(self) -> None:
        """Let the streams end."""
        self._closed.set()

    def pause(self, seconds: float) -> None:
        """Wait so long, or until the server closes."""
        self._closed.wait(seconds)


@dataclass(frozen=True)
class RoomDesk:
    """Hold the values that the routes share. `address` is the machine's address on the network, for
    phones.
    """

    room: Room
    secret: bytes
    words: WordList | None
    address: Callable[[], str | None]
    admission: StreamLimit
    hub: Watching = field(default_factory=Watching)
    moments: Moments = field(default_factory=Moments)
    sharing: Sharing = field(default_factory=Sharing)
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
    """Return the desk of the application that answers now."""
    return cast(RoomDesk, current_app.extensions["page_context"])


def cookie_key(secret: bytes) -> bytes:
    """Return the key that signs cookies: the same on every machine of the party, and no code's."""
    return sha256(b"cookies of a party " + secret).digest()
