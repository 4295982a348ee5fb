"""The values that every page of a party uses: the service that knows the party, the
party's secret, the word list, and the party at this moment."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import cast

from flask import current_app

from engine.party import Party
from engine.words import WordList
from web.address_limits import StreamLimit
from web.party.party_service import PartyService
from web.party.shared_rendering import PartRenderer
from web.party.state import Moments, PartyMoment


class ClosingFlag:
    """A flag that is set when the server closes. The streams watch it and end."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    @property
    def closed(self) -> bool:
        """True if the server is closing."""
        return self._closed.is_set()

    def close(self) -> None:
        """End all streams that watch this flag."""
        self._closed.set()

    def pause(self, seconds: float) -> None:
        """Wait `seconds`, or until the server closes."""
        self._closed.wait(seconds)


@dataclass(frozen=True)
class PartyContext:
    """The values that all pages of a party use, such as the service that knows the party, its secret and the
    word list."""

    service: PartyService
    """The service that knows the party on this machine, and sends facts to the hub."""
    secret: bytes
    """The party's secret. It signs the codes, and the key of the cookies comes from it."""
    words: WordList | None
    """The word list, from which the page suggests a verdict to a steward; None without a list."""
    address: Callable[[], str | None]
    """The function that returns the machine's address on the network; None if the machine is on no
    network."""
    stream_limit: StreamLimit
    """The count of the open live streams. It refuses a stream beyond the limits of all phones or of one
    address."""
    closing: ClosingFlag = field(default_factory=ClosingFlag)
    """The flag that is set when the machine's web server closes. It ends the live streams."""
    moments: Moments = field(default_factory=Moments)
    """The store that computes the party's present state once for all requests."""
    part_renderer: PartRenderer = field(default_factory=PartRenderer)
    """The renderer of the live pages. If several phones show the same part, it renders the part once for all
    of them."""
    results: Mapping[str, Callable[[Party], bytes]] = field(default_factory=dict)
    """The files with results that the host may download, by name. Each is a function that makes the file from
    the party."""
    papers: Mapping[str, Callable[[Party, str, str, str], bytes]] = field(default_factory=dict)
    """The papers that the host may print, by name. Each is a function that makes a PDF. It takes the party,
    the address in the printed codes (without a final `/`), a language and the size of the sheets."""
    threads: int = 0
    """Number of server threads that streams may occupy: 0, because a single thread sends the updates to all
    phones (`web.party.broadcast`)."""

    def end_streams(self) -> None:
        """End the live streams of all phones, because the server closes."""
        self.closing.close()

    def moment(self) -> PartyMoment:
        """Return the party as it is now, with the values that the pages compute from it."""
        return self.moments.of(self.service.latest())


def party_context() -> PartyContext:
    """Return the values that all routes of the present application share."""
    return cast(PartyContext, current_app.extensions["page_context"])


def cookie_key(secret: bytes) -> bytes:
    """Return the key that signs cookies. It is the same on every machine of the party. Codes are signed
    with another key."""
    return sha256(b"cookies of a party " + secret).digest()
