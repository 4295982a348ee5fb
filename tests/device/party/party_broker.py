"""Provide a party for the tests: a real broker, one thread that carries messages, and journals
in a folder."""

import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from device.errors import UsageFault
from device.party import fact_log, party_messages
from device.party.access import Access, account_commands, new_access
from device.party.broker import Broker, mosquitto_path, private_broker
from device.party.gateway import Gateway
from device.party.home_assistant import ASSISTANT_PLACE
from device.party.hub import PartyHub
from device.party.link import HubLink, SimulatedPlace
from device.party.party_messages import Topics
from device.party.simulated import CountedCards, simulated_steward, simulated_table
from device.party.stations import Message, Station, StationBroker
from device.records.journal import Connect, Journal, connect
from engine.party import (
    Party,
    PartySetUp,
    PlayerEntered,
    is_finished,
    standings,
)

TOPICS = Topics("saturday")
PATIENCE = 30.0
TTL = 0.6
CARDS = CountedCards("lexicon-party")

try:
    mosquitto_path()
    MISSING = ""
except UsageFault as fault:
    MISSING = str(fault)
needs_broker = pytest.mark.skipif(bool(MISSING), reason=MISSING)


class PartyBroker:
    """A broker with credentials for two hubs, a steward and `tables` tables."""

    def __init__(self, folder: Path, tables: int = 3) -> None:
        self.folder, self._leaving = folder, ExitStack()
        places = [f"table/{n}" for n in range(tables)]
        others = ["hub/a", "hub/b", "steward/0", "door/a", "door/b", "home/a", ASSISTANT_PLACE]
        self.access: Access = new_access(TOPICS, [*others, *places])
        todo = account_commands(TOPICS, self.access)
        self.broker: Broker = self._leaving.enter_context(private_broker(folder / "broker", todo))
        self.exchange = self.another()
        self.tables = tables

    def another(self) -> StationBroker:
        """Open another connection to the same broker."""
        address = self.broker.address
        exchange = StationBroker(address.host, address.port, time.monotonic, retry=0.1, tick=0.03)
        self._leaving.callback(exchange.close)
        return exchange

    def hub(self, name: str = "a", connect: Connect = connect, epoch: float = 0.0) -> PartyHub:
        path = self.folder / f"hub-{name}.journal"
        journal = Journal(
            path, encode=fact_log.encode, decode=fact_log.decode, clock=time.time, connect=connect
        )
        self._leaving.callback(journal.close)
        return PartyHub(TOPICS, name, journal, ttl=TTL, epoch=epoch)

    def link(self, place: str, answer: SimulatedPlace | None = None) -> HubLink:
        path = self.folder / f"{place.replace('/', '-')}.journal"
        journal = Journal(path, encode=party_messages.encode, decode=party_messages.decode, clock=time.time)
        self._leaving.callback(journal.close)
        return HubLink(TOPICS, place, journal, answer or (lambda _, __: ()))

    def gateway(self, name: str = "a") -> Gateway:
        return Gateway(TOPICS, name, time.monotonic, wake=self.exchange.wake, ttl=TTL)

    def join(self, *stations: Station, place: str = "") -> None:
        for station in stations:
            named = place or (f"hub/{station.name}" if isinstance(station, PartyHub) else "")
            self.exchange.add(station, self.access.of(named or getattr(station, "place", "")))

    def played(self) -> list[HubLink]:
        """Join simulated tables and a simulated steward to the party, and return their links."""
        words = ("MOTHER", "QUEUE", "PARIS")
        links = [self.link(f"table/{n}", simulated_table(n, 7, CARDS, words)) for n in range(self.tables)]
        links.append(
            self.link(
                "steward/0", simulated_steward(lambda word: "word bad" if word in words else "misspelt")
            )
        )
        self.join(*links)
        return links

    def until(self, done: object, *args: object) -> None:
        assert callable(done)
        assert self.exchange.run_until(lambda: bool(done(*args)), PATIENCE), "it never came to pass"

    def close(self) -> None:
        self._leaving.close()


def entering(tables: int, hands: int = 3) -> list[PlayerEntered | PartySetUp]:
    players = [PlayerEntered(f"p{n}", f"Player {n}") for n in range(4 * tables)]
    return [*players, PartySetUp("Saturday", "lexicon-party", hands, 7, 5)]


def ended(party: Party, links: Iterable[HubLink]) -> bool:
    settled = party.calls.keys() <= party.verdicts.keys()
    return is_finished(party) and settled and all(link.confirmed for link in links)


def totals(party: Party) -> dict[str, int]:
    return {one.player: one.total for one in standings(party)}


class Speaker:
    """A client of the broker that sends the test's messages, and keeps the messages that it receives."""

    will = None

    def __init__(self, *hears: str) -> None:
        self.subscriptions: Sequence[str] = hears
        self.heard: list[Message] = []
        self._says: list[Message] = []

    def say(self, *messages: Message) -> None:
        self._says += messages

    def connected(self, now: float) -> Iterable[Message]:
        return ()

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        self.heard += batch
        return ()

    def ticked(self, now: float) -> Iterable[Message]:
        said, self._says = self._says, []
        return said
