"""Rehearse a whole party on one machine: hub, simulated stewards and simulated tables, at any broker."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from device.errors import UsageFault
from device.party import fact_log, party_messages
from device.party.access import Command, account_commands, new_access
from device.party.broker import Address
from device.party.gateway import Gateway
from device.party.hub import PartyHub
from device.party.link import MAX_WAIT_SECONDS, HubLink, SimulatedPlace
from device.party.party_messages import Topics
from device.party.simulated import CountedCards, judge_by_list, simulated_steward, simulated_table
from device.party.stations import Station, StationBroker
from device.records.journal import Journal
from device.words.lists import load
from engine.party import Party, PartySetUp, PlayerEntered, is_finished, steward_of, table_sizes

_STALL_SECONDS: Final = 3 * MAX_WAIT_SECONDS
"""Seconds without progress after which a rehearsed party counts as stuck. A table that waits for an answer
may be silent for half of this time."""
_TICK_SECONDS: Final = 0.05
"""Seconds between two moments at which a station sends the messages that are due. The interval is short,
because simulated players answer at once."""

E = TypeVar("E")

BrokerRunner = Callable[[Sequence[Command]], AbstractContextManager[Address]]
"""A function that takes the commands for a broker's accounts. It runs the broker while its context lasts, and
yields the broker's address."""


@dataclass(frozen=True, slots=True)
class RehearsalPlan:
    """Hold the game, the players and the random `seed` of a rehearsal."""

    rules: PartySetUp
    names: tuple[str, ...]
    seed: int

    @property
    def tables(self) -> int:
        """The number of tables that the players need."""
        return table_sizes(len(self.names)).tables


@dataclass(frozen=True, slots=True)
class RehearsedParty:
    """A rehearsed party before its start: its hub, the links of its stewards and tables, and a gateway for
    pages."""

    plan: RehearsalPlan
    exchange: StationBroker
    hub: PartyHub
    links: tuple[HubLink, ...]
    gateway: Gateway

    def play(self, on_change: Callable[[Party], None] = lambda _: None) -> Party:
        """Play to the end, and return the party. `on_change` gets the party after each change. Raise
        UsageFault if the party makes no progress."""
        entered = (PlayerEntered(f"p{n}", name) for n, name in enumerate(self.plan.names, 1))
        self.hub.say(*entered, self.plan.rules)
        while not _is_over(self.hub.party, self.links):
            if not self.exchange.run_until(_change_check(self.hub, self.links), _STALL_SECONDS):
                faults = [*self.hub.faults, *(text for link in self.links for text in link.faults)]
                raise UsageFault(
                    f"The party has come to a stand: {faults[-1] if faults else 'nobody says why'}."
                )
            on_change(self.hub.party)
        return self.hub.party


@contextmanager
def rehearsed_party(
    plan: RehearsalPlan,
    folder: Path,
    broker: BrokerRunner,
    wrap_hub: Callable[[PartyHub], Station] = lambda hub: hub,
    *,
    pace: float = 0.0,
    with_gateway: bool = False,
) -> Iterator[RehearsedParty]:
    """Yield a simulated party at a `broker`, with journals in `folder`.

    `wrap_hub` takes the hub, and returns the station that is connected to the broker for the hub. Each
    simulated place takes `pace` seconds to answer, the last table twice as long. If `with_gateway`, a
    gateway follows the party. Raise UsageFault if the broker can't be used.
    """
    topics = Topics(f"party-{time.time_ns():x}")
    tables = [f"table/{number}" for number in range(plan.tables)]
    everybody = {steward_of(Party(rules=plan.rules), table) for table in range(plan.tables)}
    desks = [f"steward/{number}" for number in sorted(everybody)]
    access = new_access(topics, ["hub/a", "door/a", *desks, *tables])
    with ExitStack() as leaving:
        address = leaving.enter_context(broker(account_commands(topics, access)))
        exchange = StationBroker(
            address.host, address.port, time.monotonic, ca=address.ca, tick=_TICK_SECONDS
        )
        leaving.callback(exchange.close)
        journal = _journal(leaving, folder / "hub.journal", fact_log.encode, fact_log.decode)
        hub = PartyHub(topics, "a", journal, epoch=time.time() - time.monotonic())
        exchange.add(wrap_hub(hub), access.of("hub/a"))
        gateway = Gateway(topics, "a", time.monotonic, wake=exchange.wake)
        if with_gateway:
            exchange.add(gateway, access.of("door/a"))
        links = list[HubLink]()
        answers = _answers(plan, desks, tables)
        for at, (place, answer) in enumerate(answers.items(), 1):
            path = folder / f"{place.replace('/', '-')}.journal"
            facts = _journal(leaving, path, party_messages.encode, party_messages.decode)
            links.append(HubLink(topics, place, facts, answer, pace=pace * (1 + at / len(answers))))
            exchange.add(links[-1], access.of(place))
        yield RehearsedParty(plan, exchange, hub, tuple(links), gateway)


def _answers(plan: RehearsalPlan, desks: Sequence[str], tables: Sequence[str]) -> dict[str, SimulatedPlace]:
    """Return the functions with which simulated stewards and tables answer, by place."""
    words, cards = load(), CountedCards(plan.rules.game)
    doubted = [word for word in words.of_length(6) if not words.is_offensive(word)]
    ruling = {place: simulated_steward(judge_by_list(words)) for place in desks}
    return ruling | {place: simulated_table(n, plan.seed, cards, doubted) for n, place in enumerate(tables)}


def _change_check(hub: PartyHub, links: Sequence[HubLink]) -> Callable[[], bool]:
    before = hub.party
    return lambda: hub.party is not before or _is_over(hub.party, links)


def _is_over(party: Party, links: Sequence[HubLink]) -> bool:
    return (
        is_finished(party)
        and party.calls.keys() <= party.verdicts.keys()
        and all(link.confirmed for link in links)
    )


def _journal(
    leaving: ExitStack, path: Path, encode: Callable[[E], bytes], decode: Callable[[bytes], E]
) -> Journal[E]:
    journal = Journal(path, encode=encode, decode=decode, clock=time.time)
    leaving.callback(journal.close)
    return journal
