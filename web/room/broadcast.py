"""Send all phones of a party the changes, in one thread.

With a thread for each phone, every change at any table would wake all threads. For five hundred phones that
takes longer than sending the messages.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from web.connections import OpenAnswer
from web.room.live import SLICE_S, TOGETHER_S, Stream
from web.room.responses import RoomDesk
from web.room.state import PartyMoment
from web.stream import HEARTBEAT, KEEPALIVE_S


@dataclass(eq=False, slots=True)
class _Phone:
    """A phone that receives the live updates of a page."""

    stream: Stream
    """The stream that produces the updates of the phone's page."""
    line: OpenAnswer
    """The open answer to which the updates are written."""
    leave: Callable[[], None]
    """The function to call once the phone is gone."""
    spoken: float
    """The time of the last message, in monotonic seconds."""


@dataclass(eq=False)
class Teller:
    """Send the updates to phones until the server closes. The thread starts with the first phone. Any
    thread may add a phone. `clock` returns monotonic seconds."""

    desk: RoomDesk
    clock: Callable[[], float] = time.monotonic
    _phones: set[_Phone] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None

    def add(self, stream: Stream, line: OpenAnswer, leave: Callable[[], None]) -> None:
        """Send the phone at `line` the updates of `stream` that follow its opening. Call `leave` once the
        phone is gone."""
        phone = _Phone(stream, line, leave, self.clock())
        with self._lock:
            self._phones.add(phone)
            self._tell([phone], self.desk.moment())
            if self._thread is None and not self.desk.hub.closed:
                self._thread = threading.Thread(target=self._run, name="telling", daemon=True)
                self._thread.start()

    def tell(self, moment: PartyMoment | None = None) -> None:
        """Send every phone the updates of `moment`, by default the present moment."""
        with self._lock:
            self._tell(list(self._phones), moment or self.desk.moment())

    def _run(self) -> None:
        moment = self.desk.moment()
        while not self.desk.hub.closed:
            with self._lock:
                wait = min((each.stream.until(moment) for each in self._phones), default=SLICE_S)
            seen = self.desk.room.wait(moment.seen.number, wait)
            changed = seen.number != moment.seen.number
            moment = self.desk.moments.of(seen)
            self.tell(moment)
            if changed:  # at a thousand tables there is a change every few milliseconds: they go together
                self.desk.hub.pause(min(TOGETHER_S, moment.left or TOGETHER_S))

    def _tell(self, phones: list[_Phone], moment: PartyMoment) -> None:
        """Send the bell to all phones, then the changes of their pages. A phone that has not yet read its
        last message is skipped, and gets the latest state with a later message."""
        ready = [each for each in phones if not each.line.busy]
        for each in ready:
            self._send(each, each.stream.bell(moment))
        now = self.clock()
        for each in ready:
            self._send(
                each,
                each.stream.page_changes(moment) or (HEARTBEAT if now - each.spoken >= KEEPALIVE_S else b""),
            )

    def _send(self, phone: _Phone, data: bytes) -> None:
        if not data or phone not in self._phones:
            return
        phone.spoken = self.clock()
        if not phone.line.send(data):
            self._phones.discard(phone)
            phone.leave()


@dataclass(frozen=True, slots=True)
class Listener:
    """Continue a phone's stream with the updates of a teller (`web.connections.LastingAnswer`)."""

    teller: Teller
    stream: Stream
    left: Callable[[], None]

    def begin(self, line: OpenAnswer) -> None:
        """Send the phone the updates that follow the opening."""
        self.teller.add(self.stream, line, self.left)

    def leave(self) -> None:
        """Do nothing, because the phone left before it was added to the teller."""
        self.left()


def teller() -> Teller:
    """Return the teller of the application that answers now."""
    return cast(Teller, current_app.extensions["teller"])
