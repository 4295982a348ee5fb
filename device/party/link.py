"""Connect a table or a steward to the hub. The facts of the table or steward are stored on the disk, and sent
again until the hub has them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final
from zlib import crc32

from device.party.clocks import ClockOffset
from device.party.party_messages import (
    BoardPicture,
    Connected,
    FactsAcknowledged,
    LeaderMessage,
    Ping,
    Pong,
    StewardState,
    TableState,
    Topics,
    batches,
    message,
    payload_of,
)
from device.party.stations import Message
from device.records.journal import Journal, WriteError
from engine.party import Fact

RESEND_SECONDS: Final = 5.0
"""Seconds without confirmation after which a place asks which of its facts the hub has.

The time doubles after each unanswered question, so that a slow hub gets no further load. Each place waits up
to half as long again, by its name, so that a thousand places do not ask at one moment.
"""
MAX_WAIT_SECONDS: Final = 60.0
"""The seconds up to which `RESEND_SECONDS` is doubled. A place waits at most half as long again between
two questions about which of its facts the hub has."""
BOARD_EXPIRY_SECONDS: Final = 3600
"""Seconds for which the broker keeps the picture of a board, if the table disconnects before the steward's
ruling."""

State = TableState | StewardState
SimulatedPlace = Callable[[State, Sequence[Fact]], Sequence[Fact]]
"""A function that simulates the people of a table or a steward. Its arguments are the state that the hub has
sent, and the facts that the people have reported so far. It returns their next facts."""


class HubLink:
    """Connect a place, such as `table/7`, to the hub.

    `journal` stores the place's facts: `say` returns as soon as they are on disk, with or without a network.
    `answer` returns the next facts of a place with simulated people. These people wait for the bell, and then
    take `pace` seconds. `faults` are descriptions of the messages that the link could not read.
    """

    def __init__(
        self,
        topics: Topics,
        place: str,
        journal: Journal[Fact],
        answer: SimulatedPlace = lambda _, __: (),
        *,
        pace: float = 0.0,
    ) -> None:
        self.place, self._topics, self._journal, self._answer = place, topics, journal, answer
        self.facts: list[Fact] = list(journal.replay())
        self.state: State | None = None
        self.faults: list[str] = []
        self.outdated_count = 0
        self._pace, self._answers = pace, float("inf")
        self._leader = (0, "")
        self._confirmed_count = self._sent = 0
        self.clock = ClockOffset()
        self._called = self._asked = float("-inf")
        self._wait = RESEND_SECONDS
        self._boards = dict[int, Message]()
        self._unshown = dict[int, Message]()
        self._spread = 1 + crc32(place.encode()) % 100 / 200

    @property
    def confirmed(self) -> bool:
        """True if the hub has confirmed all facts of this place."""
        return self._confirmed_count == len(self.facts)

    @property
    def subscriptions(self) -> Sequence[str]:
        """The topics on which hubs send messages to this place."""
        return tuple(self._topics.of("hub/+", f"{what}/{self.place}") for what in ("state", "heard", "pong"))

    @property
    def will(self) -> Message:
        """The message that the broker sends after the connection is lost."""
        return message(self._topics.of(self.place, "here"), Connected(here=False), retain=True)

    def say(self, *facts: Fact) -> None:
        """Store `facts` on the disk. The next `ticked` or `received` sends them. If the disk fails, raise
        WriteError and send none of them."""
        if facts:
            self._journal.append(*facts)
            self.facts += facts

    def send_board(self, call: int, picture: bytes) -> None:
        """Send the picture of the board (JPEG) for the call number `call` of this table to the steward. An
        empty `picture` removes the picture."""
        topic = self._topics.of(self.place, f"board/{call}")
        shown = (
            message(topic, BoardPicture(picture=picture), retain=True)
            if picture
            else Message(topic, b"", True)
        )
        self._boards[call] = self._unshown[call] = shown._replace(
            expires=BOARD_EXPIRY_SECONDS if picture else 0
        )

    def connected(self, now: float) -> Iterable[Message]:
        """Return the messages with which the place reports that it is connected. The leading hub answers with
        the number of this place's facts that it has.

        All pictures of boards are sent again, because a restarted broker may have lost them.
        """
        self._leader, self._sent = (self._leader[0], ""), len(self.facts)
        self._unshown = {**self._boards}
        return self._announce(now)

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        """Take the hubs' messages, except those of a hub that no longer leads."""
        for each in batch:
            try:
                self._take(each, now)
            except (ValueError, WriteError) as fault:
                self.faults.append(str(fault))
        return self._unsent_facts(now)

    def ticked(self, now: float) -> Iterable[Message]:
        """Send the new facts. If the hub is silent, ask again which facts it has."""
        if not self.confirmed and now - max(self._called, self._asked) >= self._wait * self._spread:
            self._wait = min(2 * self._wait, MAX_WAIT_SECONDS)
            return self._announce(now)
        if now >= self._answers and self.state is not None:
            self._answers = float("inf")
            self.say(*self._answer(self.state, self.facts))
        return [*self._ping(now), *self._unsent_facts(now), *self._unsent_boards()]

    def _unsent_boards(self) -> list[Message]:
        """Return the messages with pictures of boards that are not yet sent."""
        batch, self._unshown = list(self._unshown.values()), {}
        return batch

    @property
    def rings_at(self) -> float | None:
        """The moment at which the bell begins the hand, in monotonic seconds of this machine; None
        while it is unknown."""
        state = self.state
        return (
            self.clock.own_time(state.rings_at) if isinstance(state, TableState) and state.rings_at else None
        )

    def _ping(self, now: float) -> list[Message]:
        """Return a question for the hub's time if one is due. Questions are frequent at first and rare
        later."""
        if not self._leader[1] or not self.clock.ask_if_due(now):
            return []
        return [message(self._topics.of(self.place, "ping"), Ping(at=now))]

    def _announce(self, now: float) -> list[Message]:
        self._called = now
        return [message(self._topics.of(self.place, "here"), Connected(here=True), retain=True)]

    def _take(self, each: Message, now: float) -> None:
        _, hub, what = self._topics.route(each.topic)
        payload: LeaderMessage
        if what.startswith("heard/"):
            payload = payload_of(each, FactsAcknowledged)
        elif what.startswith("pong/"):
            payload = payload_of(each, Pong)
        else:
            payload = payload_of(each, TableState if self.place.startswith("table/") else StewardState)
        if (payload.term, hub) < self._leader:
            self.outdated_count += 1
            return
        if self._leader[1] != hub or self._leader[0] != payload.term:
            self._leader, self._confirmed_count, self._sent = (payload.term, hub), 0, len(self.facts)
            self.clock.forget()
        if isinstance(payload, FactsAcknowledged):
            self._confirm(payload)
        elif isinstance(payload, Pong):
            self.clock.answered(payload.at, payload.shows, now)
        elif isinstance(payload, TableState | StewardState):
            self.state = payload
            if self._pace:
                self._answers = max(now, self.rings_at or now) + self._pace
            else:
                self.say(*self._answer(payload, self.facts))

    def _confirm(self, acknowledged: FactsAcknowledged) -> None:
        """Note how many of this place's facts the hub has stored. The number may be lower than an earlier
        hub's; it never exceeds the number of facts of this place."""
        self._confirmed_count, self._wait = min(acknowledged.number, len(self.facts)), RESEND_SECONDS
        if acknowledged.again:
            self._sent = self._confirmed_count

    def _unsent_facts(self, now: float) -> list[Message]:
        if not self._leader[1] or self._sent >= len(self.facts):
            return []
        facts, first = self.facts[self._sent :], self._sent + 1
        self._sent, self._asked = len(self.facts), now
        return [message(self._topics.of(self.place, "facts"), batch) for batch in batches(facts, first)]
