"""Send all phones of a party the changes of their pages, from one thread.

With a thread for each phone, every change at any table would wake all threads. To wake five hundred threads
takes longer than to send five hundred messages.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from web.lasting_answer import OpenAnswer
from web.party.live import COLLECT_S, MAX_WAIT_S, Stream
from web.party.responses import PartyContext
from web.party.state import PartyMoment
from web.stream import HEARTBEAT, KEEPALIVE_S


@dataclass(eq=False, slots=True)
class _Phone:
    """A phone that receives the live updates of a page."""

    stream: Stream
    """The stream that produces the updates of the phone's page."""
    line: OpenAnswer
    """The open HTTP answer to which the updates are written."""
    leave: Callable[[], None]
    """The function to call when the phone is gone."""
    last_sent_at: float
    """The time of the last message to the phone, in seconds of a monotonic clock."""


@dataclass(eq=False)
class Broadcaster:
    """Send the updates to phones until the server closes. The sending thread starts with the first phone. Any
    thread may add a phone. `clock` returns monotonic seconds."""

    context: PartyContext
    clock: Callable[[], float] = time.monotonic
    _phones: set[_Phone] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None

    def add(self, stream: Stream, line: OpenAnswer, leave: Callable[[], None]) -> None:
        """Send the phone at the other end of `line` the updates of `stream`. The phone already has the whole
        page. Call `leave` when the phone is gone."""
        phone = _Phone(stream, line, leave, self.clock())
        with self._lock:
            self._phones.add(phone)
            self._send_updates([phone], self.context.moment())
            if self._thread is None and not self.context.closing.closed:
                self._thread = threading.Thread(target=self._run, name="telling", daemon=True)
                self._thread.start()

    def send_all(self, moment: PartyMoment | None = None) -> None:
        """Send every phone the changes of its page up to `moment`, by default up to the present moment."""
        with self._lock:
            self._send_updates(list(self._phones), moment or self.context.moment())

    def _run(self) -> None:
        moment = self.context.moment()
        while not self.context.closing.closed:
            with self._lock:
                wait = min(
                    (each.stream.seconds_to_change(moment) for each in self._phones), default=MAX_WAIT_S
                )
            seen = self.context.service.wait(moment.status.number, wait)
            changed = seen.number != moment.status.number
            moment = self.context.moments.of(seen)
            self.send_all(moment)
            if changed:  # collect: at a thousand tables a change comes every few milliseconds
                self.context.closing.pause(min(COLLECT_S, moment.seconds_left or COLLECT_S))

    def _send_updates(self, phones: list[_Phone], moment: PartyMoment) -> None:
        """Send the state of the bell to all `phones`, then the changes of their pages. A phone that has not
        yet read its last message is skipped. It gets the latest state with a later message."""
        ready = [each for each in phones if not each.line.busy]
        for each in ready:
            self._send(each, each.stream.bell(moment))
        now = self.clock()
        for each in ready:
            self._send(
                each,
                each.stream.page_changes(moment)
                or (HEARTBEAT if now - each.last_sent_at >= KEEPALIVE_S else b""),
            )

    def _send(self, phone: _Phone, data: bytes) -> None:
        if not data or phone not in self._phones:
            return
        phone.last_sent_at = self.clock()
        if not phone.line.send(data):
            self._phones.discard(phone)
            phone.leave()


@dataclass(frozen=True, slots=True)
class LastingStream:
    """The rest of an answer to a phone: a live page's updates, which a broadcaster sends after the first page
    (`web.lasting_answer`)."""

    broadcaster: Broadcaster
    stream: Stream
    on_leave: Callable[[], None]

    def begin(self, line: OpenAnswer) -> None:
        """Begin to send the updates over `line`. The thread that answered the request has already sent the
        whole page."""
        self.broadcaster.add(self.stream, line, self.on_leave)

    def leave(self) -> None:
        """Release the phone's place among the limited streams, if the phone hangs up before `begin` has added
        it to the broadcaster."""
        self.on_leave()


def broadcaster() -> Broadcaster:
    """Return the broadcaster of the application that handles this request."""
    return cast(Broadcaster, current_app.extensions["broadcaster"])
