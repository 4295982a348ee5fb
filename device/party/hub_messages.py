"""Compose the messages that a leading hub sends: its lease, its log, the states of tables and stewards,
answers and refusals."""

from collections.abc import Sequence
from typing import Final

from device.party.fact_log import TakenFact, line_of
from device.party.party_messages import (
    Connected,
    FactsAcknowledged,
    Lease,
    Log,
    Payload,
    Ping,
    Pong,
    Refused,
    Topics,
    message,
)
from device.party.published_states import party_state, steward_state, table_state
from device.party.stations import Message
from engine.party import Party

_MAX_LINES: Final = 500
"""Maximum number of facts in one message. A longer log is sent in several messages."""


class HubMessages:
    """Compose the messages of the hub `name`.

    `retained` are the parts of the hub's log that the broker retains, such as `facts/1`. `term` is the term
    in which the hub leads.
    """

    def __init__(self, topics: Topics, name: str) -> None:
        self._topics, self._place = topics, f"hub/{name}"
        self.retained = set[str]()

    def echo(self) -> Message:
        """Return a message from the hub to itself. The broker delivers it after all retained messages. So its
        arrival tells the hub that all retained messages have arrived."""
        return self._message("echo", Connected(here=True))

    def lease(self, lease: Lease) -> Message:
        """Return the message that claims or renews the lead."""
        return self._message("lease", lease, retain=True)

    def log(self, term: int, facts: Sequence[TakenFact], first: int) -> list[Message]:
        """Return the log `facts` from the place `first` on, divided into messages."""
        messages = list[Message]()
        for at in range(first, len(facts) + 1, _MAX_LINES):
            lines = [line_of(one) for one in facts[at - 1 : at - 1 + _MAX_LINES]]
            self.retained.add(f"facts/{at}")
            part = Log(term=term, first=at, count=len(facts), lines=lines)
            messages.append(self._message(f"facts/{at}", part, retain=True))
        return messages

    def removals(self, log: Sequence[Message]) -> list[Message]:
        """Return the messages that delete outdated parts of the hub's log at the broker. `log` has the
        messages of the present log; retained parts with other topics are outdated."""
        current = {each.topic for each in log}
        topics = {part: self._topics.of(self._place, part) for part in sorted(self.retained)}
        outdated = {part: topic for part, topic in topics.items() if topic not in current}
        self.retained -= outdated.keys()
        return [Message(topic, b"", retain=True) for topic in outdated.values()]

    def acknowledgement(self, term: int, place: str, number: int, *, again: bool) -> Message:
        """Return the message that tells `place` that the hub has the place's facts up to `number`."""
        return self._message(f"heard/{place}", FactsAcknowledged(term=term, number=number, again=again))

    def refusal(self, term: int, gateway: str, why: dict[str, str]) -> Message:
        """Return the message that refuses requests of the gateway `gateway`. `why` has the reason for each
        refused request, by the request's key."""
        return self._message(f"refused/{gateway}", Refused(term=term, why=why))

    def pong(self, term: int, place: str, ping: Ping, shows: float) -> Message:
        """Return the answer to the question `ping` of `place` for the hub's time. `shows` is the hub's time
        in seconds."""
        return self._message(f"pong/{place}", Pong(term=term, at=ping.at, shows=shows))

    def state(self, term: int, place: str, party: Party) -> Message:
        """Return the message with the state of a table or a steward."""
        kind, name = place.split("/")
        show = table_state if kind == "table" else steward_state
        return self._message(f"state/{place}", show(party, int(name), term), retain=True)

    def party(self, term: int, party: Party) -> Message:
        """Return the message to everybody in the party, with the present round and the standings."""
        return self._message("party", party_state(party, term), retain=True)

    def _message(self, what: str, payload: Payload, *, retain: bool = False) -> Message:
        return message(self._topics.of(self._place, what), payload, retain=retain)
