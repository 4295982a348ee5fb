"""Connect a web server to a party. A gateway sends and receives messages as the place `door/NAME`
(docs/party-wire.md).

A gateway stores nothing. It folds the log that the leading hub sends. It repeats a phone's message until the
hub has taken the message or refuses it with a reason. Any thread may call `latest`, `wait` and `say`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from threading import Condition
from typing import Final, NamedTuple

from device.party.clocks import ClockOffset
from device.party.fact_log import TakenFact
from device.party.hub import LEASE_SECONDS
from device.party.lease import NOBODY, Claim
from device.party.log_follower import LeaderLogs
from device.party.party_messages import (
    BoardPicture,
    FactsRequest,
    FactsRequests,
    Lease,
    Log,
    Ping,
    Pong,
    Refused,
    Topics,
    message,
    payload_of,
    values_of,
)
from device.party.stations import Message
from engine.party import Fact, Party, with_entry

RESEND_SECONDS: Final = 1.0
"""Seconds after which a request is sent again if the hub has not answered."""
_MAX_REFUSALS: Final = 1000
"""Maximum number of the hub's refusals that a gateway keeps. Each is kept for the thread that waits for the
answer. The oldest is dropped first."""
MAX_BOARDS: Final = 200
"""Maximum number of pictures of boards that a gateway keeps, at most 12 MB together. The oldest is dropped
first."""
_JPEG_START: Final = b"\xff\xd8\xff"


class GatewayView(NamedTuple):
    """The party as a gateway knows it at one moment, with the calls to the steward that have a picture."""

    number: int
    """A number that grows with each change of the party, so that a page can wait for the next change."""
    party: Party
    hub: bool
    """True if a leading hub is heard."""
    clock: float
    """The hub's present time, in seconds since 1970."""
    boards: frozenset[tuple[int, int]] = frozenset()
    """The calls to the steward that have a picture of the board, as pairs of table and number of the call."""


@dataclass(slots=True)
class _PendingRequest:
    """A request without an answer, and the time at which it was last sent."""

    request: FactsRequest
    sent_at: float = float("-inf")


class Gateway:
    """Follow a party and send its phones' requests, as the place `door/name`.

    `clock` returns monotonic seconds. Until the hub's clock is known, `clock` plus `epoch` stands for the
    hub's time. `wake` makes the gateway's connection send at once. `faults` are descriptions of the
    messages that the gateway could not read.
    """

    will = None

    def __init__(
        self,
        topics: Topics,
        name: str,
        clock: Callable[[], float],
        *,
        wake: Callable[[], None] = lambda: None,
        epoch: float = 0.0,
        ttl: float = LEASE_SECONDS,
    ) -> None:
        self.place = f"door/{name}"
        self.faults: list[str] = []
        self._topics, self._clock, self._wake, self._epoch, self._ttl = topics, clock, wake, epoch, ttl
        self._changed = Condition()
        self._leader_logs, self._offset = LeaderLogs(), ClockOffset()
        self._leader, self._lease_heard_at = NOBODY, float("-inf")
        self._followed: tuple[Claim, int] = NOBODY, 0
        self._lines: list[TakenFact] = []
        self._party, self._keys = Party(), set[str]()
        self._number, self._has_hub = 1, False
        self._waiting: dict[str, _PendingRequest] = {}
        self._refusals: dict[str, str] = {}
        self._unsent_requests: list[FactsRequest] = []
        self._boards = dict[tuple[int, int], bytes]()

    @property
    def subscriptions(self) -> Sequence[str]:
        """The topics of messages from hubs to everybody and to this gateway, and of pictures that tables
        send with calls to the steward."""
        hub = ("lease", "facts/+", f"refused/{self.place}", f"pong/{self.place}")
        of = self._topics.of
        return (*(of("hub/+", what) for what in hub), of("table/+", "board/+"))

    def latest(self) -> GatewayView:
        """Return the party as the gateway knows it now."""
        with self._changed:
            return self._view()

    def board(self, table: int, call: int) -> bytes | None:
        """Return the picture of the board (JPEG) that table `table` sent with its call number `call` to the
        steward. Return None if the call has no picture."""
        with self._changed:
            return self._boards.get((table, call))

    def wait(self, after: int, timeout: float) -> GatewayView:
        """Return the party as soon as its number differs from `after` (`GatewayView.number`), at the
        latest after `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != after, timeout)
            return self._view()

    def say(self, place: str, facts: Sequence[Fact], key: str, patience: float) -> str:
        """Send the facts of a phone at `place` to the hub, and wait for the answer. Return an empty text if
        the hub has taken the facts. If the hub refuses them, return its reason.

        Facts with a repeated `key` count once. Raise TimeoutError if no answer comes within `patience`
        seconds.
        """

        def answered() -> bool:
            return key in self._keys or key in self._refusals

        with self._changed:
            if not answered():
                self._waiting.setdefault(
                    key, _PendingRequest(FactsRequest(key, place, [*map(values_of, facts)]))
                )
        self._wake()
        with self._changed:
            self._changed.wait_for(answered, patience)
            self._waiting.pop(key, None)
            if not answered():
                raise TimeoutError
            return "" if key in self._keys else self._refusals.pop(key, "")

    def request(self, place: str, facts: Sequence[Fact], key: str) -> None:
        """Send facts to the hub once, without waiting for an answer. If the hub does not answer, the facts
        are lost."""
        with self._changed:
            self._unsent_requests.append(FactsRequest(key, place, [*map(values_of, facts)]))
        self._wake()

    def check_hub(self) -> None:
        """Note if a leading hub was heard lately, and wake waiting pages if this has changed. The
        gateway's thread calls this also while the broker is unreachable."""
        with self._changed:
            self._check_hub()

    def connected(self, now: float) -> Iterable[Message]:
        """Send the unanswered requests again, and begin to ask for the hub's time."""
        with self._changed:
            self._offset.forget()
            return self._due_messages(now, again=True)

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        """Take the hubs' messages, except those of a hub that no longer leads."""
        with self._changed:
            before = self._leader
            for each in batch:
                try:
                    self._take(each, now)
                except ValueError as fault:
                    self.faults.append(str(fault))
            self._fold_log()
            return self._due_messages(now, again=self._leader != before)

    def ticked(self, now: float) -> Iterable[Message]:
        """Check whether a leading hub was heard lately. Send new and unanswered requests, and ask for the
        hub's time."""
        with self._changed:
            self._check_hub()
            return self._due_messages(now)

    def _take(self, each: Message, now: float) -> None:
        kind, hub, what = self._topics.route(each.topic)
        if kind == "table":
            self._keep_board(hub, what, each)
        elif what == "lease":
            lease = payload_of(each, Lease)
            if Claim(lease.term, hub) > self._leader:
                self._leader = Claim(lease.term, hub)
                self._offset.forget()
            if Claim(lease.term, hub) == self._leader and not each.retain:
                self._lease_heard_at = now
        elif not each.payload:
            return
        elif what.startswith("facts/"):
            self._leader_logs.add(hub, payload_of(each, Log))
        elif what.startswith("pong/"):
            pong = payload_of(each, Pong)
            if Claim(pong.term, hub) == self._leader:
                self._offset.answered(pong.at, pong.shows, now)
        else:
            self._note_refusal(payload_of(each, Refused), hub)

    def _keep_board(self, table: str, what: str, each: Message) -> None:
        """Keep the picture of a board that the table `table` sent in the message `each`. `what` is the end of
        the topic, such as `board/3` for the table's call number 3 to the steward.

        An empty message deletes the picture, because the call has a ruling. Raise ValueError if table or call
        is no number, or if the picture is no JPEG.
        """
        call = what.removeprefix("board/")
        if not (table.isdecimal() and call.isdecimal()):
            raise ValueError(f"{each.topic}: tables and calls have numbers")
        at = int(table), int(call)
        before = self._boards.pop(at, None)
        if each.payload:
            picture = payload_of(each, BoardPicture).picture
            if not picture.startswith(_JPEG_START):
                raise ValueError(f"{each.topic}: the picture is no JPEG")
            self._boards[at] = picture
        for old in [*self._boards][:-MAX_BOARDS]:
            del self._boards[old]
        if self._boards.get(at) != before:
            self._notify()

    def _note_refusal(self, refused: Refused, hub: str) -> None:
        if Claim(refused.term, hub) == self._leader:
            self._refusals |= {key: why for key, why in refused.why.items() if key in self._waiting}
            for key in [*self._refusals][:-_MAX_REFUSALS]:
                del self._refusals[key]
            self._changed.notify_all()

    def _fold_log(self) -> None:
        """Bring the party up to date with the log of the leading hub. A log counts only when it has arrived
        completely; until then the earlier hub's log counts. If the new log contradicts the facts folded so
        far, begin again with an empty party."""
        claim, lines = self._leader_logs.latest, self._leader_logs.lines
        if (claim, len(lines)) == self._followed:
            return
        if claim != self._followed[0] and self._lines != lines[: len(self._lines)]:
            self._party, self._keys, self._lines = Party(), set(), []
        for line in lines[len(self._lines) :]:
            self._party = with_entry(self._party, line.entry)
            self._keys |= {line.key} - {""}
            self._lines.append(line)
        for ruled in self._boards.keys() & self._party.verdicts.keys():
            del self._boards[ruled]
        self._followed = claim, len(lines)
        self._notify()

    def _check_hub(self) -> None:
        has_hub = self._clock() - self._lease_heard_at < self._ttl
        if has_hub != self._has_hub:
            self._has_hub = has_hub
            self._notify()

    def _notify(self) -> None:
        self._number += 1
        self._changed.notify_all()

    def _view(self) -> GatewayView:
        now = self._clock()
        shown = self._offset.hub_time(now)
        clock = now + self._epoch if shown is None else shown
        return GatewayView(self._number, self._party, self._has_hub, clock, frozenset(self._boards))

    def _due_messages(self, now: float, *, again: bool = False) -> list[Message]:
        """Return the messages to send now: the phones' requests, and a question for the hub's time. With
        `again` all unanswered requests are sent again; otherwise only those without an answer for
        `RESEND_SECONDS`."""
        due = [one for one in self._waiting.values() if again or now - one.sent_at >= RESEND_SECONDS]
        for pending in due:
            pending.sent_at = now
        requests, self._unsent_requests = [*(one.request for one in due), *self._unsent_requests], []
        messages = [self._message("wishes", FactsRequests(wishes=requests))] if requests else []
        if self._leader != NOBODY and self._offset.ask_if_due(now):
            messages.append(self._message("ping", Ping(at=now)))
        return messages

    def _message(self, what: str, payload: FactsRequests | Ping) -> Message:
        return message(self._topics.of(self.place, what), payload)
