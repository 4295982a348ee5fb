"""A whole party on one machine: hub, stewards and tables without people, at any broker."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from device.errors import UsageFault
from device.party import minutes, wire
from device.party.access import carry_out, commands, drawn
from device.party.exchange import Credential, Exchange
from device.party.hub import Hub
from device.party.link import Link
from device.party.simulated import Cards, at_desk, at_table, by_list
from device.party.wire import Topics
from device.records.journal import Journal
from device.words.lists import load
from engine.party import Party, PartySetUp, PlayerEntered, finished, sizes, steward_of

_PATIENCE: Final = 60.0
"""Seconds in which something has to happen at a party without people."""
_TICK: Final = 0.05
"""Seconds between looks at the clock: nobody is slow here."""

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played, by whom, and the `seed` of everything that is drawn."""

    agreed: PartySetUp
    names: tuple[str, ...]
    seed: int

    @property
    def tables(self) -> int:
        """Tables that the players need."""
        return sizes(len(self.names)).tables


def rehearse(
    plan: Plan, folder: Path, host: str, port: int, admin: Credential, told: Callable[[Party], None]
) -> Party:
    """Play a party at the broker at `host` and `port`, and return it. `told` hears of it whenever it changed.
    Journals lie in `folder`. UsageFault when the broker can't be used, or the party comes to a stand.
    """
    topics = Topics(f"party-{time.time_ns():x}")
    stewards = {steward_of(Party(agreed=plan.agreed), table) for table in range(plan.tables)}
    desks, tables = [f"steward/{number}" for number in stewards], [f"table/{n}" for n in range(plan.tables)]
    access = drawn(topics, ["hub/a", *desks, *tables])
    with ExitStack() as leaving:
        exchange = Exchange(host, port, time.monotonic, tick=_TICK)
        leaving.callback(exchange.close)
        carry_out(exchange, admin, commands(topics, access))
        hub = Hub(
            topics,
            "a",
            _journal(leaving, folder / "hub.journal", minutes.encode, minutes.decode),
            epoch=time.time() - time.monotonic(),
        )
        exchange.add(hub, access.of("hub/a"))
        words, cards = load(), Cards(plan.agreed.game)
        called = [word for word in words.of_length(6) if not words.offends(word)]
        answers = {place: at_desk(by_list(words)) for place in desks}
        answers |= {place: at_table(n, plan.seed, cards, called) for n, place in enumerate(tables)}
        links = list[Link]()
        for place, answer in answers.items():
            path = folder / f"{place.replace('/', '-')}.journal"
            links.append(Link(topics, place, _journal(leaving, path, wire.encode, wire.decode), answer))
            exchange.add(links[-1], access.of(place))
        hub.say(*(PlayerEntered(f"p{n}", name) for n, name in enumerate(plan.names, 1)), plan.agreed)
        _play(exchange, hub, links, told)
        return hub.party


def _play(exchange: Exchange, hub: Hub, links: list[Link], told: Callable[[Party], None]) -> None:
    while not _ended(hub.party, links):
        if not exchange.until(_changed(hub, links), _PATIENCE):
            trouble = [*hub.troubles, *(text for link in links for text in link.troubles)]
            raise UsageFault(
                f"The party has come to a stand: {trouble[-1] if trouble else 'nobody says why'}."
            )
        told(hub.party)


def _changed(hub: Hub, links: list[Link]) -> Callable[[], bool]:
    before = hub.party
    return lambda: hub.party is not before or _ended(hub.party, links)


def _ended(party: Party, links: list[Link]) -> bool:
    return (
        finished(party)
        and party.calls.keys() <= party.verdicts.keys()
        and all(link.confirmed for link in links)
    )


def _journal(
    leaving: ExitStack, path: Path, encode: Callable[[E], bytes], decode: Callable[[bytes], E]
) -> Journal[E]:
    journal = Journal(path, encode=encode, decode=decode, clock=time.time)
    leaving.callback(journal.close)
    return journal
